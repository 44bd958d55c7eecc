//! Royal pieces that may not face each other along an open file or rank.

use super::pass_rules::FacingKings;
use super::state::Royal;
use super::step::RoyalStep;
use crate::{Bits, Color, Square};

impl<B: Bits> Royal<B> {
    /// Whether royal pieces of both sides face each other along an open file or rank, in a game
    /// that forbids it.
    pub(super) fn kings_face(&self) -> bool {
        self.rules.royal.facing_kings == FacingKings::Forbidden && self.royals_see()
    }

    /// Whether royal pieces of both sides face each other, so that the side to move has to part them or
    /// to pass.
    pub(super) fn has_to_part(&self) -> bool {
        self.rules.royal.facing_kings == FacingKings::Part && self.royals_see()
    }

    /// Whether royal pieces of both sides face each other along an open file or rank.
    pub(super) fn royals_see(&self) -> bool {
        self.royals(Color::White).iter().any(|square| self.is_seen(square, Color::Black))
    }

    /// Whether a side's royal pieces see a square along a file or rank, in a game that forbids them to
    /// face each other.
    pub(super) fn is_faced(&self, square: Square, by: Color) -> bool {
        self.rules.royal.facing_kings == FacingKings::Forbidden && self.is_seen(square, by)
    }

    fn is_seen(&self, square: Square, by: Color) -> bool {
        (self.rules.lines.orthogonal(square, self.blocked()) & self.royals(by)).any()
    }

    /// Whether a move of the side to move, castling apart, lets royal pieces face each other that may
    /// not.
    pub(super) fn opens_facing(&self, step: RoyalStep) -> bool {
        let mut after = self.clone();
        after.try_pieces(step);
        after.may_not_face(self.has_to_part())
    }

    /// Whether royal pieces face each other after a move that may not leave them so; `parts`: the side that
    /// made it [had to part](Self::has_to_part) them.
    pub(super) fn may_not_face(&self, parts: bool) -> bool {
        self.kings_face() || parts && self.royals_see()
    }
}
