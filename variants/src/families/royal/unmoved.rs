//! First moves of pieces that have not moved. These pieces are marked in `gates`.

use super::kinds::Kind;
use super::state::Royal;
use super::step::RoyalStep;
use crate::betza::Path;
use crate::{Bits, Color, Square};

impl<B: Bits> Royal<B> {
    /// Whether the rules of first moves allow a side's piece of a kind on `from` the moves of a
    /// path.
    #[inline]
    pub(super) fn may_begin(
        &self,
        kind: &Kind<B>,
        path: &Path,
        color: Color,
        from: Square,
    ) -> bool {
        !path.modes.initial
            || kind.initial[color].contains(from) && (!kind.unmoved || self.gates.contains(from))
    }

    /// Whether first moves of a kind are not made in check.
    #[cold]
    pub(super) fn waits_in_check(&self, kind: &Kind<B>) -> bool {
        kind.royal && self.in_check(self.side)
    }

    /// Ends the first move of the enemy's royal pieces on which a piece that has moved bears down.
    pub(super) fn end_first_moves(&mut self, step: RoyalStep) {
        let rules = self.rules.clone();
        let Some(unmoved) = &rules.royal.unmoved else { return };
        let royals = self.gates & self.royals(!self.side);
        let piece = self.board.get(step.to()).filter(|_| step.promotion().is_none());
        let Some(piece) = piece.filter(|piece| unmoved.ended_by.contains(&piece.kind())) else {
            return;
        };
        if royals.any() {
            let attacked = self.attacks_from(piece, step.to(), B::EMPTY) & royals;
            self.close_gates(attacked);
        }
    }
}
