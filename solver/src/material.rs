//! Material: the pieces of both sides, on no squares.

use std::cmp::Ordering;

use thiserror::Error;
use variants::jumping::JumpingDefinition;
use variants::{Color, Definition, Piece, PieceType};

use crate::placement::{MAX_MEN, piece_key};

/// Pieces of both sides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    /// White's, the most important first.
    white: Vec<PieceType>,
    /// Black's.
    black: Vec<PieceType>,
}

/// Text that is no material of a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MaterialError {
    /// Not two sides.
    #[error("invalid material '{0}': expected White's and Black's pieces, such as KQvK")]
    Form(String),
    /// An unknown letter.
    #[error("unknown piece '{found}' in '{text}': expected letters of {expected}")]
    Piece {
        /// The letter.
        found: String,
        /// The text.
        text: String,
        /// The game's letters.
        expected: String,
    },
    /// Too many pieces.
    #[error("'{0}' has too many pieces: expected at most {MAX_MEN}")]
    Many(String),
}

impl Material {
    /// Makes material of each side's kinds.
    #[must_use]
    pub fn new(
        definition: &Definition,
        mut white: Vec<PieceType>,
        mut black: Vec<PieceType>,
    ) -> Self {
        for side in [&mut white, &mut black] {
            side.sort_by_key(|&kind| place(definition, kind));
        }
        Material { white, black }
    }

    /// Reads material, such as `KQvK`: White's letters, `v`, Black's letters, all upper-case. One side may have
    /// no pieces, as in `Pv`.
    ///
    /// # Errors
    /// When the text is malformed, or the game has no such piece.
    pub fn parse(text: &str, definition: &Definition) -> Result<Self, MaterialError> {
        let form = || MaterialError::Form(shortened(text));
        let (white, black) = text.split_once('v').ok_or_else(form)?;
        let (white, black) =
            (read_side(white, text, definition)?, read_side(black, text, definition)?);
        if white.is_empty() && black.is_empty() {
            return Err(form());
        }
        if white.len() + black.len() > MAX_MEN {
            return Err(MaterialError::Many(shortened(text)));
        }
        Ok(Material::new(definition, white, black))
    }

    /// The text of the material.
    #[must_use]
    pub fn text(&self, definition: &Definition) -> String {
        let side = |kinds: &[PieceType]| -> String {
            kinds.iter().map(|&kind| definition.piece(kind).fen(Color::White)).collect()
        };
        format!("{}v{}", side(&self.white), side(&self.black))
    }

    /// A side's kinds, each as often as it has pieces of it.
    #[must_use]
    pub fn side(&self, color: Color) -> &[PieceType] {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// Number of pieces.
    #[must_use]
    pub fn men(&self) -> usize {
        self.white.len() + self.black.len()
    }

    /// All pieces.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        let side = |color| self.side(color).iter().map(move |&kind| Piece::new(color, kind));
        Color::ALL.into_iter().flat_map(side)
    }

    /// The same with the sides exchanged.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Material { white: self.black.clone(), black: self.white.clone() }
    }

    /// Whether both sides have the same.
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.white == self.black
    }

    /// Of this and the same with sides exchanged the one with more pieces, or else the more important
    /// ones, for White.
    #[must_use]
    pub fn with_stronger_white(&self, definition: &Definition) -> Self {
        let places = |kinds: &[PieceType]| -> Vec<(bool, usize)> {
            kinds.iter().map(|&kind| place(definition, kind)).collect()
        };
        let order = self.white.len().cmp(&self.black.len());
        match order.then_with(|| places(&self.black).cmp(&places(&self.white))) {
            Ordering::Less => self.swapped(),
            _ => self.clone(),
        }
    }

    /// The number of the material, as [`Placement`](crate::Placement) has it.
    pub(crate) fn key(&self) -> u64 {
        self.pieces().fold(0, |key: u64, piece| key.wrapping_add(piece_key(piece)))
    }

    /// Material that may be left after one piece was taken, or promoted.
    pub(crate) fn next(&self, definition: &Definition) -> Vec<Self> {
        let mut next = Vec::new();
        for color in Color::ALL {
            let own = self.side(color);
            for index in 0..own.len() {
                let mut add = |kinds: Vec<PieceType>| {
                    let (white, black) = match color {
                        Color::White => (kinds, self.black.clone()),
                        Color::Black => (self.white.clone(), kinds),
                    };
                    let material = Material::new(definition, white, black);
                    if !next.contains(&material) {
                        next.push(material);
                    }
                };
                let mut left = own.to_vec();
                let kind = left.remove(index);
                for &promotion in definition.piece(kind).promotes_of(color) {
                    let mut promoted = left.clone();
                    promoted.push(promotion);
                    add(promoted);
                }
                add(left);
            }
        }
        next
    }

    /// All kinds that the pieces are or can become.
    pub(crate) fn kinds(&self, definition: &Definition) -> Vec<PieceType> {
        let mut kinds: Vec<PieceType> = Vec::new();
        let mut open: Vec<Piece> = self.pieces().collect();
        let mut seen: Vec<Piece> = Vec::new();
        while let Some(piece) = open.pop() {
            if seen.contains(&piece) {
                continue;
            }
            seen.push(piece);
            if !kinds.contains(&piece.kind()) {
                kinds.push(piece.kind());
            }
            let promotions = definition.piece(piece.kind()).promotes_of(piece.color());
            open.extend(promotions.iter().map(|&kind| Piece::new(piece.color(), kind)));
        }
        kinds
    }
}

/// Order of kinds in a text: those that must not be lost, then from the definition's last to its first.
fn place(definition: &Definition, kind: PieceType) -> (bool, usize) {
    let vital = JumpingDefinition::of(definition).map_or(&[][..], |own| &own.lose_without);
    let is_vital = definition.is_royal(kind) || vital.contains(&kind);
    (!is_vital, definition.pieces.len() - kind.index())
}

fn read_side(
    letters: &str,
    text: &str,
    definition: &Definition,
) -> Result<Vec<PieceType>, MaterialError> {
    let mut kinds = Vec::new();
    let mut chars = letters.chars().peekable();
    while let Some(first) = chars.next() {
        let promoted = first == '+';
        let letter = if promoted { chars.next() } else { Some(first) };
        let kind = letter.filter(char::is_ascii_uppercase);
        let kind = kind.and_then(|letter| definition.piece_type(letter, promoted));
        let Some(kind) = kind else {
            let letters = definition.pieces.iter().map(|piece| piece.fen(Color::White));
            return Err(MaterialError::Piece {
                found: letter.map_or_else(|| first.to_string(), String::from),
                text: shortened(text),
                expected: letters.collect::<Vec<_>>().join(" "),
            });
        };
        kinds.push(kind);
        if kinds.len() > MAX_MEN {
            return Err(MaterialError::Many(shortened(text)));
        }
    }
    Ok(kinds)
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use variants::Catalog;

    #[test]
    fn material_reads_back_in_one_order() {
        let catalog = Catalog::builtin();
        for (game, text, shown) in [
            ("chess", "QKvK", "KQvK"),
            ("chess", "KvKNB", "KvKBN"),
            ("cheskers", "CPKvK", "KCPvK"),
            ("chesica", "Q+QBv+R", "+QQBv+R"),
            ("antichess", "vQK", "vKQ"),
        ] {
            let definition = catalog.get(game).unwrap();
            let material = Material::parse(text, definition).unwrap();
            let mut shown_letters: Vec<char> = shown.chars().collect();
            let read = material.text(definition);
            let mut letters: Vec<char> = read.chars().collect();
            letters.sort_unstable();
            shown_letters.sort_unstable();
            assert_eq!(letters, shown_letters);
            assert_eq!(Material::parse(&read, definition), Ok(material));
        }
    }

    #[test]
    fn bad_material_is_named() {
        let catalog = Catalog::builtin();
        let chess = catalog.get("chess").unwrap();
        for (text, part) in [
            ("KQK", "expected White's and Black's pieces"),
            ("v", "expected White's and Black's pieces"),
            ("KXvK", "unknown piece 'X'"),
            ("kqvK", "unknown piece 'k'"),
            ("K+vK", "unknown piece '+'"),
            ("KQQQQQvKQQ", "too many pieces"),
            ("KQQQQQQQQQQQvK", "too many pieces"),
        ] {
            let error = Material::parse(text, chess).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
