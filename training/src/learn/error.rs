//! Error of a run.

use std::path::PathBuf;

use arena::report::svg::DrawError;
use nets::NetError;
use nets::train::ShapeError;
use rayon::ThreadPoolBuildError;
use thiserror::Error;

use engine::evaluation::weights::WeightsFileError;
use engine::files::FileError;
use engine::json_lines::ContentError;
use engine::workers::ThreadError;

use super::epochs::EpochError;
use super::sprt_match::PairError;
use super::state::StateError;
use crate::selfplay::{DataError, GameError, SelfplayError};

/// Error of a run.
#[derive(Debug, Error)]
pub enum LearnError {
    /// Interrupted by the user; to resume, rerun the same command.
    #[error("interrupted")]
    Interrupted,
    /// File that cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Value that cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Value that cannot be written as TOML.
    #[error(transparent)]
    Toml(#[from] toml::ser::Error),
    /// Chart that cannot be drawn.
    #[error(transparent)]
    Chart(#[from] DrawError),
    /// Damaged state, or one of another run.
    #[error(transparent)]
    State(#[from] StateError),
    /// Damaged data set.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Damaged file of a match.
    #[error(transparent)]
    Match(#[from] ContentError<PairError>),
    /// Network or weights of the run that cannot be used.
    #[error(transparent)]
    Evaluation(#[from] RunFileError),
    /// Training that cannot go on.
    #[error(transparent)]
    Epoch(#[from] EpochError),
    /// Network that cannot have these settings.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// Trained network whose weights are out of range.
    #[error(transparent)]
    Net(#[from] NetError),
    /// Game that cannot be played.
    #[error(transparent)]
    Game(#[from] SelfplayError),
    /// Thread that cannot be started.
    #[error(transparent)]
    Thread(#[from] ThreadError),
    /// Threads that cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadPoolBuildError),
    /// No games to be played, and none given.
    #[error("--games 0: expected --data with training games")]
    NoGames,
    /// No positions in the games.
    #[error("no training positions: expected more --time or --games")]
    NoPositions,
    /// Fit that was stopped.
    #[error("the fit ended early")]
    FitStopped,
}

impl From<GameError> for LearnError {
    fn from(error: GameError) -> Self {
        LearnError::Data(error.into())
    }
}

/// Error of a network or of weights in the folder of a run.
#[derive(Debug, Error)]
pub enum RunFileError {
    /// Invalid network.
    #[error("cannot use {}", path.display())]
    Net {
        /// Path of the file.
        path: PathBuf,
        /// Cause.
        source: Box<NetError>,
    },
    /// Invalid weights.
    #[error("cannot use {}", path.display())]
    Weights {
        /// Path of the file.
        path: PathBuf,
        /// Cause.
        source: Box<WeightsFileError>,
    },
    /// Network of a round that has not trained one.
    #[error("{}: not trained yet", .0.display())]
    Untrained(PathBuf),
    /// Another network than the state records.
    #[error("{}: checksum {found}: expected {expected}", path.display())]
    Checksum {
        /// Path of the file.
        path: PathBuf,
        /// Checksum of the file.
        found: String,
        /// Checksum in the state.
        expected: String,
    },
}
