//! Transposition table, shared by all threads
//! (<https://www.chessprogramming.org/Transposition_Table>).
//!
//! Each entry is two atomic words, without a lock: the first is the key XOR the second, so that an
//! entry torn between two writers matches no key
//! (<https://www.chessprogramming.org/Shared_Hash_Table#Lockless>).

mod cluster;
mod entry;
#[cfg(all(loom, test))]
mod model;
mod prefetch;
#[cfg(all(test, not(loom)))]
mod tests;

use bytemuck::TransparentWrapper;
use thiserror::Error;

use cluster::{Cluster, SLOTS, WORDS, Word};
use entry::GENERATIONS;

pub use entry::Entry;

use crate::pages::prefer_large;

/// Bytes per megabyte.
const MEGABYTE: usize = 1 << 20;
/// Clusters of a page of memory, the smallest that systems have.
const PAGE: usize = 4096 / size_of::<Cluster>();
/// Pages that a thread touches between two questions whether to go on: 2 MB, which may be one page.
const PAGES_AT_ONCE: usize = 512;
/// Largest table, in bytes, that is cleared where it is: a search has touched all its memory by then, and
/// the system takes longer to provide it anew.
const CLEARED_IN_PLACE: usize = 256 * MEGABYTE;
/// Number of clusters sampled to estimate the use of the table.
const SAMPLE: usize = 250;

/// Error of a table that does not fit in memory.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("no memory for a transposition table of {megabytes} MB")]
pub struct TableError {
    /// Requested size.
    pub megabytes: usize,
}

/// Transposition table of fixed size; replaces old and shallow entries first.
#[derive(Debug)]
pub struct Table {
    /// Words of the clusters, with padding before them that aligns clusters to cache lines.
    words: Vec<Word>,
    /// Index of the first cluster's first word.
    begin: usize,
    count: usize,
    generation: u8,
}

/// Allocates words of 0. If they are many, the system provides memory when it is first written to:
/// a table costs no more time and memory than is used of it.
fn zeros(count: usize) -> Option<Vec<Word>> {
    #[cfg(not(all(loom, test)))]
    return bytemuck::try_zeroed_vec(count).ok();
    #[cfg(all(loom, test))]
    Some((0..count).map(|_| Word::new(0)).collect())
}

fn set_to_zero(words: &mut [Word]) {
    #[cfg(not(all(loom, test)))]
    bytemuck::fill_zeroes(words);
    #[cfg(all(loom, test))]
    words.iter_mut().for_each(|word| *word = Word::new(0));
}

impl Table {
    /// Creates a table without entries, which stores nothing.
    #[must_use]
    pub fn empty() -> Self {
        Table { words: Vec::new(), begin: 0, count: 0, generation: 0 }
    }

    /// Creates a table of `megabytes` MB (2²⁰ bytes each), at least 1.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let error = TableError { megabytes };
        let bytes = megabytes.max(1).checked_mul(MEGABYTE).ok_or_else(|| error.clone())?;
        Self::with_clusters(bytes / size_of::<Cluster>()).ok_or(error)
    }

    fn with_clusters(count: usize) -> Option<Self> {
        let words = zeros(count.checked_mul(WORDS)?.checked_add(WORDS)?)?;
        prefer_large(&words);
        let begin = words.as_ptr().align_offset(size_of::<Cluster>()).min(WORDS);
        Some(Table { words, begin, count, generation: 0 })
    }

    /// Clears the table. If other programs take the memory at that moment, the table stores nothing
    /// from then on.
    pub fn clear(&mut self) {
        let count = self.count;
        if count * size_of::<Cluster>() <= CLEARED_IN_PLACE {
            set_to_zero(&mut self.words);
            self.generation = 0;
            return;
        }
        // Memory that is freed and allocated again is zeroed at once.
        *self = Table::empty();
        if count > 0 {
            *self = Self::with_clusters(count).unwrap_or_else(Table::empty);
        }
    }

    /// Writes to each page of memory, so that the system provides it now and not during a search;
    /// entries stay. Thread number `index` of `threads` takes its share, as long as `goes_on`
    /// returns true.
    pub(crate) fn touch(&self, index: usize, threads: usize, goes_on: &dyn Fn() -> bool) {
        for block in self.clusters().chunks(PAGE * PAGES_AT_ONCE).skip(index).step_by(threads) {
            if !goes_on() {
                return;
            }
            block.iter().step_by(PAGE).for_each(Cluster::touch);
        }
    }

    fn clusters(&self) -> &[Cluster] {
        let words = self.words.get(self.begin..).unwrap_or_default();
        let (clusters, _) = words.as_chunks();
        Cluster::wrap_slice(clusters.get(..self.count).unwrap_or_default())
    }

    /// Starts a new search: older entries age.
    pub fn next_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Returns the cluster of a key: keys are mapped to clusters by their high bits
    /// (<https://lemire.me/blog/2016/06/27/a-fast-alternative-to-the-modulo-reduction/>).
    #[inline]
    fn cluster(&self, key: u64) -> Option<&Cluster> {
        let index = (u128::from(key) * self.count as u128) >> 64;
        self.clusters().get(index as usize)
    }

    /// Prefetches the cluster of a key that will be probed soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if let Some(cluster) = self.cluster(key) {
            prefetch::prefetch(cluster);
        }
    }

    /// Returns the entry of the position with a key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key)?.probe(key)
    }

    /// Stores an entry in place of the position's old one or of the least valuable one in its
    /// cluster.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        if let Some(cluster) = self.cluster(key) {
            cluster.store(key, entry, self.generation);
        }
    }

    /// Returns the share of entries written in the present search, in thousandths, estimated from a
    /// sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let sample = &self.clusters()[..self.count.min(SAMPLE)];
        let used: usize = sample.iter().map(|cluster| cluster.fresh(self.generation)).sum();
        (used * 1000 / (sample.len() * SLOTS).max(1)) as u32
    }
}
