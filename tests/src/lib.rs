//! Helpers for tests that drive the binary from outside: over pipes, with a time limit on every
//! wait, and never a process left behind.

mod answer;
mod binary;
mod command;
mod engine;
pub mod measurements;
mod random;

pub use answer::{Answer, Info, Score, answer};
pub use binary::binary;
pub use command::{Finished, command, finish, run, run_within};
pub use engine::Engine;
pub use random::Random;

use std::time::{Duration, Instant};

/// How long anything may take that is not a matter of speed: only a hang is longer, even on a
/// machine with much else to do.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Checks that something is as fast as promised. One try that a busy machine held up proves
/// nothing, so the best of the tries counts; but none may be ten times as slow.
///
/// # Panics
/// When it is too slow.
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

/// How long something takes.
pub fn time(run: impl FnOnce()) -> Duration {
    let begin = Instant::now();
    run();
    begin.elapsed()
}
