//! Turns of several moves, as a royal game's definition states them.

use crate::{ByColor, Color};

/// Turns of several moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRule {
    /// Moves of a turn, by side.
    pub moves: ByColor<u8>,
    /// Moves of the game's first turn, where they are others.
    pub first: Option<u8>,
    /// Number of moves by which each turn is longer than the one before.
    pub growth: u8,
    /// The effect of checks within a turn.
    pub check: TurnCheck,
    /// Moves of a turn that can capture en passant.
    pub en_passant: TurnEnPassant,
}

/// The effect of checks within a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TurnCheck {
    /// A check ends the turn.
    #[default]
    EndsTurn,
    /// Only the last move of a turn may give check.
    LastMove,
    /// A king is in check if the next turn of the enemy could take it; within a turn of its own side
    /// it may stand attacked.
    ByTurn,
}

/// Moves of a turn that can capture en passant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TurnEnPassant {
    /// The first one.
    #[default]
    FirstMove,
    /// The first one, and the next ones while all before them have done so.
    FirstMoves,
}

impl TurnRule {
    /// The most moves that a turn can have.
    pub const MOST: u8 = 64;
    /// The most moves of a turn in games whose checks go by turns.
    pub const MOST_BY_TURN: u8 = 2;

    /// Number of moves of a side's turn, `index` turns after the game's first one.
    #[must_use]
    pub fn length(&self, side: Color, index: u32) -> u8 {
        match self.first {
            Some(first) if index == 0 => first,
            _ => {
                let longer = u32::from(self.growth).saturating_mul(index);
                let moves = u32::from(self.moves[side]).saturating_add(longer);
                moves.min(Self::MOST.into()) as u8
            }
        }
    }
}
