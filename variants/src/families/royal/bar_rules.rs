//! Kinds that a kind may not jump over or take, as a definition states them.

use crate::PieceType;

/// Kinds that pieces of a kind may not jump over or take, as a definition states them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bars {
    /// The kind that they hold for.
    pub kind: PieceType,
    /// Kinds that cannot be its hurdle.
    pub jumps: Vec<PieceType>,
    /// Kinds that it cannot take.
    pub takes: Vec<PieceType>,
}

impl Bars {
    /// The bars of a kind, if it has any.
    pub(super) fn of(all: &[Self], kind: PieceType) -> Option<Box<Self>> {
        all.iter().find(|bars| bars.kind == kind).cloned().map(Box::new)
    }
}
