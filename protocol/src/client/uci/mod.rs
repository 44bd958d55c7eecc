//! The Universal Chess Interface, from the GUI's side.
//!
//! Its description: <https://www.shredderchess.com/download/div/uci.zip>.

mod option;
mod parse;
mod write;

pub use parse::parse;
pub use write::write;

use super::SearchReport;
use crate::OptionSpec;

/// What an engine says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A line without a word.
    Empty,
    /// `id name`: what it is called.
    Name(String),
    /// `id author`: who wrote it.
    Author(String),
    /// An option that it has.
    Option(OptionSpec),
    /// `uciok`: identity and options are all told.
    UciOk,
    /// `readyok`: all that was asked before is done.
    ReadyOk,
    /// How its search goes.
    Info(SearchReport),
    /// `info string`: a message for the user.
    InfoString(String),
    /// The end of a search.
    BestMove {
        /// The move to play, as text that nobody has judged; `None` where it says that there is
        /// none: `(none)`, `0000` or `NULL`.
        best: Option<String>,
        /// The answer that it expects.
        ponder: Option<String>,
    },
    /// How it fares with its copy protection.
    CopyProtection(Check),
    /// How it fares with its registration.
    Registration(Check),
    /// What UCI does not have, and tells to ignore: the beginning of it.
    Unknown(String),
}

/// How a check of the engine's own went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// It is under way.
    Checking,
    /// All is well.
    Ok,
    /// It failed; the engine may refuse to play.
    Error,
}

#[cfg(test)]
mod tests;
