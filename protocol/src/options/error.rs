//! Why an option cannot be set.

use std::fmt;

use thiserror::Error;

/// How many characters of a list of choices are shown.
const LIST_CHARS: usize = 200;

/// Why an option cannot be set, or defined.
///
/// The texts are excerpts, printable and short, so that the message can be
/// shown as it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("no option '{name}'")]
    Unknown {
        /// The name that was asked for.
        name: String,
    },
    /// The option needs a value, and none was given.
    #[error("option '{name}': no value; expected is one {expected}")]
    MissingValue {
        /// The option's name.
        name: String,
        /// What was expected.
        expected: Expected,
    },
    /// The value is not valid.
    #[error("option '{name}': '{value}' is not {expected}")]
    BadValue {
        /// The option's name.
        name: String,
        /// The value that was given.
        value: String,
        /// What was expected.
        expected: Expected,
    },
    /// The option as it is defined contradicts itself.
    #[error("option '{name}' is ill-defined: {why}")]
    BadSpec {
        /// The option's name.
        name: String,
        /// The contradiction.
        why: &'static str,
    },
}

/// What an option's value can be. Reads well after "is not".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// One of the two.
    Bool,
    /// A whole number; what was given is none.
    Number {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
        /// What the number counts; may be empty.
        unit: String,
    },
    /// A number within a range; what was given is outside.
    Range {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
        /// What the number counts; may be empty.
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
                write!(f, "a whole number in {min}..={max}")?;
                write_unit(f, unit)
            }
            Expected::Range { min, max, unit } => {
                write!(f, "in {min}..={max}")?;
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
