//! Search limits.

use std::time::Duration;

/// Limits of a search. Without any, it runs until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Maximum depth, in plies; at most [`MAX_PLY`](crate::MAX_PLY).
    pub depth: Option<u32>,
    /// Maximum nodes, of all threads together; exact with one thread.
    pub nodes: Option<u64>,
    /// Stops at a mate in this number of full moves, or fewer.
    pub mate: Option<u32>,
    /// Time for this move, less the overhead, or less a tenth if that is smaller.
    pub move_time: Option<Duration>,
    /// Clock of the side to move.
    pub clock: Option<TimeControl>,
    /// Time reserved for latency outside the search.
    pub overhead: Duration,
    /// Time that the clock runs beyond the search, per move, as measured in this game: an increment has
    /// to pay for it.
    pub lag: Duration,
    /// Whether the search runs until it is stopped, whatever it finds.
    pub infinite: bool,
    /// Whether the search ponders: time counts from
    /// [`Control::ponder_hit`](crate::Control::ponder_hit), and the search does not end before
    /// that, unless it is stopped.
    pub ponder: bool,
    /// Number of PVs; 0 is taken for 1.
    pub multi_pv: usize,
}

impl Limits {
    /// Limits the depth, in plies.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Limits the nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Limits the time of this move.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}

/// Clock of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time left.
    pub remaining: Duration,
    /// Increment per move.
    pub increment: Duration,
    /// Moves to the next time control; `None`: the time left is for the rest of the game.
    pub moves_to_go: Option<u32>,
}
