//! Game of any variant: a position with its history.

use std::fmt;

use variants::{AnyGame, BoardSize, Color, Look, Outcome, Style, TurnError, Variant};

use super::PlayError;
use crate::library::Library;

/// Text of the step that ends a turn.
const END: &str = "end";

/// Game of any variant: a position with its history.
///
/// Moves are text in the game's own notation, such as `e2e4`, `e7e8q` or `c3e5,e5g7`, or in Standard
/// Algebraic Notation where the game has it. In some games a turn moves several pieces: turns are
/// made as a whole, or step by step.
#[derive(Clone, Debug)]
pub struct Game {
    library: Library,
    variant: Variant,
    game: AnyGame,
    /// Turns since the start.
    turns: Vec<String>,
    /// Steps of the turn in progress.
    steps: Vec<String>,
}

impl Game {
    /// Returns a built-in game at its start.
    ///
    /// # Errors
    /// If there is no game of that name.
    pub fn new(name: &str) -> Result<Self, PlayError> {
        Self::of(&Library::builtin(), name, None)
    }

    /// Returns a game of a library at its start, on its own board or another.
    ///
    /// # Errors
    /// When the library has no game of that name, or the game has no such board.
    pub fn of(library: &Library, name: &str, size: Option<BoardSize>) -> Result<Self, PlayError> {
        Ok(Self::start(library, library.variant(name, size)?))
    }

    /// Returns the game of a variant at its start; `library` has the games that its definition was
    /// read with.
    #[must_use]
    pub fn start(library: &Library, variant: Variant) -> Self {
        let (library, game) = (library.clone(), variant.start());
        Game { library, variant, game, turns: Vec::new(), steps: Vec::new() }
    }

    /// Returns the same variant at another position, without a history.
    ///
    /// # Errors
    /// When the FEN is invalid.
    pub fn at(&self, fen: &str) -> Result<Self, PlayError> {
        let game = self.variant.game(fen)?;
        Ok(Game { game, turns: Vec::new(), steps: Vec::new(), ..self.clone() })
    }

    /// Returns the variant.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Returns the games that the variant was read with.
    #[must_use]
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Returns the position with its history, for searches.
    #[must_use]
    pub fn position(&self) -> &AnyGame {
        &self.game
    }

    /// Returns the side to move.
    #[must_use]
    pub fn side(&self) -> Color {
        self.game.side()
    }

    /// Returns the turns since the start, the unfinished one last.
    #[must_use]
    pub fn turns(&self) -> Vec<String> {
        let unfinished = (!self.steps.is_empty()).then(|| self.steps.join(","));
        self.turns.iter().cloned().chain(unfinished).collect()
    }

    /// Whether a turn may have several steps.
    #[must_use]
    pub fn has_steps(&self) -> bool {
        self.game.has_long_turns()
    }

    /// Whether no step of the turn has been made yet.
    #[must_use]
    pub fn is_turn_start(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns the legal turns, or the ways to finish the one in progress, sorted; `None` if there
    /// are more than `most`.
    #[must_use]
    pub fn legal_turns(&mut self, most: usize) -> Option<Vec<String>> {
        self.game.turn_texts(most)
    }

    /// Returns the legal steps; `end` ends a turn.
    #[must_use]
    pub fn legal_steps(&mut self) -> Vec<String> {
        self.game.step_texts()
    }

    /// Makes a turn, or the rest of the one in progress, and returns it in the game's own notation.
    ///
    /// # Errors
    /// When it is illegal; then nothing changes.
    pub fn play(&mut self, text: &str) -> Result<String, TurnError> {
        let turn = self.read(text)?;
        self.game.play_turn(&turn)?;
        self.steps.push(turn.clone());
        self.finish_turn();
        Ok(turn)
    }

    /// Makes one step of a turn; `end` ends the turn.
    ///
    /// # Errors
    /// When it is illegal; then nothing changes.
    pub fn play_step(&mut self, step: &str) -> Result<(), TurnError> {
        // As the game writes it, which the text need not do.
        let own = self.game.step_course(step).map(|course| course.text);
        self.game.play_step(step)?;
        self.steps.extend(own.filter(|own| !own.is_empty()));
        if self.game.is_turn_start() || self.game.outcome_on_board().is_some() {
            self.finish_turn();
        }
        Ok(())
    }

    /// Ends the turn in progress.
    ///
    /// # Errors
    /// When it cannot end here.
    pub fn end_turn(&mut self) -> Result<(), TurnError> {
        self.play_step(END)
    }

    /// Takes back the last turn, or the steps of the one in progress, and returns it; `None` at the
    /// start.
    pub fn undo(&mut self) -> Option<String> {
        if !self.game.undo_turn() {
            return None;
        }
        if self.steps.is_empty() {
            return Some(self.turns.pop().unwrap_or_default());
        }
        let steps = self.steps.join(",");
        self.steps.clear();
        Some(steps)
    }

    /// Returns the position as a FEN; in the middle of a turn, with the side that goes on.
    #[must_use]
    pub fn fen(&self) -> String {
        self.game.fen()
    }

    /// Returns a legal turn in the notation of the game's literature: SAN, or PDN in draughts; in
    /// games that have neither, in the game's own.
    ///
    /// # Errors
    /// When it is illegal.
    pub fn written(&mut self, text: &str) -> Result<String, TurnError> {
        let turn = self.read(text)?;
        let written = self.game.pdn(&turn).or_else(|| self.game.san(&turn));
        Ok(written.unwrap_or(turn))
    }

    /// Returns the result; `None` if the game goes on.
    #[must_use]
    pub fn outcome(&mut self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Returns the board as text.
    #[must_use]
    pub fn draw(&self, style: Style, is_flipped: bool) -> String {
        self.game.draw_with(&Look { style, is_flipped, ..Look::default() })
    }

    /// Returns a legal turn in the game's own notation.
    fn read(&mut self, text: &str) -> Result<String, TurnError> {
        let error = match self.game.turn_course(text) {
            Ok(turn) => return Ok(turn.text),
            Err(error) => error,
        };
        self.game.read_san(text, 1).ok_or(error)
    }

    /// Takes the steps of the turn in progress for a turn.
    fn finish_turn(&mut self) {
        self.turns.push(self.steps.join(","));
        self.steps.clear();
    }
}

/// The board as text.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.draw(Style::Plain, false))
    }
}
