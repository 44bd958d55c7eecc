//! The first field of a FEN: pieces, holes and walls on the squares of a board.

use std::fmt;

use super::error::{FenError, excerpt};
use crate::{BoardSize, Color, Definition, Piece, Square};

/// The pieces of a placement, and its walls.
type Placed = (Vec<(Square, Piece)>, Vec<Square>);

/// Reads the pieces of a placement, by their squares, and its walls.
pub(super) fn parse_placement(text: &str, definition: &Definition) -> Result<Placed, FenError> {
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
pub(super) struct Placement<'a> {
    pub(super) pieces: &'a [(Square, Piece)],
    pub(super) walls: &'a [Square],
    pub(super) definition: &'a Definition,
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
