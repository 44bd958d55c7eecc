//! Typed access to a file's tables, which notes faults.

use super::fault::{Faults, either, quoted, suggestion};
use super::node::{Entry, Node, Value};

/// The longest text that a value may have.
const LONGEST_TEXT: usize = 1000;
/// The most keys that are listed beside a suggestion.
const SHORT_LIST: usize = 8;

/// A table of the file.
pub(crate) struct Section<'a> {
    entries: &'a [Entry],
    key: String,
    at: usize,
    faults: &'a Faults<'a>,
}

/// A value of the file, under a key.
pub(crate) struct Item<'a> {
    node: &'a Node,
    /// The key, with the tables around it.
    pub key: String,
    /// Offset of the key, or of the nearest table around it when it is inherited.
    key_at: usize,
    /// Whether `false` leaves it out.
    may_be_false: bool,
    faults: &'a Faults<'a>,
}

impl<'a> Section<'a> {
    pub fn new(entries: &'a [Entry], key: String, at: usize, faults: &'a Faults<'a>) -> Self {
        Section { entries, key, at, faults }
    }

    /// Notes every key that is not among the known ones; `explain` may add to the message.
    /// Inherited keys were checked in their own game.
    pub fn expect_keys(&self, known: &[&str], explain: impl Fn(&str) -> Option<String>) {
        let unknown = |entry: &&Entry| entry.at.is_some() && !known.contains(&entry.key.as_str());
        for entry in self.entries.iter().filter(unknown) {
            let message = explain(&entry.key).unwrap_or_else(|| {
                let near = suggestion(&entry.key, known.iter().copied());
                // A suggestion is better than a long list.
                match near.is_empty() || known.len() <= SHORT_LIST {
                    true => format!("unknown key{near}: expected {}", either(known)),
                    false => format!("unknown key{near}"),
                }
            });
            self.item_of(entry).fault(message);
        }
    }

    /// All keys but those that are `false`.
    pub fn items(&self) -> impl Iterator<Item = (&'a str, Item<'a>)> {
        self.entries
            .iter()
            .filter(|entry| !matches!(entry.node.value, Value::Flag(false)))
            .map(|entry| (entry.key.as_str(), Item { may_be_false: true, ..self.item_of(entry) }))
    }

    /// The value of a key that may be left out or be `false`.
    pub fn optional(&self, key: &str) -> Option<Item<'a>> {
        self.items().find_map(|(name, item)| (name == key).then_some(item))
    }

    /// Reads the value of a key that may be left out or be `false`: `Some(None)` in that case, and
    /// `None` after noting a fault.
    pub fn read_optional<T>(
        &self,
        key: &str,
        read: impl FnOnce(Item<'a>) -> Option<T>,
    ) -> Option<Option<T>> {
        self.optional(key).map_or(Some(None), |item| read(item).map(Some))
    }

    /// The value of a key, also when it is `false`.
    pub fn any(&self, key: &str) -> Option<Item<'a>> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| self.item_of(entry))
    }

    /// The value of a key that may not be left out.
    pub fn required(&self, key: &str, expected: &str) -> Option<Item<'a>> {
        let item = self.any(key);
        if item.is_none() {
            let key = join(&self.key, key);
            self.faults.add_follow_up(self.at, &key, format!("missing: expected {expected}"));
        }
        item
    }

    /// Notes a fault of the table as a whole.
    pub fn fault(&self, message: impl Into<String>) {
        self.faults.add(self.at, &self.key, message);
    }

    fn item_of(&self, entry: &'a Entry) -> Item<'a> {
        Item {
            node: &entry.node,
            key: join(&self.key, &entry.key),
            key_at: entry.at.unwrap_or(self.at),
            may_be_false: false,
            faults: self.faults,
        }
    }
}

impl<'a> Item<'a> {
    /// Notes a fault of the value.
    pub fn fault(&self, message: impl Into<String>) {
        match self.node.at {
            Some(at) => self.faults.add(at, &self.key, message),
            None => {
                let message = format!("{} (inherited)", message.into());
                self.faults.add_follow_up(self.key_at, &self.key, message);
            }
        }
    }

    /// Notes that the value is not what was expected.
    pub fn unexpected(&self, expected: &str) {
        let found = match &self.node.value {
            Value::Text(text) if expected.starts_with("a number") => {
                format!("the text {}", quoted(text))
            }
            Value::Text(text) | Value::Integer(_, text) | Value::Other(text) => quoted(text),
            Value::Flag(flag) => format!("'{flag}'"),
            Value::List(_) => "an array".to_owned(),
            Value::Table(_) => "a table".to_owned(),
        };
        self.fault(format!("{found}: expected {expected}"));
    }

    /// Whether the game states it itself, and does not inherit it.
    pub fn is_own(&self) -> bool {
        self.node.at.is_some()
    }

    /// Whether it is `false`.
    pub fn is_false(&self) -> bool {
        matches!(self.node.value, Value::Flag(false))
    }

    /// The value, if it is `true` or `false`.
    pub fn as_flag(&self) -> Option<bool> {
        match self.node.value {
            Value::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    /// Whether it is that text.
    pub fn is_text(&self, text: &str) -> bool {
        matches!(&self.node.value, Value::Text(own) if own == text)
    }

    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        matches!(self.node.value, Value::Table(_))
    }

    /// Whether it is an array.
    pub fn is_list(&self) -> bool {
        matches!(self.node.value, Value::List(_))
    }

    /// A text of bounded length on one line; may be empty.
    pub fn text(&self, expected: &str) -> Option<&'a str> {
        let Value::Text(text) = &self.node.value else {
            self.unexpected(expected);
            return None;
        };
        if text.len() > LONGEST_TEXT {
            let length = text.len();
            self.fault(format!("{length} bytes long: expected at most {LONGEST_TEXT}"));
            return None;
        }
        if text.chars().any(char::is_control) {
            self.unexpected("text on one line, without control characters");
            return None;
        }
        Some(text)
    }

    /// A text that is not blank.
    pub fn words(&self, expected: &str) -> Option<&'a str> {
        let text = self.text(expected)?;
        if text.trim().is_empty() {
            self.unexpected(expected);
            return None;
        }
        Some(text)
    }

    /// A whole number in a range.
    pub fn number(&self, min: u32, max: u32) -> Option<u32> {
        match self.node.value {
            Value::Integer(Some(number), _) if (min.into()..=max.into()).contains(&number) => {
                Some(number as u32)
            }
            _ => {
                self.unexpected(&format!("a number from {min} to {max}"));
                None
            }
        }
    }

    /// `true` or `false`.
    pub fn flag(&self) -> Option<bool> {
        let flag = self.as_flag();
        if flag.is_none() {
            self.unexpected("true or false");
        }
        flag
    }

    /// One of some words.
    pub fn choice<T: Copy>(&self, words: &[(&str, T)]) -> Option<T> {
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let found = match &self.node.value {
            Value::Text(text) => text.as_str(),
            _ => "",
        };
        let choice = words.iter().find(|(word, _)| *word == found).map(|(_, choice)| *choice);
        if choice.is_none() {
            self.unexpected(&(either(&known) + &suggestion(found, known)));
        }
        choice
    }

    /// A table.
    pub fn section(&self, expected: &str) -> Option<Section<'a>> {
        let Value::Table(entries) = &self.node.value else {
            let or_false =
                if self.may_be_false && !expected.contains("false") { ", or false" } else { "" };
            self.unexpected(&format!("{expected}{or_false}"));
            return None;
        };
        Some(Section::new(entries, self.key.clone(), self.key_at, self.faults))
    }

    /// The values of an array.
    pub fn list(&self, expected: &str) -> Option<Vec<Item<'a>>> {
        let Value::List(list) = &self.node.value else {
            self.unexpected(expected);
            return None;
        };
        if list.is_empty() && self.is_own() {
            let or_false = if self.may_be_false { ", or false" } else { "" };
            self.fault(format!("an empty array: expected {expected}{or_false}"));
            return None;
        }
        let items = list.iter().enumerate().map(|(index, node)| Item {
            node,
            key: format!("{}[{}]", self.key, index + 1),
            key_at: node.at.unwrap_or(self.key_at),
            may_be_false: false,
            faults: self.faults,
        });
        Some(items.collect())
    }
}

/// A key in a table, as TOML writes it.
pub(crate) fn join(table: &str, key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let short = !key.is_empty() && key.len() <= 60 && key.chars().all(bare);
    let key = if short { key.to_owned() } else { quoted(key).replace('\'', "\"") };
    if table.is_empty() { key } else { format!("{table}.{key}") }
}
