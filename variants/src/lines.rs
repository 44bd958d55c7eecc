//! How far pieces slide: attacks along the four lines through a square.
//!
//! Where bits can be gathered in a few instructions, the occupied squares of a line index a table
//! of its attacks ("PEXT bitboards", <https://www.chessprogramming.org/BMI2#PEXTBitboards>), one
//! table a line so that boards of 100 squares keep to the second cache. Elsewhere hyperbola
//! quintessence (<https://www.chessprogramming.org/Hyperbola_Quintessence>) computes the same.

use crate::{Bits, BoardSize, Direction, Square};

/// One of the four lines through a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The rank.
    Rank,
    /// The file.
    File,
    /// The diagonal that rises to the right.
    Rising,
    /// The diagonal that falls to the right.
    Falling,
}

impl Line {
    /// All four, in the order of the bits of a line set.
    pub const ALL: [Line; 4] = [Line::Rank, Line::File, Line::Rising, Line::Falling];

    /// The direction of a line that raises the square's index.
    const fn direction(self) -> Direction {
        match self {
            Line::Rank => Direction::East,
            Line::File => Direction::North,
            Line::Rising => Direction::NorthEast,
            Line::Falling => Direction::NorthWest,
        }
    }
}

/// Where one line's attacks are found.
#[derive(Clone, Copy, Debug, Default)]
struct Entry<B> {
    /// The line without its square: for tables without its two ends too, which stop nothing.
    mask: B,
    /// Start of the line's table.
    offset: u32,
}

/// The line attacks of one board.
#[derive(Clone, Debug)]
pub struct Lines<B> {
    entries: Vec<[Entry<B>; 4]>,
    attacks: Vec<B>,
}

/// The squares from `square` on in a direction, nearest first.
fn ray(size: BoardSize, square: Square, direction: Direction) -> impl Iterator<Item = Square> {
    let (dx, dy) = direction.delta();
    std::iter::successors(Some(square), move |&s| size.offset(s, dx, dy)).skip(1)
}

impl<B: Bits> Lines<B> {
    /// Builds the tables of a board.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        let mut lines = Lines { entries: Vec::with_capacity(size.squares()), attacks: Vec::new() };
        for square in size.iter() {
            let entries = Line::ALL.map(|line| lines.add(size, square, line));
            lines.entries.push(entries);
        }
        lines
    }

    fn add(&mut self, size: BoardSize, square: Square, line: Line) -> Entry<B> {
        let ends = [line.direction(), line.direction().opposite()]
            .map(|direction| ray(size, square, direction).collect::<Vec<_>>());
        let set = |squares: &[Square]| squares.iter().fold(B::EMPTY, |set, &s| set | B::bit(s));
        if !B::HAS_EXTRACT {
            return Entry { mask: set(&ends[0]) | set(&ends[1]), offset: 0 };
        }
        let inner =
            |squares: &[Square]| set(squares.split_last().map_or(&[][..], |(_, rest)| rest));
        let mask = inner(&ends[0]) | inner(&ends[1]);
        let inner: Vec<Square> = mask.iter().collect();
        let offset = self.attacks.len() as u32;
        // Index `i` stands for the inner squares whose bits are set in it, as `extract` counts.
        for index in 0..1usize << inner.len() {
            let occupied = (0..inner.len())
                .filter(|bit| index >> bit & 1 == 1)
                .fold(B::EMPTY, |set, bit| set | B::bit(inner[bit]));
            let mut attacks = B::EMPTY;
            for squares in &ends {
                for &target in squares {
                    attacks |= B::bit(target);
                    if occupied.contains(target) {
                        break;
                    }
                }
            }
            self.attacks.push(attacks);
        }
        Entry { mask, offset }
    }

    /// The squares that a slider on `square` reaches along a line, the first occupied one included.
    #[inline]
    #[must_use]
    pub fn along(&self, line: Line, square: Square, occupied: B) -> B {
        let entry = &self.entries[square.index()][line as usize];
        if B::HAS_EXTRACT {
            self.attacks[entry.offset as usize + occupied.extract(entry.mask)]
        } else {
            let blockers = occupied & entry.mask;
            let slider = B::bit(square);
            let upward = blockers.wrapping_sub(slider).wrapping_sub(slider);
            let slider = slider.reverse();
            let downward = blockers.reverse().wrapping_sub(slider).wrapping_sub(slider);
            (upward ^ downward.reverse()) & entry.mask
        }
    }

    /// The attacks along rank and file.
    #[inline]
    #[must_use]
    pub fn orthogonal(&self, square: Square, occupied: B) -> B {
        self.along(Line::Rank, square, occupied) | self.along(Line::File, square, occupied)
    }

    /// The attacks along both diagonals.
    #[inline]
    #[must_use]
    pub fn diagonal(&self, square: Square, occupied: B) -> B {
        self.along(Line::Rising, square, occupied) | self.along(Line::Falling, square, occupied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::U256;
    use proptest::prelude::*;

    fn check<B: Bits>(size: &str, occupied: &[u8]) {
        let size: BoardSize = size.parse().unwrap();
        let lines = Lines::<B>::new(size);
        let occupied = occupied
            .iter()
            .map(|&i| Square::from_index((i as usize % size.squares()) as u8))
            .fold(B::EMPTY, |set, s| set | B::bit(s));
        for square in size.iter() {
            for line in Line::ALL {
                let mut slow = B::EMPTY;
                for direction in [line.direction(), line.direction().opposite()] {
                    for target in ray(size, square, direction) {
                        slow |= B::bit(target);
                        if occupied.contains(target) {
                            break;
                        }
                    }
                }
                assert_eq!(lines.along(line, square, occupied), slow, "{line:?} {square:?}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]
        #[test]
        fn attacks_agree_with_walking(occupied in prop::collection::vec(any::<u8>(), 0..80)) {
            check::<u64>("8x8", &occupied);
            check::<u128>("10x10", &occupied);
            check::<u128>("10x8", &occupied);
            check::<U256>("16x12", &occupied);
            check::<U256>("16x16", &occupied);
        }
    }
}
