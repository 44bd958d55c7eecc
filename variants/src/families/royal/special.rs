//! Legal moves where royal pieces, captures or checks have rules of their own: every move is tried.

use super::ends::Royals;
use super::state::Royal;
use super::step::{RoyalStep, StepKind};
use crate::{Bits, Color, Piece};

impl<B: Bits> Royal<B> {
    /// A side's royal pieces.
    pub(super) fn royals(&self, color: Color) -> B {
        self.board.kinds(&self.rules.royal_kinds) & self.board.side(color)
    }

    /// Whether a side is in check, in games where check differs from that of chess.
    #[cold]
    pub(super) fn in_odd_check(&self, color: Color) -> bool {
        if self.rules.is_safe_by_turn() {
            self.is_in_danger(color)
        } else {
            self.in_special_check(color)
        }
    }

    /// Whether a side's royal pieces are attacked as it may not leave them.
    #[cold]
    fn in_special_check(&self, color: Color) -> bool {
        let attacked =
            |square| self.is_attacked(square, !color) && !self.is_shielded(square, !color);
        let rule = self.rules.royal.royals;
        let are_left = |royals: B| match rule {
            Royals::One | Royals::Any => royals.iter().any(attacked),
            Royals::Last | Royals::LastOfAll => {
                !royals.has_several() && royals.iter().any(attacked)
            }
            Royals::All => royals.any() && royals.iter().all(attacked),
        };
        if rule == Royals::LastOfAll {
            return are_left(self.royals(color));
        }
        let mut kinds = self.rules.royal_kinds.iter();
        kinds.any(|&kind| are_left(self.board.pieces(color, kind)))
    }

    /// Whether the side to move can capture, and so has to, in games with that duty.
    pub(super) fn has_duty(&self) -> bool {
        !self.awaits_wall()
            && !self.has_to_drop()
            && !self.is_decided()
            && self.can_capture_by_duty()
    }

    /// The same for a side that is to move a piece, in a game that is not decided.
    pub(super) fn can_capture_by_duty(&self) -> bool {
        let mut found = false;
        if self.rules.royal.must_capture {
            self.visit_untried(&mut |step| {
                found = found || self.victim_square(step).is_some() && self.is_allowed(step);
            });
        }
        found
    }

    /// Calls `sink` for each legal move that is `wanted`, in a game that is not decided.
    pub(super) fn try_special(
        &self,
        wanted: &dyn Fn(RoyalStep) -> bool,
        asks_mate: bool,
        sink: &mut dyn FnMut(RoyalStep),
    ) {
        if self.awaits_wall() {
            self.visit_walls(wanted, sink);
            return;
        }
        if !self.rules.royal.must_capture {
            self.visit_allowed(wanted, asks_mate, sink);
            return;
        }
        let mut steps = Vec::new();
        self.visit_allowed(&|_| true, asks_mate, &mut |step| steps.push(step));
        let captures = |step: &RoyalStep| self.victim_square(*step).is_some();
        let duty = steps.iter().any(captures);
        let legal = steps.into_iter().filter(|step| !duty || captures(step));
        legal.filter(|&step| wanted(step)).for_each(sink);
    }

    /// Calls `sink` for each `wanted` move that check allows.
    fn visit_allowed(
        &self,
        wanted: &dyn Fn(RoyalStep) -> bool,
        asks_mate: bool,
        sink: &mut dyn FnMut(RoyalStep),
    ) {
        let mut attempt = |step: RoyalStep| {
            if wanted(step) && self.is_allowed(step) {
                sink(step);
            }
        };
        if let Some(hand) = self.dropping() {
            let empty = self.rules.common.geometry.all() & !self.board.occupied();
            self.visit_drops(hand, empty, asks_mate, |kind, squares| {
                squares.iter().for_each(|to| attempt(RoyalStep::dropping(kind, to)));
            });
            if hand.first {
                return;
            }
        }
        self.visit_untried(&mut attempt);
        self.visit_castlings_by_trial(&mut attempt);
    }

    /// Whether a move leaves the royal pieces safe, and gives no check where that is forbidden.
    pub(super) fn is_allowed(&self, step: RoyalStep) -> bool {
        if let Some(walls) = &self.rules.walls {
            return self.is_allowed_with_walls(walls, step);
        }
        if self.rules.blast.is_some() {
            return self.is_allowed_with_blast(step);
        }
        let us = self.side;
        let after = self.tried(step);
        let safe = match self.rules.royal.royals {
            Royals::Last => !self.loses_last(step, &after),
            _ => !after.in_check(us),
        };
        safe && !after.may_not_face(self.has_to_part())
            && (self.may_check() || !after.in_check(!us))
    }

    /// Returns the position with a move made on the board alone.
    pub(super) fn tried(&self, step: RoyalStep) -> Self {
        let mut after = self.clone();
        if step.kind() == StepKind::Castling {
            after.castle(step, false);
        } else {
            after.try_pieces(step);
        }
        if let Some((square, piece)) = self.piece_gated(step) {
            after.board.put(square, piece, &self.rules.common.zobrist);
        }
        after
    }

    /// Whether a piece that was the last of its royal kind before a step is attacked after it. A
    /// second one to which a pawn promotes does not make it less royal, and may not be attacked
    /// either (as in Fairy-Stockfish); nor may the first of a kind.
    fn loses_last(&self, step: RoyalStep, after: &Self) -> bool {
        let us = self.side;
        self.rules.royal_kinds.iter().any(|&kind| {
            let before = self.board.pieces(us, kind);
            if before.is_empty() {
                let come = after.board.pieces(us, kind);
                return come.iter().any(|square| after.is_attacked(square, !us));
            }
            let last = before.first().filter(|_| !before.has_several());
            let is_lost = |square| after.is_attacked(square, !us);
            last.is_some_and(|square| {
                is_lost(if square == step.from() { step.to() } else { square })
                    || step.promotion() == Some(kind) && is_lost(step.to())
            })
        })
    }

    /// Whether a piece that a step brings to its end attacks a royal piece of the enemy from there.
    pub(super) fn attacks_royals(&self, piece: Piece, step: RoyalStep) -> bool {
        let occupied = self.blocked() & !B::bit(step.from()) | B::bit(step.to());
        let royals = self.royals(!piece.color());
        royals.any() && (self.attacks_from(piece, step.to(), occupied) & royals).any()
    }
}
