//! First moves of pieces that have not moved, as a definition states them.

use crate::PieceType;

/// Kinds whose first moves are for pieces that have not moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmoved {
    /// The kinds.
    pub pieces: Vec<PieceType>,
    /// Kinds that end the first move of an enemy's royal piece by moving to where they would attack it on an
    /// empty board.
    pub ended_by: Vec<PieceType>,
}
