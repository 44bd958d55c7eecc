//! Parse errors of protocol lines.

use thiserror::Error;

/// Reason why a line could not be parsed.
///
/// The texts in it are excerpts of the line, printable and short (see
/// [`text::excerpt`](crate::text::excerpt)), so that the message can be forwarded as it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The line is not UTF-8.
    #[error("not UTF-8: '{line}'")]
    NotUtf8 {
        /// The line, with invalid bytes escaped.
        line: String,
    },
    /// Unknown command.
    #[error("unknown command '{word}'")]
    UnknownCommand {
        /// First word of the line.
        word: String,
    },
    /// Unknown word within a command.
    #[error("{command}: unknown word '{word}'")]
    UnknownWord {
        /// The command.
        command: &'static str,
        /// The word.
        word: String,
    },
    /// A command is incomplete.
    #[error("{command}: missing {expected}")]
    Missing {
        /// The command, up to the word whose value is missing.
        command: &'static str,
        /// Expected value.
        expected: &'static str,
    },
    /// A value is malformed or out of range.
    #[error("{command}: '{value}' is not {expected}")]
    BadValue {
        /// The command, up to the word before the value.
        command: &'static str,
        /// The given value.
        value: String,
        /// Expected value.
        expected: &'static str,
    },
}
