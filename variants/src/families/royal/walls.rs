//! Rules of walls, as a definition states them.

use std::fmt;

use crate::article::with_article;
use crate::{ByColor, Square};

/// Rules of walls: squares that pieces of neither side enter or pass.
#[derive(Clone, PartialEq, Eq)]
pub struct WallDefinition {
    /// Place of a wall.
    pub place: WallPlace,
    /// Squares where walls may be placed, by the side that does; `None`: all.
    pub squares: Option<ByColor<Vec<Square>>>,
    /// Whether there is a single wall, which moves.
    pub single: bool,
    /// Name of a wall for people, such as `duck`, if it has one.
    pub name: Option<String>,
}

/// Without the name, which is no rule: fingerprints are those of rules.
impl fmt::Debug for WallDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WallDefinition { place, squares, single, name: _ } = self;
        let mut text = f.debug_struct("WallDefinition");
        text.field("place", place).field("squares", squares).field("single", single).finish()
    }
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
    /// Whether the player chooses the square, so that placing the wall is a step of its own.
    pub(super) fn is_chosen(&self) -> bool {
        self.place != WallPlace::Origin
    }

    /// Returns a wall for people, with its article: `the duck`, `an arrow`.
    #[must_use]
    pub fn noun(&self) -> String {
        let name = self.name.as_deref().unwrap_or("wall");
        if self.single { format!("the {name}") } else { with_article(name) }
    }
}
