//! Time that stands still while this program is stopped, by Ctrl-Z or by a debugger.
//!
//! Engines run on meanwhile, and cannot help it that nobody reads their answers: what passes
//! between two looks at the clock counts only if they are close together. Whoever waits for an
//! engine looks often.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Longer than this between two looks, and the program was stopped: five times as long as whoever
/// waits sleeps.
const GAP: Duration = Duration::from_millis(500);

static CLOCK: Mutex<Option<Clock>> = Mutex::new(None);

/// What the clock has seen.
#[derive(Clone, Copy, Debug)]
struct Clock {
    /// The last look.
    last: Instant,
    /// How long the program was stopped, in all.
    stopped: Duration,
}

/// The time, without what passed while the program was stopped. Comparable with other times of this
/// clock alone.
pub fn now() -> Instant {
    let now = Instant::now();
    let mut clock = CLOCK.lock().unwrap_or_else(PoisonError::into_inner);
    clock.get_or_insert(Clock { last: now, stopped: Duration::ZERO }).look(now)
}

impl Clock {
    fn look(&mut self, now: Instant) -> Instant {
        let passed = now.saturating_duration_since(self.last);
        if passed > GAP {
            self.stopped += passed;
        }
        self.last = self.last.max(now);
        now.checked_sub(self.stopped).unwrap_or(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_unseen_does_not_count() {
        let begin = Instant::now();
        let mut clock = Clock { last: begin, stopped: Duration::ZERO };
        let mut look = |ms| {
            let now = clock.look(begin + Duration::from_millis(ms));
            (now + Duration::from_secs(60)).duration_since(begin).as_millis() - 60_000
        };
        assert_eq!(look(400), 400);
        assert_eq!(look(900), 900);
        // Stopped for eight seconds.
        assert_eq!(look(8_900), 900);
        assert_eq!(look(9_000), 1_000);
        // A thread that asked before another, and was heard after it.
        assert_eq!(look(8_990), 990);
        assert_eq!(look(9_100), 1_100);
    }
}
