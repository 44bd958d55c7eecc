//! The transposition table that all threads share
//! (<https://www.chessprogramming.org/Transposition_Table>).
//!
//! Two atomic words an entry and no lock: the first is the key exclusive-or the second, so that an
//! entry torn between two writers answers to no key
//! (<https://www.chessprogramming.org/Shared_Hash_Table#Lockless>).

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use thiserror::Error;

use crate::score::{Bound, MATE_BOUND, MATED_BOUND, Value};

/// Bytes of a megabyte.
const MEGABYTE: usize = 1 << 20;
/// Generations before their count starts again.
const GENERATIONS: u8 = 64;
/// Added to depths, so that all that are stored are positive.
const DEPTH_OFFSET: i32 = 8;

/// A table that is too large for the machine.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("no memory for a transposition table of {megabytes} MB")]
pub struct TableError {
    /// The size that was asked for.
    pub megabytes: usize,
}

/// A line of the cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; 4]);

#[derive(Debug, Default)]
struct Slot {
    /// Key exclusive-or data.
    check: AtomicU64,
    /// An [`Entry`]; 0: empty.
    data: AtomicU64,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The code of the best step, 0 if there is none.
    pub code: u16,
    /// Its value; mates count from this position.
    pub value: Value,
    /// The position's evaluation, unless it was not made.
    pub eval: Option<Value>,
    /// How deep it was searched, in steps.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
}

impl Entry {
    const NO_EVAL: i16 = i16::MIN;

    fn pack(self, generation: u8) -> u64 {
        let eval = self.eval.map_or(Self::NO_EVAL, |eval| eval as i16);
        let depth = (self.depth + DEPTH_OFFSET).clamp(0, 255);
        let bound = match self.bound {
            Bound::Exact => 3,
            Bound::Lower => 2,
            Bound::Upper => 1,
        };
        u64::from(self.code)
            | u64::from(self.value as i16 as u16) << 16
            | u64::from(eval as u16) << 32
            | (depth as u64) << 48
            | u64::from(generation << 2 | bound) << 56
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            3 => Bound::Exact,
            2 => Bound::Lower,
            1 => Bound::Upper,
            _ => return None,
        };
        let eval = (data >> 32) as i16;
        Some(Entry {
            code: data as u16,
            value: Value::from((data >> 16) as i16),
            eval: (eval != Self::NO_EVAL).then_some(Value::from(eval)),
            depth: (data >> 48 & 255) as i32 - DEPTH_OFFSET,
            bound,
        })
    }

    /// A value found `ply` steps from the root, as it is kept: mates counted from the position.
    pub(crate) fn value_to_keep(value: Value, ply: usize) -> Value {
        match value {
            MATE_BOUND.. => value + ply as Value,
            ..=MATED_BOUND => value - ply as Value,
            _ => value,
        }
    }

    /// The value, mates counted from the root, `ply` steps before.
    pub(crate) fn value_at(&self, ply: usize) -> Value {
        match self.value {
            MATE_BOUND.. => self.value - ply as Value,
            ..=MATED_BOUND => self.value + ply as Value,
            _ => self.value,
        }
    }
}

/// An array of fixed size that forgets what is old and shallow.
#[derive(Debug)]
pub(crate) struct Table {
    clusters: Vec<Cluster>,
    generation: u8,
}

impl Table {
    /// A table that holds nothing at all.
    pub(crate) fn empty() -> Self {
        Table { clusters: Vec::new(), generation: 0 }
    }

    /// A table of that size, at least 1 MB, filled by the rayon pool that it is made in.
    pub(crate) fn new(megabytes: usize) -> Result<Self, TableError> {
        let error = TableError { megabytes };
        let bytes = megabytes.max(1).checked_mul(MEGABYTE).ok_or_else(|| error.clone())?;
        let count = bytes / size_of::<Cluster>();
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).map_err(|_| error)?;
        (0..count).into_par_iter().map(|_| Cluster::default()).collect_into_vec(&mut clusters);
        Ok(Table { clusters, generation: 0 })
    }

    /// Forgets everything, in the rayon pool that it is called in.
    pub(crate) fn clear(&mut self) {
        self.generation = 0;
        self.clusters.par_iter_mut().for_each(|cluster| *cluster = Cluster::default());
    }

    /// Marks the beginning of a search: what was stored before grows old.
    pub(crate) fn next_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    fn cluster(&self, key: u64) -> Option<&Cluster> {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        self.clusters.get(index as usize)
    }

    /// What is known of the position with a key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key)?.0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key).then(|| Entry::unpack(data))?
        })
    }

    /// Keeps what was found out, in place of what was known of the position or of the least
    /// valuable entry near.
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let Some(cluster) = self.cluster(key) else { return };
        let mut place = &cluster.0[0];
        let mut least = i32::MAX;
        for slot in &cluster.0 {
            let data = slot.data.load(Ordering::Relaxed);
            let known = Entry::unpack(data);
            if slot.check.load(Ordering::Relaxed) ^ data == key
                && let Some(known) = known
            {
                let fresh = self.age(data) == 0;
                if entry.code == 0 {
                    entry.code = known.code;
                }
                if fresh && entry.bound != Bound::Exact && entry.depth + 3 < known.depth {
                    return;
                }
                place = slot;
                break;
            }
            let worth = known.map_or(i32::MIN, |known| known.depth - 4 * self.age(data));
            if worth < least {
                (place, least) = (slot, worth);
            }
        }
        let data = entry.pack(self.generation);
        place.data.store(data, Ordering::Relaxed);
        place.check.store(key ^ data, Ordering::Relaxed);
    }

    /// Searches since an entry was written.
    fn age(&self, data: u64) -> i32 {
        let generation = (data >> 58) as u8;
        i32::from((self.generation + GENERATIONS - generation) % GENERATIONS)
    }

    /// How full the table is with what the present search wrote, in thousandths, by a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.0)
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| Entry::unpack(data).is_some() && self.age(data) == 0)
            .count();
        (used * 1000 / (sample.len() * 4).max(1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{EVAL_LIMIT, loss_in, win_in};
    use proptest::prelude::*;

    fn entry(value: Value, depth: i32) -> Entry {
        Entry { code: 7, value, eval: Some(-3), depth, bound: Bound::Lower }
    }

    proptest! {
        #[test]
        fn entries_read_back(
            code: u16,
            value in -32_000..32_000,
            eval in prop::option::of(-EVAL_LIMIT..EVAL_LIMIT),
            depth in -7..247,
            kind in 0..3,
            generation in 0..GENERATIONS,
        ) {
            let bound = [Bound::Exact, Bound::Lower, Bound::Upper][kind as usize];
            let entry = Entry { code, value, eval, depth, bound };
            prop_assert_eq!(Entry::unpack(entry.pack(generation)), Some(entry));
        }
    }

    #[test]
    fn mates_count_from_the_position() {
        for value in [win_in(9), loss_in(9), 35] {
            let kept = Entry::value_to_keep(value, 5);
            assert_eq!(entry(kept, 1).value_at(5), value);
        }
        assert_eq!(entry(Entry::value_to_keep(win_in(9), 5), 1).value_at(2), win_in(6));
    }

    #[test]
    fn finds_what_was_stored_and_nothing_else() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.probe(0), None);
        table.store(99 << 40, entry(5, 4));
        assert_eq!(table.probe(99 << 40), Some(entry(5, 4)));
        assert_eq!(table.probe(98 << 40), None);
        // Shallower news without an exact value do not displace it; deeper ones do.
        table.store(99 << 40, entry(6, 0));
        assert_eq!(table.probe(99 << 40), Some(entry(5, 4)));
        table.store(99 << 40, Entry { code: 0, ..entry(7, 5) });
        assert_eq!(table.probe(99 << 40), Some(entry(7, 5)));
    }

    #[test]
    fn the_old_and_shallow_goes_first() {
        let mut table = Table::new(1).unwrap();
        for key in 1..=4 {
            table.store(key, entry(0, 10 + key as i32));
        }
        table.store(5, entry(0, 1));
        assert_eq!(table.probe(1), None);
        assert!((2..=5).all(|key| table.probe(key).is_some()));
        for _ in 0..5 {
            table.next_generation();
        }
        for key in 10..14 {
            table.store(key, entry(0, 1));
        }
        assert!((10..14).all(|key| table.probe(key).is_some()));
        table.clear();
        assert!((1..14).all(|key| table.probe(key).is_none()));
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn an_empty_table_knows_nothing() {
        let table = Table::empty();
        table.store(1, entry(1, 1));
        assert_eq!(table.probe(1), None);
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn what_is_too_large_is_an_error() {
        for megabytes in [usize::MAX, usize::MAX / MEGABYTE, 1 << 40] {
            assert_eq!(Table::new(megabytes).unwrap_err(), TableError { megabytes });
        }
    }

    #[test]
    fn threads_never_read_torn_entries() {
        let table = Table::new(1).unwrap();
        // Few clusters, many writers; each key's entries carry the key in their fields.
        let keys: Vec<u64> = (1..=64u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let of_key = |key: u64, depth: i32| Entry {
            code: (key >> 48) as u16,
            value: (key >> 50) as Value - 8000,
            eval: Some((key >> 51) as Value - 4000),
            depth,
            bound: Bound::Exact,
        };
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let (table, keys) = (&table, &keys);
                scope.spawn(move || {
                    let mut state = thread + 1;
                    for _ in 0..200_000 {
                        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        let key = keys[(state >> 58) as usize] & !(0xff << 56);
                        if state >> 40 & 1 == 0 {
                            table.store(key, of_key(key, (state >> 42 & 127) as i32));
                        } else if let Some(entry) = table.probe(key) {
                            assert_eq!(entry, of_key(key, entry.depth));
                        }
                    }
                });
            }
        });
    }
}
