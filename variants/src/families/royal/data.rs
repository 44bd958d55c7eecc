//! Rules of a royal game, as its definition states them.

use crate::PieceType;
use crate::definition::{FamilyData, TurnForm};

/// Rules of the royal family.
#[derive(Clone, Debug, Default)]
pub struct RoyalDefinition {
    /// Rank from which `i` moves start, counted from 0 from the mover's side.
    pub initial_rank: u8,
    /// Rank on which pieces promote, counted from 0 from the mover's side.
    pub promotion_rank: u8,
    /// Result of stalemate.
    pub stalemate: Stalemate,
    /// Castling, if there is any.
    pub castling: Option<CastlingDefinition>,
    /// Kinds of which a single one, with the two kings and nothing else, is a dead position; so
    /// are two kings alone, unless `dead` is false.
    pub dead_single: Vec<PieceType>,
    /// Kinds that stay on one colour: with the kings and any number of these, all on squares of
    /// one colour, the position is dead.
    pub dead_same_color: Vec<PieceType>,
    /// Whether there are dead positions at all.
    pub dead: bool,
}

/// Result for a side without a legal move and not in check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stalemate {
    /// A draw.
    #[default]
    Draw,
    /// A loss.
    Loss,
    /// A win.
    Win,
}

/// Squares of castling pieces, on the king's rank.
#[derive(Clone, Debug)]
pub struct CastlingDefinition {
    /// The rank, counted from 0 from the mover's side.
    pub rank: u8,
    /// The king's file, counted from 0.
    pub king: u8,
    /// The kind that castles with the king.
    pub rook: PieceType,
    /// Towards higher files: `K` and `k`.
    pub king_side: CastlingSide,
    /// Towards lower files: `Q` and `q`.
    pub queen_side: CastlingSide,
}

/// One way to castle: files counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingSide {
    /// Rook's file before castling.
    pub rook_from: u8,
    /// King's file after castling.
    pub king_to: u8,
    /// Rook's file after castling.
    pub rook_to: u8,
}

impl FamilyData for RoyalDefinition {
    const NAME: &'static str = "royal";
    const TURN_FORM: TurnForm = TurnForm::OneMove;

    fn castling(&self) -> Option<&CastlingDefinition> {
        self.castling.as_ref()
    }
}
