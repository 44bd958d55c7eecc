//! Legal moves where royal pieces, captures or checks have rules of their own: every move is tried.

use super::Royal;
use super::ends::Royals;
use super::step::{RoyalStep, StepKind};
use crate::{Bits, Color, Piece, Position};

impl<B: Bits> Royal<B> {
    /// A side's royal pieces.
    pub(super) fn royals(&self, color: Color) -> B {
        self.board.kinds(&self.rules.royal_kinds) & self.board.side(color)
    }

    /// Whether a side's royal pieces are attacked as it may not leave them.
    #[cold]
    pub(super) fn in_special_check(&self, color: Color) -> bool {
        let attacked = |square| self.is_attacked(square, !color);
        self.rules.royal_kinds.iter().any(|&kind| {
            let royals = self.board.pieces(color, kind);
            match self.rules.royal.royals {
                Royals::One | Royals::Any => royals.iter().any(attacked),
                Royals::Last => !royals.has_several() && royals.iter().any(attacked),
                Royals::All => royals.any() && royals.iter().all(attacked),
            }
        })
    }

    /// Whether the side to move can capture, and so has to, in games with that duty.
    pub(super) fn has_duty(&self) -> bool {
        let mut found = false;
        if self.rules.royal.must_capture && !self.is_decided() {
            self.visit_allowed(&mut |step| found |= self.victim_square(step).is_some());
        }
        found
    }

    /// Calls `sink` for each legal move that is `wanted`.
    pub(super) fn try_special(
        &self,
        wanted: &dyn Fn(RoyalStep) -> bool,
        sink: &mut dyn FnMut(RoyalStep),
    ) {
        if self.decided().is_some() {
            return;
        }
        if !self.rules.royal.must_capture {
            self.visit_allowed(&mut |step| {
                if wanted(step) {
                    sink(step);
                }
            });
            return;
        }
        let mut steps = Vec::new();
        self.visit_allowed(&mut |step| steps.push(step));
        let captures = |step: &RoyalStep| self.victim_square(*step).is_some();
        let duty = steps.iter().any(captures);
        let legal = steps.into_iter().filter(|step| !duty || captures(step));
        legal.filter(|&step| wanted(step)).for_each(sink);
    }

    /// Calls `sink` for each move that check allows.
    fn visit_allowed(&self, sink: &mut dyn FnMut(RoyalStep)) {
        let us = self.side;
        let (occupied, enemy) = (self.board.occupied(), self.board.side(!us));
        let mut attempt = |step: RoyalStep| {
            if self.is_allowed(step) {
                sink(step);
            }
        };
        for (from, piece) in self.board.iter().filter(|(_, piece)| piece.color() == us) {
            self.visit_irregular(piece.kind(), from, occupied, enemy, &mut attempt);
        }
        self.en_passant_candidates(&mut |from, to| {
            attempt(RoyalStep::new(from, to, StepKind::EnPassant));
        });
        if self.castling == 0 {
            return;
        }
        for castling in self.castlings() {
            let step = RoyalStep::new(castling.king_from, castling.king_to, StepKind::Castling);
            let is_royal = self.royals(us).contains(castling.king_from);
            let is_free = (castling.path & occupied).is_empty();
            let is_safe =
                || !is_royal || !self.in_check(us) && self.is_way_safe(step, &castling.way);
            if is_free && is_safe() {
                attempt(step);
            }
        }
    }

    /// Whether a move leaves the royal pieces safe, and gives no check where that is forbidden.
    pub(super) fn is_allowed(&self, step: RoyalStep) -> bool {
        let us = self.side;
        let mut after = self.clone();
        after.move_pieces(step);
        let safe = match self.rules.royal.royals {
            Royals::Last => !self.loses_last(step, &after),
            _ => !after.in_check(us),
        };
        safe && (self.rules.royal.give_check || !after.in_check(!us))
    }

    /// Whether a piece that was the last of its royal kind before a step is attacked after it. A
    /// second one to which a pawn promotes does not make it less royal, and may not be attacked
    /// either (as in Fairy-Stockfish).
    fn loses_last(&self, step: RoyalStep, after: &Self) -> bool {
        let us = self.side;
        self.rules.royal_kinds.iter().any(|&kind| {
            let before = self.board.pieces(us, kind);
            let last = before.first().filter(|_| !before.has_several());
            let is_lost = |square| after.is_attacked(square, !us);
            last.is_some_and(|square| {
                is_lost(if square == step.from() { step.to() } else { square })
                    || step.promotion() == Some(kind) && is_lost(step.to())
            })
        })
    }

    /// Moves the pieces on the board alone.
    fn move_pieces(&mut self, step: RoyalStep) {
        let us = self.side;
        if step.kind() == StepKind::Castling {
            let rules = self.rules.clone();
            rules.castle(&mut self.board, us, step, false);
            return;
        }
        let victim = self.victim_square(step);
        let zobrist = &self.rules.common.zobrist;
        if let Some(square) = victim {
            self.board.remove(square, zobrist);
        }
        if let Some(mover) = self.board.remove(step.from(), zobrist) {
            let placed = step.promotion().map_or(mover, |kind| Piece::new(us, kind));
            self.board.put(step.to(), placed, zobrist);
        }
    }

    /// Whether a piece that a step brings to its end attacks a royal piece of the enemy from there.
    pub(super) fn attacks_royals(&self, piece: Piece, step: RoyalStep) -> bool {
        let occupied = self.board.occupied() & !B::bit(step.from()) | B::bit(step.to());
        let royals = self.royals(!piece.color());
        royals.any() && (self.attacks_from(piece, step.to(), occupied) & royals).any()
    }
}
