//! Pieces that a kind may not jump over or take.

use super::bar_rules::Bars;
use super::kinds::Kind;
use super::state::{Royal, landings};
use crate::betza::Path;
use crate::{Bits, PieceType, Square};

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
