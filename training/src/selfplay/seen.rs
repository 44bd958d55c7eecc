//! Positions that a data set contains already.

use dashmap::DashSet;

/// Maximum number of positions stored: with a key of 8 bytes and the map's overhead, half a
/// gigabyte. Beyond that, the few duplicates do no harm.
const MOST: usize = 1 << 24;

/// Keys of the positions of a data set, shared by all threads that add to it, so that duplicates
/// are left out. A concurrent map, as elsewhere in the engine.
#[derive(Debug, Default)]
pub struct Seen {
    keys: DashSet<u64>,
}

impl Seen {
    /// Adds a position, by its key; returns whether it is new.
    pub fn add(&self, key: u64) -> bool {
        self.keys.len() >= MOST || self.keys.insert(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_position_is_new_once() {
        let seen = Seen::default();
        assert!(seen.add(1) && seen.add(2) && !seen.add(1));
    }
}
