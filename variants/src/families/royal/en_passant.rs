//! En passant: what can be taken after a first step that passed squares.

use super::Royal;
use crate::{Bits, Square};

/// En passant target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EnPassant<B> {
    /// The squares that the piece passed.
    pub(super) squares: B,
    /// Square of the piece, if there are such squares.
    pub(super) victim: Square,
    /// The exclusive or of the numbers of the squares on which it can be taken legally: only these
    /// make two positions different.
    pub(super) key: u64,
}

impl<B: Bits> EnPassant<B> {
    pub(super) const NONE: Self =
        EnPassant { squares: B::EMPTY, victim: Square::from_index(0), key: 0 };
}

impl<B: Bits> Royal<B> {
    /// The squares that a first step from `from` to `to` passes.
    pub(super) fn passed(&self, from: Square, to: Square) -> B {
        self.rules.between(from, to)
    }

    /// Sets the key of the en passant squares by what the side to move can legally take.
    pub(super) fn find_en_passant_key(&mut self) {
        let mut squares = B::EMPTY;
        let mut candidates = false;
        self.en_passant_candidates(&mut |_, _| candidates = true);
        if candidates {
            self.legal_en_passant(&mut |step| squares |= B::bit(step.to()));
        }
        let zobrist = &self.rules.common.zobrist;
        self.en_passant.key = squares.iter().fold(0, |key, square| key ^ zobrist.mark(square));
    }
}
