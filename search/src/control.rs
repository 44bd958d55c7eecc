//! How another thread speaks to a search that runs.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// The handles of one search: share it (in an `Arc`) with whoever may stop it. A new search needs
/// a new one.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    gate: Mutex<()>,
    signal: Condvar,
    nodes: AtomicU64,
    depth: AtomicU32,
    steps_left: AtomicU32,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Nodes visited by all threads, a little behind.
    pub nodes: u64,
    /// The depth that is being searched, in steps; 0: none yet.
    pub depth: u32,
    /// The root's steps that wait for their turn at this depth.
    pub steps_left: u32,
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

    /// How far the search has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            nodes: self.nodes.load(Ordering::Relaxed),
            depth: self.depth.load(Ordering::Relaxed),
            steps_left: self.steps_left.load(Ordering::Relaxed),
        }
    }

    pub(crate) fn tell_nodes(&self, nodes: u64) {
        self.nodes.store(nodes, Ordering::Relaxed);
    }

    pub(crate) fn tell_root(&self, depth: i32, steps_left: usize) {
        self.depth.store(depth.unsigned_abs(), Ordering::Relaxed);
        self.steps_left.store(u32::try_from(steps_left).unwrap_or(u32::MAX), Ordering::Relaxed);
    }

    fn raise(&self, flag: &AtomicBool) {
        flag.store(true, Ordering::Release);
        // Whoever waits holds the gate from its look at the flags until it sleeps.
        drop(self.gate.lock().unwrap_or_else(PoisonError::into_inner));
        self.signal.notify_all();
    }

    /// Sleeps until stopped or, unless `until_stop`, the ponder hit.
    pub fn wait(&self, until_stop: bool) {
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
