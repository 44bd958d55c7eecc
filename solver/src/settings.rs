//! Surroundings of solving: progress, and the way to stop it.

use std::sync::atomic::AtomicBool;

use crate::format::Replace;

/// Progress of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Positions are looked at for the first time.
    First {
        /// Number of entries that are done.
        done: u64,
        /// Number of all entries.
        of: u64,
    },
    /// Positions with a distance are worked back from.
    Level {
        /// The distance.
        plies: u16,
        /// Number of entries with it.
        positions: u64,
    },
    /// The table is counted and written.
    Writing,
}

/// Surroundings of solving.
pub struct Settings<'a> {
    /// Stops it.
    pub stop: &'a AtomicBool,
    /// Hears about progress, from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
    /// Writes a file.
    pub replace: Replace<'a>,
}
