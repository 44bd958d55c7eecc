//! En passant: what can be taken after a first step that passed squares.

use super::state::Royal;
use crate::{Bits, Square};

impl<B: Bits> Royal<B> {
    /// The squares that a first step from `from` to `to` passes.
    pub(super) fn passed(&self, from: Square, to: Square) -> B {
        self.rules.between(from, to) & self.rules.en_passant[!self.side]
    }

    /// Sets the key of the en passant squares by what the side to move can legally take.
    pub(super) fn find_en_passant_key(&mut self) {
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
