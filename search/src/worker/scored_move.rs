//! A move with its score for move ordering.

use variants::{PieceType, Square};

use super::history::Slot;

/// Move with its data for ordering.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove<S> {
    pub step: S,
    /// Ordering score, within a stage.
    pub rank: i32,
    /// Move code for TT and killers; few moves of a position share one.
    pub code: u16,
    /// Material gain of the move, in centipawns, before any reply.
    pub gain: i32,
    /// History slot.
    pub slot: Slot,
    /// Captured piece type, the last of several.
    pub victim: Option<PieceType>,
    /// Whether the move neither captures nor promotes for good.
    pub quiet: bool,
}

impl<S> ScoredMove<S> {
    /// Returns origin and target of a quiet move: its code consists of them.
    #[inline]
    pub(super) fn squares(&self) -> [Square; 2] {
        [self.code as u8, (self.code >> 8) as u8].map(Square::from_index)
    }
}
