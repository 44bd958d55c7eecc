//! Definitions of known games as text.

use std::fmt;

use variants::{Catalog, Setting};

use crate::toml;

/// A key of a definition that another program's format cannot state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The key.
    pub key: String,
    /// Reason.
    pub message: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.message)
    }
}

/// A game in another program's format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// The text.
    pub text: String,
    /// Keys that the text leaves out: the other program has its own rules there.
    pub left_out: Vec<Refusal>,
}

/// A game's text, or all keys that cannot be stated.
pub type Export = Result<Exported, Vec<Refusal>>;

/// Returns a game's definition with all that it inherits; `None` for an unknown one.
#[must_use]
pub fn to_toml(catalog: &Catalog, name: &str) -> Option<String> {
    let definition = catalog.get(name)?;
    let mut settings = catalog.settings(&definition.name)?;
    settings.retain(|(key, _)| key != "inherits");
    for (_, value) in settings.iter_mut().filter(|(key, _)| key == "pieces") {
        if let Setting::Table(pieces) = value {
            pieces.retain(|(_, piece)| *piece != Setting::Flag(false));
        }
    }
    Some(toml::game(&definition.name, &settings))
}
