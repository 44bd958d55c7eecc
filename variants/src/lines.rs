//! Sliding attacks along the four lines through a square.
//!
//! On processors with fast PEXT, the occupied squares of a line index a table
//! of its attacks ("PEXT bitboards", <https://www.chessprogramming.org/BMI2#PEXTBitboards>): on
//! boards of 64 squares the two lines of a rook or bishop together, on wider ones, where such a
//! table would outgrow the caches, each line alone. Elsewhere hyperbola quintessence
//! (<https://www.chessprogramming.org/Hyperbola_Quintessence>) computes the same.

use crate::{Bits, BoardSize, Direction, Square};

/// The lines through a square, each by the direction that raises the square's index: those of a
/// rook, then those of a bishop.
const LINES: [Direction; 4] =
    [Direction::East, Direction::North, Direction::NorthEast, Direction::NorthWest];

/// Table entry of the attacks along one line, or two together.
#[derive(Clone, Copy, Debug, Default)]
struct Entry<B> {
    /// The line without its square: for tables without its ends too, which block nothing.
    mask: B,
    /// Start of the table.
    offset: u32,
}

/// The line attacks of one board.
#[derive(Clone, Debug)]
pub struct Lines<B> {
    /// For each square its lines in order; where two are merged, in the first one's place.
    entries: Vec<[Entry<B>; 4]>,
    attacks: Vec<B>,
}

/// A board, some of whose squares may be missing.
#[derive(Clone, Copy)]
struct Squares<'a> {
    size: BoardSize,
    holes: &'a [Square],
}

impl<'a> Squares<'a> {
    /// The squares from `square` on in a direction, nearest first.
    fn ray(self, square: Square, direction: Direction) -> impl Iterator<Item = Square> + 'a {
        let (dx, dy) = direction.delta();
        let next = move |&s: &Square| {
            self.size.offset(s, dx, dy).filter(|square| !self.holes.contains(square))
        };
        std::iter::successors(Some(square), next).skip(1)
    }
}

impl<B: Bits> Lines<B> {
    /// Whether a rook's two lines, and a bishop's, share a table.
    const MERGED: bool = B::HAS_EXTRACT && B::WIDTH <= 64;

    /// Builds the tables of a board without some of its squares, which stop slides.
    #[must_use]
    pub fn new(size: BoardSize, holes: &[Square]) -> Self {
        let board = Squares { size, holes };
        let mut lines = Lines { entries: Vec::with_capacity(size.squares()), attacks: Vec::new() };
        for square in size.iter() {
            let mut entries = [Entry { mask: B::EMPTY, offset: 0 }; 4];
            if Self::MERGED {
                entries[0] = lines.add(board, square, &LINES[..2]);
                entries[2] = lines.add(board, square, &LINES[2..]);
            } else {
                for (entry, line) in entries.iter_mut().zip(LINES.chunks(1)) {
                    *entry = lines.add(board, square, line);
                }
            }
            lines.entries.push(entries);
        }
        lines
    }

    fn add(&mut self, board: Squares<'_>, square: Square, lines: &[Direction]) -> Entry<B> {
        let offset = self.attacks.len() as u32;
        let (mut mask, mut ends) = (B::EMPTY, B::EMPTY);
        let mut whole = Vec::with_capacity(lines.len());
        for &direction in lines {
            let mut line = B::EMPTY;
            for direction in [direction, direction.opposite()] {
                let mut last = B::EMPTY;
                for target in board.ray(square, direction) {
                    last = B::bit(target);
                    line |= last;
                }
                ends |= last;
            }
            mask |= line;
            whole.push(line);
        }
        if !B::HAS_EXTRACT {
            return Entry { mask, offset };
        }
        mask &= !ends;
        // All subsets in the order in which `extract` counts them
        // (https://www.chessprogramming.org/Traversing_Subsets_of_a_Set).
        let mut occupied = B::EMPTY;
        loop {
            let attacks = whole.iter().map(|&line| along(line, square, occupied));
            self.attacks.push(attacks.fold(B::EMPTY, |all, attacks| all | attacks));
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied.is_empty() {
                return Entry { mask, offset };
            }
        }
    }

    /// The attacks of one entry.
    #[inline]
    fn look_up(&self, square: Square, index: usize, occupied: B) -> B {
        let entry = &self.entries[square.index()][index];
        if B::HAS_EXTRACT {
            return self.attacks[entry.offset as usize + occupied.extract(entry.mask)];
        }
        along(entry.mask, square, occupied)
    }

    /// The squares that a rook reaches when these are occupied, the first occupied one of each
    /// direction included.
    #[inline]
    #[must_use]
    pub fn orthogonal(&self, square: Square, occupied: B) -> B {
        let first = self.look_up(square, 0, occupied);
        if Self::MERGED { first } else { first | self.look_up(square, 1, occupied) }
    }

    /// The squares that a bishop reaches when these are occupied, likewise.
    #[inline]
    #[must_use]
    pub fn diagonal(&self, square: Square, occupied: B) -> B {
        let first = self.look_up(square, 2, occupied);
        if Self::MERGED { first } else { first | self.look_up(square, 3, occupied) }
    }
}

/// The attacks in both directions of a line, which is given without its square: hyperbola
/// quintessence.
#[inline]
fn along<B: Bits>(line: B, square: Square, occupied: B) -> B {
    let blockers = occupied & line;
    let slider = B::bit(square);
    let upward = blockers.wrapping_sub(slider).wrapping_sub(slider);
    let slider = slider.reverse();
    let downward = blockers.reverse().wrapping_sub(slider).wrapping_sub(slider);
    (upward ^ downward.reverse()) & line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::U256;
    use proptest::prelude::*;

    fn check<B: Bits>(size: &str, holes: &[u8], occupied: &[u8]) {
        let size: BoardSize = size.parse().unwrap();
        let named = |i: &u8| Square::from_index((*i as usize % size.squares()) as u8);
        let holes: Vec<Square> = holes.iter().map(named).collect();
        let lines = Lines::<B>::new(size, &holes);
        let board = Squares { size, holes: &holes };
        let occupied = occupied.iter().map(named).fold(B::EMPTY, |set, s| set | B::bit(s));
        for square in size.iter() {
            let slow = |directions: [Direction; 4]| {
                let mut reached = B::EMPTY;
                for direction in directions {
                    for target in board.ray(square, direction) {
                        reached |= B::bit(target);
                        if occupied.contains(target) {
                            break;
                        }
                    }
                }
                reached
            };
            let straight = [Direction::North, Direction::East, Direction::South, Direction::West];
            assert_eq!(lines.orthogonal(square, occupied), slow(straight), "{square:?}");
            assert_eq!(lines.diagonal(square, occupied), slow(Direction::DIAGONAL), "{square:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]
        #[test]
        fn attacks_agree_with_walking(
            occupied in prop::collection::vec(any::<u8>(), 0..80),
            holes in prop::collection::vec(any::<u8>(), 0..12),
        ) {
            for holes in [&[], holes.as_slice()] {
                check::<u64>("8x8", holes, &occupied);
                check::<u128>("10x10", holes, &occupied);
                check::<u128>("10x8", holes, &occupied);
                check::<U256>("16x12", holes, &occupied);
                check::<U256>("16x16", holes, &occupied);
            }
        }
    }
}
