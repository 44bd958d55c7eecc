//! Moves of the royal family.

use std::fmt;

use crate::{PieceType, Square};

/// Special effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Nothing.
    Plain,
    /// The rook of the side that the king goes to moves too.
    Castling,
    /// The piece that passed the square is taken.
    EnPassant,
    /// The squares passed can be taken on en passant.
    Passing,
}

/// A move: from and to, what the piece becomes, and what else happens. Four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RoyalStep(u32);

impl RoyalStep {
    #[inline]
    pub(super) fn new(from: Square, to: Square, kind: StepKind) -> Self {
        RoyalStep(from.0 as u32 | (to.0 as u32) << 8 | (kind as u32) << 24)
    }

    #[inline]
    pub(super) fn promoting(self, to: PieceType) -> Self {
        RoyalStep(self.0 | (to.index() as u32 + 1) << 16)
    }

    /// Origin square.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square(self.0 as u8)
    }

    /// Target square.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square((self.0 >> 8) as u8)
    }

    /// Promotion piece.
    #[inline]
    #[must_use]
    pub fn promotion(self) -> Option<PieceType> {
        (self.0 >> 16 & 63).checked_sub(1).map(|index| PieceType::from_index(index as usize))
    }

    /// Special effect.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> StepKind {
        match self.0 >> 24 {
            0 => StepKind::Plain,
            1 => StepKind::Castling,
            2 => StepKind::EnPassant,
            _ => StepKind::Passing,
        }
    }
}

impl fmt::Debug for RoyalStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>{}", self.from().0, self.to().0)?;
        if let Some(kind) = self.promotion() {
            write!(f, "={}", kind.index())?;
        }
        write!(f, " {:?}", self.kind())
    }
}
