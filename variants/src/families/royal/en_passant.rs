//! En passant: what can be taken after a first step that passed squares.

use super::state::Royal;
use crate::{Bits, Color, Square};

impl<B: Bits> Royal<B> {
    /// The squares that a first step of a side from `from` to `to` passes.
    pub(super) fn passed(&self, from: Square, to: Square, mover: Color) -> B {
        self.rules.between(from, to) & self.rules.en_passant[mover]
    }

    /// Sets the key of the en passant squares by what the side to move can legally take.
    pub(super) fn find_en_passant_key(&mut self) {
        if let Some(key) = self.own_passed_key() {
            self.en_passant.key = key;
            return;
        }
        let mut squares = B::EMPTY;
        let mut candidates = false;
        self.en_passant_candidates(&mut |_| candidates = true);
        if candidates {
            self.legal_en_passant(&mut |step| squares |= B::bit(step.to()));
        }
        let zobrist = &self.rules.common.zobrist;
        self.en_passant.key = squares.iter().fold(0, |key, square| key ^ zobrist.mark(square));
    }
}
