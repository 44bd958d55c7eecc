//! Positions that have occurred in a game, and repetitions among them.

use std::collections::HashMap;

/// Keys that are searched one by one, at most; older ones are found by hashing.
const RECENT: usize = 512;
/// Number of keys that move to the older ones at once: fewer than [`RECENT`] by more than the depth
/// of a search, so that a search does not move them back and forth.
const BLOCK: usize = 256;

/// Keys of the positions between turns since the start of a game.
///
/// A position can only have come back since the last progress: queries take the number of plies
/// since then, the window. Their time does not depend on the length of the game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    keys: Vec<u64>,
    /// The places of the first keys, up to `hashed`.
    older: HashMap<u64, Vec<u32>>,
    hashed: usize,
    /// Places of positions that had occurred before, each with the last place before it.
    pairs: Vec<(u32, u32)>,
}

impl Past {
    /// Number of keys.
    #[inline]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The last key.
    #[inline]
    pub fn last(&self) -> Option<u64> {
        self.keys.last().copied()
    }

    /// Adds a key. With a window, its last occurrence there is recorded.
    #[inline]
    pub fn push(&mut self, key: u64, window: Option<u32>) {
        if let Some(before) = window.and_then(|window| self.places(key, window).last()) {
            self.pairs.push((self.keys.len() as u32, before as u32));
        }
        self.keys.push(key);
        if self.keys.len() - self.hashed > RECENT {
            for place in self.hashed..self.hashed + BLOCK {
                self.older.entry(self.keys[place]).or_default().push(place as u32);
            }
            self.hashed += BLOCK;
        }
    }

    /// Removes the last key.
    #[inline]
    pub fn pop(&mut self) {
        if self.keys.len() == self.hashed && self.hashed > 0 {
            self.hashed -= BLOCK;
            for &key in self.keys[self.hashed..].iter().rev() {
                if let Some(places) = self.older.get_mut(&key) {
                    places.pop();
                    if places.is_empty() {
                        self.older.remove(&key);
                    }
                }
            }
        }
        self.keys.pop();
        while self.pairs.last().is_some_and(|&(place, _)| place as usize >= self.keys.len()) {
            self.pairs.pop();
        }
    }

    /// Number of occurrences of a key among the last `window` keys.
    #[inline]
    pub fn count(&self, key: u64, window: u32) -> usize {
        self.places(key, window).count()
    }

    /// The place of the occurrence of the last key that is `earlier` occurrences before it, among
    /// the last `window` keys; `None` if there are fewer.
    pub fn place_before(&self, earlier: usize, window: u32) -> Option<usize> {
        let places: Vec<usize> = self.places(self.last()?, window).collect();
        places.len().checked_sub(earlier + 1).map(|index| places[index])
    }

    /// Whether the last key occurs in the window before it: once since `start` keys, or `limit`
    /// times in all.
    #[inline]
    pub fn came_back(&self, window: u32, start: usize, limit: usize) -> bool {
        let Some((&key, earlier)) = self.keys.split_last() else { return false };
        let end = earlier.len();
        let first = end.saturating_sub(window as usize);
        let recent = first.max(self.hashed.min(end));
        let mut found = 0;
        // The side to move is part of the key, so only every second position can be the same; and
        // not the last but one, as something has moved.
        let mut place = end;
        while place >= recent + 2 {
            place -= 2;
            if earlier[place] == key {
                found += 1;
                if place >= start || found >= limit {
                    return true;
                }
            }
        }
        if first >= recent {
            return false;
        }
        let Some(places) = self.older.get(&key) else { return false };
        let in_window = places.iter().rev().map(|&place| place as usize);
        for place in in_window.skip_while(|&place| place >= recent).take_while(|&p| p >= first) {
            found += 1;
            if place >= start || found >= limit {
                return true;
            }
        }
        false
    }

    /// Whether some position occurs twice in the window.
    #[inline]
    pub fn has_pair(&self, window: u32) -> bool {
        let first = self.keys.len().saturating_sub(window as usize) as u32;
        let newest = self.pairs.iter().rev().take_while(|&&(place, _)| place >= first);
        newest.into_iter().any(|&(_, before)| before >= first)
    }

    /// The places of a key among the last ones, in order.
    #[inline]
    fn places(&self, key: u64, window: u32) -> impl Iterator<Item = usize> {
        let first = self.keys.len().saturating_sub(window as usize);
        let hashed = self.older.get(&key).filter(|_| first < self.hashed);
        let hashed = hashed.into_iter().flatten().map(|&place| place as usize);
        let recent = self.hashed.max(first);
        let scanned = self.keys[recent..].iter().enumerate();
        let scanned = scanned.filter(move |&(_, &other)| other == key);
        hashed.filter(move |&place| place >= first).chain(scanned.map(move |(i, _)| recent + i))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same questions, answered by looking at all keys.
    fn check(past: &Past, keys: &[u64], window: u32) {
        let first = keys.len().saturating_sub(window as usize);
        for key in 0..6 {
            let count = keys[first..].iter().filter(|&&other| other == key).count();
            assert_eq!(past.count(key, window), count);
        }
        let pair = (first..keys.len()).any(|i| keys[first..i].contains(&keys[i]));
        assert_eq!(past.has_pair(window), pair);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn as_a_list(steps in prop::collection::vec((0_u64..6, 0_u8..5), 0..3000), window: u16) {
            let (mut past, mut keys) = (Past::default(), Vec::new());
            for (key, action) in steps {
                if action == 0 && !keys.is_empty() {
                    keys.pop();
                    past.pop();
                } else {
                    keys.push(key);
                    past.push(key, Some(u32::MAX));
                }
            }
            let window = u32::from(window) % 3000;
            check(&past, &keys, window);
            while keys.len() > 40 {
                keys.pop();
                past.pop();
            }
            check(&past, &keys, window);
        }
    }

    #[test]
    fn a_position_came_back() {
        let mut past = Past::default();
        // Sides alternate: even keys are White's.
        for place in 0..2000_u64 {
            past.push(if place % 2 == 0 { place % 1400 } else { 10_000 + place }, None);
        }
        past.push(0, None);
        // 0 stood at 0 and 1400.
        assert!(past.came_back(2000, 1400, 3));
        assert!(!past.came_back(2000, 1401, 3));
        assert!(past.came_back(2000, 1401, 2));
        assert!(!past.came_back(1999, 1401, 2));
        assert!(!past.came_back(500, 0, 1));
    }
}
