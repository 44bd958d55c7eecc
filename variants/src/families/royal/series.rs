//! Turns of several moves: the rest of a turn, and the effects of its moves.

use super::rules::RoyalRules;
use super::state::{EnPassant, Royal};
use super::step::{RoyalStep, StepKind};
use super::turn_tables::{Series, index};
use super::turns::{TurnCheck, TurnEnPassant};
use crate::zobrist::split_mix;
use crate::{Bits, Color, Outcome, Position, Square};

impl<B: Bits> RoyalRules<B> {
    /// Whether a king's safety is that from a whole turn of the enemy.
    #[inline]
    pub(super) fn is_safe_by_turn(&self) -> bool {
        self.turns.as_ref().is_some_and(|turns| turns.rule.check == TurnCheck::ByTurn)
    }
}

impl<B: Bits> Royal<B> {
    /// The turn that begins now.
    pub(super) fn new_series(&self) -> Series {
        let Some(turns) = &self.rules.turns else { return self.new_wall_turn() };
        let index = index(self.number, self.side).saturating_sub(turns.begin);
        let length = turns.rule.length(self.side, index);
        Series { length, left: length, ..Series::default() }
    }

    /// Number of moves of the enemy's next turn.
    pub(super) fn next_length(&self) -> u8 {
        let Some(turns) = &self.rules.turns else { return 1 };
        let next = index(self.number, self.side) + 1;
        turns.rule.length(!self.side, next.saturating_sub(turns.begin))
    }

    /// Whether the side to move has moved in this turn.
    #[inline]
    pub(super) fn is_within_turn(&self) -> bool {
        self.series.left != self.series.length
    }

    /// The side that made the last move.
    #[inline]
    pub(super) fn last_mover(&self) -> Color {
        if self.is_within_turn() { self.side } else { !self.side }
    }

    /// Whether a move may give check now.
    #[inline]
    pub(super) fn may_check(&self) -> bool {
        self.rules.royal.give_check && !self.is_check_too_early()
    }

    /// Whether a check would come before the last move of a turn, where that is forbidden.
    #[inline]
    pub(super) fn is_check_too_early(&self) -> bool {
        self.series.left > 1
            && self.rules.turns.as_ref().is_some_and(|t| t.rule.check == TurnCheck::LastMove)
    }

    /// Whether legal moves are not those of chess, for the sake of the turn.
    #[inline]
    pub(super) fn has_turn_limits(&self) -> bool {
        self.rules.turns.is_some()
            && (self.rules.is_safe_by_turn() || !self.rules.special && self.is_check_too_early())
    }

    /// The squares on which the side to move can capture en passant at this point of its turn.
    #[inline]
    pub(super) fn capturable(&self) -> B {
        if self.series.own { B::EMPTY } else { self.en_passant.squares }
    }

    /// The square of the piece that has passed a square.
    #[inline]
    pub(super) fn passer(&self, square: Square) -> Option<Square> {
        match &self.rules.turns {
            None => Some(self.en_passant.victim),
            Some(turns) => {
                let color = if self.series.own { self.side } else { !self.side };
                let mut passers = turns.passers[color][square.index()].iter();
                passers.find(|&&(at, piece)| self.board.get(at) == Some(piece)).map(|found| found.0)
            }
        }
    }

    /// Those of some squares whose passers still stand where they came to.
    pub(super) fn still_passed(&self, squares: B) -> B {
        let passed = squares.iter().filter(|&square| self.passer(square).is_some());
        passed.fold(B::EMPTY, |set, square| set | B::bit(square))
    }

    /// Ends a move that is made on the board, in a game whose turns have several.
    #[cold]
    pub(super) fn end_move(&mut self, step: RoyalStep, progress: bool) {
        let Some(turns) = &self.rules.turns else { return };
        let (check, en_passant) = (turns.rule.check, turns.rule.en_passant);
        self.state_key ^= self.series_key();
        let goes_on = step.kind() == StepKind::EnPassant
            && !self.series.own
            && en_passant == TurnEnPassant::FirstMoves;
        let squares = if goes_on || self.series.own { self.en_passant.squares } else { B::EMPTY };
        let mut squares = self.still_passed(squares);
        self.series.own = !goes_on || squares.is_empty();
        if step.kind() == StepKind::Passing {
            squares |= self.passed(step.from(), step.to(), self.side);
        }
        self.en_passant = EnPassant { squares, ..EnPassant::NONE };
        self.series.progress |= progress;
        self.series.left = self.series.left.saturating_sub(1);
        let ended_by_check = check == TurnCheck::EndsTurn && self.in_check(!self.side);
        if self.series.left == 0 || ended_by_check {
            self.end_turn();
        }
        self.state_key ^= self.series_key();
    }

    /// Hands the move over. The key of the series is not looked at.
    fn end_turn(&mut self) {
        let passed = if self.series.own { self.en_passant.squares } else { B::EMPTY };
        if !self.series.progress {
            self.clock += 1;
        }
        self.turn_over();
        self.series = self.new_series();
        let squares = self.still_passed(passed & !self.board.occupied());
        self.en_passant = EnPassant { squares, ..EnPassant::NONE };
    }

    /// The end of a game whose side to move cannot go on with its turn.
    #[cold]
    pub(super) fn stuck_within_turn(&self) -> Option<Outcome> {
        // With check by turns, a first move is legal only if others can follow.
        let may_be = self.is_within_turn() && !self.rules.is_safe_by_turn();
        (may_be && !self.has_steps()).then(|| self.outcome_without_steps())
    }

    /// Zobrist key of the turn in progress.
    pub(super) fn series_key(&self) -> u64 {
        let Series { length, left, at, .. } = self.series;
        if length == 0 {
            return 0;
        }
        let own = 0x7365_7269_6573_0000 | u64::from(length) << 8 | u64::from(left);
        split_mix(&mut (own ^ u64::from(at) << 32))
    }

    /// Zobrist key of the squares that the side to move has passed in this turn.
    pub(super) fn own_passed_key(&self) -> Option<u64> {
        let zobrist = &self.rules.common.zobrist;
        let mark = |key: u64, square| key ^ zobrist.mark(square).rotate_left(17);
        self.series.own.then(|| self.en_passant.squares.iter().fold(0, mark))
    }
}
