//! The blasts of captures: what they remove, and the games that they end.

use super::blast::Debris;
use super::state::{Royal, RoyalUndo};
use super::step::RoyalStep;
use crate::{Bits, Color, Outcome, Piece, Position, Reason, Square};

impl<B: Bits> Royal<B> {
    /// Removes the piece that has captured on a square and those around it from the board. Returns
    /// those around it.
    #[cold]
    pub(super) fn explode(&mut self, square: Square) -> Debris {
        let mut debris = Debris::default();
        let Some(blast) = &self.rules.blast else { return debris };
        let zobrist = &self.rules.common.zobrist;
        let reached = blast.reached(&self.board, square);
        for (place, at) in debris.iter_mut().zip(blast.around[square.index()].iter()) {
            if reached.contains(at) {
                *place = self.board.remove(at, zobrist);
            }
        }
        self.board.remove(square, zobrist);
        debris
    }

    /// Ends a capture made on the board: removes what its blast removes, with its castling rights,
    /// and puts it into the hands of its enemies.
    #[cold]
    pub(super) fn blow_up(&mut self, square: Square) -> Debris {
        let capturer = self.board.get(square);
        let debris = self.explode(square);
        for piece in debris.into_iter().chain([capturer]).flatten() {
            self.gain(piece);
        }
        let around = self.around(square);
        let lost = around.iter().zip(debris).filter(|(_, piece)| piece.is_some());
        let kept = lost.fold(u8::MAX, |kept, (at, _)| kept & self.castlings.kept[at.index()]);
        self.lose_rights(kept);
        debris
    }

    /// Puts back what a blast has removed around a square, and takes it out of hands.
    #[cold]
    pub(super) fn restore_debris(&mut self, step: RoyalStep, undo: &RoyalUndo<B>) {
        let capturer = match (undo.moved, step.promotion()) {
            (Some(piece), Some(kind)) => Some(Piece::new(piece.color(), kind)),
            (moved, _) => moved,
        };
        for piece in undo.debris.into_iter().chain([capturer]).flatten() {
            self.give_back(piece);
        }
        let around = self.around(step.to());
        let zobrist = &self.rules.common.zobrist;
        for (at, piece) in around.iter().zip(undo.debris) {
            if let Some(piece) = piece {
                self.board.put(at, piece, zobrist);
            }
        }
        if let Some(piece) = undo.moved {
            self.board.put(step.from(), piece, zobrist);
        }
    }

    fn around(&self, square: Square) -> B {
        self.rules.blast.as_ref().map_or(B::EMPTY, |blast| blast.around[square.index()])
    }

    /// Calls `sink` for each piece that the blast of a capture removes beside the captured one, the
    /// capturing one included as what it has become.
    pub(super) fn visit_debris(&self, step: RoyalStep, sink: &mut dyn FnMut(Square, Piece)) {
        let Some(blast) = &self.rules.blast else { return };
        let Some(victim) = self.victim_square(step) else { return };
        let from = B::bit(step.from()) | B::bit(victim);
        for at in (blast.reached(&self.board, step.to()) & !from).iter() {
            self.board.get(at).into_iter().for_each(|piece| sink(at, piece));
        }
        if let Some(piece) = self.board.get(step.from()) {
            let kind = step.promotion().unwrap_or(piece.kind());
            sink(step.to(), Piece::new(piece.color(), kind));
        }
    }

    /// Whether the royal piece of a side beside which the square is could not be taken there without
    /// a blast of the taker's own.
    #[inline]
    pub(super) fn is_shielded(&self, square: Square, by: Color) -> bool {
        self.rules.blast.is_some() && (self.around(square) & self.royals(by)).any()
    }

    /// Whether a side's royal piece has been blown up.
    pub(super) fn is_blown_up(&self, color: Color) -> bool {
        self.rules.blast.is_some() && {
            let kinds = self.rules.royal_kinds.iter();
            kinds
                .zip(&self.rules.royal_counts[color])
                .any(|(&kind, &count)| count > 0 && self.board.pieces(color, kind).is_empty())
        }
    }

    /// The end by a blown-up royal piece.
    pub(super) fn decided_by_blast(&self) -> Option<Outcome> {
        let loser = [self.side, !self.side].into_iter().find(|&color| self.is_blown_up(color))?;
        Some(self.common().win(!loser, Reason::Extinction))
    }

    /// Whether a move leaves the royal pieces of its side on the board and safe, or blows one of the
    /// enemy's up.
    pub(super) fn is_allowed_with_blast(&self, step: RoyalStep) -> bool {
        let us = self.side;
        let after = self.tried(step);
        if after.is_blown_up(us) {
            return false;
        }
        after.is_blown_up(!us)
            || !after.in_check(us)
                && !after.kings_face()
                && (self.may_check() || !after.in_check(!us))
    }
}
