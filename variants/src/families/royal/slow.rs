//! Legal moves by trying: for armies whose attacks are not all leaps and whole lines.

use super::attacks::Attackers;
use super::state::Royal;
use super::step::{RoyalStep, StepKind};
use crate::{Bits, Piece, Position, Square};

impl<B: Bits> Royal<B> {
    /// Calls `sink` for each legal move that is `wanted`, found by making every move that could leave
    /// the king in check and looking at it.
    pub(super) fn try_all(
        &self,
        wanted: &dyn Fn(RoyalStep) -> bool,
        asks_mate: bool,
        sink: &mut dyn FnMut(RoyalStep),
    ) {
        self.try_drops(asks_mate, &mut |step| {
            if wanted(step) {
                sink(step);
            }
        });
        if self.has_to_drop() {
            return;
        }
        let covers = self.covers();
        let mut trial = self.clone();
        let mut attempt = |step: RoyalStep| {
            if wanted(step) {
                let uncovers = covers.contains(step.from())
                    || step.kind() == StepKind::EnPassant
                    || self.rules.hops && covers.contains(step.to());
                if !uncovers || trial.is_safe_after(step) {
                    sink(step);
                }
            }
        };
        self.visit_untried(&mut attempt);
        self.visit_castlings_by_trial(&mut |step| {
            let faces = || self.has_to_part() && self.tried(step).royals_see();
            if wanted(step) && !faces() {
                sink(step);
            }
        });
    }

    /// Calls `sink` for each move but castling that the pieces' own moves allow.
    pub(super) fn visit_untried(&self, sink: &mut dyn FnMut(RoyalStep)) {
        let us = self.side;
        let (occupied, enemy) = (self.blocked(), self.board.side(!us));
        for (from, piece) in self.board.iter().filter(|(_, piece)| piece.color() == us) {
            self.visit_irregular(piece.kind(), from, occupied, enemy, sink);
        }
        self.en_passant_candidates(sink);
        if let Some(own) = &self.rules.royal.pawns.in_place {
            self.visit_in_place(own, sink);
        }
    }

    /// Calls `sink` for each castling whose way is free, and safe where its king is royal.
    pub(super) fn visit_castlings_by_trial(&self, sink: &mut dyn FnMut(RoyalStep)) {
        if self.castling == 0 {
            return;
        }
        let (royals, occupied) = (self.royals(self.side), self.blocked());
        let in_check = self.forbids_castling_by_check();
        self.each_castling(|castling| {
            let step = castling.step();
            let is_royal = royals.contains(castling.king_from);
            let is_free = (castling.path & occupied).is_empty();
            let is_safe = || !is_royal || !in_check && self.is_way_safe(step, &castling.way);
            if is_free && is_safe() {
                sink(step);
            }
        });
    }

    /// Whether the side to move is in check, so that its royal pieces do not castle.
    pub(super) fn forbids_castling_by_check(&self) -> bool {
        match self.rules.is_safe_by_turn() {
            true => self.royals(self.side).iter().any(|royal| self.is_attacked(royal, !self.side)),
            false => self.in_check(self.side),
        }
    }

    /// The squares of the mover whose pieces could leave the king in check by leaving them: the
    /// king's own, those on the enemy's ways to it, and in check all. An attack ends at the first
    /// piece on its way, so a piece that comes to a square opens none, but for a hopper's, which
    /// needs a hurdle on one of these squares.
    fn covers(&self) -> B {
        let is_all = self.in_check(self.side) || self.has_to_part();
        if is_all { !B::EMPTY } else { self.covers_of_king() }
    }

    /// The squares on the enemy's ways to the king, and the king's own.
    pub(super) fn covers_of_king(&self) -> B {
        let rules = &*self.rules;
        let (us, king) = (self.side, self.king(self.side));
        let mut covers = rules.cross(king) | rules.diagonals(king) | B::bit(king);
        for (kind, name) in rules.kinds.iter().zip(self.common().definition.piece_types()) {
            let pieces = self.board.pieces(!us, name) & kind.path_attackers[!us][king.index()];
            for path in pieces.iter().flat_map(|from| kind.paths_to(!us, from, king)) {
                let before = path.squares.iter().take_while(|&&square| square != king);
                covers = before.fold(covers, |covers, &square| covers | B::bit(square));
            }
        }
        covers
    }

    /// Whether the enemy attacks no square of the king's way once castling is done.
    pub(super) fn is_way_safe(&self, step: RoyalStep, way: &[Square]) -> bool {
        let mut after = self.clone();
        after.castle(step, false);
        let them = !self.side;
        let king = self.board.get(step.from()).filter(|_| !self.rules.royal.bars.is_empty());
        let is_attacked = |at: Square| match king {
            None => after.is_attacked(at, them),
            // A piece that cannot take the rook on that square could take the king.
            Some(king) => {
                let mut passing = after.clone();
                passing.board.remove(at, &self.rules.common.zobrist);
                passing.board.put(at, king, &self.rules.common.zobrist);
                passing.is_attacked(at, them)
            }
        };
        !way.iter()
            .any(|&at| is_attacked(at) && !after.is_shielded(at, them) || after.is_faced(at, them))
    }

    /// Whether the mover's king is safe after a move other than castling. Only the board is looked at
    /// and, in between, changed: a whole move would ask for the legal en passant captures, and so for
    /// itself.
    pub(super) fn is_safe_after(&mut self, step: RoyalStep) -> bool {
        if self.rules.blast.is_some() {
            return self.is_allowed_with_blast(step);
        }
        if step.kind() == StepKind::Drop {
            self.try_pieces(step);
            let safe = !self.in_check(self.side);
            self.board.remove(step.to(), &self.rules.common.zobrist);
            return safe;
        }
        let parts = self.has_to_part();
        let Some((mover, victim)) = self.try_pieces(step) else { return false };
        let safe = !self.in_check(self.side) && !self.may_not_face(parts);
        self.untry_pieces(step, mover, victim);
        safe
    }

    /// Takes back [`Royal::try_pieces`].
    pub(super) fn untry_pieces(
        &mut self,
        step: RoyalStep,
        mover: Piece,
        victim: Option<(Square, Piece)>,
    ) {
        let zobrist = &self.rules.common.zobrist;
        self.board.remove(step.to(), zobrist);
        self.board.put(step.from(), mover, zobrist);
        if let Some((square, piece)) = victim {
            self.board.put(square, piece, zobrist);
        }
    }

    /// Makes a move other than castling on the board alone. Returns the piece that has moved, as it
    /// was, and the one that it has taken, with its square; `None` where nothing stands, and for a
    /// drop. Pieces that a blast removes are not among them: in games with blasts, moves are tried
    /// on copies.
    pub(super) fn try_pieces(
        &mut self,
        step: RoyalStep,
    ) -> Option<(Piece, Option<(Square, Piece)>)> {
        let victim = self.victim_square(step);
        let zobrist = &self.rules.common.zobrist;
        if let Some(kind) = step.dropped() {
            self.board.put(step.to(), Piece::new(self.side, kind), zobrist);
            return None;
        }
        let mover = self.board.get(step.from())?;
        let victim = victim.and_then(|at| Some((at, self.board.remove(at, zobrist)?)));
        self.board.remove(step.from(), zobrist);
        let placed = step.promotion().map_or(mover, |kind| Piece::new(self.side, kind));
        self.board.put(step.to(), placed, zobrist);
        if self.rules.blast.is_some() && victim.is_some() {
            self.explode(step.to());
        }
        Some((mover, victim))
    }

    /// The legal en passant captures.
    pub(super) fn legal_en_passant(&self, sink: &mut dyn FnMut(RoyalStep)) {
        if self.has_turn_limits() {
            self.try_within_turn(&|step| step.kind() == StepKind::EnPassant, sink);
            return;
        }
        if self.rules.exact {
            let attackers = Attackers::new(&self.rules, &self.board, !self.side);
            self.visit_en_passant(&attackers, sink);
            return;
        }
        let mut trial = self.clone();
        self.en_passant_candidates(&mut |step| {
            if trial.is_safe_after(step) {
                sink(step);
            }
        });
    }
}
