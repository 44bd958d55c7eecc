//! Turns, as they are shown to whoever keeps a board of their own.

/// A square of a board: file and rank, both counted from 0 (`a1` is 0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    /// The file; 0 is `a`.
    pub file: u8,
    /// The rank; 0 is White's first.
    pub rank: u8,
}

/// A part of a piece's move: from one square that it stands on to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Where the piece stands.
    pub from: Square,
    /// Where it lands.
    pub to: Square,
    /// Where the piece stands that it takes, unless it lands there: that it jumps over, or, en
    /// passant, that went past.
    pub over: Option<Square>,
}

impl Leg {
    /// The square that it jumps over, halfway on its straight way.
    pub fn jumped(&self) -> Option<Square> {
        let halfway =
            |from: u8, over: u8, to: u8| i16::from(from) + i16::from(to) == 2 * i16::from(over);
        self.over.filter(|over| {
            halfway(self.from.file, over.file, self.to.file)
                && halfway(self.from.rank, over.rank, self.to.rank)
        })
    }
}

/// What a piece becomes at the end of its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The new piece's upper-case letter in a FEN.
    pub letter: char,
    /// Whether `+` stands for it in moves: the FEN writes a `+` before its letter, and of the kinds
    /// that the moving piece can become it is the only such, or has that piece's own letter.
    pub plus: bool,
    /// Whether the engine's own notation names it.
    pub chosen: bool,
}

/// One piece's move, whole or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceMove {
    /// The legs, at least one, each from where the one before ended.
    pub legs: Vec<Leg>,
    /// What the piece becomes.
    pub promotion: Option<Promotion>,
}

/// What one side does on a board where both sides move in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardMove {
    /// A piece moves.
    Piece(PieceMove),
    /// No piece moves: the other side has not finished, or this side has.
    Pass,
}

/// All that a side does before the other is to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The turn in the engine's own notation: legs joined by commas, a promotion letter last.
    pub text: String,
    /// The moves that it consists of. A game where a turn moves several pieces has a
    /// [`BoardMove::Pass`] as the last, unless the turn is unfinished or has won the game.
    pub moves: Vec<BoardMove>,
}

impl From<&str> for Turn {
    /// A turn of which only the text is known.
    fn from(text: &str) -> Self {
        Turn { text: text.to_owned(), moves: Vec::new() }
    }
}

/// What a side did on a board where both sides move in turn, as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostMove {
    /// A piece moves: in the engine's own notation, as text that nobody has judged.
    ///
    /// At its end may stand what the piece has become on the other side's board, even where there
    /// is no choice and our notation has nothing: its letter, or a `+` for a kind that is written
    /// so. Where nothing stands, that board did not promote.
    Piece(String),
    /// No piece moves.
    Pass,
}
