//! Boards of up to 64 squares in one word, of up to 128 in two.

use super::Bits;
use crate::Square;

/// Gathers the bits of one word under a mask (`pext`).
#[inline]
pub(super) fn extract_word(word: u64, mask: u64) -> u64 {
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

/// A bijection that spreads every bit: the finalizer of SplitMix64
/// (<https://prng.di.unimi.it/splitmix64.c>).
#[inline]
pub(super) const fn mix_word(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

const HAS_BMI2: bool = cfg!(all(target_arch = "x86_64", target_feature = "bmi2"));

/// Set operations that are integer operations.
macro_rules! integer_operations {
    ($integer:ty) => {
        const WIDTH: usize = <$integer>::BITS as usize;
        const EMPTY: Self = 0;
        const HAS_EXTRACT: bool = HAS_BMI2;

        #[inline]
        fn bit(square: Square) -> Self {
            1 << (square.0 & (<$integer>::BITS - 1) as u8)
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
            (self != 0).then(|| Square((<$integer>::BITS - 1 - self.leading_zeros()) as u8))
        }

        #[inline]
        fn without_first(self) -> Self {
            self & self.wrapping_sub(1)
        }

        #[inline]
        fn wrapping_sub(self, other: Self) -> Self {
            <$integer>::wrapping_sub(self, other)
        }

        #[inline]
        fn reverse(self) -> Self {
            self.reverse_bits()
        }
    };
}

impl Bits for u64 {
    integer_operations!(u64);

    #[inline]
    fn up(self, n: u32) -> Self {
        self << (n & 63)
    }

    #[inline]
    fn down(self, n: u32) -> Self {
        self >> (n & 63)
    }

    #[inline]
    fn hash(self) -> u64 {
        mix_word(self)
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
    integer_operations!(u128);

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
    fn hash(self) -> u64 {
        let (low, high) = words(self);
        mix_word(low ^ mix_word(high))
    }

    #[inline]
    fn extract(self, mask: Self) -> usize {
        let (low, high) = words(self);
        let (low_mask, high_mask) = words(mask);
        let (low, high) = (extract_word(low, low_mask), extract_word(high, high_mask));
        (low | high << (low_mask.count_ones() & 63)) as usize
    }
}
