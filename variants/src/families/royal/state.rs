//! Positions of royal games: their state, and the part that a step overwrites.

use std::sync::Arc;

use super::blast::Debris;
use super::castlings::Castlings;
use super::counting::Count;
use super::rules::RoyalRules;
use super::step::{RoyalStep, StepKind};
use super::turn_tables::Series;
use crate::betza::Path;
use crate::{Attacks, Bits, Board, ByColor, Color, Hands, Piece, Square};

/// The landing squares of a path that are open when these squares are occupied: up to the first
/// occupied one, that included.
#[inline]
pub(super) fn landings<B: Bits>(path: &Path, occupied: B) -> impl Iterator<Item = Square> + '_ {
    path.landings(|square| occupied.contains(square)).iter().copied()
}

/// En passant target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EnPassant<B> {
    /// The squares that the piece passed.
    pub(super) squares: B,
    /// Square of the piece, if there are such squares.
    pub(super) victim: Square,
    /// The exclusive or of the numbers of the squares on which it can be taken legally: only these
    /// make two positions different.
    pub(super) key: u64,
}

impl<B: Bits> EnPassant<B> {
    pub(super) const NONE: Self =
        EnPassant { squares: B::EMPTY, victim: Square::from_index(0), key: 0 };
}

/// A position of a royal game.
#[derive(Clone, Debug)]
pub struct Royal<B: Bits> {
    pub(super) rules: Arc<RoyalRules<B>>,
    pub(super) board: Board<B>,
    pub(super) side: Color,
    /// A bit for each of `KQkq`.
    pub(super) castling: u8,
    /// The castlings of its array.
    pub(super) castlings: Arc<Castlings<B>>,
    pub(super) en_passant: EnPassant<B>,
    pub(super) clock: u32,
    pub(super) number: u32,
    /// Checks that each side has still to give, in games that count them.
    pub(super) checks: ByColor<u8>,
    /// Pieces in hand, in games with hands.
    pub(super) hands: Hands,
    /// The turn in progress, in games whose turns have several moves.
    pub(super) series: Series,
    /// Moves counted, in games that count them in endings.
    pub(super) count: Count,
    /// The squares of both sides' pieces with whose first move a piece in hand may come to the board, or that
    /// have a first move.
    pub(super) gates: B,
    /// Squares of walls, in games that have them.
    pub(super) walls: B,
    /// Number of passes in a row that were made last, in games that have them.
    pub(super) passes: u8,
    /// The key without the pieces and en passant.
    pub(super) state_key: u64,
}

impl<B: Bits> PartialEq for Royal<B> {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.side == other.side
            && self.castling == other.castling
            && self.castles_alike(other)
            && self.en_passant == other.en_passant
            && self.count == other.count
            // A FEN has the count in place of the clock.
            && (self.clock == other.clock || self.count.runs())
            && self.number == other.number
            && self.checks == other.checks
            && self.hands == other.hands
            && self.series == other.series
            && self.gates == other.gates
            && self.walls == other.walls
            && self.passes == other.passes
            && self.state_key == other.state_key
    }
}

/// State that a step overwrites.
#[derive(Clone, Debug)]
pub struct RoyalUndo<B> {
    /// Piece that moved, before it promoted; none for a pass.
    pub(super) moved: Option<Piece>,
    pub(super) captured: Option<Piece>,
    /// The square of the piece that was captured.
    pub(super) victim: Square,
    pub(super) side: Color,
    pub(super) series: Series,
    pub(super) castling: u8,
    pub(super) en_passant: EnPassant<B>,
    pub(super) clock: u32,
    pub(super) checks: ByColor<u8>,
    pub(super) count: Count,
    pub(super) gates: B,
    pub(super) walls: B,
    pub(super) passes: u8,
    /// Pieces that the blast of a capture has removed.
    pub(super) debris: Debris,
    /// Squares of pieces that the step has turned over.
    pub(super) flipped: B,
    pub(super) state_key: u64,
}

impl<B: Bits> Royal<B> {
    pub(super) fn undo_data(&self, moved: Option<Piece>, captured: Option<Piece>) -> RoyalUndo<B> {
        RoyalUndo {
            moved,
            captured,
            victim: Square::from_index(0),
            side: self.side,
            series: self.series,
            castling: self.castling,
            en_passant: self.en_passant,
            clock: self.clock,
            checks: self.checks,
            count: self.count,
            gates: self.gates,
            walls: self.walls,
            passes: self.passes,
            debris: Debris::default(),
            flipped: B::EMPTY,
            state_key: self.state_key,
        }
    }

    pub(super) fn restore(&mut self, undo: &RoyalUndo<B>) {
        self.number -= (self.side != undo.side && undo.side == Color::Black) as u32;
        self.side = undo.side;
        self.series = undo.series;
        self.castling = undo.castling;
        self.en_passant = undo.en_passant;
        self.clock = undo.clock;
        self.checks = undo.checks;
        self.count = undo.count;
        self.gates = undo.gates;
        self.walls = undo.walls;
        self.passes = undo.passes;
        self.state_key = undo.state_key;
    }

    /// Hands the move to the other side.
    pub(super) fn turn_over(&mut self) {
        self.number += (self.side == Color::Black) as u32;
        self.side = !self.side;
        self.state_key ^= self.rules.common.zobrist.side();
    }

    /// The square of the piece that a step takes.
    #[inline]
    pub(super) fn victim_square(&self, step: RoyalStep) -> Option<Square> {
        let square = match step.kind() {
            StepKind::EnPassant => self.passer(step.to())?,
            StepKind::Castling
            | StepKind::Drop
            | StepKind::Wall
            | StepKind::Pass
            | StepKind::InPlace => return None,
            StepKind::Plain | StepKind::Passing => step.to(),
        };
        self.board.get(square).map(|_| square)
    }

    /// Counts a check that the move made last has given.
    #[cold]
    pub(super) fn count_check(&mut self, mover: Color) {
        // A check by turns is one at the end of a turn.
        let is_early = self.rules.is_safe_by_turn() && self.is_within_turn();
        if !is_early && self.in_check(!mover) {
            self.state_key ^= self.checks_key();
            let left = &mut self.checks[mover];
            *left = left.saturating_sub(1);
            self.state_key ^= self.checks_key();
        }
    }

    /// Calls `sink` for each legal move that is `wanted`, in games whose rules are not exact. Drops
    /// that may not give mate are looked at if `asks_mate`.
    pub(super) fn try_each(
        &self,
        wanted: &dyn Fn(RoyalStep) -> bool,
        asks_mate: bool,
        sink: &mut dyn FnMut(RoyalStep),
    ) {
        self.try_moves(wanted, asks_mate, sink);
        if let Some(rule) = self.rules.royal.pass {
            self.visit_pass(rule, &mut |step| {
                if wanted(step) {
                    sink(step);
                }
            });
        }
    }

    /// The same without passes.
    pub(super) fn try_moves(
        &self,
        wanted: &dyn Fn(RoyalStep) -> bool,
        asks_mate: bool,
        sink: &mut dyn FnMut(RoyalStep),
    ) {
        if let Some(own) = &self.rules.royal.pawns.in_place
            && self.is_stuck_in_place(own)
        {
            return;
        }
        if self.opens_gates() {
            self.try_gating(wanted, asks_mate, sink);
        } else {
            self.try_without_gates(wanted, asks_mate, sink);
        }
    }

    /// The same without regard to gates.
    pub(super) fn try_without_gates(
        &self,
        wanted: &dyn Fn(RoyalStep) -> bool,
        asks_mate: bool,
        sink: &mut dyn FnMut(RoyalStep),
    ) {
        if self.has_turn_limits() {
            self.try_within_turn(wanted, sink);
        } else if self.rules.special {
            self.try_special(wanted, asks_mate, sink);
        } else {
            self.try_all(wanted, asks_mate, sink);
        }
    }

    /// Whether legal moves follow from checks and pins.
    #[inline]
    pub(super) fn is_exact(&self) -> bool {
        self.rules.exact && !self.has_turn_limits() && !self.opens_gates()
    }

    /// Whether the game is over by an end beside mate.
    #[inline]
    pub(super) fn is_decided(&self) -> bool {
        self.rules.has_ends && self.decided_by_ends().is_some()
    }

    /// Whether a step takes, or promotes for good.
    pub(super) fn is_tactical(&self, step: RoyalStep) -> bool {
        step.promotion().is_some() && !self.alternates(step) || self.victim_square(step).is_some()
    }

    /// Whether a step promotes a piece that can become its kind again.
    #[inline]
    pub(super) fn alternates(&self, step: RoyalStep) -> bool {
        self.rules.alternates
            && step.promotion().is_some()
            && self
                .board
                .get(step.from())
                .is_some_and(|piece| self.rules.kind(piece.kind()).alternates)
    }

    /// Removes the promotions of pieces that alternate from generated steps, from the `first` on, but for
    /// captures and, with `checks`, checks.
    #[inline]
    pub(super) fn keep_tactical(&self, steps: &mut Vec<RoyalStep>, first: usize, checks: bool) {
        if !self.rules.alternates {
            return;
        }
        let is_kept = |&step: &RoyalStep| {
            !self.alternates(step) || self.is_tactical(step) || checks && self.gives_check(step)
        };
        let mut number = 0;
        steps.retain(|step| {
            number += 1;
            number <= first || is_kept(step)
        });
    }
}
