//! Training of a network by self-play for any variant: `menagerie learn`.
//!
//! Each round has three stages. Self-play games of the best network so far (where a turn moves
//! several units, of the last one) give positions (`generate`); a network is trained on these and
//! those of earlier rounds (`train`); it is kept if it beats the one before in a match
//! (`sprt_match`). `plan` divides the time. All files are in one folder (`folder`): `state`
//! records the completed stages, and an interrupted stage can be resumed.

mod display;
mod epochs;
mod error;
mod fit_weights;
mod folder;
mod generate;
mod job;
mod log;
mod match_score;
mod origin;
mod plan;
mod plot;
mod pretrain;
mod round;
mod rounds;
mod run;
mod samples;
mod sprt_match;
mod stage_timer;
mod state;
#[cfg(test)]
mod tests;
mod train;

pub use display::Display;
pub use epochs::EpochError;
pub use error::{LearnError, RunFileError};
pub use folder::Folder;
pub use job::Learn;
pub use plan::{Budget, More, Pace, Settings, SettingsError};
pub use run::Summary;
pub use sprt_match::PairError;
pub use state::{Games, StateError};

/// Result of a part of a run.
type Result<T> = std::result::Result<T, LearnError>;
