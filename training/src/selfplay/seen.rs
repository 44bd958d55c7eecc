//! Positions of data sets, of which each counts once.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// Maximum number of positions stored: some hundreds of megabytes. Beyond that, the few duplicates
/// do no harm.
const MOST: usize = 1 << 24;

/// Positions that were read, without their counters of moves.
///
/// Duplicates are left out where games are read, not where they are played: so a game has the same
/// positions whatever other games were played, and by whichever machine.
#[derive(Debug, Default)]
pub struct Seen {
    keys: HashSet<u64>,
}

impl Seen {
    /// Adds a position by its FEN; returns whether it is new.
    pub fn add(&mut self, fen: &str) -> bool {
        self.keys.len() >= MOST || self.keys.insert(key(fen))
    }
}

fn key(fen: &str) -> u64 {
    let is_counter = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    for _ in 0..2 {
        if fields.last().is_some_and(|field| is_counter(field)) {
            fields.pop();
        }
    }
    BuildHasherDefault::<DefaultHasher>::default().hash_one(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_position_is_new_once() {
        let mut seen = Seen::default();
        let fens =
            ["8/8 w - - 0 1", "8/8 w - - 12 40", "8/8 b - - 0 1", "8/8 w", "8/7k w - e3 3 4"];
        let new = fens.map(|fen| seen.add(fen));
        assert_eq!(new, [true, false, true, true, true]);
        assert!(!seen.add("8/7k w - e3 0 9"));
    }
}
