//! Steps: whole moves.

use crate::{Bits, BoardSize, Direction, Piece, PieceType, Square};

use super::directions::origin;
use super::held::Held;

/// Bits that one jump takes in a path.
const BITS_PER_JUMP: u32 = 3;

/// The most jumps in a chain: as many as a path in `B` can store.
#[must_use]
pub const fn max_jumps<B: Bits>() -> u32 {
    B::WIDTH as u32 / BITS_PER_JUMP
}

/// A move: a step, a slide, a leap, or a chain of jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JumpingStep<B> {
    /// The directions of the jumps, the last one in the lowest bits; or the squares of the jumped
    /// pieces, where `jumps` is [`JumpingStep::SET`].
    pub(super) path: Path<B>,
    pub(super) from: Square,
    pub(super) to: Square,
    /// Number of jumps, 0 for all other moves, or [`JumpingStep::SET`].
    pub(super) jumps: u8,
    /// Promotion piece.
    pub(super) promotion: Option<PieceType>,
}

impl<B: Bits> JumpingStep<B> {
    /// The square between the first and the last: of a single jump, the victim's.
    #[inline]
    pub(super) fn between(&self) -> Square {
        Square::from_index(((self.from.index() + self.to.index()) / 2) as u8)
    }

    /// In place of the number of jumps: the step stores the jumped pieces, and not the way. No
    /// chain that is stored by its way has this number of jumps.
    pub(super) const SET: u8 = u8::MAX;

    /// Number of jumped pieces.
    pub(super) fn taken(&self) -> usize {
        match self.jumps {
            Self::SET => self.path.set().count() as usize,
            jumps => jumps.into(),
        }
    }

    /// Calls `f` for each jumped square, in a fixed order.
    #[inline]
    pub(super) fn victims(&self, size: BoardSize, mut f: impl FnMut(Square)) {
        if self.jumps == Self::SET {
            self.path.set().iter().for_each(f);
        } else {
            self.unwind(size, |victim, _| f(victim));
        }
    }

    /// Calls `f` for each jumped square, last to first, with the square jumped from.
    pub(super) fn unwind(&self, size: BoardSize, mut f: impl FnMut(Square, Square)) {
        let mut at = self.to;
        let mut path = self.path;
        for _ in 0..self.jumps {
            let victim = origin(size, at, path.last(), 1);
            at = origin(size, victim, path.last(), 1);
            f(victim, at);
            path = path.without_last();
        }
    }
}

/// Directions of jumps, three bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Path<B>(B);

impl<B: Bits> Path<B> {
    pub(super) const EMPTY: Self = Path(B::EMPTY);

    /// The path of one jump.
    #[inline]
    pub(super) fn single(direction: Direction) -> Self {
        let code = direction as u8;
        let bit = |bit| match code >> bit & 1 {
            0 => B::EMPTY,
            _ => B::bit(Square::from_index(bit)),
        };
        Path(bit(0) | bit(1) | bit(2))
    }

    /// The path, and `next` behind it.
    #[inline]
    pub(super) fn then(self, next: Self) -> Self {
        Path(self.0.up(BITS_PER_JUMP) | next.0)
    }

    /// Squares of jumped pieces, in place of a path.
    pub(super) fn of(victims: B) -> Self {
        Path(victims)
    }

    /// The squares of jumped pieces.
    pub(super) fn set(self) -> B {
        self.0
    }

    fn last(self) -> Direction {
        let code = (0..BITS_PER_JUMP as u8)
            .filter(|&bit| self.0.contains(Square::from_index(bit)))
            .fold(0, |code, bit| code | 1 << bit);
        Direction::ALL[code]
    }

    fn without_last(self) -> Self {
        Path(self.0.down(BITS_PER_JUMP))
    }
}

/// Data to unmake a step.
#[derive(Clone, Debug)]
pub struct JumpingUndo {
    /// The piece that moved, as it was; none for a pass.
    pub(super) piece: Option<Piece>,
    /// The piece taken, or taken first.
    pub(super) taken: Option<Piece>,
    /// The pieces taken after that, last to second.
    pub(super) others: Box<[Piece]>,
    pub(super) held: Held,
    pub(super) clock: u32,
}
