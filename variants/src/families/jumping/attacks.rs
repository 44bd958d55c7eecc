//! Squares that pieces can go to.

use super::Jumping;
use crate::{Attacks, Bits, Color, Square};

impl<B: Bits> Attacks for Jumping<B> {
    fn reach(&self, square: Square) -> B {
        self.reach_from(square)
    }

    fn mobility(&self, color: Color) -> u32 {
        self.count_reach(color)
    }
}
