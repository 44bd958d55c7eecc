//! Royal pieces that may not face each other.

use super::state::Royal;
use super::step::RoyalStep;
use crate::{Bits, Color, Square};

impl<B: Bits> Royal<B> {
    /// Whether royal pieces of both sides face each other along an open file or rank, in a game
    /// that forbids it.
    pub(super) fn kings_face(&self) -> bool {
        !self.rules.royal.facing_kings
            && self.royals(Color::White).iter().any(|square| self.is_faced(square, Color::Black))
    }

    /// Whether a side's royal pieces see a square along an open file or rank, in such a game.
    pub(super) fn is_faced(&self, square: Square, by: Color) -> bool {
        let sees = || self.rules.lines.orthogonal(square, self.blocked());
        !self.rules.royal.facing_kings && (sees() & self.royals(by)).any()
    }

    /// Whether a move of the side to move, castling apart, lets them face each other.
    pub(super) fn opens_facing(&self, step: RoyalStep) -> bool {
        let mut after = self.clone();
        after.try_pieces(step);
        after.kings_face()
    }
}
