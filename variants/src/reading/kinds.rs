//! The kinds of a game, by the letters that stand for them.

use super::fault::quoted;
use super::section::{Item, Section};
use crate::PieceType;
use crate::definition::split_letters;

/// The kinds of a game by the text that stands for White's piece in a FEN, in their order.
pub(crate) struct Kinds(Vec<String>);

impl Kinds {
    /// Reads the keys, and notes those that cannot stand for a piece.
    pub fn read(section: &Section<'_>) -> Self {
        let mut kinds = Vec::new();
        for (key, item) in section.items() {
            let letter = key.strip_prefix('+').unwrap_or(key);
            if letter.len() == 1 && letter.bytes().all(|b| b.is_ascii_uppercase()) {
                kinds.push(key.to_owned());
            } else {
                let found = quoted(key);
                item.fault(format!(
                    "{found}: expected a capital letter from A to Z, or \"+\" and the letter for \
                     a promoted piece"
                ));
            }
        }
        if kinds.is_empty() {
            section.fault("no pieces: expected at least one");
        }
        if kinds.len() > PieceType::MAX {
            let (found, max) = (kinds.len(), PieceType::MAX);
            section.fault(format!("{found} kinds of pieces: expected at most {max}"));
            kinds.truncate(max);
        }
        Kinds(kinds)
    }

    /// The kind that a text stands for.
    pub fn find(&self, text: &str) -> Option<PieceType> {
        self.0.iter().position(|kind| kind == text).map(PieceType::from_index)
    }

    /// The text that stands for a kind.
    pub fn name(&self, kind: PieceType) -> &str {
        &self.0[kind.index()]
    }

    /// All kinds.
    pub fn iter(&self) -> impl Iterator<Item = PieceType> {
        (0..self.0.len()).map(PieceType::from_index)
    }

    /// Reads a text of kinds one after the other, such as `QRBN` or `+B+R`, each at most once.
    pub fn several(&self, item: &Item<'_>) -> Option<Vec<PieceType>> {
        let text = item.words("letters of pieces, such as \"QRBN\"")?;
        let mut kinds = Vec::new();
        let mut sound = true;
        for word in split_letters(text) {
            match self.find(word) {
                None => self.unknown(item, word),
                Some(kind) if kinds.contains(&kind) => {
                    item.fault(format!("{}: '{word}' is listed twice", quoted(text)));
                }
                Some(kind) => {
                    kinds.push(kind);
                    continue;
                }
            }
            sound = false;
        }
        sound.then_some(kinds)
    }

    /// Reads one kind.
    pub fn one(&self, item: &Item<'_>) -> Option<PieceType> {
        let text = item.words("the letter of a piece")?;
        let kind = self.find(text);
        if kind.is_none() {
            self.unknown(item, text);
        }
        kind
    }

    /// Notes that a word stands for none of the kinds.
    pub fn unknown(&self, item: &Item<'_>, word: &str) {
        let found = quoted(word);
        item.fault(format!("unknown piece {found}: expected one of {}", self.all()));
    }

    /// All kinds, for a message.
    fn all(&self) -> String {
        self.0.join(" ")
    }
}
