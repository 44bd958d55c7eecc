//! Why a line could not be read.

use thiserror::Error;

/// Why a line could not be read.
///
/// The texts within are excerpts of the line, printable and short (see
/// [`text::excerpt`](crate::text::excerpt)), so that the message can be sent on
/// as it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The line is not text.
    #[error("not UTF-8: '{line}'")]
    NotUtf8 {
        /// The line, its foreign bytes escaped.
        line: String,
    },
    /// No command begins with this word.
    #[error("unknown command '{word}'")]
    UnknownCommand {
        /// The line's first word.
        word: String,
    },
    /// A command does not know one of its words.
    #[error("{command}: unknown word '{word}'")]
    UnknownWord {
        /// The command.
        command: &'static str,
        /// The word.
        word: String,
    },
    /// A command ends too early.
    #[error("{command}: missing {expected}")]
    Missing {
        /// The command, with the word that is not followed by its value.
        command: &'static str,
        /// What should have followed.
        expected: &'static str,
    },
    /// A value is not of its kind, or not in its range.
    #[error("{command}: '{value}' is not {expected}")]
    BadValue {
        /// The command, with the word before the value.
        command: &'static str,
        /// The value.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
}
