//! Time used by stages, across interruptions.

use std::time::{Duration, Instant};

/// Interval at which the time used is written.
const NOTE: Duration = Duration::from_secs(10);

/// Timer of a round.
#[derive(Clone, Copy, Debug)]
pub struct StageTimer {
    /// Time used before, in seconds.
    before: f64,
    begun: Instant,
    noted: Instant,
}

impl StageTimer {
    /// Starts a timer at this number of seconds.
    pub fn after(seconds: f64) -> Self {
        let now = Instant::now();
        StageTimer { before: seconds, begun: now, noted: now }
    }

    /// Returns the time used, in seconds.
    pub fn seconds(&self) -> f64 {
        self.before + self.begun.elapsed().as_secs_f64()
    }

    /// Returns the instant at which the timer reaches these seconds; `None` if it is out of range.
    pub fn at(&self, seconds: f64) -> Option<Instant> {
        let left = Duration::try_from_secs_f64((seconds - self.before).max(0.0)).ok()?;
        self.begun.checked_add(left)
    }

    /// Whether the time used is to be written.
    pub fn is_due(&mut self) -> bool {
        let due = self.noted.elapsed() >= NOTE;
        if due {
            self.noted = Instant::now();
        }
        due
    }
}
