//! A position, between turns or in the middle of one.

use std::sync::Arc;

use super::rules::ArmiesRules;
use super::step::Step;
use crate::fen::{Fen, FenError};
use crate::{
    Bits, Board, Color, Common, Definition, Outcome, Piece, Position, Reason, Square, StepInfo,
    Zobrist,
};

/// A position of an armies game.
#[derive(Clone, Debug)]
pub struct Armies<B: Bits> {
    pub(super) rules: Arc<ArmiesRules<B>>,
    pub(super) board: Board<B>,
    pub(super) side: Color,
    pub(super) turn: Turn<B>,
    /// Turns since the last that took something, as they were when this turn began.
    pub(super) clock: u32,
    pub(super) number: u32,
}

/// State of the turn in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn<B> {
    /// The army that moves; `None` before the first step.
    pub(super) army: Option<u8>,
    /// The units that have moved, where they stand now.
    pub(super) moved: B,
    /// Whether something was taken. Not part of the key: no later step depends on it, only the
    /// clock does, and keys never depend on clocks.
    pub(super) took: bool,
    /// All of the position's key but the board's part: side, army, and units that have moved, so
    /// that the same steps in another order come to the same key.
    pub(super) key: u64,
}

impl<B: Bits> Turn<B> {
    /// The start of a side's turn.
    #[inline]
    pub(super) fn start(side: Color, zobrist: &Zobrist) -> Self {
        let key = match side {
            Color::White => 0,
            Color::Black => zobrist.side(),
        };
        Turn { army: None, moved: B::EMPTY, took: false, key }
    }
}

/// Data to unmake a step.
#[derive(Clone, Debug)]
pub struct Undo<B> {
    pub(super) victim: Option<Piece>,
    pub(super) turn: Turn<B>,
    pub(super) side: Color,
    pub(super) clock: u32,
    pub(super) number: u32,
}

/// Equal placement, side, turn, clock and number; the rules are taken to be the same.
impl<B: Bits> PartialEq for Armies<B> {
    fn eq(&self, other: &Self) -> bool {
        (self.side, self.clock, self.number) == (other.side, other.clock, other.number)
            && self.turn == other.turn
            && self.board == other.board
    }
}

impl<B: Bits> Armies<B> {
    /// The units that have moved in this turn, where they stand now.
    #[inline]
    #[must_use]
    pub fn moved_units(&self) -> B {
        self.turn.moved
    }

    /// Whether a side has lost all its royal chiefs.
    #[inline]
    pub(super) fn decided_for_lack_of_royals(&self) -> bool {
        Color::ALL.into_iter().any(|color| !self.rules.has_royal(&self.board, color))
    }
}

impl<B: Bits> Position for Armies<B> {
    type Bits = B;
    type Step = Step;
    type Undo = Undo<B>;
    type Rules = ArmiesRules<B>;

    const LONG_TURNS: bool = true;

    fn compile(definition: Arc<Definition>) -> ArmiesRules<B> {
        ArmiesRules::new(definition)
    }

    fn from_fen(rules: &Arc<ArmiesRules<B>>, fen: &Fen) -> Result<Self, FenError> {
        fen.expect_no_marks()?;
        let zobrist = &rules.common.zobrist;
        let board = Board::new(&fen.pieces, zobrist);
        if !Color::ALL.into_iter().any(|color| rules.has_royal(&board, color)) {
            let variant = rules.common.definition.name.clone();
            let what = "neither side has a royal chief".to_owned();
            return Err(FenError::Illegal { variant, what });
        }
        Ok(Armies {
            turn: Turn::start(fen.side, zobrist),
            rules: Arc::clone(rules),
            board,
            side: fen.side,
            clock: fen.clock,
            number: fen.number,
        })
    }

    fn to_fen(&self) -> Fen {
        let clock = if self.turn.took { 0 } else { self.clock };
        Fen::of_board(&self.board, self.side, clock, self.number)
    }

    fn arrange(&mut self, pieces: &[(Square, Piece)], side: Color) -> bool {
        let zobrist = &self.rules.common.zobrist;
        self.board.arrange(pieces, zobrist);
        self.turn = Turn::start(side, zobrist);
        (self.side, self.clock, self.number) = (side, 0, 1);
        Color::ALL.into_iter().any(|color| self.rules.has_royal(&self.board, color))
    }

    #[inline]
    fn common(&self) -> &Common<B> {
        &self.rules.common
    }

    #[inline]
    fn board(&self) -> &Board<B> {
        &self.board
    }

    #[inline]
    fn side(&self) -> Color {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key() ^ self.turn.key
    }

    fn key_from_scratch(&self) -> u64 {
        let Common { definition, zobrist, .. } = &self.rules.common;
        let mut key = self.board.key_from_scratch(definition.size, zobrist);
        key ^= Turn::<B>::start(self.side, zobrist).key;
        if let Some(army) = self.turn.army {
            key ^= zobrist.extra(army.into());
        }
        self.turn.moved.iter().fold(key, |key, square| key ^ zobrist.mark(square))
    }

    /// Turns since the last that took something; in the middle of a turn, as when it began.
    #[inline]
    fn clock(&self) -> u32 {
        self.clock
    }

    #[inline]
    fn is_turn_start(&self) -> bool {
        self.turn.army.is_none()
    }

    fn decided(&self) -> Option<Outcome> {
        let loser = Color::ALL.into_iter().find(|&c| !self.rules.has_royal(&self.board, c))?;
        Some(Outcome::win(!loser, Reason::Chiefs))
    }

    fn outcome_without_steps(&self) -> Outcome {
        Outcome::win(!self.side, Reason::Stalemate)
    }

    fn generate(&self, steps: &mut Vec<Step>) {
        self.append_all(steps);
    }

    fn generate_tactical(&self, steps: &mut Vec<Step>) {
        self.append_tactical(steps);
    }

    fn count(&self) -> u64 {
        self.count_all()
    }

    #[inline]
    fn is_forced(&self) -> bool {
        false
    }

    fn play(&mut self, step: Step) -> Undo<B> {
        self.make(step)
    }

    fn undo(&mut self, step: Step, undo: Undo<B>) {
        self.take_back(step, undo);
    }

    fn pass(&mut self) -> Option<Undo<B>> {
        self.make_pass()
    }

    fn undo_pass(&mut self, undo: Undo<B>) {
        self.restore(undo);
    }

    fn is_out_of_order(&mut self, last: Step, undo: &Undo<B>, next: Step) -> bool {
        self.should_precede(last, undo, next)
    }

    #[inline(always)]
    fn step_info(&self, step: Step) -> Option<StepInfo> {
        let Step::Move { from, to } = step else { return None };
        let (piece, captures) = (self.board.get(from)?, self.board.get(to).is_some());
        Some(StepInfo {
            piece,
            from,
            to,
            promotion: None,
            alternates: false,
            captures,
            castles: false,
            drops: false,
        })
    }

    fn victims(&self, step: Step, mut f: impl FnMut(Square, Piece)) {
        if let Step::Move { to, .. } = step
            && let Some(victim) = self.board.get(to)
        {
            f(to, victim);
        }
    }

    #[inline]
    fn moving_army(&self) -> Option<usize> {
        self.turn.army.map(usize::from)
    }
}
