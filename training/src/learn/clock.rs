//! The time that stages take, over interruptions.

use std::time::{Duration, Instant};

/// How often it is written down how much time has gone.
const NOTE: Duration = Duration::from_secs(10);

/// The time of a round.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Seconds before.
    before: f64,
    begun: Instant,
    noted: Instant,
}

impl Clock {
    /// Begins to run, after so many seconds.
    pub fn after(seconds: f64) -> Self {
        let now = Instant::now();
        Clock { before: seconds, begun: now, noted: now }
    }

    /// The seconds now.
    pub fn seconds(&self) -> f64 {
        self.before + self.begun.elapsed().as_secs_f64()
    }

    /// When so many seconds will have gone; `None`: not in this life.
    pub fn at(&self, seconds: f64) -> Option<Instant> {
        let left = Duration::try_from_secs_f64((seconds - self.before).max(0.0)).ok()?;
        self.begun.checked_add(left)
    }

    /// Whether it is time to write the time down.
    pub fn is_due(&mut self) -> bool {
        let due = self.noted.elapsed() >= NOTE;
        if due {
            self.noted = Instant::now();
        }
        due
    }
}
