//! Legal moves in games with checks by turns: a king is in check if the enemy's next turn could
//! take it.

use super::state::Royal;
use super::step::RoyalStep;
use crate::{Bits, Color, Square};

impl<B: Bits> Royal<B> {
    /// Whether a side's king could be taken by the enemy's next turn, or by what is left of it.
    #[cold]
    pub(super) fn is_in_danger(&self, color: Color) -> bool {
        self.endangered(color).is_some()
    }

    /// The square on which a side's king could be taken so.
    pub(super) fn endangered(&self, color: Color) -> Option<Square> {
        let found = self.attacked_royal(color);
        let moves = if self.side == color { self.next_length() } else { self.series.left };
        if found.is_some() || moves < 2 {
            return found;
        }
        let mut enemy = self.clone();
        if self.side == color {
            // The enemy's own squares could be taken on by `color` alone.
            enemy.side = !color;
            enemy.en_passant.squares = B::EMPTY;
        }
        let mut trial = enemy.clone();
        let mut found = None;
        enemy.visit_untried(&mut |step| found = found.or_else(|| trial.would_attack(step, color)));
        enemy.visit_castlings_by_trial(&mut |step| {
            if found.is_none() {
                let mut after = enemy.clone();
                let zobrist = &enemy.rules.common.zobrist;
                enemy.castlings.castle(&mut after.board, zobrist, enemy.side, step, false);
                found = after.attacked_royal(color);
            }
        });
        found
    }

    /// A side's king that a single move of the enemy could take.
    fn attacked_royal(&self, color: Color) -> Option<Square> {
        self.royals(color).iter().find(|&royal| self.is_attacked(royal, !color))
    }

    /// A side's king that would be attacked after a move of the other's other than castling.
    fn would_attack(&mut self, step: RoyalStep, color: Color) -> Option<Square> {
        let (mover, victim) = self.try_pieces(step)?;
        let attacked = self.attacked_royal(color);
        self.untry_pieces(step, mover, victim);
        attacked
    }

    /// Whether a move of the pieces leaves the king out of danger at the end of the turn, or another
    /// one can follow that does.
    fn is_allowed_by_turn(&self, step: RoyalStep) -> bool {
        let us = self.side;
        let mut after = self.clone();
        after.advance(step);
        if after.side != us {
            return !after.is_in_danger(us);
        }
        let mut found = false;
        let mut attempt = |next: RoyalStep| found = found || after.is_allowed_by_turn(next);
        after.visit_untried(&mut attempt);
        after.visit_castlings_by_trial(&mut attempt);
        found
    }

    /// Calls `sink` for each legal move that is `wanted`, where the turn limits them.
    pub(super) fn try_within_turn(
        &self,
        wanted: &dyn Fn(RoyalStep) -> bool,
        sink: &mut dyn FnMut(RoyalStep),
    ) {
        if self.rules.is_safe_by_turn() {
            let mut attempt = |step: RoyalStep| {
                if wanted(step) && self.is_allowed_by_turn(step) {
                    sink(step);
                }
            };
            self.visit_untried(&mut attempt);
            self.visit_castlings_by_trial(&mut attempt);
            return;
        }
        // Checks would come too early.
        let mut trial = self.clone();
        let mut attempt = |step: RoyalStep| {
            if wanted(step) && !trial.would_check(step) {
                sink(step);
            }
        };
        if self.rules.exact {
            let mut steps = Vec::new();
            self.visit(&mut steps, |_| !B::EMPTY);
            steps.into_iter().for_each(attempt);
        } else {
            self.try_all(wanted, true, &mut attempt);
        }
    }

    /// Whether a move would give check.
    pub(super) fn would_check(&mut self, step: RoyalStep) -> bool {
        let them = !self.side;
        if step.kind() == super::step::StepKind::Castling {
            let mut after = self.clone();
            let zobrist = &self.rules.common.zobrist;
            self.castlings.castle(&mut after.board, zobrist, self.side, step, false);
            return after.in_check(them);
        }
        let Some((mover, victim)) = self.try_pieces(step) else { return false };
        let check = self.in_check(them);
        self.untry_pieces(step, mover, victim);
        check
    }
}
