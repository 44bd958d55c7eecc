//! Turns of several moves: what is left of one, and what a move of it changes.

use super::data::RoyalDefinition;
use super::rules::RoyalRules;
use super::state::{EnPassant, Royal};
use super::step::{RoyalStep, StepKind};
use super::turns::{TurnCheck, TurnEnPassant, TurnRule};
use crate::zobrist::split_mix;
use crate::{Bits, BoardSize, ByColor, Color, Definition, Fen, Outcome, Piece, Position, Square};

/// The turn in progress; zeros in games whose turns have one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Series {
    /// Moves of the whole turn.
    pub(super) length: u8,
    /// Moves left.
    pub(super) left: u8,
    /// Whether a move of this turn was progress.
    progress: bool,
    /// Whether the en passant squares are those that the side to move has passed in this turn.
    own: bool,
}

/// The rules of turns, compiled.
pub(super) struct Turns {
    pub(super) rule: TurnRule,
    /// Number of turns before the game's first one, by the start's move number and side.
    begin: u32,
    /// By colour and square: the pieces that have passed it when they stand there, the nearest
    /// first.
    passers: ByColor<Vec<Vec<(Square, Piece)>>>,
}

impl Turns {
    /// Compiles the rules of turns; `None` where turns have one move.
    pub(super) fn new(
        royal: &RoyalDefinition,
        definition: &Definition,
        start: Option<&Fen>,
    ) -> Option<Self> {
        let rule = royal.turn.clone()?;
        let begin = start.map_or(0, |fen| index(fen.number, fen.side));
        let passers = ByColor::from_fn(|color| passers(royal, definition, color));
        Some(Turns { rule, begin, passers })
    }
}

/// Number of turns before one, in games that White begins.
fn index(number: u32, side: Color) -> u32 {
    2 * number.saturating_sub(1) + u32::from(side == Color::Black)
}

/// The pieces of a side that pass squares with their first steps, by the squares.
fn passers(
    royal: &RoyalDefinition,
    definition: &Definition,
    color: Color,
) -> Vec<Vec<(Square, Piece)>> {
    let size: BoardSize = definition.size;
    let mut passers: Vec<Vec<(usize, Square, Piece)>> = vec![Vec::new(); size.squares()];
    for kind in definition.piece_types() {
        for home in royal.initial_squares(size, kind, color) {
            for path in definition.piece(kind).moves.paths(size, home, color) {
                let Some((&last, passed)) = path.squares.split_last() else { continue };
                if path.modes.passes {
                    for (place, &square) in passed.iter().rev().enumerate() {
                        passers[square.index()].push((place, last, Piece::new(color, kind)));
                    }
                }
            }
        }
    }
    let sorted = passers.into_iter().map(|mut found| {
        found.sort_by_key(|&(place, square, piece)| (place, square, piece.kind()));
        found.dedup();
        found.into_iter().map(|(_, square, piece)| (square, piece)).collect()
    });
    sorted.collect()
}

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
        let Some(turns) = &self.rules.turns else { return Series::default() };
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

    /// The squares on which the side to move can capture en passant, as far as the turn goes.
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

    /// The position as if the turn in progress ended here.
    pub(super) fn with_turn_ended(&self) -> Self {
        let mut ended = self.clone();
        if self.is_within_turn() {
            ended.state_key ^= ended.series_key();
            ended.end_turn();
            ended.state_key ^= ended.series_key();
            ended.find_en_passant_key();
        }
        ended
    }

    /// The end of a game whose side to move cannot go on with its turn.
    #[cold]
    pub(super) fn stuck_within_turn(&self) -> Option<Outcome> {
        // With check by turns, a first move is legal only if others can follow.
        let may_be = self.is_within_turn() && !self.rules.is_safe_by_turn();
        (may_be && self.count() == 0).then(|| self.outcome_without_steps())
    }

    /// Zobrist key of the turn in progress.
    pub(super) fn series_key(&self) -> u64 {
        if self.rules.turns.is_none() {
            return 0;
        }
        let Series { length, left, .. } = self.series;
        split_mix(&mut (0x7365_7269_6573_0000 | u64::from(length) << 8 | u64::from(left)))
    }

    /// Zobrist key of the squares that the side to move has passed in this turn.
    pub(super) fn own_passed_key(&self) -> Option<u64> {
        let zobrist = &self.rules.common.zobrist;
        let mark = |key: u64, square| key ^ zobrist.mark(square).rotate_left(17);
        self.series.own.then(|| self.en_passant.squares.iter().fold(0, mark))
    }
}
