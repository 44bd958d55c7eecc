//! Description of a variant for GUIs.

/// A variant, described for a GUI without its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantInfo {
    /// Name in protocols.
    pub name: String,
    /// Template for GUIs: `fairy`, or the standard game that it equals.
    pub template: String,
    /// Number of files, from 2 to 16.
    pub files: u8,
    /// Number of ranks, from 2 to 16.
    pub ranks: u8,
    /// Whether the board has the variant's default size.
    pub native_size: bool,
    /// FEN of the start position.
    pub start: String,
    /// Kinds of pieces.
    pub pieces: Vec<PieceInfo>,
    /// Length of a turn in moves and pieces.
    pub turns: TurnKind,
    /// Pieces in hand, if there are any.
    pub hands: Option<HandInfo>,
    /// Whether captures remove the pieces around them.
    pub blasts: bool,
    /// Whether games begin with shuffled arrays, as in Chess960.
    pub shuffled: bool,
    /// Castling distances, if there is castling.
    pub castling: Option<CastlingInfo>,
}

/// Length of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// One move of one piece.
    Single,
    /// One piece, which may make a multi-jump.
    Chain,
    /// Several pieces, each with a move of its own, until a pass ends the turn.
    Several,
    /// A number of moves, set by the rules of the game.
    Series,
}

/// Pieces in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandInfo {
    /// Number of kinds of pieces that can be in hand.
    pub kinds: usize,
    /// Whether captured pieces come into the captor's hand.
    pub captures: bool,
    /// Whether pieces in hand only come to where others leave with their first moves.
    pub gates: bool,
}

/// Castling: the king, and its distance, in files, always towards the rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingInfo {
    /// Letter of the piece that castles, as [`PieceInfo::letter`].
    pub king: char,
    /// Towards the higher and the lower files, of White and of Black; `None`: it does not castle so.
    pub sides: [[Option<u8>; 2]; 2],
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceInfo {
    /// Upper-case letter in a FEN.
    pub letter: char,
    /// Whether the FEN writes a `+` before the letter.
    pub plus: bool,
    /// Name of the piece.
    pub name: String,
    /// Picture of the piece, by the name of a piece that GUIs have pictures of, such as `elephant`;
    /// `None`: any.
    pub picture: Option<String>,
    /// Moves, and captures by displacement, in Betza notation.
    pub moves: String,
    /// Neighbours that it can capture by jumping over them, in Betza notation.
    pub jumps: Option<String>,
    /// Promotions on the last rank: indices of the list of pieces.
    pub promotes: Vec<usize>,
    /// Whether losing it loses the game.
    pub royal: bool,
}
