//! The engine's part in a game: limits of its searches, and the draws that it accepts.

use std::time::Duration;

use engine::strength::Strength;
use search::{Limits, TimeControl};

use crate::setup::Players;
use crate::table::Table;

/// Latency reserved for the way to the page, on a clock.
const OVERHEAD: Duration = Duration::from_millis(50);
/// Time for a move without a clock, at full strength.
const MOVE_TIME: Duration = Duration::from_millis(1500);
/// Least time for a move of a game that the engine plays with itself, and people watch.
const WATCHED: Duration = Duration::from_secs(1);
/// The same as a part of the time left on a clock.
const WATCHED_PART: u32 = 30;
/// Time for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);
/// Highest score at which the engine accepts a draw, in centipawns.
const DRAW_SCORE: i32 = 15;
/// Number of turns before which it accepts none.
const DRAW_TURNS: usize = 40;

/// Returns strength and limits of the engine's move: its clock, or a fixed time at full strength.
pub(crate) fn play(table: &Table, now: Duration) -> (Strength, Limits) {
    let strength = Strength::level(table.setup.level);
    let clock = table.time_left(now).map(|left| TimeControl {
        remaining: left[table.side() as usize].saturating_sub(OVERHEAD),
        increment: table.increment(),
        moves_to_go: None,
    });
    let free = strength.is_full() && clock.is_none();
    (strength, Limits { move_time: free.then_some(MOVE_TIME), clock, ..Limits::default() })
}

/// Returns the least time before the engine's move is made.
pub(crate) fn pace(table: &Table, now: Duration) -> Duration {
    if table.setup.engine != Players::Both {
        return Duration::ZERO;
    }
    let left = table.time_left(now).map(|left| left[table.side() as usize]);
    left.map_or(WATCHED, |left| WATCHED.min(left / WATCHED_PART))
}

/// Returns strength and limits of a hint.
pub(crate) fn hint() -> (Strength, Limits) {
    (Strength::FULL, Limits::move_time(HINT_TIME))
}

/// Returns strength and limits of an analysis with a number of lines.
pub(crate) fn analysis(lines: u8) -> (Strength, Limits) {
    let limits = Limits { infinite: true, multi_pv: lines.into(), ..Limits::default() };
    (Strength::FULL, limits)
}

/// Whether the engine agrees to a draw after its last score, in centipawns for its side. Two people,
/// or the engine with itself, always agree.
pub(crate) fn accepts_draw(table: &Table, score: Option<i32>) -> bool {
    match table.setup.engine {
        Players::None | Players::Both => true,
        _ => table.turns() >= DRAW_TURNS && score.is_some_and(|score| score <= DRAW_SCORE),
    }
}
