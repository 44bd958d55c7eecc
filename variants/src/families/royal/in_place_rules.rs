//! Promotion in place of a move, as a definition states it.

use crate::PieceType;

/// Promotion in place of a move: where a piece stands on its squares of promotion, it becomes another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InPlace {
    /// Kinds that promote so, and never by a move of their own.
    pub pieces: Vec<PieceType>,
    /// Whether they may also promote by a step of the promoted piece to an empty square.
    pub step: bool,
    /// Whether a side's only piece of these kinds promotes on any square.
    pub last_anywhere: bool,
    /// Whether the promoted piece may attack enemies at once, and the promotion may give check.
    pub attack: bool,
    /// Whether a royal piece and one such piece, without other moves, have to promote; else they are in
    /// stalemate.
    pub forced: bool,
}
