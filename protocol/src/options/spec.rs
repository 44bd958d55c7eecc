//! What an option is, and what its values are.

use std::fmt;

use super::{Expected, OptionError};
use crate::text::excerpt;

/// How dialects spell the empty text.
pub(crate) const EMPTY: &str = "<empty>";

/// One option: its name, what values it takes, and what it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name as it is shown; may hold spaces, but no word `value` or `type`,
    /// which no GUI could tell from the protocol's own.
    pub name: String,
    /// The values it takes.
    pub kind: OptionKind,
    /// What a number counts, as "MB" or "ms"; may be empty.
    pub unit: String,
    /// A sentence for the manual; may be empty.
    pub help: String,
    /// The one protocol in which it means something; `None`: all.
    pub only: Option<Protocol>,
}

/// A language, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol of XBoard and WinBoard.
    Cecp,
}

/// The values that an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// A number.
    Spin {
        /// The value at the start.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several texts. They are told apart without regard to case.
    Combo {
        /// The value at the start; one of the choices.
        default: String,
        /// The choices, in the order in which they are shown.
        choices: Vec<String>,
    },
    /// Any text.
    String {
        /// The value at the start; may be empty.
        default: String,
    },
    /// No value, but something to be done whenever it is set.
    Button,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// On or off.
    Check(bool),
    /// A number within its range.
    Spin(i64),
    /// One of the choices, spelled as in [`OptionKind::Combo`].
    Combo(String),
    /// Any text, without control characters; may be empty.
    String(String),
    /// A button has no value.
    Button,
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Check(on) => on.fmt(f),
            OptionValue::Spin(number) => number.fmt(f),
            OptionValue::Combo(text) | OptionValue::String(text) => f.write_str(text),
            OptionValue::Button => Ok(()),
        }
    }
}

impl OptionSpec {
    /// An option that is on or off.
    pub fn check(name: impl Into<String>, default: bool) -> Self {
        Self::new(name, OptionKind::Check { default })
    }

    /// A number in `min..=max`.
    pub fn spin(name: impl Into<String>, default: i64, min: i64, max: i64) -> Self {
        Self::new(name, OptionKind::Spin { default, min, max })
    }

    /// One of several texts.
    pub fn combo<S: Into<String>>(
        name: impl Into<String>,
        default: impl Into<String>,
        choices: impl IntoIterator<Item = S>,
    ) -> Self {
        let default = default.into();
        let choices = choices.into_iter().map(Into::into).collect();
        Self::new(name, OptionKind::Combo { default, choices })
    }

    /// Any text.
    pub fn string(name: impl Into<String>, default: impl Into<String>) -> Self {
        let default = default.into();
        Self::new(name, OptionKind::String { default })
    }

    /// Something to be done.
    pub fn button(name: impl Into<String>) -> Self {
        Self::new(name, OptionKind::Button)
    }

    fn new(name: impl Into<String>, kind: OptionKind) -> Self {
        OptionSpec { name: name.into(), kind, unit: String::new(), help: String::new(), only: None }
    }

    /// The same, with what its number counts.
    #[must_use]
    pub fn unit(mut self, unit: impl Into<String>) -> Self {
        self.unit = unit.into();
        self
    }

    /// The same, with a sentence for the manual.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// The same, for one protocol alone.
    #[must_use]
    pub fn only(mut self, protocol: Protocol) -> Self {
        self.only = Some(protocol);
        self
    }

    /// Whether this is its name, without regard to case and to the width of white space.
    pub fn is_named(&self, name: &str) -> bool {
        super::same_name(&self.name, name)
    }

    /// The value at the start.
    pub fn default_value(&self) -> OptionValue {
        match &self.kind {
            OptionKind::Check { default } => OptionValue::Check(*default),
            OptionKind::Spin { default, .. } => OptionValue::Spin(*default),
            OptionKind::Combo { default, .. } => OptionValue::Combo(default.clone()),
            OptionKind::String { default } => OptionValue::String(default.clone()),
            OptionKind::Button => OptionValue::Button,
        }
    }

    /// Whether this is a value of this option.
    pub fn admits(&self, value: &OptionValue) -> bool {
        match (&self.kind, value) {
            (OptionKind::Check { .. }, OptionValue::Check(_))
            | (OptionKind::Button, OptionValue::Button) => true,
            (OptionKind::Spin { min, max, .. }, OptionValue::Spin(number)) => {
                (min..=max).contains(&number)
            }
            (OptionKind::Combo { choices, .. }, OptionValue::Combo(text)) => choices.contains(text),
            (OptionKind::String { .. }, OptionValue::String(text)) => is_plain(text),
            _ => false,
        }
    }

    /// What the text means as a value of this option.
    ///
    /// White space around the text does not count, and `<empty>` is the empty
    /// text. A check also takes `1` and `0`, which is how XBoard spells it.
    ///
    /// # Errors
    ///
    /// [`OptionError::MissingValue`] or [`OptionError::BadValue`].
    pub fn read(&self, text: Option<&str>) -> Result<OptionValue, OptionError> {
        if self.kind == OptionKind::Button {
            return Ok(OptionValue::Button);
        }
        let Some(text) = text.map(str::trim_ascii) else {
            return Err(OptionError::MissingValue {
                name: excerpt(&self.name),
                expected: self.expected(),
            });
        };
        let meant = if text.eq_ignore_ascii_case(EMPTY) { "" } else { text };
        let bad = |expected| OptionError::BadValue {
            name: excerpt(&self.name),
            value: excerpt(text),
            expected,
        };
        match &self.kind {
            OptionKind::Check { .. } => match meant {
                "1" => Ok(OptionValue::Check(true)),
                "0" => Ok(OptionValue::Check(false)),
                _ if meant.eq_ignore_ascii_case("true") => Ok(OptionValue::Check(true)),
                _ if meant.eq_ignore_ascii_case("false") => Ok(OptionValue::Check(false)),
                _ => Err(bad(Expected::Bool)),
            },
            OptionKind::Spin { min, max, .. } => match meant.parse() {
                Ok(number) if (min..=max).contains(&&number) => Ok(OptionValue::Spin(number)),
                Err(_) if !is_number(meant) => {
                    Err(bad(Expected::Number { min: *min, max: *max, unit: self.unit.clone() }))
                }
                _ => Err(bad(self.expected())),
            },
            OptionKind::Combo { choices, .. } => choices
                .iter()
                .find(|choice| *choice == meant)
                .or_else(|| choices.iter().find(|choice| choice.eq_ignore_ascii_case(meant)))
                .map(|choice| OptionValue::Combo(choice.clone()))
                .ok_or_else(|| bad(self.expected())),
            OptionKind::String { .. } if is_plain(meant) => {
                Ok(OptionValue::String(meant.to_owned()))
            }
            OptionKind::String { .. } => Err(bad(Expected::PlainText)),
            OptionKind::Button => Ok(OptionValue::Button),
        }
    }

    fn expected(&self) -> Expected {
        match &self.kind {
            OptionKind::Check { .. } => Expected::Bool,
            OptionKind::Spin { min, max, .. } => {
                Expected::Range { min: *min, max: *max, unit: self.unit.clone() }
            }
            OptionKind::Combo { choices, .. } => Expected::Choice(choices.clone()),
            OptionKind::String { .. } | OptionKind::Button => Expected::PlainText,
        }
    }

    /// Finds what no GUI could make sense of.
    pub(super) fn check_itself(&self) -> Result<(), OptionError> {
        let bad = |why| Err(OptionError::BadSpec { name: excerpt(&self.name), why });
        if self.name.trim().is_empty() {
            return bad("it has no name");
        }
        if !is_plain(&self.name) {
            return bad("its name holds control characters");
        }
        let reserved = |word: &str| ["value", "type"].iter().any(|w| word.eq_ignore_ascii_case(w));
        if self.name.split_ascii_whitespace().any(reserved) {
            return bad("its name holds a word of the protocol");
        }
        if let OptionKind::Combo { choices, .. } = &self.kind
            && !choices.iter().all(|choice| is_plain(choice))
        {
            return bad("a choice holds control characters");
        }
        if !self.admits(&self.default_value()) {
            return bad("its default is not one of its values");
        }
        Ok(())
    }
}

/// Whether the text is on one line, and would be written as it is.
fn is_plain(text: &str) -> bool {
    matches!(crate::text::printable(text), std::borrow::Cow::Borrowed(_))
}

/// Whether the text is a whole number, of whatever size.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
