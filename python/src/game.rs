//! Games.

use std::fmt;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::Control;
use variants::Style;

use crate::errors::{self, OptionError, TooManyMovesError};
use crate::variant::{Chosen, Variant};
use crate::wait;

/// Maximum number of turns that are listed, unless more are requested.
const MOST_TURNS: usize = 100_000;

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
pub(crate) struct Game(engine::play::Game);

impl Game {
    /// Returns a copy of the game, for a search.
    pub(crate) fn snapshot(&self) -> engine::play::Game {
        self.0.clone()
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
        let mut game = Game(variant.variant(size)?.game(fen)?);
        for text in &moves {
            game.push(text)?;
        }
        Ok(game)
    }

    /// Variant.
    #[getter]
    fn variant(&self) -> Variant {
        Variant::of(&self.0)
    }

    /// Side to move: "white" or "black".
    #[getter]
    fn turn(&self) -> String {
        self.0.side().to_string()
    }

    /// Turns since the start, the unfinished one last.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.turns()
    }

    /// Whether a turn may have several steps.
    #[getter]
    fn has_steps(&self) -> bool {
        self.0.has_steps()
    }

    /// Whether no step of the turn has been made yet.
    #[getter]
    fn is_turn_start(&self) -> bool {
        self.0.is_turn_start()
    }

    /// Returns the legal turns, or the ways to finish the one in progress.
    #[pyo3(signature = (limit=MOST_TURNS))]
    fn legal_moves(&self, py: Python<'_>, limit: usize) -> PyResult<Vec<String>> {
        let mut game = self.0.clone();
        py.detach(|| game.legal_turns(limit)).ok_or_else(|| {
            TooManyMovesError::new_err(format!("more than {limit} turns: use legal_steps()"))
        })
    }

    /// Returns the legal steps; "end" ends a turn.
    fn legal_steps(&mut self) -> Vec<String> {
        self.0.legal_steps()
    }

    /// Makes a turn, or the rest of the one in progress, and returns it in the game's own notation.
    fn push(&mut self, text: &str) -> PyResult<String> {
        self.0.play(text).map_err(|error| errors::illegal(&error))
    }

    /// Makes one step of a turn.
    fn push_step(&mut self, step: &str) -> PyResult<()> {
        self.0.play_step(step).map_err(|error| errors::illegal(&error))
    }

    /// Ends the turn in progress.
    fn end_turn(&mut self) -> PyResult<()> {
        self.0.end_turn().map_err(|error| errors::illegal(&error))
    }

    /// Takes back the last turn, or the steps of the one in progress, and returns it.
    fn pop(&mut self) -> PyResult<String> {
        self.0.undo().ok_or_else(|| PyIndexError::new_err("no move to take back"))
    }

    /// Returns the position as a FEN; in the middle of a turn, with the side that goes on.
    fn fen(&self) -> String {
        self.0.fen()
    }

    /// Returns a legal move in the notation of the game's literature: SAN, or PDN in draughts; in
    /// games that have neither, in the game's own.
    fn san(&mut self, text: &str) -> PyResult<String> {
        self.0.written(text).map_err(|error| errors::illegal(&error))
    }

    /// Returns the result; None if the game goes on.
    fn outcome(&mut self) -> Option<Outcome> {
        self.0.outcome().map(Outcome::from)
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
        self.0.draw(style, flipped)
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
        format!("<Game '{}': {}>", self.0.variant().definition().name, self.0.fen())
    }
}

impl Game {
    fn leaves(&self, py: Python<'_>, depth: u32) -> PyResult<Vec<(String, u64)>> {
        let most = engine::perft::MAX_DEPTH;
        if depth > most {
            let text = format!("invalid depth '{depth}': expected at most {most}");
            return Err(OptionError::new_err(text));
        }
        let (control, game) = (Control::new(), self.0.position());
        let counts =
            wait::run(py, &control, || engine::perft::divide_until(game, depth, &control))?;
        Ok(counts.unwrap_or_default())
    }
}
