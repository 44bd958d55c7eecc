//! A line, word by word.

/// The words of a text, and what is left of it.
///
/// Only ASCII white space parts words: a path may hold any other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Words { rest: text.trim_ascii() }
    }

    /// What no word was taken of, without white space at either end.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    /// The next word, which stays.
    pub(crate) fn peek(mut self) -> Option<&'a str> {
        self.next()
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_ascii_start();
        Some(word)
    }
}
