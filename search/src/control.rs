//! Control of a running search from other threads.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Handle of one search: share it (in an `Arc`) with every thread that may stop it. Each search
/// needs a new one.
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

/// Progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Nodes searched by all threads, slightly delayed.
    pub nodes: u64,
    /// Depth of the current iteration, in plies; 0: none yet.
    pub depth: u32,
    /// Root moves left in this iteration.
    pub steps_left: u32,
}

impl Control {
    /// Creates the handle of a search to come.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the search, which returns its best result so far; also before it begins.
    pub fn stop(&self) {
        self.raise(&self.stop);
    }

    /// Signals that the expected move was played while pondering: time counts from now.
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

    /// Returns the progress of the search.
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
        // A waiting thread holds the gate from its check of the flags until it sleeps.
        drop(self.gate.lock().unwrap_or_else(PoisonError::into_inner));
        self.signal.notify_all();
    }

    /// Blocks until stopped or, unless `until_stop`, the ponder hit.
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
