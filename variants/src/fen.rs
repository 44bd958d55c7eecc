//! Positions as text: six-field FENs for any board and army.

mod error;
mod placement;

use crate::hand::MOST_OF_KIND;
use crate::{Bits, Board, ByColor, Color, Definition, Hands, Piece, PieceDefinition, Square};

use error::excerpt;
use placement::{Placement, parse_placement};

pub use error::FenError;

/// The fields of a FEN, parsed but not yet checked by a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fen {
    /// The pieces, each square at most once.
    pub pieces: Vec<(Square, Piece)>,
    /// Side to move.
    pub side: Color,
    /// Castling rights, or `-`.
    pub castling: String,
    /// En passant squares one after the other, or `-`.
    pub en_passant: String,
    /// Plies (turns, in army games) since the last progress.
    pub clock: u32,
    /// The number of the full move, from 1.
    pub number: u32,
    /// Checks that each side has still to give, in games that count them; `None`: all.
    pub checks: Option<ByColor<u8>>,
    /// Pieces in hand; `None` in games without.
    pub hands: Option<Hands>,
    /// Squares of walls, in games that have them.
    pub walls: Vec<Square>,
}

/// The largest clock and move number that a FEN may have.
const MAX_NUMBER: u32 = 100_000;

impl Fen {
    /// Reads a FEN of a game. Fields that are missing at the end are as at a game's start: White
    /// to move unless the game's own start says otherwise, `-`, `-`, `0`, `1`.
    ///
    /// # Errors
    /// When a field is malformed or does not fit the board or the pieces of the game.
    pub fn parse(text: &str, definition: &Definition) -> Result<Self, FenError> {
        let mut fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let checks = take_checks(&mut fields, definition)?;
        // Some programs leave out castling and en passant in games that have neither.
        if fields.get(2).is_some_and(|field| field.parse::<u32>().is_ok()) {
            fields.splice(2..2, ["-", "-"]);
        }
        if fields.len() > 6 {
            return Err(FenError::TooManyFields(fields.len()));
        }
        let Some(placement) = fields.first() else {
            return Err(FenError::Empty(definition.start.clone()));
        };
        let side = match fields.get(1).copied() {
            Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(other) => return Err(FenError::Side(excerpt(other))),
            None if definition.start.split(' ').nth(1) == Some("b") => Color::Black,
            None => Color::White,
        };
        let mark = |index: usize| (*fields.get(index).unwrap_or(&"-")).to_owned();
        let (placement, hands) = take_hands(placement, definition)?;
        let (pieces, walls) = parse_placement(placement, definition)?;
        Ok(Fen {
            pieces,
            hands,
            walls,
            side,
            castling: mark(2),
            en_passant: mark(3),
            clock: parse_number(fields.get(4), "half-move clock", 0)?,
            number: parse_number(fields.get(5), "full-move number", 1)?,
            checks,
        })
    }

    /// The FEN's text in a game. Numbers past the most that is read are written as that.
    #[must_use]
    pub fn text(&self, definition: &Definition) -> String {
        let checks = self.checks.map_or_else(String::new, |left| {
            format!(" {}+{}", left[Color::White], left[Color::Black])
        });
        let hands =
            self.hands.map_or_else(String::new, |hands| format!("[{}]", hands.fen(definition)));
        format!(
            "{}{hands} {} {} {}{} {} {}",
            Placement { pieces: &self.pieces, walls: &self.walls, definition },
            self.side.letter(),
            self.castling,
            self.en_passant,
            checks,
            self.clock.min(MAX_NUMBER),
            self.number.min(MAX_NUMBER)
        )
    }

    /// The fields of a board, with `-` for castling and en passant.
    #[must_use]
    pub fn of_board<B: Bits>(board: &Board<B>, side: Color, clock: u32, number: u32) -> Self {
        Self::of_pieces(board.iter().collect(), side, clock, number)
    }

    /// The fields of pieces on squares, with `-` for castling and en passant.
    pub(crate) fn of_pieces(
        pieces: Vec<(Square, Piece)>,
        side: Color,
        clock: u32,
        number: u32,
    ) -> Self {
        let (castling, en_passant) = ("-".to_owned(), "-".to_owned());
        let (checks, hands, walls) = (None, None, Vec::new());
        Fen { pieces, side, castling, en_passant, clock, number, checks, hands, walls }
    }

    /// As [`Fen::of_pieces`], with counters that were read.
    ///
    /// # Errors
    /// When a counter is too large.
    pub(crate) fn from_fields(
        pieces: Vec<(Square, Piece)>,
        side: Color,
        clock: u32,
        number: u32,
    ) -> Result<Self, FenError> {
        for (count, what) in [(clock, "half-move clock"), (number, "full-move number")] {
            if count > MAX_NUMBER {
                let (min, max) = (0, MAX_NUMBER);
                return Err(FenError::Number { found: count.to_string(), what, min, max });
            }
        }
        Ok(Self::of_pieces(pieces, side, clock, number))
    }

    /// Checks that castling and en passant are `-`, for games that have neither.
    ///
    /// # Errors
    /// When one of them is not.
    pub fn expect_no_marks(&self) -> Result<(), FenError> {
        if self.castling != "-" {
            let expected = "expected -, as this game has no castling".to_owned();
            return Err(FenError::Castling { found: excerpt(&self.castling), expected });
        }
        if self.en_passant != "-" {
            let expected = "expected -, as this game has no en passant".to_owned();
            return Err(FenError::EnPassant { found: excerpt(&self.en_passant), expected });
        }
        Ok(())
    }
}

/// Takes the field of checks out of the others: `3+2` before the clocks, the checks that White and
/// Black have still to give, as Fairy-Stockfish and Lichess write it; or `+0+1`, those that they
/// have given, as other programs do.
fn take_checks(
    fields: &mut Vec<&str>,
    definition: &Definition,
) -> Result<Option<ByColor<u8>>, FenError> {
    let Some(limit) = definition.family.check_limit() else { return Ok(None) };
    let is_checks = |field: &&str| field.contains('+');
    let Some(index) = fields.iter().skip(4).position(is_checks).map(|index| index + 4) else {
        return Ok(None);
    };
    let field = fields.remove(index);
    let pair = |text: &str| {
        let (white, black) = text.split_once('+')?;
        let number = |text: &str| text.parse::<u8>().ok().filter(|&number| number <= limit);
        Some(ByColor::new(number(white)?, number(black)?))
    };
    let given = field.strip_prefix('+').and_then(pair);
    let left = given.map(|given| ByColor::from_fn(|color| limit - given[color]));
    left.or_else(|| pair(field)).map(Some).ok_or_else(|| FenError::Checks {
        found: excerpt(field),
        expected: format!("those of White and Black, at most {limit}, such as {limit}+{limit}"),
    })
}

/// Splits the pieces in hand off a placement: `[Qnn]` after it, or as one more rank (`/Qnn`), as
/// some programs write them. Missing: nothing is in hand.
fn take_hands<'a>(
    placement: &'a str,
    definition: &Definition,
) -> Result<(&'a str, Option<Hands>), FenError> {
    if !definition.family.has_hands() {
        return Ok((placement, None));
    }
    let bracketed = placement.split_once('[').map(|(board, rest)| {
        let inner = rest.strip_suffix(']');
        (board, inner.unwrap_or(rest), inner.is_some())
    });
    let last_rank = || {
        let ranks = placement.split('/').count();
        let (board, text) = placement.rsplit_once('/')?;
        (ranks == usize::from(definition.size.ranks()) + 1).then_some((board, text, true))
    };
    let Some((board, text, closed)) = bracketed.or_else(last_rank) else {
        return Ok((placement, Some(Hands::default())));
    };
    let royals = definition.family.holds_royals();
    let can_be_held = |piece: &PieceDefinition| piece.reverts.is_none() && (royals || !piece.royal);
    let fault = || {
        let letters = definition.pieces.iter().enumerate();
        let can = letters.filter(|(_, piece)| can_be_held(piece));
        let letters: Vec<String> = can.map(|(_, piece)| piece.fen(Color::White)).collect();
        FenError::Hand {
            found: excerpt(text),
            expected: format!(
                "letters of {}, at most {MOST_OF_KIND} of a kind, in brackets",
                letters.join(" ")
            ),
        }
    };
    if !closed {
        return Err(fault());
    }
    let mut hands = Hands::default();
    let mut chars = if text == "-" { "" } else { text }.chars();
    while let Some(first) = chars.next() {
        let promoted = first == '+';
        let letter = if promoted { chars.next() } else { Some(first) };
        let letter = letter.filter(char::is_ascii_alphabetic).ok_or_else(fault)?;
        let kind = definition.piece_type(letter, promoted).ok_or_else(fault)?;
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let is_full = hands.count(color, kind) >= MOST_OF_KIND.into();
        if is_full || !can_be_held(definition.piece(kind)) {
            return Err(fault());
        }
        hands.add(Piece::new(color, kind));
    }
    Ok((board, Some(hands)))
}

fn parse_number(field: Option<&&str>, what: &'static str, default: u32) -> Result<u32, FenError> {
    let Some(&text) = field else { return Ok(default) };
    // Some programs write move 0.
    match text.parse::<u32>() {
        Ok(number) if number <= MAX_NUMBER => Ok(number.max(default)),
        _ => Err(FenError::Number { found: excerpt(text), what, min: default, max: MAX_NUMBER }),
    }
}
