//! Sets of squares in one machine word, two, or four.

mod narrow;
#[cfg(test)]
mod tests;
mod wide;

pub use wide::U256;

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Square;

/// A set of squares of one board; bit `n` is the square with index `n`.
///
/// `u64` serves boards of up to 64 squares, `u128` up to 128, [`U256`] up to 256.
pub trait Bits:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// Number of squares that fit.
    const WIDTH: usize;
    /// The empty set.
    const EMPTY: Self;
    /// Whether [`Bits::extract`] is a few instructions long, so that tables indexed by it pay.
    const HAS_EXTRACT: bool;

    /// The set of one square.
    fn bit(square: Square) -> Self;
    /// Number of squares in the set.
    fn count(self) -> u32;
    /// The square with the lowest index, unless the set is empty.
    fn first(self) -> Option<Square>;
    /// The square with the highest index, unless the set is empty.
    fn last(self) -> Option<Square>;
    /// The set without its lowest square.
    fn without_first(self) -> Self;
    /// Every square's index raised by `n`, from 1 to 63; squares past the width fall out.
    fn up(self, n: u32) -> Self;
    /// Every square's index lowered by `n`, from 1 to 63; squares below 0 fall out.
    fn down(self, n: u32) -> Self;
    /// Difference as unsigned integers, wrapping.
    fn wrapping_sub(self, other: Self) -> Self;
    /// The bits in the opposite order.
    fn reverse(self) -> Self;
    /// The bits under `mask`, gathered into the low bits of an integer.
    /// The mask has at most 16 squares.
    fn extract(self, mask: Self) -> usize;

    /// A number that differs, almost surely, between sets: a hash, not for adversaries.
    fn hash(self) -> u64;

    /// Whether the set has no square.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the set has a square.
    #[inline]
    fn any(self) -> bool {
        self != Self::EMPTY
    }

    /// Whether the square is in the set.
    #[inline]
    fn contains(self, square: Square) -> bool {
        (self & Self::bit(square)).any()
    }

    /// Whether the set has two squares or more.
    #[inline]
    fn has_several(self) -> bool {
        self.without_first().any()
    }

    /// Removes and returns the lowest square.
    #[inline]
    fn pop(&mut self) -> Option<Square> {
        let square = self.first()?;
        *self = self.without_first();
        Some(square)
    }

    /// The squares, lowest index first.
    #[inline]
    fn iter(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Iterator over a set's squares, lowest index first.
#[derive(Clone, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop()
    }
}
