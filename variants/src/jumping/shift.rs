//! Moving whole sets of squares one step, compiled for one board and direction.

use crate::{Bits, BoardSize, Direction, Square};

/// One direction on one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shift<B> {
    /// The squares that have a neighbour in this direction.
    keep: B,
    /// By how much a square's index changes, and whether it rises.
    by: u32,
    up: bool,
    /// The direction.
    pub(super) direction: Direction,
}

impl<B: Bits> Shift<B> {
    pub(super) fn new(size: BoardSize, direction: Direction) -> Self {
        let (dx, dy) = direction.delta();
        let delta = delta(size, direction);
        let keep = size
            .iter()
            .filter(|&square| size.offset(square, dx, dy).is_some())
            .fold(B::EMPTY, |set, square| set | B::bit(square));
        Shift { keep, by: delta.unsigned_abs(), up: delta > 0, direction }
    }

    /// The set moved one step; squares that would leave the board fall out.
    #[inline]
    pub(super) fn apply(&self, set: B) -> B {
        let set = set & self.keep;
        if self.up { set.up(self.by) } else { set.down(self.by) }
    }

    /// The square from which `distance` steps lead to `square`, both on the board.
    #[inline]
    pub(super) fn origin(&self, square: Square, distance: u32) -> Square {
        let by = (self.by * distance) as u8;
        let index = square.index() as u8;
        Square::from_index(if self.up { index.wrapping_sub(by) } else { index.wrapping_add(by) })
    }
}

/// By how much one step changes a square's index.
pub(super) fn delta(size: BoardSize, direction: Direction) -> i32 {
    let (dx, dy) = direction.delta();
    dy * size.files() as i32 + dx
}
