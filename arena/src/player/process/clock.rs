//! Clock that pauses while this program is stopped, by Ctrl-Z or by a debugger.
//!
//! Engines continue meanwhile, and are not responsible for answers that are read late. The time
//! between two readings of the clock counts only if they are close together; waits for an engine
//! therefore read it often.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum gap between two readings; after a longer one the program was stopped. Five times the
/// sleep of a wait.
const GAP: Duration = Duration::from_millis(500);

static CLOCK: Mutex<Option<ProcessClock>> = Mutex::new(None);

/// State of the clock.
#[derive(Clone, Copy, Debug)]
struct ProcessClock {
    /// Last reading.
    last: Instant,
    /// Total time for which the program was stopped.
    stopped: Duration,
}

/// Returns the time, without the periods in which the program was stopped. Comparable with other
/// times of this clock only.
pub fn now() -> Instant {
    let now = Instant::now();
    let mut clock = CLOCK.lock().unwrap_or_else(PoisonError::into_inner);
    clock.get_or_insert(ProcessClock { last: now, stopped: Duration::ZERO }).look(now)
}

impl ProcessClock {
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
        let mut clock = ProcessClock { last: begin, stopped: Duration::ZERO };
        let mut look = |ms| {
            let now = clock.look(begin + Duration::from_millis(ms));
            (now + Duration::from_secs(60)).duration_since(begin).as_millis() - 60_000
        };
        assert_eq!(look(400), 400);
        assert_eq!(look(900), 900);
        // Stopped for eight seconds.
        assert_eq!(look(8_900), 900);
        assert_eq!(look(9_000), 1_000);
        // A thread that read the clock before another, and was served after it.
        assert_eq!(look(8_990), 990);
        assert_eq!(look(9_100), 1_100);
    }
}
