//! Making a move.

use super::state::{EnPassant, Royal, RoyalUndo};
use super::step::{RoyalStep, StepKind};
use crate::{Bits, Piece};

impl<B: Bits> Royal<B> {
    /// Makes a move; the key of the en passant squares, which asks for legal moves, is left at 0.
    #[inline]
    pub(super) fn advance(&mut self, step: RoyalStep) -> RoyalUndo<B> {
        if let Some(kind) = step.dropped() {
            return self.play_drop(step, kind);
        }
        if step.kind() == StepKind::Wall {
            return self.place_wall(step);
        }
        if step.kind() == StepKind::Pass {
            return self.play_pass();
        }
        let (from, to, mover) = (step.from(), step.to(), self.side);
        let victim = self.victim_square(step);
        let rules = &*self.rules;
        let zobrist = &rules.common.zobrist;
        let captured = victim.and_then(|square| self.board.remove(square, zobrist));
        let moved = self.board.get(from);
        let undo = RoyalUndo { victim: victim.unwrap_or(to), ..self.undo_data(moved, captured) };
        let mut progress = false;
        if let Some(piece) = moved {
            if let Some(kind) = step.promotion() {
                self.board.remove(from, zobrist);
                self.board.put(to, Piece::new(piece.color(), kind), zobrist);
            } else if step.kind() == StepKind::Castling {
                self.castlings.castle(&mut self.board, zobrist, self.side, step, false);
            } else {
                self.board.relocate(from, to, zobrist);
            }
            progress = captured.is_some() || rules.kind(piece.kind()).makes_progress();
        }
        if self.gates.any() {
            self.pass_gates(step, undo.victim);
        }
        let kept = self.castlings.kept[from.index()] & self.castlings.kept[to.index()];
        self.lose_rights(kept);
        let mut undo = undo;
        self.flip(to, mover, false, &mut undo);
        if let Some(captured) = captured {
            self.gain(captured);
            if self.rules.blast.is_some() {
                undo.debris = self.blow_up(to);
            }
        }
        if self.rules.turns.is_some() {
            self.clock = if progress { 0 } else { self.clock };
            self.end_move(step, progress);
        } else if self.rules.walls.is_some() {
            self.end_walled_move(step, progress);
        } else {
            self.clock = if progress { 0 } else { self.clock + 1 };
            self.en_passant = EnPassant::NONE;
            self.turn_over();
            if step.kind() == StepKind::Passing {
                let squares = self.passed(from, to, mover);
                if squares.any() {
                    self.en_passant = EnPassant { squares, victim: to, key: 0 };
                }
            }
        }
        if self.rules.counts_checks {
            self.count_check(mover);
        }
        undo
    }

    /// Keeps those of the castling rights alone.
    #[inline]
    pub(super) fn lose_rights(&mut self, kept: u8) {
        if self.castling & !kept != 0 {
            self.state_key ^= self.castling_key();
            self.castling &= kept;
            self.state_key ^= self.castling_key();
        }
    }
}
