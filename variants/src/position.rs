//! The trait between the rules and the code that plays by them.

use std::fmt::Debug;
use std::sync::Arc;

use crate::fen::{Fen, FenError};
use crate::{
    Bits, Board, Color, Definition, Geometry, Hands, Outcome, Piece, PieceType, Reason, Square,
    Zobrist,
};

/// Compiled rules that every family shares.
#[derive(Clone, Debug)]
pub struct Common<B> {
    /// The game.
    pub definition: Arc<Definition>,
    /// Its board.
    pub geometry: Geometry<B>,
    /// Its random numbers.
    pub zobrist: Zobrist,
}

impl<B: Bits> Common<B> {
    /// The parts that follow from the definition alone.
    #[must_use]
    pub fn new(definition: Arc<Definition>) -> Self {
        Common {
            geometry: Geometry::new(definition.size, definition.holes()),
            zobrist: Zobrist::new(definition.size),
            definition,
        }
    }

    /// The win of a side by the game's other rules: the other's, in a game that is won by losing.
    #[must_use]
    pub fn win(&self, winner: Color, reason: Reason) -> Outcome {
        Outcome::win(if self.definition.misere { !winner } else { winner }, reason)
    }
}

/// Properties of a step, for move ordering and statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepInfo {
    /// The piece that moves, as it was before.
    pub piece: Piece,
    /// Origin square.
    pub from: Square,
    /// Target square.
    pub to: Square,
    /// Promotion piece, if it promotes.
    pub promotion: Option<PieceType>,
    /// Whether that promotion is one of a piece that can become its kind again.
    pub alternates: bool,
    /// Whether something is taken.
    pub captures: bool,
    /// Whether a rook moves too.
    pub castles: bool,
    /// Whether the piece comes from a hand; its origin is then the target square.
    pub drops: bool,
}

impl StepInfo {
    /// Whether the step neither captures nor promotes a piece for good.
    #[inline]
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        !self.captures && (self.promotion.is_none() || self.alternates)
    }
}

/// A position of some family of games.
///
/// A **step** leads from one position to the next: a whole move in the royal and jumping
/// families, one unit's move or the end of the turn in the armies family, where the same side may
/// be to move again after a step.
///
/// Steps handed to [`Position::play`] must come from the same position's own generation: methods
/// that take a step may panic on others. Repetition belongs to [`Game`](crate::Game).
pub trait Position: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The sets of squares that suit the board.
    type Bits: Bits;
    /// A step: see the trait.
    type Step: Copy + Eq + Debug + Send + Sync + 'static;
    /// Data that [`Position::undo`] needs to unmake a step.
    type Undo: Clone + Debug + Send + Sync + 'static;
    /// The tables compiled from a definition, shared by all positions of a game.
    type Rules: Debug + Send + Sync + 'static;

    /// Whether a turn may have any number of steps, so that whole turns are planned.
    const LONG_TURNS: bool = false;

    /// Compiles a definition of this family.
    ///
    /// # Panics
    /// When the definition is another family's, or its board has more squares than the sets hold.
    fn compile(definition: Arc<Definition>) -> Self::Rules;

    /// Sets up a position.
    ///
    /// # Errors
    /// When the FEN's fields do not make a position of this game.
    fn from_fen(rules: &Arc<Self::Rules>, fen: &Fen) -> Result<Self, FenError>;

    /// The position as a FEN. In the middle of a turn it has the side that goes on, but not what is left
    /// of the turn: it reads back as a whole turn from here.
    fn to_fen(&self) -> Fen;

    /// Sets up other pieces, each on a square of its own, in a position of the same game with no
    /// rights and no moves counted, at the start of a turn. False where the rules do not let them
    /// stand so: the position may then only be set up again.
    fn arrange(&mut self, pieces: &[(Square, Piece)], side: Color) -> bool;

    /// The rules that all families share.
    fn common(&self) -> &Common<Self::Bits>;

    /// Piece placement.
    fn board(&self) -> &Board<Self::Bits>;

    /// Side to move.
    fn side(&self) -> Color;

    /// The key of the position: equal for positions that are the same by the repetition rule, and
    /// different, almost surely, for all others. Never depends on clocks.
    fn key(&self) -> u64;

    /// Whether the pieces and the side to move are the whole position: no castling right, capture
    /// en passant or the like belongs to it. Never in games in which there always is more.
    fn is_plain(&self) -> bool {
        let side = if self.side() == Color::Black { self.common().zobrist.side() } else { 0 };
        self.key() == self.board().key() ^ side
    }

    /// The key computed afresh, for tests.
    fn key_from_scratch(&self) -> u64;

    /// Plies since the last progress; turns, where they have several steps.
    fn clock(&self) -> u32;

    /// Whether turns of the game may have several steps.
    #[inline]
    fn has_long_turns(&self) -> bool {
        Self::LONG_TURNS
    }

    /// Pieces in hand; `None` in games without.
    #[inline]
    fn hands(&self) -> Option<&Hands> {
        None
    }

    /// The change of the key by the pieces that a step puts into a hand or takes out of it.
    #[inline]
    fn hand_key(&self, step: Self::Step) -> u64 {
        let _ = step;
        0
    }

    /// Number of plies back from now in which the position can have stood: since the last progress,
    /// unless what was taken can come back.
    #[inline]
    fn reversible_plies(&self) -> u32 {
        self.clock()
    }

    /// Whether no step of the turn has been made yet.
    fn is_turn_start(&self) -> bool {
        true
    }

    /// Number of moves that the side to move has left in this turn, if the rules set it; else 1.
    fn moves_left(&self) -> u32 {
        1
    }

    /// In army games, the index in the definition of the army whose units this turn moves; `None`
    /// at its start and in other games.
    fn moving_army(&self) -> Option<usize> {
        None
    }

    /// The end of the game by what is on the board, whoever is to move and whatever they could
    /// do; and, within a turn, by the want of a legal step. Such a position has no steps.
    fn decided(&self) -> Option<Outcome>;

    /// The result of a game that ends as a draw by repetition, by the move rule or by passes: by points,
    /// where these decide.
    fn drawn(&self, reason: Reason) -> Outcome {
        Outcome::draw(reason)
    }

    /// The result when the side to move has no legal step and nothing is decided.
    fn outcome_without_steps(&self) -> Outcome;

    /// The end of the game by what is on the board, including the want of a legal step.
    fn outcome_on_board(&self) -> Option<Outcome> {
        let outcome_without_steps =
            || (self.is_turn_start() && !self.has_steps()).then(|| self.outcome_without_steps());
        self.decided().or_else(outcome_without_steps)
    }

    /// Number of plies without progress after which the game is drawn; `None`: it never is.
    #[inline]
    fn move_limit(&self) -> Option<u32> {
        self.common().definition.move_rule
    }

    /// Number of plies that a count of moves in an ending leaves for certain before the game is drawn; `None`:
    /// any number.
    fn plies_of_count(&self) -> Option<u32> {
        None
    }

    /// Number of plies without progress that the move rule and such a count leave before the game is drawn; `None`: any
    /// number.
    fn plies_to_draw(&self) -> Option<u32> {
        let by_rule = self.move_limit().map(|limit| limit.saturating_sub(self.clock()));
        by_rule.into_iter().chain(self.plies_of_count()).min()
    }

    /// Whether the moves that the game counts in an ending have run out.
    #[inline]
    fn is_counted_out(&self) -> bool {
        false
    }

    /// Whether neither side has sufficient material to win. Steps are still generated.
    fn has_insufficient_material(&self) -> bool {
        false
    }

    /// Appends all legal steps, each once, in a fixed order. None when the game is decided.
    fn generate(&self, steps: &mut Vec<Self::Step>);

    /// As [`Position::generate`], but of chains of captures only the first `most` that are legal,
    /// while `goes_on`, which is called now and then, returns true: positions can be set up that
    /// have more chains than a search could ever look at. If it returned false, the steps that were
    /// appended only show whether there are legal steps at all.
    fn generate_while(
        &self,
        steps: &mut Vec<Self::Step>,
        most: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) {
        let _ = (most, goes_on);
        self.generate(steps);
    }

    /// Appends the legal steps that quiescence search looks at: captures and promotions, and in
    /// army games the end of the turn.
    fn generate_tactical(&self, steps: &mut Vec<Self::Step>);

    /// The same, and the other legal steps of which
    /// [`Attacks::gives_check`](crate::Attacks::gives_check) is true: a family that has such steps
    /// overrides this.
    fn generate_tactical_and_checks(&self, steps: &mut Vec<Self::Step>) {
        self.generate_tactical(steps);
    }

    /// Number of steps that [`Position::generate`] would append, by bulk counting.
    fn count(&self) -> u64;

    /// Whether there is a legal step.
    fn has_steps(&self) -> bool {
        self.count() > 0
    }

    /// Whether the side to move has to answer a check, or has to take.
    fn is_forced(&self) -> bool;

    /// Makes a step.
    fn play(&mut self, step: Self::Step) -> Self::Undo;

    /// Takes back the step made last.
    fn undo(&mut self, step: Self::Step, undo: Self::Undo);

    /// Whether castling is written as from the king's square to the rook's, also in the game's own
    /// array. Without effect on other families.
    fn set_castling_by_rook(&mut self, on: bool) {
        let _ = on;
    }

    /// Lets the other side move, if a pass breaks no rule that search relies on (no check, no duty
    /// to take, the start of a turn); `None` and no change otherwise.
    fn pass(&mut self) -> Option<Self::Undo>;

    /// Takes back a pass made last.
    fn undo_pass(&mut self, undo: Self::Undo);

    /// Whether `next`, a legal step, could as well have come before `last`, the step made last in
    /// the same turn, and is to be looked at only there: of the orders of steps that come to the
    /// same position one at least is never out of order. Never, where a turn is one step.
    ///
    /// The position is afterwards as it was.
    fn is_out_of_order(&mut self, last: Self::Step, undo: &Self::Undo, next: Self::Step) -> bool {
        let _ = (last, undo, next);
        false
    }

    /// Properties of a step; `None` for the end of a turn.
    ///
    /// The families have it inlined: a result of many small parts in memory, written singly and read at
    /// once, is a stall for each move that is ordered.
    fn step_info(&self, step: Self::Step) -> Option<StepInfo>;

    /// Squares of walls, which pieces neither enter nor pass.
    #[inline]
    fn walls(&self) -> Self::Bits {
        Self::Bits::EMPTY
    }

    /// Whether a step moves no piece, and only hands over the move.
    #[inline]
    fn passes(&self, step: Self::Step) -> bool {
        let _ = step;
        false
    }

    /// The square of the wall that a step places, if it does so and moves no piece.
    #[inline]
    fn wall(&self, step: Self::Step) -> Option<Square> {
        let _ = step;
        None
    }

    /// The piece in hand that a step puts on a square that it leaves, with that square.
    #[inline]
    fn gated(&self, step: Self::Step) -> Option<(Square, Piece)> {
        let _ = step;
        None
    }

    /// Calls `f` for each piece that a step takes, with its square.
    fn victims(&self, step: Self::Step, f: impl FnMut(Square, Piece));

    /// Calls `f` for each other piece that a step removes, of either side, with its square: the piece
    /// that moves as what it is at the end, on its target.
    #[inline]
    fn debris(&self, step: Self::Step, f: impl FnMut(Square, Piece)) {
        let _ = (step, f);
    }
}
