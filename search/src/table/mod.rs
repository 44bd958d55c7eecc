//! The transposition table that all threads share
//! (<https://www.chessprogramming.org/Transposition_Table>).
//!
//! Two atomic words an entry and no lock: the first is the key exclusive-or the second, so that an
//! entry torn between two writers answers to no key
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

/// Bytes of a megabyte.
const MEGABYTE: usize = 1 << 20;
/// Clusters that are looked at to tell how full a table is.
const SAMPLE: usize = 250;

/// A table that is too large for the machine.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("no memory for a transposition table of {megabytes} MB")]
pub struct TableError {
    /// The size that was asked for.
    pub megabytes: usize,
}

/// An array of fixed size that forgets what is old and shallow.
#[derive(Debug)]
pub struct Table {
    /// The clusters' words, and some more before them, so that clusters are lines of the cache.
    words: Vec<Word>,
    /// Where the clusters begin.
    begin: usize,
    count: usize,
    generation: u8,
}

/// So many words of 0. Where they are many, the system hands the memory out when it is first written
/// to: a table costs no more time and memory than is used of it.
fn zeros(count: usize) -> Option<Vec<Word>> {
    #[cfg(not(all(loom, test)))]
    return bytemuck::try_zeroed_vec(count).ok();
    #[cfg(all(loom, test))]
    Some((0..count).map(|_| Word::new(0)).collect())
}

impl Table {
    /// A table that holds nothing at all.
    #[must_use]
    pub fn empty() -> Self {
        Table { words: Vec::new(), begin: 0, count: 0, generation: 0 }
    }

    /// A table of so many megabytes (2²⁰ bytes), at least 1.
    ///
    /// # Errors
    /// When there is no memory for it.
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

    /// Forgets everything. Should other programs take the memory at that moment, the table holds
    /// nothing from then on.
    pub fn clear(&mut self) {
        let count = self.count;
        // Memory that is given back and taken anew is empty at once.
        *self = Table::empty();
        if count > 0 {
            *self = Self::with_clusters(count).unwrap_or_else(Table::empty);
        }
    }

    fn clusters(&self) -> &[Cluster] {
        let words = self.words.get(self.begin..).unwrap_or_default();
        let (clusters, _) = words.as_chunks();
        Cluster::wrap_slice(clusters.get(..self.count).unwrap_or_default())
    }

    /// Marks the beginning of a search: what was stored before grows old.
    pub fn next_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Where a position belongs: keys are spread over the clusters by their high bits
    /// (<https://lemire.me/blog/2016/06/27/a-fast-alternative-to-the-modulo-reduction/>).
    #[inline]
    fn cluster(&self, key: u64) -> Option<&Cluster> {
        let index = (u128::from(key) * self.count as u128) >> 64;
        self.clusters().get(index as usize)
    }

    /// Says that the position with that key will be asked for soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if let Some(cluster) = self.cluster(key) {
            prefetch::prefetch(cluster);
        }
    }

    /// What is known of the position with a key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key)?.probe(key)
    }

    /// Keeps what was found out, in place of what was known of the position or of the least
    /// valuable entry near.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        if let Some(cluster) = self.cluster(key) {
            cluster.store(key, entry, self.generation);
        }
    }

    /// How full the table is with what the present search wrote, in thousandths, by a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let sample = &self.clusters()[..self.count.min(SAMPLE)];
        let used: usize = sample.iter().map(|cluster| cluster.fresh(self.generation)).sum();
        (used * 1000 / (sample.len() * SLOTS).max(1)) as u32
    }
}
