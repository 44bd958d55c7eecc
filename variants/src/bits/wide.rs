//! Boards of up to 256 squares.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Bits;
use super::narrow::{extract_word, mix_word};
use crate::Square;

/// 256 bits as four words, the lowest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct U256([u64; 4]);

impl U256 {
    // Word by word: the array's own methods are not always inlined.
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b, c, d], [e, g, h, i]) = (self.0, other.0);
        U256([f(a, e), f(b, g), f(c, h), f(d, i)])
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
        let [a, b, c, d] = self.0;
        U256([!a, !b, !c, !d])
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
    fn contains(self, square: Square) -> bool {
        self.0[(square.0 >> 6) as usize] >> (square.0 & 63) & 1 != 0
    }

    #[inline]
    fn count(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
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

    #[inline]
    fn hash(self) -> u64 {
        self.0.into_iter().fold(0, |hash, word| mix_word(hash ^ word))
    }

    #[inline]
    fn extract(self, mask: Self) -> usize {
        let (mut gathered, mut shift) = (0, 0);
        for (word, mask) in self.0.into_iter().zip(mask.0) {
            gathered |= (extract_word(word, mask) as usize) << shift;
            shift += mask.count_ones();
        }
        gathered
    }
}
