//! Pieces that a kind may not jump over or take.

use super::kinds::Kind;
use super::state::{Royal, landings};
use crate::betza::Path;
use crate::{Bits, PieceType, Square};

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

impl<B: Bits> Royal<B> {
    /// The landing squares of a kind's path that are open when these squares are occupied.
    #[inline]
    pub(super) fn open_landings<'a>(
        &'a self,
        kind: &'a Kind<B>,
        path: &'a Path,
        occupied: B,
    ) -> impl Iterator<Item = Square> + 'a {
        let is_open = move |to: &Square| {
            kind.bars.as_ref().is_none_or(|bars| self.is_unbarred(bars, path, *to, occupied))
        };
        landings(path, occupied).filter(is_open)
    }

    #[cold]
    fn is_unbarred(&self, bars: &Bars, path: &Path, to: Square, occupied: B) -> bool {
        let is_one = |square: Square, kinds: &[PieceType]| {
            self.board.get(square).is_some_and(|piece| kinds.contains(&piece.kind()))
        };
        let hurdle = || path.squares.iter().copied().find(|&square| occupied.contains(square));
        let jumps =
            path.modes.hop.is_some() && hurdle().is_some_and(|square| is_one(square, &bars.jumps));
        !jumps && !is_one(to, &bars.takes)
    }

    /// The squares of pieces that a kind cannot take.
    #[inline]
    pub(super) fn untaken(&self, kind: &Kind<B>) -> B {
        kind.bars.as_ref().map_or(B::EMPTY, |bars| self.board.kinds(&bars.takes))
    }
}
