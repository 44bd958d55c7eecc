//! Rules of walls, as a definition states them.

use crate::{ByColor, Square};

/// Rules of walls: squares that pieces of neither side enter or pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallDefinition {
    /// Place of a wall.
    pub place: WallPlace,
    /// Squares where walls may be placed, by the side that does; `None`: all.
    pub squares: Option<ByColor<Vec<Square>>>,
    /// Whether there is a single wall, which moves.
    pub single: bool,
}

/// Place of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallPlace {
    /// Any empty square, after the move.
    Any,
    /// The square that the piece has left, at once.
    Origin,
    /// An empty square to which the piece could move from its target, after the move.
    Reach,
}

impl WallDefinition {
    /// Whether the player chooses the square, so that it is a part of the turn of its own.
    pub(super) fn is_chosen(&self) -> bool {
        self.place != WallPlace::Origin
    }
}
