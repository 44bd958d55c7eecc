//! Passes, facing royal pieces, and points that decide a drawn game, as a definition states them.

use std::fmt;

use crate::{ByColor, Color, PieceType};

/// Time at which a side may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassRule {
    /// Whenever it is not in check.
    Always,
    /// When it has no other legal move and is not in check.
    Stalemate,
}

/// Rule of royal pieces of both sides that face each other along an open file or rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FacingKings {
    /// None.
    #[default]
    Allowed,
    /// No move may bring that about.
    Forbidden,
    /// The side to move has to part them or to pass, which ends the game.
    Part,
}

/// Points of pieces, as a definition states them.
#[derive(Clone, PartialEq, Eq)]
pub struct Points {
    /// Points of a piece by kind; kinds that are left out have none.
    pub pieces: Vec<(PieceType, u16)>,
    /// Points that a side has beside those of its pieces.
    pub extra: ByColor<u16>,
    /// The side that wins if both have the same; `None`: the game is drawn.
    pub equal: Option<Color>,
    /// Whether the game also ends, and points decide, once no square is empty.
    pub full_board: bool,
}

/// As in [`RoyalDefinition`](super::data::RoyalDefinition), newer fields are left out while they have
/// their defaults.
impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Points { pieces, extra, equal, full_board } = self;
        let mut text = f.debug_struct("Points");
        text.field("pieces", pieces).field("extra", extra).field("equal", equal);
        if *full_board {
            text.field("full_board", full_board);
        }
        text.finish()
    }
}
