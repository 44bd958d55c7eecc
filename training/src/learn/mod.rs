//! The engine teaches itself a net for any game: `menagerie learn`.
//!
//! It goes round: games of the best net so far against itself give positions ([`generate`]; where a
//! turn moves several units, of the last one), these and those of the rounds before give a net
//! ([`train`]), and the net is kept if it beats the one before in games ([`sprt_match`]). [`plan`] says how
//! the time is shared. Everything is in one folder ([`folder`]): what is done is in [`state`], and
//! each stage goes on where it was interrupted.

mod clock;
mod display;
mod epochs;
mod fit_weights;
mod folder;
mod generate;
mod job;
mod log;
mod origin;
mod plan;
mod plot;
mod pretrain;
mod round;
mod rounds;
mod run;
mod samples;
mod score;
mod sprt_match;
mod state;
#[cfg(test)]
mod tests;
mod train;

use thiserror::Error;

pub use display::Display;
pub use folder::Folder;
pub use job::Learn;
pub use plan::{Budget, More, Pace, Settings};
pub use run::Summary;
pub use state::Games;

/// The user wants no more: the same command goes on.
#[derive(Clone, Copy, Debug, Error)]
#[error("interrupted")]
pub struct Interrupted;
