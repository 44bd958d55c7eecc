//! The Universal Chess Interface, from the GUI's side.
//!
//! Specification: <https://www.shredderchess.com/download/div/uci.zip>.

mod option;
mod parse;
mod write;

pub use parse::parse;
pub use write::write;

use super::SearchReport;
use crate::OptionSpec;

/// One line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciReply {
    /// An empty line.
    Empty,
    /// `id name`: name of the engine.
    Name(String),
    /// `id author`: author of the engine.
    Author(String),
    /// An option of the engine.
    Option(OptionSpec),
    /// `uciok`: end of identity and options.
    UciOk,
    /// `readyok`: all earlier commands are done.
    ReadyOk,
    /// Search information.
    Info(SearchReport),
    /// `info string`: a message for the user.
    InfoString(String),
    /// End of a search.
    BestMove {
        /// Best move, as unvalidated text; `None` if there is none: `(none)`, `0000` or `NULL`.
        best: Option<String>,
        /// Expected reply.
        ponder: Option<String>,
    },
    /// State of the engine's copy protection.
    CopyProtection(EngineCheck),
    /// State of the engine's registration.
    Registration(EngineCheck),
    /// A line that UCI does not have, to be ignored: its beginning.
    Unknown(String),
}

/// State of a check of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineCheck {
    /// In progress.
    Checking,
    /// Passed.
    Ok,
    /// Failed; the engine may refuse to play.
    Error,
}

#[cfg(test)]
mod tests;
