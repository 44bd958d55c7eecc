//! A board's masks, and moving whole sets of squares one step.

use crate::{Bits, BoardSize, Color, Square};

/// One of the eight neighbouring directions; "up" is towards higher ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards higher ranks.
    North,
    /// Towards higher ranks and files.
    NorthEast,
    /// Towards higher files.
    East,
    /// Towards lower ranks and higher files.
    SouthEast,
    /// Towards lower ranks.
    South,
    /// Towards lower ranks and files.
    SouthWest,
    /// Towards lower files.
    West,
    /// Towards higher ranks and lower files.
    NorthWest,
}

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];

    /// The four diagonal ones, clockwise from north-east.
    pub const DIAGONAL: [Direction; 4] =
        [Direction::NorthEast, Direction::SouthEast, Direction::SouthWest, Direction::NorthWest];

    /// Files to the right and ranks up, each -1, 0 or 1.
    #[inline]
    #[must_use]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Direction::North => (0, 1),
            Direction::NorthEast => (1, 1),
            Direction::East => (1, 0),
            Direction::SouthEast => (1, -1),
            Direction::South => (0, -1),
            Direction::SouthWest => (-1, -1),
            Direction::West => (-1, 0),
            Direction::NorthWest => (-1, 1),
        }
    }

    /// The direction as the other side sees it: ranks mirrored for Black.
    #[inline]
    #[must_use]
    pub const fn seen_by(self, color: Color) -> Self {
        match (color, self) {
            (Color::White, direction) => direction,
            (Color::Black, Direction::North) => Direction::South,
            (Color::Black, Direction::NorthEast) => Direction::SouthEast,
            (Color::Black, Direction::SouthEast) => Direction::NorthEast,
            (Color::Black, Direction::South) => Direction::North,
            (Color::Black, Direction::SouthWest) => Direction::NorthWest,
            (Color::Black, Direction::NorthWest) => Direction::SouthWest,
            (Color::Black, sideways) => sideways,
        }
    }

    /// The direction that points back.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }
}

/// The masks of one board.
#[derive(Clone, Debug)]
pub struct Geometry<B> {
    size: BoardSize,
    all: B,
    not_first_file: B,
    not_last_file: B,
}

impl<B: Bits> Geometry<B> {
    /// The masks of a board, which must have at most `B::WIDTH` squares, without some of them.
    #[must_use]
    pub fn new(size: BoardSize, holes: &[Square]) -> Self {
        debug_assert!(size.squares() <= B::WIDTH);
        let set = |keep: &dyn Fn(Square) -> bool| {
            size.iter().filter(|&square| keep(square)).fold(B::EMPTY, |set, s| set | B::bit(s))
        };
        Geometry {
            size,
            all: set(&|square| !holes.contains(&square)),
            not_first_file: set(&|square| size.file(square) > 0),
            not_last_file: set(&|square| size.file(square) + 1 < size.files()),
        }
    }

    /// Files and ranks.
    #[inline]
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Every square of the board.
    #[inline]
    #[must_use]
    pub fn all(&self) -> B {
        self.all
    }

    /// The squares of a rank counted from 0 from `color`'s side: its home row is 0.
    #[must_use]
    pub fn rank(&self, color: Color, rank: u8) -> B {
        let rank = match color {
            Color::White => rank,
            Color::Black => self.size.ranks() - 1 - rank,
        };
        self.size.iter().filter(|&s| self.size.rank(s) == rank).fold(B::EMPTY, |a, s| a | B::bit(s))
    }

    /// The set moved one step; squares that would leave the board fall out.
    #[inline]
    #[must_use]
    pub fn shift(&self, set: B, direction: Direction) -> B {
        let files = self.size.files() as u32;
        match direction {
            Direction::North => set.up(files) & self.all,
            Direction::NorthEast => (set & self.not_last_file).up(files + 1) & self.all,
            Direction::East => (set & self.not_last_file).up(1),
            Direction::SouthEast => (set & self.not_last_file).down(files - 1),
            Direction::South => set.down(files),
            Direction::SouthWest => (set & self.not_first_file).down(files + 1),
            Direction::West => (set & self.not_first_file).down(1),
            Direction::NorthWest => (set & self.not_first_file).up(files - 1) & self.all,
        }
    }

    /// The set and all squares next to it, eight ways.
    #[inline]
    #[must_use]
    pub fn dilate(&self, set: B) -> B {
        let files = self.size.files() as u32;
        let row = set | (set & self.not_last_file).up(1) | (set & self.not_first_file).down(1);
        (row | row.up(files) | row.down(files)) & self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::U256;

    fn check<B: Bits>(size: &str) {
        let size: BoardSize = size.parse().unwrap();
        let geometry = Geometry::<B>::new(size, &[]);
        for square in size.iter() {
            let mut around = B::bit(square);
            for direction in Direction::ALL {
                let (dx, dy) = direction.delta();
                let moved = geometry.shift(B::bit(square), direction);
                assert_eq!(moved.first(), size.offset(square, dx, dy));
                assert!(!moved.has_several());
                around |= moved;
            }
            assert_eq!(geometry.dilate(B::bit(square)), around);
        }
    }

    #[test]
    fn shifts_stay_on_the_board() {
        check::<u64>("8x8");
        check::<u64>("2x16");
        check::<u128>("10x10");
        check::<u128>("9x9");
        check::<u128>("12x10");
        check::<U256>("16x12");
        check::<U256>("16x16");
    }
}
