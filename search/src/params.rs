//! How search treats each family of games: the one place with its numbers.

use std::time::Duration;

use variants::Family;

/// What suits a family's games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Whether passing is a fair test of a position: not where having to move is a burden.
    pub null_move: bool,
    /// Whether a turn may have several steps.
    pub long_turns: bool,
    /// Whether a forced answer is looked at one step deeper.
    pub extend_forced: bool,
    /// Steps that quiescence search follows where nothing is forced.
    pub quiet_limit: usize,
    /// Quiescence search passes by captures that, with this many centipawns more, change nothing.
    pub delta: i32,
}

impl Style {
    pub(crate) fn of(family: &Family) -> Self {
        match family {
            Family::Royal(_) => Style {
                null_move: true,
                long_turns: false,
                extend_forced: true,
                quiet_limit: 32,
                delta: 200,
            },
            Family::Jumping(_) => Style {
                null_move: false,
                long_turns: false,
                extend_forced: false,
                quiet_limit: 32,
                delta: 200,
            },
            Family::Armies(_) => Style {
                null_move: true,
                long_turns: true,
                extend_forced: false,
                quiet_limit: 6,
                delta: 250,
            },
        }
    }
}

/// The aspiration window's first half width, in centipawns.
pub(crate) const ASPIRATION: i32 = 25;
/// The least depth, in steps, with an aspiration window.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;
/// The least depth, in steps, at which a pass is tried.
pub(crate) const NULL_MOVE_DEPTH: i32 = 3;
/// The least depth, in steps, at which late steps are reduced.
pub(crate) const REDUCTION_DEPTH: i32 = 3;
/// Steps at a node that are never reduced.
pub(crate) const FULL_STEPS: usize = 3;
/// What a search may take beyond its time to complete the first depth. It is over long before in
/// all games that are played; positions with a hundred thousand steps can be set up.
pub(crate) const FIRST_DEPTH_GRACE: Duration = Duration::from_millis(20);
/// How far from the root, in steps, it is looked for turns that win at once.
pub(crate) const HUNT_PLY: usize = 8;
/// The longest of these, in steps.
pub(crate) const HUNT_STEPS: usize = 2;
/// Nodes between two looks at the clock.
pub(crate) const POLL_INTERVAL: u64 = 256;

/// Steps by which the step at `index` of a list is reduced
/// (<https://www.chessprogramming.org/Late_Move_Reductions>).
pub(crate) fn reduction(depth: i32, index: usize) -> i32 {
    (0.6 + f64::from(depth).ln() * (index as f64 + 1.0).ln() / 2.4) as i32
}
