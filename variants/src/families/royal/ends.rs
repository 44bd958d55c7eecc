//! Ends of a royal game beside mate, as its definition states them.

use std::fmt;

use crate::{ByColor, Color, Direction, PieceType, RuleMap, Square};

/// Royal pieces that a side may not leave attacked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Royals {
    /// Its only one.
    #[default]
    One,
    /// Any of several.
    Any,
    /// The last of each royal kind; while there are several, none of them counts.
    Last,
    /// All of a royal kind at once; while one of them is safe, others may be taken.
    All,
    /// The last of all, whatever its kind; while there are several, none of them counts.
    LastOfAll,
}

/// Ends beside mate, stalemate and the draws of all games.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Ends {
    /// Winning, or drawing, by reaching squares.
    pub goal: Option<Goal>,
    /// Losing by having too few pieces, in the order in which they are looked at.
    pub lose_without: Vec<Minimum>,
    /// Result for a side whose last piece but its royal one is taken, by that side.
    pub bare: ByColor<Bare>,
    /// Number of checks with which a side has won.
    pub check_limit: Option<u8>,
    /// Winning by pieces in a row.
    pub connect: Option<Box<Connect>>,
}

/// As in [`RoyalDefinition`](super::data::RoyalDefinition), newer fields are left out while they have
/// their defaults.
impl fmt::Debug for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Ends");
        text.field("goal", &self.goal)
            .field("lose_without", &self.lose_without)
            .field("bare", &self.bare)
            .field("check_limit", &self.check_limit);
        if let Some(connect) = &self.connect {
            text.field("connect", connect);
        }
        text.finish()
    }
}

impl Ends {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether they stay the same under a map.
    pub(super) fn is_preserved(&self, map: &RuleMap<'_>) -> bool {
        let goal = self.goal.as_ref();
        // In a race the side that begins has its own rule.
        goal.is_none_or(|goal| map.keeps(&goal.squares) && !(goal.reply && map.swaps()))
            && self.lose_without.iter().all(|minimum| map.keeps_sides(&minimum.sides))
            && map.keeps_sides(&self.bare)
            && self.connect.is_none()
    }

    /// Whether a side can lose without being mated.
    #[must_use]
    pub fn can_lose(&self, color: Color) -> bool {
        let by_goal = (self.goal.as_ref())
            .is_some_and(|goal| !goal.draws && !goal.squares[!color].is_empty());
        by_goal
            || self.connect.is_some()
            || self.lose_without.iter().any(|minimum| minimum.sides[color])
    }
}

/// Squares that win, or draw, when pieces stand on them.
#[derive(Clone, PartialEq, Eq)]
pub struct Goal {
    /// Kinds that count.
    pub pieces: Vec<PieceType>,
    /// The squares, by side; none: the side has no goal.
    pub squares: ByColor<Vec<Square>>,
    /// Number of pieces that must stand there.
    pub count: u8,
    /// Whether pieces that the enemy attacks do not count.
    pub safe: bool,
    /// Whether the side that moves second has one more move when the first has reached its goal, if it
    /// can reach its own with that, which draws.
    pub reply: bool,
    /// Whether the pieces must still stand there after the enemy's next move, or be `safe`.
    pub hold: bool,
    /// Whether that draws, and does not win.
    pub draws: bool,
}

/// As in [`RoyalDefinition`](super::data::RoyalDefinition), newer fields are left out while they have
/// their defaults.
impl fmt::Debug for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Goal { pieces, squares, count, safe, reply, hold, draws } = self;
        let mut text = f.debug_struct("Goal");
        text.field("pieces", pieces).field("squares", squares).field("count", count);
        text.field("safe", safe).field("reply", reply);
        if *hold {
            text.field("hold", hold);
        }
        if *draws {
            text.field("draws", draws);
        }
        text.finish()
    }
}

/// Rows of pieces that win for the side that completes one with its move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connect {
    /// Kinds that count.
    pub pieces: Vec<PieceType>,
    /// Length of a row; 0: rows do not win.
    pub count: u8,
    /// Directions of rows, as files and ranks from one square to the next.
    pub directions: Vec<Direction>,
    /// Side of a filled square of squares that wins too; 0: none does.
    pub square: u8,
}

/// Number of pieces below which a side has lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimum {
    /// Kinds that are counted together.
    pub pieces: Vec<PieceType>,
    /// The least number of them.
    pub least: u8,
    /// Sides that it holds for.
    pub sides: ByColor<bool>,
}

/// Result for a side that has its royal piece alone, if the other has more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bare {
    /// None: the game goes on.
    #[default]
    Allowed,
    /// It has lost at once.
    Loss,
    /// It has lost, unless it takes the other side's last piece with its next move, which draws.
    LossUnlessReturned,
}
