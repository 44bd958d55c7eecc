//! `edit`: positions square by square, from GUIs without `setboard`.

use crate::text::excerpt;
use crate::tokens::Tokens;
use crate::{Edit, ParseError};

/// Edits so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Editing {
    /// Whether pieces are placed for Black.
    black: bool,
    edits: Vec<Edit>,
}

impl Editing {
    /// Parses a line other than the last.
    pub(super) fn line(&mut self, line: &str) -> Result<(), ParseError> {
        let mut tokens = Tokens::new(line);
        match (tokens.next(), tokens.next()) {
            (None, _) => {}
            (Some("#"), None) => self.edits.push(Edit::Clear),
            (Some("c"), None) => self.black = !self.black,
            (Some(word), None) => {
                let edit = self.put(word).ok_or_else(|| bad(word))?;
                self.edits.push(edit);
            }
            (Some(_), Some(_)) => return Err(bad(line.trim_ascii())),
        }
        Ok(())
    }

    /// Returns all edits.
    pub(super) fn finish(self) -> Vec<Edit> {
        self.edits
    }

    /// `Pa4`, `xa4`, and for a promoted piece `+Qb3` or `Qb3+`.
    fn put(&self, word: &str) -> Option<Edit> {
        let (plus, rest) = match word.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => match word.strip_suffix('+') {
                Some(rest) => (true, rest),
                None => (false, word),
            },
        };
        let letter = rest.chars().next()?;
        let square = &rest[letter.len_utf8()..];
        let digits = square.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
        if digits.is_empty() || digits.len() > 2 || !digits.bytes().all(|c| c.is_ascii_digit()) {
            return None;
        }
        let piece = match letter {
            'x' if plus => return None,
            'x' => None,
            letter if letter.is_ascii_alphabetic() => {
                let letter = if self.black {
                    letter.to_ascii_lowercase()
                } else {
                    letter.to_ascii_uppercase()
                };
                Some(format!("{}{letter}", if plus { "+" } else { "" }))
            }
            _ => return None,
        };
        Some(Edit::Put { square: square.to_owned(), piece })
    }
}

fn bad(text: &str) -> ParseError {
    ParseError::BadValue {
        command: "edit",
        value: excerpt(text),
        expected: "a piece and its square, such as Pa4, or '#', 'c' or '.'",
    }
}
