//! Which positions a data set has already.

use dashmap::DashSet;

/// As many positions are remembered: with a key of 8 bytes and the map's own room for each, half a
/// gigabyte at most. Beyond that, the few that come back do no harm.
const MOST: usize = 1 << 24;

/// The keys of the positions of a data set, for all threads that add to it: no position counts
/// twice. A map that grows is a concurrent map, as everywhere in the engine.
#[derive(Debug, Default)]
pub struct Seen {
    keys: DashSet<u64>,
}

impl Seen {
    /// Remembers a position, by its key; says whether it is a new one.
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
