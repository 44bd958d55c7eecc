//! Helpers for tests that run the binary: over pipes, with a timeout on every wait, and without
//! processes left behind.

mod answer;
mod binary;
mod command;
mod engine;
pub mod inputs;
pub mod knowledge;
pub mod lone_chief;
pub mod measurements;
mod random;
mod table_input;

pub use answer::{Answer, Info, Score, answer};
pub use binary::{binary, python_module};
pub use command::{Finished, command, finish, run, run_within};
pub use engine::Engine;
pub use random::Random;

use std::time::{Duration, Instant};

/// Timeout of everything that is not a test of speed: only a hang takes longer, even on a loaded
/// machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Checks a promised time. A loaded machine can delay one try, so the best of the tries counts; but
/// none may be ten times as slow.
///
/// # Panics
/// If it is too slow.
#[track_caller]
pub fn assert_fast(
    what: &str,
    limit: Duration,
    tries: usize,
    mut measure: impl FnMut() -> Duration,
) {
    let times: Vec<Duration> = (0..tries).map(|_| measure()).collect();
    let best = times.iter().min().copied().unwrap_or_default();
    let worst = times.iter().max().copied().unwrap_or_default();
    assert!(best <= limit && worst <= 10 * limit, "{what} took {times:?}, not {limit:?}");
}

/// Returns the time of a call.
pub fn time(run: impl FnOnce()) -> Duration {
    let begin = Instant::now();
    run();
    begin.elapsed()
}
