//! Positions, such as `W:W31-50:BK1,2-20`, and with the counters that some programs add,
//! `W:W31-50:B1-20:H0:F1`.

use crate::definition::NUMBERED_STARTS;
use crate::{Color, Definition, Fen, FenError, Piece, Square};

use super::{Pdn, letter};

/// Squares in a row from which a range is written.
const RANGE: usize = 3;

/// Reads a position as PDN or the game's own FENs have it.
///
/// # Errors
/// When it is malformed, or does not fit the game.
pub(crate) fn parse_fen(text: &str, definition: &Definition) -> Result<Fen, FenError> {
    let is_pdn = matches!(text.trim_start().as_bytes(), [b'W' | b'B' | b'w' | b'b', b':', ..]);
    match is_pdn.then(|| Pdn::of(definition)).flatten() {
        Some(pdn) => pdn.read_fen(text, definition),
        None => {
            let digits = text.trim();
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let start = digits.parse().ok().and_then(|number| definition.numbered_start(number));
            if is_number && start.is_none() && definition.numbered_start(0).is_some() {
                let what = "number of a start";
                let found = digits.chars().take(20).collect();
                return Err(FenError::Number {
                    found,
                    what,
                    min: 0,
                    max: (NUMBERED_STARTS - 1).into(),
                });
            }
            Fen::parse(start.as_deref().unwrap_or(text), definition)
        }
    }
}

impl Pdn {
    /// A position in this notation; its clock and move number are left out.
    #[must_use]
    pub fn fen(&self, fen: &Fen) -> Option<String> {
        let mut out = letter(fen.side).to_string();
        for color in Color::ALL {
            let pieces = fen.pieces.iter().filter(|(_, piece)| piece.color() == color);
            let mut squares = Vec::new();
            for &(at, piece) in pieces {
                squares.push((self.place(at)?, at, piece.kind() == self.king));
            }
            squares.sort_unstable_by_key(|&(place, ..)| place);
            let runs = squares.chunk_by(|a, b| b.0 == a.0 + 1 && !a.2 && !b.2);
            let mut words = Vec::new();
            for run in runs {
                match run {
                    [first, .., last] if run.len() >= RANGE && self.numbers.is_some() => {
                        words.push(self.square_name(first.1)? + "-" + &self.square_name(last.1)?);
                    }
                    _ => {
                        for &(_, at, is_king) in run {
                            let king = if is_king { "K" } else { "" };
                            words.push(king.to_owned() + &self.square_name(at)?);
                        }
                    }
                }
            }
            out += &format!(":{}{}", letter(color), words.join(","));
        }
        Some(out)
    }

    /// The place of a square among all.
    fn place(&self, square: Square) -> Option<usize> {
        match self.numbers {
            Some(numbers) => numbers.number(square),
            None => Some(square.index()),
        }
    }

    fn read_fen(&self, text: &str, definition: &Definition) -> Result<Fen, FenError> {
        let fault = |found: &str, expected: &str| FenError::pdn(found, expected.to_owned());
        let text = text.trim().trim_end_matches('.');
        let mut fields = text.split(':').map(str::trim);
        let side = |field: &str| match field {
            "W" | "w" => Some(Color::White),
            "B" | "b" => Some(Color::Black),
            _ => None,
        };
        let to_move = fields.next().and_then(side);
        let to_move = to_move.ok_or_else(|| fault(text, "W or B, the side to move, at first"))?;
        let mut pieces: Vec<(Square, Piece)> = Vec::new();
        let (mut clock, mut number, mut seen) = (0, 1, Vec::new());
        for field in fields {
            let (first, rest) = field.split_at_checked(1).unwrap_or(("", field));
            let count = || rest.parse::<u32>().map_err(|_| fault(field, "a number"));
            if let Some(color) = side(first).filter(|color| !seen.contains(color)) {
                seen.push(color);
                self.read_pieces(rest, color, definition, &mut pieces)?;
                continue;
            }
            match first {
                "H" | "h" => clock = count()?,
                "F" | "f" => number = count()?.max(1),
                _ => return Err(fault(field, "W and the squares of White, B and those of Black")),
            }
        }
        if seen.len() < 2 {
            return Err(fault(text, "both W and B, each with its squares"));
        }
        pieces.sort_by_key(|&(square, _)| square);
        Fen::from_fields(pieces, to_move, clock, number)
    }

    /// Reads the squares of one side: `31-50,K3`.
    fn read_pieces(
        &self,
        text: &str,
        color: Color,
        definition: &Definition,
        pieces: &mut Vec<(Square, Piece)>,
    ) -> Result<(), FenError> {
        let fault = |found: &str, expected: String| Err(FenError::pdn(found, expected));
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let bare = word.strip_prefix(['K', 'k']);
            let kind = if bare.is_some() { self.king } else { self.man };
            let bare = bare.unwrap_or(word);
            let (first, last) = bare.split_once('-').unwrap_or((bare, bare));
            let ends = self.read_square(first).zip(self.read_square(last));
            let squares = ends.and_then(|(first, last)| self.range(first, last));
            let Some(squares) = squares.filter(|squares| !squares.is_empty()) else {
                let (first, last) = self.bounds(definition);
                return fault(word, format!("a square from {first} to {last}"));
            };
            for square in squares {
                if pieces.iter().any(|&(at, _)| at == square) {
                    return fault(word, "each square once".to_owned());
                }
                pieces.push((square, Piece::new(color, kind)));
            }
        }
        Ok(())
    }

    /// The squares from one to another, in their order.
    fn range(&self, first: Square, last: Square) -> Option<Vec<Square>> {
        if first == last {
            return Some(vec![first]);
        }
        let (from, to) = (self.place(first)?, self.place(last)?);
        let in_range = |&at: &Square| self.place(at).is_some_and(|at| (from..=to).contains(&at));
        // Of squares by file and rank there is no agreed order.
        self.numbers.map(|numbers| numbers.squares().filter(in_range).collect())
    }

    /// The names of the first and the last square.
    fn bounds(&self, definition: &Definition) -> (String, String) {
        let size = definition.size;
        let named = self.numbered_squares().count();
        match self.numbers {
            Some(_) => ("1".to_owned(), named.to_string()),
            None => {
                let last = Square::from_index((size.squares() - 1) as u8);
                (size.name(Square::from_index(0)), size.name(last))
            }
        }
    }
}
