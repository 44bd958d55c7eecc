//! Sets of squares in one machine word, two, or four.

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

/// Gathers the bits of one word under a mask (`pext`).
#[inline]
fn extract_word(word: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: this arm is compiled only when the target has BMI2.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        let (mut mask, mut gathered, mut next) = (mask, 0, 1);
        while mask != 0 {
            if word & mask & mask.wrapping_neg() != 0 {
                gathered |= next;
            }
            next <<= 1;
            mask &= mask - 1;
        }
        gathered
    }
}

const HAS_BMI2: bool = cfg!(all(target_arch = "x86_64", target_feature = "bmi2"));

impl Bits for u64 {
    const WIDTH: usize = 64;
    const EMPTY: Self = 0;
    const HAS_EXTRACT: bool = HAS_BMI2;

    #[inline]
    fn bit(square: Square) -> Self {
        1 << (square.0 & 63)
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn first(self) -> Option<Square> {
        (self != 0).then(|| Square(self.trailing_zeros() as u8))
    }

    #[inline]
    fn last(self) -> Option<Square> {
        (self != 0).then(|| Square(63 - self.leading_zeros() as u8))
    }

    #[inline]
    fn without_first(self) -> Self {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn up(self, n: u32) -> Self {
        self << (n & 63)
    }

    #[inline]
    fn down(self, n: u32) -> Self {
        self >> (n & 63)
    }

    #[inline]
    fn wrapping_sub(self, other: Self) -> Self {
        u64::wrapping_sub(self, other)
    }

    #[inline]
    fn reverse(self) -> Self {
        self.reverse_bits()
    }

    #[inline]
    fn extract(self, mask: Self) -> usize {
        extract_word(self, mask) as usize
    }
}

/// The low and the high word.
#[inline]
const fn words(bits: u128) -> (u64, u64) {
    (bits as u64, (bits >> 64) as u64)
}

#[inline]
const fn from_words(low: u64, high: u64) -> u128 {
    (high as u128) << 64 | low as u128
}

impl Bits for u128 {
    const WIDTH: usize = 128;
    const EMPTY: Self = 0;
    const HAS_EXTRACT: bool = HAS_BMI2;

    #[inline]
    fn bit(square: Square) -> Self {
        1 << (square.0 & 127)
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn first(self) -> Option<Square> {
        (self != 0).then(|| Square(self.trailing_zeros() as u8))
    }

    #[inline]
    fn last(self) -> Option<Square> {
        (self != 0).then(|| Square(127 - self.leading_zeros() as u8))
    }

    #[inline]
    fn without_first(self) -> Self {
        self & self.wrapping_sub(1)
    }

    // A shift of two words by a variable amount tests for 64 and more; these need not.
    #[inline]
    fn up(self, n: u32) -> Self {
        let (low, high) = words(self);
        from_words(low << (n & 63), high << (n & 63) | low >> ((64 - n) & 63))
    }

    #[inline]
    fn down(self, n: u32) -> Self {
        let (low, high) = words(self);
        from_words(low >> (n & 63) | high << ((64 - n) & 63), high >> (n & 63))
    }

    #[inline]
    fn wrapping_sub(self, other: Self) -> Self {
        u128::wrapping_sub(self, other)
    }

    #[inline]
    fn reverse(self) -> Self {
        self.reverse_bits()
    }

    #[inline]
    fn extract(self, mask: Self) -> usize {
        let (low, high) = words(self);
        let (low_mask, high_mask) = words(mask);
        let (low, high) = (extract_word(low, low_mask), extract_word(high, high_mask));
        (low | high << (low_mask.count_ones() & 63)) as usize
    }
}

/// 256 bits as four words, the lowest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct U256([u64; 4]);

impl U256 {
    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        U256(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl BitAnd for U256 {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for U256 {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for U256 {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for U256 {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        U256(self.0.map(|word| !word))
    }
}

impl BitAndAssign for U256 {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for U256 {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for U256 {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl Bits for U256 {
    const WIDTH: usize = 256;
    const EMPTY: Self = U256([0; 4]);
    // Lines of up to 14 inner squares would make tables of hundreds of megabytes.
    const HAS_EXTRACT: bool = false;

    #[inline]
    fn bit(square: Square) -> Self {
        let mut words = [0; 4];
        words[(square.0 >> 6) as usize] = 1 << (square.0 & 63);
        U256(words)
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn first(self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Square((word * 64) as u8 + self.0[word].trailing_zeros() as u8))
    }

    #[inline]
    fn last(self) -> Option<Square> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(Square((word * 64) as u8 + 63 - self.0[word].leading_zeros() as u8))
    }

    #[inline]
    fn without_first(self) -> Self {
        let mut words = self.0;
        for word in &mut words {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        U256(words)
    }

    #[inline]
    fn up(self, n: u32) -> Self {
        let [a, b, c, d] = self.0;
        let (n, m) = (n & 63, (64 - n) & 63);
        U256([a << n, b << n | a >> m, c << n | b >> m, d << n | c >> m])
    }

    #[inline]
    fn down(self, n: u32) -> Self {
        let [a, b, c, d] = self.0;
        let (n, m) = (n & 63, (64 - n) & 63);
        U256([a >> n | b << m, b >> n | c << m, c >> n | d << m, d >> n])
    }

    #[inline]
    fn wrapping_sub(self, other: Self) -> Self {
        let mut words = [0; 4];
        let mut borrow = false;
        for (i, word) in words.iter_mut().enumerate() {
            let (difference, first) = self.0[i].overflowing_sub(other.0[i]);
            let (difference, second) = difference.overflowing_sub(borrow as u64);
            *word = difference;
            borrow = first | second;
        }
        U256(words)
    }

    #[inline]
    fn reverse(self) -> Self {
        let [a, b, c, d] = self.0;
        U256([d, c, b, a].map(u64::reverse_bits))
    }

    fn extract(self, mask: Self) -> usize {
        let (mut gathered, mut shift) = (0, 0);
        for (word, mask) in self.0.into_iter().zip(mask.0) {
            gathered |= (extract_word(word, mask) as usize) << shift;
            shift += mask.count_ones();
        }
        gathered
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Checks every operation against plain arithmetic on a list of indices.
    fn check<B: Bits>(indices: &[u8], others: &[u8], n: u32) {
        let clip = |list: &[u8]| -> Vec<u8> {
            let mut list: Vec<u8> = list.iter().map(|&i| (i as usize % B::WIDTH) as u8).collect();
            list.sort_unstable();
            list.dedup();
            list
        };
        let set =
            |list: &[u8]| list.iter().fold(B::EMPTY, |set, &i| set | B::bit(Square::from_index(i)));
        let list = |set: B| -> Vec<u8> { set.iter().map(|s| s.index() as u8).collect() };
        let (a, b) = (clip(indices), clip(others));
        let (x, y) = (set(&a), set(&b));
        assert_eq!(list(x), a);
        assert_eq!(x.count() as usize, a.len());
        assert_eq!(x.first().map(|s| s.0), a.first().copied());
        assert_eq!(x.last().map(|s| s.0), a.last().copied());
        assert_eq!(x.has_several(), a.len() > 1);
        let up: Vec<u8> = a
            .iter()
            .filter_map(|&i| {
                let i = i as usize + n as usize;
                (i < B::WIDTH).then_some(i as u8)
            })
            .collect();
        assert_eq!(list(x.up(n)), up);
        let down: Vec<u8> = a.iter().filter_map(|&i| i.checked_sub(n as u8)).collect();
        assert_eq!(list(x.down(n)), down);
        let reversed: Vec<u8> = a.iter().rev().map(|&i| (B::WIDTH - 1) as u8 - i).collect();
        assert_eq!(list(x.reverse()), reversed);
        // a - b, where b is a part of a, clears b.
        assert_eq!(x.wrapping_sub(x & y), x & !y);
        assert_eq!(B::EMPTY.wrapping_sub(x).wrapping_sub(B::EMPTY.wrapping_sub(x)), B::EMPTY);
        let mask = &b[..b.len().min(16)];
        let gathered = mask
            .iter()
            .enumerate()
            .filter(|(_, i)| a.contains(i))
            .map(|(bit, _)| 1 << bit)
            .sum::<usize>();
        assert_eq!(x.extract(set(mask)), gathered);
    }

    proptest! {
        #[test]
        fn operations_agree_with_lists(
            a in prop::collection::vec(any::<u8>(), 0..60),
            b in prop::collection::vec(any::<u8>(), 0..60),
            n in 1u32..64,
        ) {
            check::<u64>(&a, &b, n);
            check::<u128>(&a, &b, n);
            check::<U256>(&a, &b, n);
        }
    }
}
