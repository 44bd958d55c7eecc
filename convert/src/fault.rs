//! Faults of an imported text.

use std::fmt;

/// Reason why a part of a text cannot be stated, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Line, from 1; 0 if it comes from no line.
    pub line: usize,
    /// Key, or other content of the line; may be empty.
    pub key: String,
    /// Text that was found, and values that were expected.
    pub message: String,
}

impl Fault {
    pub(crate) fn new(line: usize, key: impl Into<String>, message: impl Into<String>) -> Self {
        Fault { line, key: key.into(), message: message.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        f.write_str(&self.message)
    }
}

/// Returns a text in quotes, shortened.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let plain: String = text.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    let cut = if text.chars().count() > LONGEST { "..." } else { "" };
    format!("'{plain}{cut}'")
}
