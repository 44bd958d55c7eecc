//! Tapered weights, and their packed form.

use std::ops::{Add, AddAssign, Mul, Neg};

/// Weight in centipawns, for middlegame and endgame
/// (<https://www.chessprogramming.org/Tapered_Eval>).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weight {
    /// Middlegame value: while all officers are on the board.
    pub opening: f32,
    /// Endgame value: when they are gone.
    pub ending: f32,
}

impl Weight {
    /// Creates a weight from its middlegame and endgame values.
    #[must_use]
    pub const fn new(opening: f32, ending: f32) -> Self {
        Weight { opening, ending }
    }

    /// Creates a weight with the same value in middlegame and endgame.
    #[must_use]
    pub const fn both(value: f32) -> Self {
        Weight { opening: value, ending: value }
    }
}

impl Add for Weight {
    type Output = Weight;

    fn add(self, other: Weight) -> Weight {
        Weight::new(self.opening + other.opening, self.ending + other.ending)
    }
}

impl Mul<f32> for Weight {
    type Output = Weight;

    fn mul(self, factor: f32) -> Weight {
        Weight::new(self.opening * factor, self.ending * factor)
    }
}

/// Weight in sixteenths of a centipawn, both values packed into one integer, so that one addition
/// adds both (<https://www.chessprogramming.org/Tapered_Eval>, "SWAR").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Packed(i64);

impl Packed {
    /// Sixteenths per centipawn.
    const ONE: f32 = 16.0;

    #[inline]
    const fn new(opening: i32, ending: i32) -> Self {
        Packed(((opening as i64) << 32) + ending as i64)
    }

    /// Interpolates between endgame (phase 0) and middlegame (phase 256); in sixteenths.
    #[inline]
    pub fn blend(self, phase: i32) -> i32 {
        let ending = self.0 as i32;
        let opening = ((self.0 + (1 << 31)) >> 32) as i32;
        ((i64::from(opening) * i64::from(phase) + i64::from(ending) * i64::from(256 - phase)) / 256)
            as i32
    }
}

impl From<Weight> for Packed {
    fn from(weight: Weight) -> Self {
        let round = |value: f32| (value * Packed::ONE).round() as i32;
        Packed::new(round(weight.opening), round(weight.ending))
    }
}

impl AddAssign for Packed {
    #[inline]
    fn add_assign(&mut self, other: Packed) {
        self.0 += other.0;
    }
}

impl Mul<i32> for Packed {
    type Output = Packed;

    #[inline]
    fn mul(self, times: i32) -> Packed {
        Packed(self.0 * i64::from(times))
    }
}

impl Neg for Packed {
    type Output = Packed;

    #[inline]
    fn neg(self) -> Packed {
        Packed(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_stages_are_added_at_once(
            list in prop::collection::vec((-20_000..20_000i32, -20_000..20_000i32, -9..9i32), 0..20),
        ) {
            let mut sum = Packed::default();
            let (mut opening, mut ending) = (0, 0);
            for (o, e, times) in list {
                sum += Packed::new(o, e) * times;
                opening += o * times;
                ending += e * times;
            }
            prop_assert_eq!((sum.blend(256), sum.blend(0)), (opening, ending));
            prop_assert_eq!(((-sum).blend(256), (-sum).blend(0)), (-opening, -ending));
        }
    }
}
