//! Control of a running search from other threads, or from its own.

use std::fmt::{self, Debug, Formatter};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Reads input during a search that has no other thread to do so: the search calls it again and
/// again, and it may stop the search by its [`Control`].
pub trait Listener: Send + Sync {
    /// Reads what input there is, without delay; with `wait`, waits for some.
    fn listen(&self, wait: bool);
}

/// Handle of one search: share it (in an `Arc`) with every thread that may stop it. Each search
/// needs a new one.
#[derive(Default)]
pub struct Control {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    gate: Mutex<()>,
    signal: Condvar,
    nodes: AtomicU64,
    depth: AtomicU32,
    steps_left: AtomicU32,
    listener: Option<Arc<dyn Listener>>,
}

impl Debug for Control {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("stop", &self.stop)
            .field("ponder_hit", &self.ponder_hit)
            .finish_non_exhaustive()
    }
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

    /// Creates the handle of a search to come, with a listener.
    #[must_use]
    pub fn with_listener(listener: Arc<dyn Listener>) -> Self {
        Control { listener: Some(listener), ..Self::default() }
    }

    /// Stops the search, which returns its best result so far; also before it begins.
    pub fn stop(&self) {
        self.raise(&self.stop);
    }

    /// Signals that the expected move was played while pondering: time counts from now.
    pub fn ponder_hit(&self) {
        self.raise(&self.ponder_hit);
    }

    /// Whether [`Control::stop`] was called; the listener is called first.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        if let Some(listener) = &self.listener {
            listener.listen(false);
        }
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

    pub(crate) fn report_nodes(&self, nodes: u64) {
        self.nodes.store(nodes, Ordering::Relaxed);
    }

    pub(crate) fn report_root(&self, depth: i32, steps_left: usize) {
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
        if let Some(listener) = &self.listener {
            while !self.is_stopped() && (until_stop || !self.is_ponder_hit()) {
                listener.listen(true);
            }
            return;
        }
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
    fn a_listener_stops_its_own_search() {
        #[derive(Default)]
        struct Third {
            calls: AtomicU32,
            control: Mutex<std::sync::Weak<Control>>,
        }

        impl Listener for Third {
            fn listen(&self, wait: bool) {
                if wait && self.calls.fetch_add(1, Ordering::Relaxed) == 2 {
                    self.control.lock().unwrap().upgrade().unwrap().stop();
                }
            }
        }

        let listener = Arc::new(Third::default());
        let control = Arc::new(Control::with_listener(listener.clone()));
        *listener.control.lock().unwrap() = Arc::downgrade(&control);
        control.wait(true);
        assert!(control.is_stopped());
        assert_eq!(listener.calls.load(Ordering::Relaxed), 3);
    }

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
