//! Promotion in place of a move.

use super::in_place_rules::InPlace;
use super::state::Royal;
use super::step::{RoyalStep, StepKind};
use crate::{Bits, Piece, PieceType, Square};

impl<B: Bits> Royal<B> {
    /// Calls `sink` for each promotion in place of a move, check of the own side apart.
    #[cold]
    pub(super) fn visit_in_place(&self, own: &InPlace, sink: &mut dyn FnMut(RoyalStep)) {
        for from in self.board.side(self.side).iter() {
            let Some(piece) = self.board.get(from) else { continue };
            if !self.is_ripe(own, piece.kind(), from) {
                continue;
            }
            for promotion in self.promotions(self.rules.kind(piece.kind())) {
                for to in self.ends_in_place(own, promotion, from).iter() {
                    let step = in_place(from, to, promotion);
                    if own.attack || !self.attacks_in_place(step) {
                        sink(step);
                    }
                }
            }
        }
    }

    /// Whether a piece of the side to move on a square may promote in place of a move as far as the square
    /// goes.
    pub(super) fn is_ripe(&self, own: &InPlace, kind: PieceType, from: Square) -> bool {
        let pieces = self.board.kinds(&own.pieces) & self.board.side(self.side);
        own.pieces.contains(&kind)
            && (self.rules.kind(kind).promotion[self.side].contains(from)
                || own.last_anywhere && !pieces.has_several())
    }

    /// The squares where a piece that promotes to a kind in place of a move may stand then.
    pub(super) fn ends_in_place(&self, own: &InPlace, promotion: PieceType, from: Square) -> B {
        let steps = match own.step {
            true => self.targets(promotion, from, self.board.occupied(), B::EMPTY),
            false => B::EMPTY,
        };
        steps | B::bit(from)
    }

    /// Whether a promotion attacks an enemy with the new piece, or gives check.
    pub(super) fn attacks_in_place(&self, step: RoyalStep) -> bool {
        let Some(kind) = step.promotion() else { return false };
        let (from, to) = (B::bit(step.from()), B::bit(step.to()));
        let occupied = self.board.occupied() & !from | to;
        let attacked = self.attacks_from(Piece::new(self.side, kind), step.to(), occupied);
        (attacked & self.board.side(!self.side)).any() || self.tried(step).in_check(!self.side)
    }

    /// Whether the side to move has a royal piece and one that promotes in place of a move, need not
    /// promote, and has no other move.
    #[cold]
    pub(super) fn is_stuck_in_place(&self, own: &InPlace) -> bool {
        let side = self.board.side(self.side);
        let pieces = self.board.kinds(&own.pieces) & side;
        if own.forced
            || side.count() != 2
            || pieces.count() != 1
            || !self.royals(self.side).any()
            || !self.hands.is_empty(self.side)
            || self.in_check(self.side)
        {
            return false;
        }
        let mut moves = false;
        self.try_without_gates(&|step| step.promotion().is_none(), false, &mut |_| moves = true);
        !moves
    }
}

/// The promotion of a piece where it stands, or with a step.
pub(super) fn in_place(from: Square, to: Square, promotion: PieceType) -> RoyalStep {
    let kind = if from == to { StepKind::InPlace } else { StepKind::Plain };
    RoyalStep::new(from, to, kind).promoting(promotion)
}
