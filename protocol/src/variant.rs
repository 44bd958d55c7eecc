//! What a GUI is told of a game.

/// A game, as far as it can be told to a GUI that does not know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantInfo {
    /// The name by which protocols call it.
    pub name: String,
    /// What GUIs should take it for: `fairy` unless it is a game that they know.
    pub template: String,
    /// Number of files, from 2 to 16.
    pub files: u8,
    /// Number of ranks, from 2 to 16.
    pub ranks: u8,
    /// Whether the board has the size that the game has where nobody says another.
    pub native_size: bool,
    /// The position at the start, a FEN.
    pub start: String,
    /// The kinds of pieces.
    pub pieces: Vec<PieceInfo>,
    /// How a turn can be longer than one move of one piece.
    pub turns: TurnKind,
    /// The king's squares when castling, if there is any.
    pub castling: Option<CastlingInfo>,
}

/// How long a turn can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// One move of one piece.
    Single,
    /// One piece, which may jump over several others.
    Chain,
    /// Several pieces, each with a move of its own.
    Several,
}

/// How far a king goes when castling, in files, always towards the rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingInfo {
    /// Towards the higher files.
    pub king_side: u8,
    /// Towards the lower files.
    pub queen_side: u8,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceInfo {
    /// Its upper-case letter in a FEN.
    pub letter: char,
    /// Whether the FEN writes a `+` before the letter.
    pub plus: bool,
    /// What people call it.
    pub name: String,
    /// The picture that suits it, by the name of a piece that GUIs have pictures of, such as
    /// `elephant`; `None`: any.
    pub picture: Option<String>,
    /// Its moves and its captures on the enemy's square, in Betza notation.
    pub moves: String,
    /// The neighbours that it can jump over and take, in Betza notation.
    pub jumps: Option<String>,
    /// What it can become on the last rank: indices of the list of pieces.
    pub promotes: Vec<usize>,
    /// Whether it must not be lost.
    pub royal: bool,
}
