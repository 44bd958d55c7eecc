//! Games.

use std::fmt;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::Control;
use variants::{AnyGame, Look, Style, TurnError};

use crate::errors::{self, OptionError, TooManyMovesError};
use crate::turns::legal_turns;
use crate::variant::{Chosen, Variant};
use crate::wait;

/// Maximum number of turns that are listed, unless more are requested.
const MOST_TURNS: usize = 100_000;

/// Text of the step that ends a turn.
const END: &str = "end";

/// Result of a game.
#[pyclass(frozen, eq, hash, get_all, module = "menagerie")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    /// "white" or "black"; None for a draw.
    winner: Option<String>,
    /// Reason, such as "checkmate".
    reason: String,
    /// Result as in PGN: "1-0", "0-1" or "1/2-1/2".
    result: &'static str,
}

impl From<variants::Outcome> for Outcome {
    fn from(outcome: variants::Outcome) -> Self {
        Outcome {
            winner: outcome.winner.map(|winner| winner.to_string()),
            reason: outcome.reason.to_string(),
            result: outcome.result(),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.winner {
            Some(winner) => write!(f, "{winner} wins ({})", self.reason),
            None => write!(f, "draw ({})", self.reason),
        }
    }
}

#[pymethods]
impl Outcome {
    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome: {self}>")
    }
}

/// Game of any variant: a position with its history.
#[pyclass(module = "menagerie")]
#[derive(Clone)]
pub(crate) struct Game {
    variant: Variant,
    game: AnyGame,
    /// Turns since the start.
    turns: Vec<String>,
    /// Steps of the turn in progress.
    steps: Vec<String>,
}

impl Game {
    /// Returns a copy of the game, for a search.
    pub(crate) fn snapshot(&self) -> (Variant, AnyGame) {
        (self.variant.clone(), self.game.clone())
    }

    /// Returns a legal turn in the game's own notation.
    fn read(&mut self, text: &str) -> Result<String, TurnError> {
        let error = match self.game.turn_course(text) {
            Ok(turn) => return Ok(turn.text),
            Err(error) => error,
        };
        self.game.read_san(text, 1).ok_or(error)
    }

    fn play(&mut self, text: &str) -> Result<String, TurnError> {
        let turn = self.read(text)?;
        self.game.play_turn(&turn)?;
        self.steps.push(turn.clone());
        self.finish_turn();
        Ok(turn)
    }

    /// Takes the steps of the turn in progress for a turn.
    fn finish_turn(&mut self) {
        self.turns.push(self.steps.join(","));
        self.steps.clear();
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (variant=Chosen::Name("chess".to_owned()), fen=None, moves=Vec::new(), *, size=None))]
    fn new(
        variant: Chosen,
        fen: Option<&str>,
        moves: Vec<String>,
        size: Option<&str>,
    ) -> PyResult<Self> {
        let variant = variant.variant(size)?;
        let game = variant.game(fen)?;
        let mut game = Game { variant, game, turns: Vec::new(), steps: Vec::new() };
        for text in &moves {
            game.push(text)?;
        }
        Ok(game)
    }

    /// Variant.
    #[getter]
    fn variant(&self) -> Variant {
        self.variant.clone()
    }

    /// Side to move: "white" or "black".
    #[getter]
    fn turn(&self) -> String {
        self.game.side().to_string()
    }

    /// Turns since the start, the unfinished one last.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let unfinished = (!self.steps.is_empty()).then(|| self.steps.join(","));
        self.turns.iter().cloned().chain(unfinished).collect()
    }

    /// Whether a turn may have several steps.
    #[getter]
    fn has_steps(&self) -> bool {
        self.game.has_long_turns()
    }

    /// Whether no step of the turn has been made yet.
    #[getter]
    fn is_turn_start(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns the legal turns, or the ways to finish the one in progress.
    #[pyo3(signature = (limit=MOST_TURNS))]
    fn legal_moves(&self, py: Python<'_>, limit: usize) -> PyResult<Vec<String>> {
        let mut game = self.game.clone();
        py.detach(|| legal_turns(&mut game, limit)).ok_or_else(|| {
            TooManyMovesError::new_err(format!("more than {limit} turns: use legal_steps()"))
        })
    }

    /// Returns the legal steps; "end" ends a turn.
    fn legal_steps(&mut self) -> Vec<String> {
        self.game.step_texts()
    }

    /// Makes a turn, or the rest of the one in progress, and returns it in the game's own notation.
    #[pyo3(name = "push")]
    fn push(&mut self, text: &str) -> PyResult<String> {
        self.play(text).map_err(|error| errors::illegal(&error))
    }

    /// Makes one step of a turn.
    fn push_step(&mut self, step: &str) -> PyResult<()> {
        self.game.play_step(step).map_err(|error| errors::illegal(&error))?;
        if !step.eq_ignore_ascii_case(END) {
            self.steps.push(step.to_owned());
        }
        if self.game.is_turn_start() || self.game.outcome_on_board().is_some() {
            self.finish_turn();
        }
        Ok(())
    }

    /// Ends the turn in progress.
    fn end_turn(&mut self) -> PyResult<()> {
        self.push_step(END)
    }

    /// Takes back the last turn, or the steps of the one in progress, and returns it.
    fn pop(&mut self) -> PyResult<String> {
        if !self.game.undo_turn() {
            return Err(PyIndexError::new_err("no move to take back"));
        }
        if self.steps.is_empty() {
            return Ok(self.turns.pop().unwrap_or_default());
        }
        let steps = self.steps.join(",");
        self.steps.clear();
        Ok(steps)
    }

    /// Returns the position as a FEN; in the middle of a turn, as if the turn ended here.
    fn fen(&self) -> String {
        self.game.fen()
    }

    /// Returns a legal move in the notation of the game's literature: SAN, or PDN in draughts; in
    /// games that have neither, in the game's own.
    #[pyo3(name = "san")]
    fn san(&mut self, text: &str) -> PyResult<String> {
        let turn = self.read(text).map_err(|error| errors::illegal(&error))?;
        let written = self.game.pdn(&turn).or_else(|| self.game.san(&turn));
        Ok(written.unwrap_or(turn))
    }

    /// Returns the result; None if the game goes on.
    fn outcome(&mut self) -> Option<Outcome> {
        self.game.outcome().map(Outcome::from)
    }

    /// Returns the number of leaves of the tree of legal steps.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        if depth == 0 {
            return Ok(1);
        }
        Ok(self.leaves(py, depth)?.iter().map(|(_, count)| count).sum())
    }

    /// Returns the number of leaves below each legal step.
    fn divide<'py>(&self, py: Python<'py>, depth: u32) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (step, count) in self.leaves(py, depth)? {
            counts.set_item(step, count)?;
        }
        Ok(counts)
    }

    /// Returns the board as text.
    #[pyo3(signature = (*, color=false, flipped=false))]
    fn render(&self, color: bool, flipped: bool) -> String {
        let style = if color { Style::Color } else { Style::Plain };
        self.game.draw_with(&Look { style, is_flipped: flipped, ..Look::default() })
    }

    /// Returns an independent copy, with its history.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __str__(&self) -> String {
        self.render(false, false)
    }

    fn __repr__(&self) -> String {
        format!("<Game '{}': {}>", self.game.definition().name, self.game.fen())
    }
}

impl Game {
    fn leaves(&self, py: Python<'_>, depth: u32) -> PyResult<Vec<(String, u64)>> {
        let most = engine::perft::MAX_DEPTH;
        if depth > most {
            let text = format!("invalid depth '{depth}': expected at most {most}");
            return Err(OptionError::new_err(text));
        }
        let (control, game) = (Control::new(), &self.game);
        let counts =
            wait::run(py, &control, || engine::perft::divide_until(game, depth, &control))?;
        Ok(counts.unwrap_or_default())
    }
}
