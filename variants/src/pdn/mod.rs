//! Portable Draughts Notation: names of games and squares, and positions
//! (<https://pdn.fmjd.org/>). Moves are a family's: see [`Notation::pdn`](crate::Notation::pdn).

mod fen;
mod numbers;
#[cfg(test)]
mod tests;

pub(crate) use fen::parse_fen;
pub(crate) use numbers::Numbers;

use crate::definition::{PdnCorner, PdnDefinition};
use crate::{BoardSize, Color, Definition, Fen, PieceType, Square};

/// Numbers of games whose results are written `2-0`, `1-1` and `0-2`.
const TWO_POINTS: [u32; 2] = [20, 27];

impl PdnCorner {
    /// The corner as White sees it, if `begins` is the side that begins.
    pub(crate) fn seen_from(self, begins: Color) -> Self {
        let turned = begins == Color::Black;
        PdnCorner { top: self.top != turned, right: self.right != turned }
    }
}

/// The notation of a game that has one.
#[derive(Clone, Copy, Debug)]
pub struct Pdn {
    own: PdnDefinition,
    size: BoardSize,
    begins: Color,
    /// `None`: squares are named by file and rank.
    numbers: Option<Numbers>,
    /// Colour of the squares in play: dark or light; `None`: both.
    dark: Option<bool>,
    man: PieceType,
    king: PieceType,
}

impl Pdn {
    /// The notation of a game; `None` if its definition has none.
    #[must_use]
    pub fn of(definition: &Definition) -> Option<Self> {
        let own = *definition.family.pdn()?;
        let fen = Fen::parse(&definition.start, definition).ok()?;
        let (man, king) = kinds(definition)?;
        let numbers = Numbers::of(definition).filter(|_| !own.squares.algebraic);
        let is_named = own.squares.algebraic || numbers.is_some();
        let dark = match numbers {
            Some(numbers) => Some(numbers.dark()),
            None => numbers::color_of(&fen, definition.size),
        };
        let (size, begins) = (definition.size, fen.side);
        is_named.then_some(Pdn { own, size, begins, numbers, dark, man, king })
    }

    /// Checks the notation of a definition with its start position.
    ///
    /// # Errors
    /// When it does not fit: the fault, for people.
    pub(crate) fn check(
        own: &PdnDefinition,
        fen: &Fen,
        definition: &Definition,
    ) -> Result<(), String> {
        let (squares, text) = (own.squares, own.squares.text());
        if kinds(definition).is_none() {
            return Err(format!(
                "pdn-squares = \"{text}\" needs two kinds of pieces: one that promotes, and the \
                 one that it promotes to"
            ));
        }
        if !squares.algebraic && numbers::color_of(fen, definition.size).is_none() {
            return Err(format!(
                "pdn-squares = \"{text}\" numbers the squares of one colour: expected all pieces \
                 there, or \"A0\""
            ));
        }
        let first = squares.first.seen_from(fen.side);
        if squares.algebraic && (first.top || first.right) {
            let expected = if fen.side == Color::White { "A0" } else { "A3" };
            return Err(format!(
                "pdn-squares = \"{text}\" puts a1 elsewhere than at White's left: expected \
                 \"{expected}\""
            ));
        }
        Ok(())
    }

    /// The value of the tag `GameType`, such as `20,W,10,10,N2,0`; `None` if the game has no
    /// number.
    #[must_use]
    pub fn game_type(&self) -> Option<String> {
        let letter = letter(self.begins);
        // The corner at the left of the side that begins.
        let (files, ranks) = (self.size.files(), self.size.ranks());
        let corner = match self.begins {
            Color::White => self.size.square(0, 0),
            Color::Black => self.size.square(i32::from(files) - 1, i32::from(ranks) - 1),
        };
        let in_play = |at| self.dark.is_none_or(|dark| self.size.is_dark(at) == dark);
        let inverted = u8::from(!corner.is_some_and(in_play));
        let squares = self.own.squares.text();
        Some(format!("{},{letter},{files},{ranks},{squares},{inverted}", self.own.number?))
    }

    /// The side that begins.
    #[must_use]
    pub fn begins(&self) -> Color {
        self.begins
    }

    /// Whether results are written `2-0`, `1-1` and `0-2`.
    #[must_use]
    pub fn has_two_points(&self) -> bool {
        self.own.number.is_some_and(|number| TWO_POINTS.contains(&number))
    }

    /// The sign between the squares of a capture.
    #[must_use]
    pub fn capture_sign(&self) -> &'static str {
        match self.own.number {
            Some(25 | 41) => ":",
            Some(31) => "-",
            _ => "x",
        }
    }

    /// The name of a square; `None` if it is not in play.
    #[must_use]
    pub fn square_name(&self, square: Square) -> Option<String> {
        match self.numbers {
            Some(numbers) => numbers.number(square).map(|number| number.to_string()),
            None => Some(self.size.name(square)),
        }
    }

    /// The square of a name.
    #[must_use]
    pub fn read_square(&self, name: &str) -> Option<Square> {
        match self.numbers {
            Some(numbers) => numbers.square(name.parse().ok()?),
            None => self.size.parse_square(&name.to_ascii_lowercase()),
        }
    }

    /// The numbered squares in order; none where squares are named by file and rank.
    pub fn numbered_squares(&self) -> impl Iterator<Item = Square> {
        self.numbers.into_iter().flat_map(Numbers::squares)
    }

    /// The kind that promotes, and the one that it promotes to.
    #[must_use]
    pub fn kinds(&self) -> (PieceType, PieceType) {
        (self.man, self.king)
    }
}

/// The only kind that promotes, and the only other kind, which it promotes to.
fn kinds(definition: &Definition) -> Option<(PieceType, PieceType)> {
    let mut kinds = definition.piece_types();
    let (Some(one), Some(other), None) = (kinds.next(), kinds.next(), kinds.next()) else {
        return None;
    };
    let promotes = |kind| definition.piece(kind).promotes.as_slice();
    match (promotes(one), promotes(other)) {
        (&[to], []) if to == other => Some((one, other)),
        ([], &[to]) if to == one => Some((other, one)),
        _ => None,
    }
}

/// The letter of a side.
fn letter(color: Color) -> char {
    color.letter().to_ascii_uppercase()
}
