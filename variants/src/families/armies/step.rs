//! Steps: one unit's move, or the end of a turn.

use crate::{BoardSize, Square};

/// A part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// One unit's move.
    Move {
        /// Origin square.
        from: Square,
        /// Target square, empty or an enemy's.
        to: Square,
    },
    /// The end of the turn.
    End,
}

impl Step {
    /// The step as text: `g2h4`, or `end`.
    #[must_use]
    pub fn text(self, size: BoardSize) -> String {
        match self {
            Step::Move { from, to } => size.name(from) + &size.name(to),
            Step::End => "end".to_owned(),
        }
    }
}
