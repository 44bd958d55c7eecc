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

use rayon::prelude::*;
use thiserror::Error;

use cluster::{Cluster, SLOTS};
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
    clusters: Vec<Cluster>,
    generation: u8,
}

impl Table {
    /// A table that holds nothing at all.
    #[must_use]
    pub fn empty() -> Self {
        Table { clusters: Vec::new(), generation: 0 }
    }

    /// A table of so many megabytes (2²⁰ bytes), at least 1. The rayon pool that it is made in
    /// fills it with all its threads: so each page of memory is near one that will use it.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let error = TableError { megabytes };
        let bytes = megabytes.max(1).checked_mul(MEGABYTE).ok_or_else(|| error.clone())?;
        Self::with_clusters(bytes / size_of::<Cluster>()).ok_or(error)
    }

    fn with_clusters(count: usize) -> Option<Self> {
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).ok()?;
        prefer_large(clusters.spare_capacity_mut());
        (0..count).into_par_iter().map(|_| Cluster::default()).collect_into_vec(&mut clusters);
        Some(Table { clusters, generation: 0 })
    }

    /// Forgets everything, with all threads of the rayon pool that it is called in.
    pub fn clear(&mut self) {
        self.generation = 0;
        self.clusters.par_iter_mut().for_each(|cluster| *cluster = Cluster::default());
    }

    /// Marks the beginning of a search: what was stored before grows old.
    pub fn next_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Where a position belongs: keys are spread over the clusters by their high bits
    /// (<https://lemire.me/blog/2016/06/27/a-fast-alternative-to-the-modulo-reduction/>).
    #[inline]
    fn cluster(&self, key: u64) -> Option<&Cluster> {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        self.clusters.get(index as usize)
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
        let sample = &self.clusters[..self.clusters.len().min(SAMPLE)];
        let used: usize = sample.iter().map(|cluster| cluster.fresh(self.generation)).sum();
        (used * 1000 / (sample.len() * SLOTS).max(1)) as u32
    }
}
