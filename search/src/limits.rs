//! How long a search may go on.

use std::time::Duration;

/// What ends a search. Without any limit it goes on until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Steps to look ahead, or turns, where they have several steps; at most [`MAX_PLY`](crate::MAX_PLY).
    pub depth: Option<u32>,
    /// Nodes to visit, by all threads together; exact with one thread.
    pub nodes: Option<u64>,
    /// Ends with a mate in so many full moves, or fewer.
    pub mate: Option<u32>,
    /// Time to use, less the overhead, or a tenth of it if that is less.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<TimeControl>,
    /// Time to set aside for what happens outside search.
    pub overhead: Duration,
    /// Never ends before it is stopped, whatever it finds.
    pub infinite: bool,
    /// Time does not count before [`Control::ponder_hit`](crate::Control::ponder_hit), and the
    /// search does not end before that, unless it is stopped.
    pub ponder: bool,
    /// How many best lines to find; 0 is taken for 1.
    pub multi_pv: usize,
}

impl Limits {
    /// Only a depth, in steps or turns.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Only a number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Only a time for this turn.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}

/// The state of a side's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each turn.
    pub increment: Duration,
    /// Turns until more time is given; `None`: the time left is for the rest of the game.
    pub moves_to_go: Option<u32>,
}
