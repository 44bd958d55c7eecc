//! Promotion at the end of a move.

use super::kinds::Kind;
use super::state::Royal;
use super::step::{RoyalStep, StepKind};
use crate::{Bits, PieceType};

impl<B: Bits> Royal<B> {
    /// Calls `sink` for a move of a piece of the side to move once for each kind that it may become
    /// at its end, and once if it may stay what it is.
    pub(super) fn arrive(
        &self,
        name: PieceType,
        step: RoyalStep,
        captures: bool,
        sink: &mut dyn FnMut(RoyalStep),
    ) {
        let kind = self.rules.kind(name);
        let (us, to) = (self.side, step.to());
        let zone = kind.promotion[us];
        let is_in_zone = zone.contains(to) || kind.by_leaving && zone.contains(step.from());
        let stays = step.kind() == StepKind::EnPassant && self.rules.royal.pawns.en_passant_stays;
        if !is_in_zone || stays || kind.in_place || kind.by_capture && !captures {
            sink(step);
            return;
        }
        let promoting = match step.kind() {
            StepKind::Passing => RoyalStep::new(step.from(), to, StepKind::Plain),
            _ => step,
        };
        self.promotions(kind).for_each(|promotion| sink(promoting.promoting(promotion)));
        let must_leave = kind.by_leaving && !kind.stays[us].contains(step.from());
        if kind.stays[us].contains(to) && !must_leave {
            sink(step);
        }
    }

    /// The kinds that a piece of the side to move may become.
    pub(super) fn promotions<'a>(&'a self, kind: &'a Kind<B>) -> impl Iterator<Item = PieceType> {
        let limits = self.rules.limits.as_ref().map(|limits| &limits[self.side]);
        kind.promotes[self.side].iter().copied().filter(move |&promotion| {
            limits.is_none_or(|limits| {
                let (plain, alike) = self.alike(promotion);
                let on_board = |kind| self.board.pieces(self.side, kind).count();
                on_board(plain) + alike.map_or(0, on_board) < limits[plain.index()]
            })
        })
    }

    /// A kind as a limit of promotion counts it: the plain one, and the one that looks like it but
    /// reverts when it is taken.
    fn alike(&self, kind: PieceType) -> (PieceType, Option<PieceType>) {
        let definition = &self.rules.common.definition;
        let piece = definition.piece(kind);
        if piece.promoted {
            return (kind, None);
        }
        let plain = if piece.is_marked() {
            definition.piece_type(piece.letter, false).unwrap_or(kind)
        } else {
            kind
        };
        (plain, definition.reverting(plain).filter(|&twin| twin != plain))
    }

    /// Whether a piece has to become another where its move ends, and can become none.
    pub(super) fn lacks_promotion(&self, name: PieceType, step: RoyalStep) -> bool {
        let mut is_legal = false;
        let captures = self.victim_square(step).is_some();
        self.arrive(name, step, captures, &mut |_| is_legal = true);
        !is_legal
    }
}
