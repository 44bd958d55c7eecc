//! Tokenizer of protocol lines.

/// Words of a text, and its unread rest.
///
/// Only ASCII white space separates words: a path may contain any other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Tokens { rest: text.trim_ascii() }
    }

    /// Returns the unread rest, trimmed.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    /// Returns the next word without consuming it.
    pub(crate) fn peek(mut self) -> Option<&'a str> {
        self.next()
    }
}

impl<'a> Iterator for Tokens<'a> {
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
