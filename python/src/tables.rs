//! Endgame tables.

use std::fmt;
use std::path::PathBuf;

use engine::endings::{Endings, Metric, Value};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors;
use crate::game::Game;

/// Exact value of a position for the side to move.
#[pyclass(frozen, eq, hash, module = "menagerie")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct TableValue {
    /// 1: a win, 0: a draw, -1: a loss.
    #[pyo3(get)]
    wdl: i32,
    /// Plies to the end; 0 for a draw.
    #[pyo3(get)]
    plies: u16,
    text: String,
}

impl From<Value> for TableValue {
    fn from(value: Value) -> Self {
        TableValue { wdl: value.sign(), plies: value.distance(), text: value.to_string() }
    }
}

impl fmt::Display for TableValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[pymethods]
impl TableValue {
    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<TableValue: {self}>")
    }
}

/// Endgame tables in a folder, made by `menagerie solve`.
#[pyclass(frozen, module = "menagerie")]
pub(crate) struct Tables(Endings);

#[pymethods]
impl Tables {
    #[new]
    fn new(folder: PathBuf) -> PyResult<Self> {
        Endings::in_folder(&folder).map(Tables).map_err(|error| errors::option(&error))
    }

    /// Returns the value of a game's position, with its plies to the end, or for the metric 'conversion' to the
    /// next progress by the move rule; None if no table has it.
    #[pyo3(signature = (game, metric="end"))]
    fn probe(
        &self,
        py: Python<'_>,
        game: &Bound<'_, Game>,
        metric: &str,
    ) -> PyResult<Option<TableValue>> {
        let metric: Metric = metric.parse().map_err(|error| errors::option(&error))?;
        let game = game.try_borrow()?.snapshot();
        Ok(py.detach(|| self.0.probe(game.position(), metric)).map(TableValue::from))
    }

    /// Returns the legal turns with their values for the side to move; None if one of them is unknown.
    #[pyo3(signature = (game, metric="end"))]
    fn moves<'py>(
        &self,
        py: Python<'py>,
        game: &Bound<'py, Game>,
        metric: &str,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let metric: Metric = metric.parse().map_err(|error| errors::option(&error))?;
        let game = game.try_borrow()?.snapshot();
        let turns = py.detach(|| self.0.turns(game.position(), metric));
        let Some(turns) = turns else { return Ok(None) };
        let moves = PyDict::new(py);
        for (turn, value) in turns {
            moves.set_item(turn, TableValue::from(value))?;
        }
        Ok(Some(moves))
    }
}
