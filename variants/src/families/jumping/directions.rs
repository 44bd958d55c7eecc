//! Sets of directions, and what follows from one direction on a board.

use crate::{BoardSize, Direction, Square};

/// A set of the eight directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Directions(u8);

impl Directions {
    pub(super) fn insert(&mut self, direction: Direction) {
        self.0 |= 1 << direction as u8;
    }

    #[inline]
    pub(super) fn contains(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 == 1
    }

    /// The directions, one after the other.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Direction> {
        std::iter::successors(Some(self.0), |&set| Some(set & set.wrapping_sub(1)))
            .take_while(|&set| set != 0)
            .map(|set| Direction::ALL[(set.trailing_zeros() & 7) as usize])
    }

    /// Calls `f` for each direction. Written out, so that each call is compiled for its direction.
    #[inline(always)]
    pub(super) fn each(self, mut f: impl FnMut(Direction)) {
        macro_rules! each {
            ($($direction:ident)*) => {
                $(if self.contains(Direction::$direction) {
                    f(Direction::$direction);
                })*
            };
        }
        each!(NorthEast SouthEast SouthWest NorthWest);
        if self.0 & 0b0101_0101 != 0 {
            each!(North East South West);
        }
    }
}

impl FromIterator<Direction> for Directions {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        let mut set = Directions::default();
        directions.into_iter().for_each(|direction| set.insert(direction));
        set
    }
}

/// By how much one step changes a square's index.
#[inline]
pub(super) const fn delta(size: BoardSize, direction: Direction) -> i32 {
    let (dx, dy) = direction.delta();
    dy * size.files() as i32 + dx
}

/// The square from which `distance` steps lead to `square`, both on the board.
#[inline]
pub(super) const fn origin(
    size: BoardSize,
    square: Square,
    direction: Direction,
    distance: i32,
) -> Square {
    Square::from_index((square.index() as i32 - distance * delta(size, direction)) as u8)
}
