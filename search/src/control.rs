//! How another thread speaks to a search that runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// The handles of one search: share it (in an `Arc`) with whoever may stop it. A new search needs
/// a new one.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    gate: Mutex<()>,
    signal: Condvar,
}

impl Control {
    /// The handles of a search yet to begin.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the search to end with what it has. It may be asked before it begins.
    pub fn stop(&self) {
        self.raise(&self.stop);
    }

    /// Tells a search that ponders that the expected turn was played: its time now runs.
    pub fn ponder_hit(&self) {
        self.raise(&self.ponder_hit);
    }

    /// Whether [`Control::stop`] was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// Whether [`Control::ponder_hit`] was called.
    #[must_use]
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Acquire)
    }

    fn raise(&self, flag: &AtomicBool) {
        flag.store(true, Ordering::Release);
        // Whoever waits holds the gate from its look at the flags until it sleeps.
        drop(self.gate.lock().unwrap_or_else(PoisonError::into_inner));
        self.signal.notify_all();
    }

    /// Sleeps until stopped or, unless `until_stop`, the ponder hit.
    pub(crate) fn wait(&self, until_stop: bool) {
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (until_stop || !self.is_ponder_hit()) {
            gate = self.signal.wait(gate).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_ends_with_the_signal() {
        let control = Control::new();
        std::thread::scope(|scope| {
            scope.spawn(|| control.wait(false));
            control.ponder_hit();
        });
        assert!(control.is_ponder_hit() && !control.is_stopped());
        std::thread::scope(|scope| {
            scope.spawn(|| control.wait(true));
            control.stop();
        });
        assert!(control.is_stopped());
    }
}
