//! Passes: moves of no piece.

use super::pass_rules::{FacingKings, PassRule};
use super::state::{EnPassant, Royal, RoyalUndo};
use super::step::{RoyalStep, StepKind};
use crate::zobrist::split_mix;
use crate::{Bits, Outcome, Position, Reason};

/// The mark of a pass in the FEN field of en passant.
pub(super) const PASSED: &str = "pass";

/// The mark of two passes, which end the game.
pub(super) const PASSED_TWICE: &str = "passes";

impl<B: Bits> Royal<B> {
    /// Calls `sink` for the pass of the side to move, if it may pass, after its other moves.
    #[cold]
    pub(super) fn visit_pass(&self, rule: PassRule, sink: &mut dyn FnMut(RoyalStep)) {
        let may_pass = match rule {
            _ if self.has_to_drop() => false,
            PassRule::Always => {
                (self.has_to_part() || !self.in_check(self.side)) && !self.can_capture_by_duty()
            }
            PassRule::Stalemate => {
                let mut found = false;
                self.try_moves(&|_| true, true, &mut |_| found = true);
                !found && !self.in_check(self.side)
            }
        };
        // A pass is written as the square of a royal piece, else of a piece of its side. A side without
        // any passes on one of the enemy.
        let own = self.royals(self.side).first().or_else(|| self.board.side(self.side).first());
        let square = own.or_else(|| self.board.occupied().first());
        if let Some(square) = square.filter(|_| may_pass) {
            sink(RoyalStep::new(square, square, StepKind::Pass));
        }
    }

    /// Makes a pass.
    #[cold]
    pub(super) fn play_pass(&mut self) -> RoyalUndo<B> {
        let undo = self.undo_data(None, None);
        self.set_passes(self.passes + 1);
        self.en_passant = EnPassant::NONE;
        self.clock += 1;
        self.turn_over();
        undo
    }

    /// Sets the number of passes in a row that were made last.
    pub(super) fn set_passes(&mut self, passes: u8) {
        self.state_key ^= self.passes_key();
        self.passes = passes;
        self.state_key ^= self.passes_key();
    }

    /// Zobrist key of the passes.
    pub(super) fn passes_key(&self) -> u64 {
        match self.passes {
            0 => 0,
            passes => split_mix(&mut (0x7061_7373_0000 | u64::from(passes))),
        }
    }

    /// The end of a game by two passes in a row, or by one while royal pieces face each other.
    pub(super) fn decided_by_passes(&self) -> Option<Outcome> {
        match self.passes {
            0 => None,
            1 if self.rules.royal.facing_kings != FacingKings::Part => None,
            1 => self.royals_see().then(|| self.drawn(Reason::Facing)),
            _ => Some(self.drawn(Reason::Passes)),
        }
    }
}
