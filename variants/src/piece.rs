//! Pieces: a kind and a side.

use std::num::NonZeroU8;

use crate::Color;

/// A kind of piece: its index in the variant's list of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceType(pub(crate) u8);

impl PieceType {
    /// The most kinds of pieces that a variant can have.
    pub const MAX: usize = 32;

    /// The kind at an index of the variant's list, which is below [`PieceType::MAX`].
    ///
    /// # Panics
    /// When the index is out of range.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::MAX);
        PieceType(index as u8)
    }

    /// The index in the variant's list of pieces, below [`PieceType::MAX`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }
}

/// A piece of one side. `Option<Piece>` takes one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// One more than the greatest [`Piece::index`].
    pub const COUNT: usize = 2 * PieceType::MAX;

    /// The piece of a side and a kind.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, kind: PieceType) -> Self {
        let code = 64 | (kind.0 & 31) << 1 | color as u8;
        match NonZeroU8::new(code) {
            Some(code) => Piece(code),
            None => unreachable!(),
        }
    }

    /// Side that it belongs to.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Color {
        if self.0.get() & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Its type.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> PieceType {
        PieceType(self.0.get() >> 1 & 31)
    }

    /// A dense index below [`Piece::COUNT`]: twice the kind's, plus one for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0.get() & 63) as usize
    }
}
