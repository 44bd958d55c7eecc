//! Errors of options.

use std::fmt;

use thiserror::Error;

/// Maximum length of a list of choices in a message, in characters.
const LIST_CHARS: usize = 200;

/// Reason why an option cannot be set or defined.
///
/// The texts are excerpts, printable and short, so that the message can be shown as it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("unknown option '{name}'")]
    Unknown {
        /// Requested name.
        name: String,
    },
    /// The value of the option is missing.
    #[error("option '{name}': missing value: expected {expected}")]
    MissingValue {
        /// Name of the option.
        name: String,
        /// Expected value.
        expected: Expected,
    },
    /// The value is not valid.
    #[error("option '{name}': '{value}' is not {expected}")]
    BadValue {
        /// Name of the option.
        name: String,
        /// The given value.
        value: String,
        /// Expected value.
        expected: Expected,
    },
    /// The definition of the option is inconsistent.
    #[error("invalid definition of option '{name}': {why}")]
    BadSpec {
        /// Name of the option.
        name: String,
        /// The inconsistency.
        why: &'static str,
    },
}

/// Valid values of an option. Completes a sentence that ends in "is not".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// On or off.
    Bool,
    /// A whole number; the given value is not one.
    Number {
        /// Minimum.
        min: i64,
        /// Maximum.
        max: i64,
        /// Unit; may be empty.
        unit: String,
    },
    /// A number in a range; the given value is outside.
    Range {
        /// Minimum.
        min: i64,
        /// Maximum.
        max: i64,
        /// Unit; may be empty.
        unit: String,
    },
    /// One of these.
    Choice(Vec<String>),
    /// Any text without control characters.
    PlainText,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Bool => f.write_str("true or false"),
            Expected::Number { min, max, unit } => {
                write!(f, "a whole number from {min} to {max}")?;
                write_unit(f, unit)
            }
            Expected::Range { min, max, unit } => {
                write!(f, "from {min} to {max}")?;
                write_unit(f, unit)
            }
            Expected::Choice(choices) => {
                f.write_str("one of ")?;
                let mut room = LIST_CHARS;
                for (i, choice) in choices.iter().enumerate() {
                    let separator = if i == 0 { "" } else { ", " };
                    let Some(rest) = room.checked_sub(separator.len() + choice.chars().count())
                    else {
                        return write!(f, "{separator}... ({} in all)", choices.len());
                    };
                    room = rest;
                    write!(f, "{separator}{choice}")?;
                }
                Ok(())
            }
            Expected::PlainText => f.write_str("text without control characters"),
        }
    }
}

fn write_unit(f: &mut fmt::Formatter<'_>, unit: &str) -> fmt::Result {
    if unit.is_empty() { Ok(()) } else { write!(f, " ({unit})") }
}
