//! Options of the engine: one table for every dialect and the command line.

mod error;
mod spec;

pub use error::{Expected, OptionError};
pub(crate) use spec::EMPTY;
pub use spec::{OptionKind, OptionSpec, OptionValue, Protocol};

use crate::text::excerpt;

/// Options with their current values, in order of definition.
///
/// Names are compared ignoring case and the amount of white space.
///
/// ```
/// use menagerie_protocol::{OptionSpec, Options};
///
/// let mut options = Options::new([
///     OptionSpec::spin("Hash", 16, 1, 1024).unit("MB"),
///     OptionSpec::button("Clear Hash"),
/// ])?;
/// options.set("hash", Some("64"))?;
/// assert_eq!(options.spin("Hash"), Some(64));
///
/// let error = options.set("Hash", Some("9999")).unwrap_err();
/// assert_eq!(error.to_string(), "option 'Hash': '9999' is not from 1 to 1024 (MB)");
/// # Ok::<(), menagerie_protocol::OptionError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    entries: Vec<OptionEntry>,
}

#[derive(Clone, Debug)]
struct OptionEntry {
    spec: OptionSpec,
    value: OptionValue,
}

impl Options {
    /// Returns a table of these options, each at its default.
    ///
    /// # Errors
    ///
    /// [`OptionError::BadSpec`] if one of them is inconsistent.
    pub fn new(specs: impl IntoIterator<Item = OptionSpec>) -> Result<Self, OptionError> {
        let mut options = Options::default();
        for spec in specs {
            options.define(spec)?;
        }
        Ok(options)
    }

    /// Adds an option at its default, or replaces the one of that name in its place, and keeps its
    /// value if still valid.
    ///
    /// Thus a list of choices can grow while the engine runs.
    ///
    /// # Errors
    ///
    /// [`OptionError::BadSpec`] if it is inconsistent; the table is then unchanged.
    pub fn define(&mut self, spec: OptionSpec) -> Result<(), OptionError> {
        spec.check_itself()?;
        let value = spec.default_value();
        match self.position(&spec.name) {
            Some(at) => {
                let entry = &mut self.entries[at];
                if !spec.admits(&entry.value) {
                    entry.value = value;
                }
                entry.spec = spec;
            }
            None => self.entries.push(OptionEntry { spec, value }),
        }
        Ok(())
    }

    /// Parses a text as a value of this option; changes nothing.
    ///
    /// # Errors
    ///
    /// As [`Options::set`].
    pub fn validate(
        &self,
        name: &str,
        text: Option<&str>,
    ) -> Result<(&OptionSpec, OptionValue), OptionError> {
        let spec = &self.entries[self.require(name)?].spec;
        Ok((spec, spec.read(text)?))
    }

    /// Sets an option from text, and returns it with its new value.
    ///
    /// `None` is valid for a button only; a button ignores a value.
    ///
    /// # Errors
    ///
    /// [`OptionError::Unknown`] for a name that is not in the table, [`OptionError::MissingValue`]
    /// and [`OptionError::BadValue`] for an invalid value; the option then keeps its value.
    pub fn set(
        &mut self,
        name: &str,
        text: Option<&str>,
    ) -> Result<(&OptionSpec, &OptionValue), OptionError> {
        let at = self.require(name)?;
        let entry = &mut self.entries[at];
        entry.value = entry.spec.read(text)?;
        Ok((&entry.spec, &entry.value))
    }

    /// Resets every option to its default.
    pub fn reset(&mut self) {
        for entry in &mut self.entries {
            entry.value = entry.spec.default_value();
        }
    }

    /// Returns all options with their current values.
    pub fn iter(&self) -> impl Iterator<Item = (&OptionSpec, &OptionValue)> {
        self.entries.iter().map(|entry| (&entry.spec, &entry.value))
    }

    /// Returns the definition of an option.
    pub fn spec(&self, name: &str) -> Option<&OptionSpec> {
        self.position(name).map(|at| &self.entries[at].spec)
    }

    /// Returns the value of an option.
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.position(name).map(|at| &self.entries[at].value)
    }

    /// Returns the value of an [`OptionKind::Check`]; `None` for any other.
    pub fn check(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            OptionValue::Check(on) => Some(*on),
            _ => None,
        }
    }

    /// Returns the value of an [`OptionKind::Spin`]; `None` for any other.
    pub fn spin(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            OptionValue::Spin(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the value of an [`OptionKind::Combo`] or [`OptionKind::String`]; `None` for any
    /// other.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            OptionValue::Combo(text) | OptionValue::String(text) => Some(text),
            _ => None,
        }
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.entries.iter().position(|entry| same_name(&entry.spec.name, name))
    }

    fn require(&self, name: &str) -> Result<usize, OptionError> {
        self.position(name).ok_or_else(|| OptionError::Unknown { name: excerpt(name) })
    }
}

fn same_name(a: &str, b: &str) -> bool {
    let mut a = a.split_ascii_whitespace();
    let mut b = b.split_ascii_whitespace();
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if a.eq_ignore_ascii_case(b) => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests;
