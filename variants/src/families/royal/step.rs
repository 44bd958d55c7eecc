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
    /// A piece in hand is put on the target square, which is the origin too.
    Drop,
    /// A wall is placed on the target square; the origin is that of the piece that has moved.
    Wall,
    /// No piece moves; origin and target are the square of one of the side's.
    Pass,
    /// A piece promotes where it stands; origin and target are its square.
    InPlace,
}

/// Set in a step that puts a piece in hand on a square that is left.
const GATES: u32 = 1 << 22;

/// Set in a castling that does so on the rook's square.
const ON_ROOK: u32 = 1 << 23;

/// A move: origin, target, promotion and special effects. Four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RoyalStep(u32);

impl RoyalStep {
    #[inline]
    pub(super) fn new(from: Square, to: Square, kind: StepKind) -> Self {
        RoyalStep(from.0 as u32 | (to.0 as u32) << 8 | (kind as u32) << 24)
    }

    /// The drop of a piece.
    #[inline]
    pub(super) fn dropping(kind: PieceType, to: Square) -> Self {
        let step = Self::new(to, to, StepKind::Drop);
        RoyalStep(step.0 | (kind.index() as u32) << 27)
    }

    /// The step that also puts a piece in hand on the square that is left: castling, on the king's or
    /// the rook's.
    #[inline]
    pub(super) fn gating(self, kind: PieceType, on_rook: bool) -> Self {
        let place = if on_rook { ON_ROOK } else { 0 };
        RoyalStep(self.0 | GATES | place | (kind.index() as u32) << 27)
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
        match self.0 >> 24 & 7 {
            0 => StepKind::Plain,
            1 => StepKind::Castling,
            2 => StepKind::EnPassant,
            3 => StepKind::Passing,
            4 => StepKind::Drop,
            5 => StepKind::Wall,
            6 => StepKind::Pass,
            _ => StepKind::InPlace,
        }
    }

    /// The kind of a dropped piece.
    #[inline]
    #[must_use]
    pub fn dropped(self) -> Option<PieceType> {
        let kind = || PieceType::from_index((self.0 >> 27) as usize);
        (self.kind() == StepKind::Drop).then(kind)
    }

    /// The kind of the piece in hand that is put on a square that is left.
    #[inline]
    #[must_use]
    pub fn gated(self) -> Option<PieceType> {
        let kind = || PieceType::from_index((self.0 >> 27) as usize);
        (self.0 & GATES != 0).then(kind)
    }

    /// Whether that square is the one of the rook that castles.
    #[inline]
    pub(super) fn gates_on_rook(self) -> bool {
        self.0 & ON_ROOK != 0
    }
}

impl fmt::Debug for RoyalStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(kind) = self.dropped() {
            return write!(f, "{}@{}", kind.index(), self.to().0);
        }
        write!(f, "{}>{}", self.from().0, self.to().0)?;
        if let Some(kind) = self.promotion() {
            write!(f, "={}", kind.index())?;
        }
        if let Some(kind) = self.gated() {
            write!(f, "/{}", kind.index())?;
        }
        write!(f, " {:?}", self.kind())
    }
}
