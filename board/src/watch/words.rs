//! Interned texts: names and the like, each stored once.

use std::collections::HashMap;

/// Number of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word(u32);

/// Texts by their numbers.
#[derive(Debug, Default)]
pub(super) struct Words {
    texts: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Words {
    /// Returns the number of a text.
    pub(super) fn add(&mut self, text: &str) -> Word {
        if let Some(&number) = self.numbers.get(text) {
            return Word(number);
        }
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        Word(number)
    }

    /// Returns the text of a number.
    pub(super) fn text(&self, word: Word) -> &str {
        self.texts.get(word.0 as usize).map_or("", String::as_str)
    }
}
