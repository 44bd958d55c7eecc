//! Squares that pieces can go to.

use super::Armies;
use crate::{Attacks, Bits, Color, Square};

impl<B: Bits> Attacks for Armies<B> {
    fn reach(&self, square: Square) -> B {
        let Some(piece) = self.board.get(square) else { return B::EMPTY };
        let empty = !self.board.occupied() & self.rules.common.geometry.all();
        let enemies = self.board.side(!piece.color());
        self.rules.moves.targets(piece, square, &self.board, empty, enemies)
    }

    fn mobility(&self, color: Color) -> u32 {
        self.freedom(color)
    }
}
