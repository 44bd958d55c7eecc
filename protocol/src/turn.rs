//! Turns, as moves on the GUI's board.

use std::fmt;

/// A square of a board: file and rank, both counted from 0 (`a1` is 0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSquare {
    /// File; 0 is `a`.
    pub file: u8,
    /// Rank; 0 is White's first.
    pub rank: u8,
}

impl fmt::Display for BoardSquare {
    /// Writes the square as the engine's notation has it, such as `a1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a'.saturating_add(self.file)), u16::from(self.rank) + 1)
    }
}

/// Part of a piece's move: from one landing square to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveLeg {
    /// Origin square.
    pub from: BoardSquare,
    /// Target square.
    pub to: BoardSquare,
    /// Square of the captured piece, if not the target square: a jumped-over piece, or a pawn
    /// captured en passant.
    pub over: Option<BoardSquare>,
}

impl MoveLeg {
    /// Returns the jumped-over square, somewhere on the straight path.
    pub fn jumped(&self) -> Option<BoardSquare> {
        let way = |from: BoardSquare, to: BoardSquare| {
            let files = i16::from(to.file) - i16::from(from.file);
            let ranks = i16::from(to.rank) - i16::from(from.rank);
            let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
            is_line.then_some((files.signum(), ranks.signum()))
        };
        self.over.filter(|&over| {
            let all = way(self.from, self.to);
            over != self.from
                && over != self.to
                && all.is_some()
                && way(self.from, over) == all
                && way(over, self.to) == all
        })
    }
}

/// Promotion at the end of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// Upper-case FEN letter of the new piece.
    pub letter: char,
    /// Whether `+` stands for it in moves: the FEN writes a `+` before its letter, and of the kinds
    /// that the moving piece can promote to it is the only such, or has that piece's own letter.
    pub plus: bool,
    /// Whether `-` stands for it in moves: a piece with `+` turns back to the one of its letter.
    pub back: bool,
    /// Whether the engine's own notation includes it.
    pub chosen: bool,
}

/// Move of one piece, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceMove {
    /// Legs, at least one, each from the target square of the previous one.
    pub legs: Vec<MoveLeg>,
    /// Promotion, if any.
    pub promotion: Option<Promotion>,
    /// Castling, if it is one: whether to the king's side.
    pub castling: Option<bool>,
}

/// Drop: a piece in hand is put on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropMove {
    /// Upper-case FEN letter of the piece.
    pub letter: char,
    /// Whether the FEN writes a `+` before the letter.
    pub plus: bool,
    /// Target square.
    pub to: BoardSquare,
}

/// A move on a board where the sides alternate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardMove {
    /// A piece moves.
    Piece(PieceMove),
    /// A piece comes from the hand.
    Drop(DropMove),
    /// A pass: the opponent has not finished its turn, or this side has.
    Pass,
}

/// All moves of a side before the opponent is to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Turn in the engine's own notation: legs joined by commas, a promotion letter last.
    pub text: String,
    /// Moves of the turn. In a game where a turn moves several pieces the last one is a
    /// [`BoardMove::Pass`], unless the turn is unfinished or has won the game.
    pub moves: Vec<BoardMove>,
}

impl From<&str> for Turn {
    /// A turn of which only the text is known.
    fn from(text: &str) -> Self {
        Turn { text: text.to_owned(), moves: Vec::new() }
    }
}

/// A move on a board where the sides alternate, as parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostMove {
    /// A move of a piece in the engine's own notation, as unvalidated text.
    ///
    /// At its end may stand the promoted piece on the GUI's board, even if the engine's notation
    /// omits it because there is no choice: its letter, or `+` for a kind that is written so, or `-`. With
    /// nothing there, that board did not promote.
    Piece(String),
    /// A pass.
    Pass,
}
