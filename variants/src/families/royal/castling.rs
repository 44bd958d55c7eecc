//! Castling: its ways, its rights, and how it is told from the king's own moves.

use super::attacks::Attackers;
use super::castlings::Castling;
use super::generate::Sink;
use super::rules::RoyalRules;
use super::state::Royal;
use super::step::{RoyalStep, StepKind};
use crate::{Bits, Board, Color, Square};

impl<B: Bits> RoyalRules<B> {
    fn castling_to(&self, side: Color, step: RoyalStep) -> Option<&Castling<B>> {
        let fits = |c: &&Castling<B>| c.king_from == step.from() && c.king_to == step.to();
        let first = 2 * side as usize;
        self.castlings[first..first + 2].iter().flatten().find(fits)
    }

    /// Puts king and rook where castling brings them, or `back` again. Both are lifted first: each
    /// may go to where the other stands.
    pub(super) fn castle(&self, board: &mut Board<B>, side: Color, step: RoyalStep, back: bool) {
        let Some(castling) = self.castling_to(side, step) else { return };
        let from = (castling.king_from, castling.rook_from);
        let to = (castling.king_to, castling.rook_to);
        let (from, to) = if back { (to, from) } else { (from, to) };
        let zobrist = &self.common.zobrist;
        let king = board.remove(from.0, zobrist);
        let rook = board.remove(from.1, zobrist);
        for (piece, square) in [(king, to.0), (rook, to.1)] {
            if let Some(piece) = piece {
                board.put(square, piece, zobrist);
            }
        }
    }
}

impl<B: Bits> Royal<B> {
    /// The castlings that the side to move still has a right to.
    pub(super) fn castlings(&self) -> impl Iterator<Item = &Castling<B>> {
        let first = 2 * self.side as usize;
        (first..first + 2)
            .filter(|index| self.castling >> index & 1 == 1)
            .filter_map(|index| self.rules.castlings[index].as_ref())
    }

    /// The castling of the side to move that a step may be.
    pub(super) fn castling_to(&self, step: RoyalStep) -> Option<&Castling<B>> {
        self.rules.castling_to(self.side, step)
    }

    /// The occupied squares when a castling of the side to move is done.
    fn occupied_after(&self, castling: &Castling<B>) -> B {
        let lifted = B::bit(castling.king_from) | B::bit(castling.rook_from);
        self.board.occupied() & !lifted | B::bit(castling.king_to) | B::bit(castling.rook_to)
    }

    /// The square that a step is said to go to. Where the king could go to the same one by itself,
    /// castling is told by the square of the rook, as in Chess960.
    pub(super) fn told(&self, step: RoyalStep) -> Square {
        let (occupied, enemy) = (self.board.occupied(), self.board.side(!self.side));
        let goes_alone = || {
            let king = self.board.get(step.from()).map_or(self.rules.king, |piece| piece.kind());
            let targets = self.targets(king, step.from(), occupied, enemy);
            step.to() == step.from() || targets.contains(step.to())
        };
        match self.castling_to(step) {
            Some(castling) if step.kind() == StepKind::Castling && goes_alone() => {
                castling.rook_from
            }
            _ => step.to(),
        }
    }

    /// Zobrist key of the castling rights.
    pub(super) fn castling_key(&self) -> u64 {
        self.rules.common.zobrist.extra(self.castling as usize)
    }

    /// Castlings, when the king is not in check.
    pub(super) fn visit_castlings<S: Sink<B>>(&self, sink: &mut S, attackers: &Attackers<B>) {
        if self.castling == 0 {
            return;
        }
        let rules = &*self.rules;
        let occupied = self.board.occupied();
        for castling in self.castlings() {
            if (castling.path & occupied).any() {
                continue;
            }
            let after = self.occupied_after(castling);
            if !castling.way.iter().any(|&square| attackers.attack(rules, square, after)) {
                sink.step(RoyalStep::new(castling.king_from, castling.king_to, StepKind::Castling));
            }
        }
    }
}
