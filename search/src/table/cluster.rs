//! A line of the cache: some entries, any of which may hold a position that belongs here.

#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(all(loom, test)))]
use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::TransparentWrapper;

use super::entry::{Entry, age};
use crate::score::Bound;

/// Entries of a cluster.
pub(super) const SLOTS: usize = 4;
/// A position is written again though it was searched deeper in the same search, if by no more
/// than so many steps: what is fresh has the better step.
const SHALLOWER: i32 = 3;
/// Steps of depth that an entry is worth less for each search since.
const AGEING: i32 = 4;

/// Words of an entry.
const SLOT_WORDS: usize = 2;
/// Words of a cluster.
pub(super) const WORDS: usize = SLOTS * SLOT_WORDS;

/// A word of a cluster.
pub(super) type Word = AtomicU64;

/// Entries that share a line of the cache, two words each. Words of 0 are empty entries.
#[derive(Debug, Default, TransparentWrapper)]
#[repr(transparent)]
pub(super) struct Cluster([Word; WORDS]);

/// The two words are read and written one by one. Whoever reads while others write may get words
/// of two entries: then the check fails, and the entry is taken for another position's.
#[derive(Clone, Copy)]
struct Slot<'a> {
    /// The key exclusive-or the data.
    check: &'a Word,
    /// An [`Entry`]; 0: empty.
    data: &'a Word,
}

impl Slot<'_> {
    /// The data, and whether it is the position's with that key.
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

    /// What is known of the position with that key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.slots().iter().find_map(|slot| {
            let (data, is_here) = slot.read(key);
            is_here.then(|| Entry::unpack(data))?
        })
    }

    /// Keeps what was found out, in place of what was known of the position, else of what is worth
    /// least: nothing, or the shallowest, where each search since makes entries
    /// shallower by [`AGEING`].
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

    /// How many entries were written in this generation.
    pub(super) fn fresh(&self, generation: u8) -> usize {
        let data = self.slots().map(|slot| slot.data.load(Ordering::Relaxed));
        data.into_iter().filter(|&data| data != 0 && age(data, generation) == 0).count()
    }
}
