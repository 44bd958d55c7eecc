//! Making steps and taking them back.

use super::position::{Armies, Turn, Undo};
use super::step::Step;
use crate::{Bits, Color, Square};

impl<B: Bits> Armies<B> {
    /// Undo data of a quiet step.
    fn remember(&self) -> Undo<B> {
        Undo {
            victim: None,
            turn: self.turn,
            side: self.side,
            clock: self.clock,
            number: self.number,
        }
    }

    #[inline]
    pub(super) fn make(&mut self, step: Step) -> Undo<B> {
        let mut undo = self.remember();
        match step {
            Step::Move { from, to } => self.make_move(from, to, &mut undo),
            Step::End => self.end_turn(),
        }
        undo
    }

    #[inline]
    fn make_move(&mut self, from: Square, to: Square, undo: &mut Undo<B>) {
        let zobrist = &self.rules.common.zobrist;
        undo.victim = self.board.remove(to, zobrist);
        if let Some(piece) = self.board.get(from) {
            self.board.relocate(from, to, zobrist);
            if self.turn.army.is_none()
                && let Some(army) = self.rules.army_of(piece.kind())
            {
                self.turn.army = Some(army);
                self.turn.key ^= zobrist.extra(army.into());
            }
        }
        self.turn.moved |= B::bit(to);
        self.turn.key ^= zobrist.mark(to);
        if let Some(victim) = undo.victim {
            self.turn.took = true;
            if self.rules.is_royal(victim.kind())
                && !self.rules.has_royal(&self.board, victim.color())
            {
                self.end_turn();
            }
        }
    }

    /// Hands the move to the other side.
    fn end_turn(&mut self) {
        self.clock = if self.turn.took { 0 } else { self.clock.saturating_add(1) };
        self.number = self.number.saturating_add((self.side == Color::Black).into());
        self.side = !self.side;
        self.turn = Turn::start(self.side, &self.rules.common.zobrist);
    }

    #[inline]
    pub(super) fn take_back(&mut self, step: Step, undo: Undo<B>) {
        if let Step::Move { from, to } = step {
            let zobrist = &self.rules.common.zobrist;
            self.board.relocate(to, from, zobrist);
            if let Some(victim) = undo.victim {
                self.board.put(to, victim, zobrist);
            }
        }
        self.restore(undo);
    }

    /// Ends a turn in which nothing has moved, unless the game is decided.
    pub(super) fn make_pass(&mut self) -> Option<Undo<B>> {
        if self.turn.army.is_some() || self.decided_for_lack_of_royals() {
            return None;
        }
        let undo = self.remember();
        self.end_turn();
        Some(undo)
    }

    /// Restores all but the board.
    #[inline]
    pub(super) fn restore(&mut self, undo: Undo<B>) {
        let Undo { victim: _, turn, side, clock, number } = undo;
        (self.turn, self.side, self.clock, self.number) = (turn, side, clock, number);
    }
}
