//! Definitions of options and their values.

use std::fmt;

use super::{Expected, OptionError};
use crate::text::excerpt;

/// Spelling of the empty text in all dialects.
pub(crate) const EMPTY: &str = "<empty>";

/// Definition of an option: name, type, unit and help text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Name as shown; may contain spaces, but not the words `value` and `type`, which are keywords
    /// of UCI.
    pub name: String,
    /// Type and range of its values.
    pub kind: OptionKind,
    /// Unit of a number, such as "MB" or "ms"; may be empty.
    pub unit: String,
    /// Help text, a sentence; may be empty.
    pub help: String,
    /// The one protocol in which it is available; `None`: all.
    pub only: Option<Protocol>,
}

/// A GUI protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol of XBoard and WinBoard.
    Cecp,
}

/// Type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// Default.
        default: bool,
    },
    /// A number.
    Spin {
        /// Default.
        default: i64,
        /// Minimum.
        min: i64,
        /// Maximum.
        max: i64,
    },
    /// One of several texts, compared ignoring case.
    Combo {
        /// Default; one of the choices.
        default: String,
        /// Choices, in the order of display.
        choices: Vec<String>,
    },
    /// Arbitrary text.
    String {
        /// Default; may be empty.
        default: String,
    },
    /// No value; setting it triggers an action.
    Button,
}

/// Value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// On or off.
    Check(bool),
    /// A number within its range.
    Spin(i64),
    /// One of the choices, spelled as in [`OptionKind::Combo`].
    Combo(String),
    /// Arbitrary text without control characters; may be empty.
    String(String),
    /// No value, for a button.
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

    /// An option of arbitrary text.
    pub fn string(name: impl Into<String>, default: impl Into<String>) -> Self {
        let default = default.into();
        Self::new(name, OptionKind::String { default })
    }

    /// A button.
    pub fn button(name: impl Into<String>) -> Self {
        Self::new(name, OptionKind::Button)
    }

    fn new(name: impl Into<String>, kind: OptionKind) -> Self {
        OptionSpec { name: name.into(), kind, unit: String::new(), help: String::new(), only: None }
    }

    /// Sets the unit.
    #[must_use]
    pub fn unit(mut self, unit: impl Into<String>) -> Self {
        self.unit = unit.into();
        self
    }

    /// Sets the help text.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// Restricts the option to one protocol.
    #[must_use]
    pub fn only(mut self, protocol: Protocol) -> Self {
        self.only = Some(protocol);
        self
    }

    /// Whether this is its name, ignoring case and the amount of white space.
    pub fn is_named(&self, name: &str) -> bool {
        super::same_name(&self.name, name)
    }

    /// Returns the default.
    pub fn default_value(&self) -> OptionValue {
        match &self.kind {
            OptionKind::Check { default } => OptionValue::Check(*default),
            OptionKind::Spin { default, .. } => OptionValue::Spin(*default),
            OptionKind::Combo { default, .. } => OptionValue::Combo(default.clone()),
            OptionKind::String { default } => OptionValue::String(default.clone()),
            OptionKind::Button => OptionValue::Button,
        }
    }

    /// Whether the value is valid for this option.
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

    /// Parses a text as a value of this option.
    ///
    /// Ignores white space around the text; `<empty>` is the empty text. A check also takes `1` and
    /// `0`, which is XBoard's spelling.
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
                Err(_) if !is_number(meant) => Err(bad(self.expected())),
                _ => Err(bad(Expected::Range { min: *min, max: *max, unit: self.unit.clone() })),
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
                Expected::Number { min: *min, max: *max, unit: self.unit.clone() }
            }
            OptionKind::Combo { choices, .. } => Expected::Choice(choices.clone()),
            OptionKind::String { .. } | OptionKind::Button => Expected::PlainText,
        }
    }

    /// Checks the definition for inconsistencies and for names that no GUI can handle.
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

/// Whether the text is one line that is written unchanged.
fn is_plain(text: &str) -> bool {
    matches!(crate::text::printable(text), std::borrow::Cow::Borrowed(_))
}

/// Whether the text is a whole number of any size.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
