//! State of turn generation and search shared by the threads of one search, beside the
//! transposition table.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, AtomicU64, Ordering};

use dashmap::DashMap;

use super::list::{Breadth, TurnList};

/// Maximum number of listed turns per thread in one search: some 30 MB.
const MOST_LISTED: isize = 1 << 17;
/// Number of marks of searched turns; a power of two, and many more than threads times turns of a
/// line.
const MARKS: usize = 1 << 14;

/// Lists of turns, and marks of the turns that threads search.
pub(crate) struct Together<S> {
    /// Lists by position key and width.
    lists: DashMap<(u64, Breadth), Arc<TurnList<S>>>,
    /// Number of turns and starts in them.
    listed: AtomicIsize,
    /// Maximum of that number.
    room: isize,
    /// Hashes of the position after a turn and the depth, each in its slot; 0 for none. Empty with
    /// a single thread.
    marks: Vec<AtomicU64>,
}

/// Mark that a thread searches a turn, until it is dropped.
pub(super) struct Mark<'a> {
    place: Option<&'a AtomicU64>,
}

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        if let Some(place) = self.place {
            place.store(0, Ordering::Relaxed);
        }
    }
}

/// Order in which a thread searches the turns of a position, by index: those that another thread
/// searches are deferred, when the transposition table may have them.
pub(super) struct Order {
    turns: VecDeque<usize>,
    /// Number of turns that were not yet considered.
    fresh: usize,
}

impl Order {
    /// Creates the order of `count` turns.
    pub(super) fn new(count: usize) -> Self {
        Order { turns: (0..count).collect(), fresh: count }
    }

    /// Returns the next turn; a busy one is deferred, once.
    pub(super) fn next(&mut self, is_busy: impl Fn(usize) -> bool) -> Option<usize> {
        while let Some(turn) = self.turns.pop_front() {
            if self.fresh == 0 {
                return Some(turn);
            }
            self.fresh -= 1;
            if !is_busy(turn) {
                return Some(turn);
            }
            self.turns.push_back(turn);
        }
        None
    }

    /// Returns the number of remaining turns.
    pub(super) fn left(&self) -> usize {
        self.turns.len()
    }
}

/// Returns the hash of the position after a turn and the depth.
fn name(key: u64, depth: i32) -> u64 {
    (key ^ (depth as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1
}

impl<S: Clone> Together<S> {
    /// Creates the state for a search by `threads` threads.
    pub(crate) fn new(threads: usize) -> Self {
        let marks = if threads > 1 { MARKS } else { 0 };
        Together {
            lists: DashMap::new(),
            listed: AtomicIsize::new(0),
            room: MOST_LISTED * threads as isize,
            marks: (0..marks).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Whether there are several threads.
    #[inline]
    pub(super) fn is_shared(&self) -> bool {
        !self.marks.is_empty()
    }

    /// Returns the list of the turns of a position, which is kept while there is room.
    pub(super) fn list(&self, key: u64, breadth: Breadth) -> Arc<TurnList<S>> {
        if let Some(list) = self.lists.get(&(key, breadth)) {
            return list.clone();
        }
        if self.listed.load(Ordering::Relaxed) > self.room {
            return Arc::new(TurnList::new(breadth));
        }
        let list = || Arc::new(TurnList::new(breadth));
        self.lists.entry((key, breadth)).or_insert_with(list).clone()
    }

    /// Records the growth of a list.
    pub(super) fn note_growth(&self, turns: isize) {
        self.listed.fetch_add(turns, Ordering::Relaxed);
    }

    fn place(&self, name: u64) -> Option<&AtomicU64> {
        self.marks.get((name >> 32) as usize % MARKS)
    }

    /// Whether some thread searches the turn that ends in this position, to this depth
    /// (<https://www.chessprogramming.org/ABDADA>, simplified as by Tom Kerrigan).
    pub(super) fn is_busy(&self, key: u64, depth: i32) -> bool {
        let name = name(key, depth);
        self.place(name).is_some_and(|place| place.load(Ordering::Relaxed) == name)
    }

    /// Marks the turn as searched by this thread.
    pub(super) fn mark(&self, key: u64, depth: i32) -> Mark<'_> {
        let name = name(key, depth);
        // Another thread's mark in the slot stays.
        let place = self.place(name).filter(|place| {
            place.compare_exchange(0, name, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        });
        Mark { place }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_look_at_comes_last() {
        let together = Together::<()>::new(2);
        let key = |turn: u64| turn.wrapping_mul(0x2545_f491_4f6c_dd1d) << 1;
        let busy = |turn: usize| together.is_busy(key(turn as u64), 3);
        let mut order = Order::new(5);
        assert_eq!((order.next(busy), order.left()), (Some(0), 4));
        let marks = [(1, 3), (2, 2), (3, 3)].map(|(turn, depth)| together.mark(key(turn), depth));
        assert_eq!([order.next(busy), order.next(busy)], [Some(2), Some(4)]);
        // Deferred turns come even if they are still busy.
        assert_eq!(
            [order.next(busy), order.next(busy), order.next(busy)],
            [Some(1), Some(3), None]
        );
        drop(marks);
        assert!(!busy(1) && !busy(3));
    }

    #[test]
    fn a_mark_goes_with_the_thread_that_made_it() {
        let together = Together::<()>::new(2);
        let first = together.mark(7, 1);
        drop(together.mark(7, 1));
        assert!(together.is_busy(7, 1));
        drop(first);
        assert!(!together.is_busy(7, 1));
        // A single thread defers nothing.
        let alone = Together::<()>::new(1);
        let _mark = alone.mark(7, 1);
        assert!(!alone.is_busy(7, 1));
    }
}
