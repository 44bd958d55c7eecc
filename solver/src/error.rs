//! Errors of solving.

use thiserror::Error;
use variants::Position;

use crate::format::FileError;
use crate::support::Unsupported;
use crate::value::Value;

/// Error of solving.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The game cannot be solved.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// No position has the material.
    #[error("{0}: no position with these pieces is one of a game that goes on; no table was made")]
    Impossible(String),
    /// The positions are too many to be counted.
    #[error("{0}: too many positions")]
    TooMany(String),
    /// Promotions lead back to the same pieces.
    #[error("{0}: promotions lead back to the same pieces")]
    Circle(String),
    /// Several materials are at fault.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Several(Vec<SolveError>),
    /// A table that a move leads to is missing.
    #[error("no table for '{0}', to which a move leads")]
    Missing(String),
    /// A move leads to squares that a piece was not expected to come to.
    #[error("a move leads to a position that the table does not have")]
    Index,
    /// A win is longer than a table can store.
    #[error("a win takes more than {} plies", Value::MAX_DISTANCE)]
    TooLong,
    /// A position has another value than its turns lead to.
    #[error("{position}: {stored} in the table, {best} by its moves")]
    Differs {
        /// The position.
        position: String,
        /// Its value in the table.
        stored: Value,
        /// That of its best turn.
        best: Value,
    },
    /// Solving was stopped.
    #[error("stopped")]
    Stopped,
    /// A file is at fault.
    #[error(transparent)]
    File(#[from] FileError),
}

impl SolveError {
    pub(crate) fn missing<P: Position>(position: &P) -> Self {
        SolveError::Missing(position.to_fen().text(&position.common().definition))
    }
}
