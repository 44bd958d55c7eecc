//! Positions as text: six-field FENs for any board and army.

use std::fmt;

use thiserror::Error;

use crate::hand::MOST_OF_KIND;
use crate::{Bits, Board, BoardSize, ByColor, Color, Definition, Hands, Piece, Square};

/// The fields of a FEN, read but not yet judged by a family.
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

/// A FEN that does not make a position of the game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FenError {
    /// No field at all.
    #[error("the FEN is empty: expected a placement such as '{0}'")]
    Empty(String),
    /// More than six fields.
    #[error("the FEN has {0} fields: expected at most 6")]
    TooManyFields(usize),
    /// A wrong number of rows.
    #[error("the placement has {found} ranks: expected {expected}")]
    Ranks {
        /// Rows in the text.
        found: usize,
        /// Rows of the board.
        expected: u8,
    },
    /// A row of the wrong length.
    #[error("rank {rank} ('{text}') has {found} squares: expected {expected}")]
    Files {
        /// The rank's number, from 1.
        rank: usize,
        /// The row.
        text: String,
        /// Squares in the text.
        found: usize,
        /// Files of the board.
        expected: u8,
    },
    /// A `*` on a square that the board has, or none on one that it lacks.
    #[error("{square} in the placement: expected {expected}")]
    Hole {
        /// The square's name.
        square: String,
        /// Expected text.
        expected: &'static str,
    },
    /// A letter that is no piece of the game.
    #[error("invalid piece '{found}' in rank {rank} for {variant}: expected one of {expected}")]
    Piece {
        /// The offending text.
        found: String,
        /// The rank's number, from 1.
        rank: usize,
        /// The game's name.
        variant: String,
        /// All pieces.
        expected: String,
    },
    /// A side to move that is neither `w` nor `b`.
    #[error("invalid side to move '{0}': expected 'w' or 'b'")]
    Side(String),
    /// A clock or move number that is no number in range.
    #[error("invalid {what} '{found}': expected a number from {min} to {max}")]
    Number {
        /// The offending text.
        found: String,
        /// Name of the field.
        what: &'static str,
        /// The least.
        min: u32,
        /// The most.
        max: u32,
    },
    /// Castling rights that the game does not have or the placement does not bear out.
    #[error("invalid castling rights '{found}': {expected}")]
    Castling {
        /// The offending text.
        found: String,
        /// Expected values.
        expected: String,
    },
    /// En passant squares that are malformed.
    #[error("invalid en passant squares '{found}': {expected}")]
    EnPassant {
        /// The offending text.
        found: String,
        /// Expected values.
        expected: String,
    },
    /// Checks left that the game does not have.
    #[error("invalid checks left '{found}': expected {expected}")]
    Checks {
        /// The offending text.
        found: String,
        /// Expected values.
        expected: String,
    },
    /// A fault of a position in Portable Draughts Notation.
    #[error("invalid PDN position: '{found}': expected {expected}")]
    Pdn {
        /// The offending text.
        found: String,
        /// Expected values.
        expected: String,
    },
    /// Pieces in hand that the game does not have.
    #[error("invalid pieces in hand '{found}': expected {expected}")]
    Hand {
        /// The offending text.
        found: String,
        /// Expected values.
        expected: String,
    },
    /// Well-formed, but no position of this game.
    #[error("invalid {variant} position: {what}")]
    Illegal {
        /// The game's name.
        variant: String,
        /// The fault.
        what: String,
    },
}

impl FenError {
    /// The error of an en passant field.
    pub(crate) fn en_passant(found: &str, expected: String) -> Self {
        FenError::EnPassant { found: excerpt(found), expected }
    }

    /// The error of a position in Portable Draughts Notation.
    pub(crate) fn pdn(found: &str, expected: String) -> Self {
        FenError::Pdn { found: excerpt(found), expected }
    }
}

/// The largest clock and move number that a FEN may have.
const MAX_NUMBER: u32 = 100_000;

/// Shortens an offending text for an error message.
fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

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
        Fen {
            pieces: board.iter().collect(),
            side,
            castling: "-".to_owned(),
            en_passant: "-".to_owned(),
            clock,
            number,
            checks: None,
            hands: None,
            walls: Vec::new(),
        }
    }

    /// The fields of pieces on squares, in the order of these, with `-` for castling and en passant.
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
        let (castling, en_passant) = ("-".to_owned(), "-".to_owned());
        let (checks, hands, walls) = (None, None, Vec::new());
        Ok(Fen { pieces, side, castling, en_passant, clock, number, checks, hands, walls })
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
    let fault = || {
        let letters = definition.pieces.iter().enumerate();
        let can = letters.filter(|(_, piece)| piece.reverts.is_none() && !piece.royal);
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
        if is_full || definition.piece(kind).reverts.is_some() || definition.piece(kind).royal {
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

/// The pieces of a placement, and its walls.
type Placed = (Vec<(Square, Piece)>, Vec<Square>);

fn parse_placement(text: &str, definition: &Definition) -> Result<Placed, FenError> {
    let size = definition.size;
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != size.ranks() as usize {
        return Err(FenError::Ranks { found: rows.len(), expected: size.ranks() });
    }
    let (mut pieces, mut holes) = (Vec::new(), Vec::new());
    for (index, row) in rows.iter().enumerate() {
        let rank = rows.len() - index;
        let found = parse_row(row, rank, definition, &mut pieces, &mut holes)?;
        if found != size.files() as usize {
            let text = excerpt(row);
            return Err(FenError::Files { rank, text, found, expected: size.files() });
        }
    }
    pieces.sort_by_key(|&(square, _)| square);
    Ok((pieces, walls_among(&holes, definition)?))
}

/// Checks that the squares written `*` are those that the board lacks, and walls. Returns the walls.
fn walls_among(holes: &[Square], definition: &Definition) -> Result<Vec<Square>, FenError> {
    let fault = |square: Square, expected| {
        Err(FenError::Hole { square: definition.size.name(square), expected })
    };
    let missing = definition.holes();
    let mut walls: Vec<Square> =
        holes.iter().filter(|square| !missing.contains(square)).copied().collect();
    walls.sort_unstable();
    if let Some(&square) = walls.first().filter(|_| !definition.family.has_walls()) {
        return fault(square, "a piece or an empty square, as the board has it");
    }
    match missing.iter().find(|square| !holes.contains(square)) {
        Some(&square) => fault(square, "'*', as the board lacks it"),
        None => Ok(walls),
    }
}

/// Reads one row and returns how many squares it has.
fn parse_row(
    row: &str,
    rank: usize,
    definition: &Definition,
    pieces: &mut Vec<(Square, Piece)>,
    holes: &mut Vec<Square>,
) -> Result<usize, FenError> {
    let mut chars = row.chars().peekable();
    let mut file = 0usize;
    while let Some(first) = chars.next() {
        if let Some(digit) = first.to_digit(10) {
            let mut run = digit as usize;
            while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                run = run.saturating_mul(10).saturating_add(digit as usize);
                chars.next();
            }
            file = file.saturating_add(run);
            continue;
        }
        if first == '*' {
            holes.extend(definition.size.square(file.min(255) as i32, rank as i32 - 1));
            file = file.saturating_add(1);
            continue;
        }
        let promoted = first == '+';
        let letter = if promoted { chars.next() } else { Some(first) };
        let kind = letter
            .filter(char::is_ascii_alphabetic)
            .and_then(|letter| definition.piece_type(letter, promoted));
        let (Some(letter), Some(kind)) = (letter, kind) else {
            return Err(unknown_piece(promoted, letter, rank, definition));
        };
        // A piece that has promoted: it reverts when it is taken.
        let kind = match chars.next_if(|&c| c == '~' && definition.family.has_hands()) {
            Some(_) => definition.reverting(kind).unwrap_or(kind),
            None => kind,
        };
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        if let Some(square) = definition.size.square(file.min(255) as i32, rank as i32 - 1) {
            pieces.push((square, Piece::new(color, kind)));
        }
        file = file.saturating_add(1);
    }
    Ok(file)
}

fn unknown_piece(
    promoted: bool,
    letter: Option<char>,
    rank: usize,
    definition: &Definition,
) -> FenError {
    let mut found = String::new();
    found.extend(promoted.then_some('+'));
    found.extend(letter);
    let letters: Vec<String> =
        definition.pieces.iter().map(|piece| piece.fen(Color::White)).collect();
    let (variant, expected) = (definition.name.clone(), letters.join(" "));
    FenError::Piece { found, rank, variant, expected }
}

/// Content of a square of the board.
#[derive(Clone, Copy)]
enum Content {
    Empty,
    Hole,
    Piece(Piece),
}

/// The first field of a FEN.
struct Placement<'a> {
    pieces: &'a [(Square, Piece)],
    walls: &'a [Square],
    definition: &'a Definition,
}

impl fmt::Display for Placement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size: BoardSize = self.definition.size;
        let mut squares = vec![Content::Empty; size.squares()];
        for hole in self.definition.holes().iter().chain(self.walls) {
            squares[hole.index()] = Content::Hole;
        }
        for &(square, piece) in self.pieces {
            squares[square.index()] = Content::Piece(piece);
        }
        let is_empty = |content: &Content| matches!(content, Content::Empty);
        for (index, row) in squares.chunks(size.files() as usize).rev().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            for group in row.chunk_by(|a, b| is_empty(a) && is_empty(b)) {
                match group[0] {
                    Content::Piece(piece) => {
                        f.write_str(&self.definition.piece(piece.kind()).fen(piece.color()))?;
                    }
                    Content::Hole => f.write_str("*")?,
                    Content::Empty => write!(f, "{}", group.len())?,
                }
            }
        }
        Ok(())
    }
}
