//! Clusters: cache lines of entries, any of which may hold a position that maps there.

#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(all(loom, test)))]
use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::TransparentWrapper;

use super::entry::{Entry, age};
use crate::score::Bound;

/// Entries per cluster.
pub(super) const SLOTS: usize = 4;
/// Plies by which a new entry may be shallower than the same position's entry of the same search
/// and still replace it: fresh entries have better moves.
const SHALLOWER: i32 = 3;
/// Plies of depth by which an entry's replacement value falls with each search.
const AGEING: i32 = 4;

/// Words per entry.
const SLOT_WORDS: usize = 2;
/// Words per cluster.
pub(super) const WORDS: usize = SLOTS * SLOT_WORDS;

/// Word of a cluster.
pub(super) type Word = AtomicU64;

/// Cluster of entries on one cache line, two words each. Entries with words of 0 are empty.
#[derive(Debug, Default, TransparentWrapper)]
#[repr(transparent)]
pub(super) struct Cluster([Word; WORDS]);

/// Entry in a cluster. The two words are read and written separately. A reader during a write may
/// get words of two entries: the check then fails, and the entry counts as another position's.
#[derive(Clone, Copy)]
struct Slot<'a> {
    /// Key XOR data.
    check: &'a Word,
    /// Packed [`Entry`]; 0: empty.
    data: &'a Word,
}

impl Slot<'_> {
    /// Returns the data, and whether it belongs to the position with that key.
    #[inline]
    fn read(&self, key: u64) -> (u64, bool) {
        let data = self.data.load(Ordering::Relaxed);
        (data, self.check.load(Ordering::Relaxed) ^ data == key)
    }

    #[inline]
    fn write(&self, key: u64, data: u64) {
        self.data.store(data, Ordering::Relaxed);
        self.check.store(key ^ data, Ordering::Relaxed);
    }
}

impl Cluster {
    #[inline]
    fn slots(&self) -> [Slot<'_>; SLOTS] {
        std::array::from_fn(|index| Slot {
            check: &self.0[SLOT_WORDS * index],
            data: &self.0[SLOT_WORDS * index + 1],
        })
    }

    /// Writes to the cluster without changing it.
    pub(super) fn touch(&self) {
        // An exchange of 0 for 0 is a write where there is no entry; adding 0 is optimized to a read.
        let _ = self.0[0].compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Returns the entry of the position with that key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.slots().iter().find_map(|slot| {
            let (data, is_here) = slot.read(key);
            is_here.then(|| Entry::unpack(data))?
        })
    }

    /// Stores an entry in place of the same position's, or else of the one with the lowest
    /// replacement value: an empty one, or the shallowest, where each search since lowers the depth
    /// by [`AGEING`].
    pub(super) fn store(&self, key: u64, mut entry: Entry, generation: u8) {
        let slots = self.slots();
        let mut place = slots[0];
        let mut least = i32::MAX;
        for slot in slots {
            let (data, is_here) = slot.read(key);
            let known = Entry::unpack(data);
            let age = i32::from(age(data, generation));
            if let Some(known) = known.filter(|_| is_here) {
                if entry.code == 0 {
                    entry.code = known.code;
                }
                let is_shallower = entry.depth + SHALLOWER < known.depth;
                if age == 0 && is_shallower && entry.bound != Bound::Exact {
                    return;
                }
                place = slot;
                break;
            }
            let worth = known.map_or(i32::MIN, |known| known.depth - AGEING * age);
            if worth < least {
                (place, least) = (slot, worth);
            }
        }
        place.write(key, entry.pack(generation));
    }

    /// Returns the number of entries written in this generation.
    pub(super) fn fresh(&self, generation: u8) -> usize {
        let data = self.slots().map(|slot| slot.data.load(Ordering::Relaxed));
        data.into_iter().filter(|&data| data != 0 && age(data, generation) == 0).count()
    }
}
