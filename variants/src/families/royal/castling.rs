//! Castling: its rights, and its moves and their text.

use std::sync::Arc;

use super::attacks::Attackers;
use super::castlings::{Castling, Castlings, color_of};
use super::generate::Sink;
use super::state::Royal;
use super::step::{RoyalStep, StepKind};
use crate::{Bits, Board, Color, Square, Zobrist, san};

impl<B: Bits> Castlings<B> {
    /// A side's castling that a step may be, and its index.
    fn find(&self, side: Color, step: RoyalStep) -> Option<(usize, &Castling<B>)> {
        let first = 2 * side as usize;
        let ways = (first..first + 2).filter_map(|index| Some((index, self.ways[index].as_ref()?)));
        let mut all =
            ways.flat_map(|(index, way)| way.all().map(move |castling| (index, castling)));
        all.find(|(_, castling)| castling.king_from == step.from() && castling.king_to == step.to())
    }

    /// Puts king and rook on their targets, or `back` again. Both are lifted first: each may go to
    /// where the other stands.
    pub(super) fn castle(
        &self,
        board: &mut Board<B>,
        zobrist: &Zobrist,
        side: Color,
        step: RoyalStep,
        back: bool,
    ) {
        let Some((_, castling)) = self.find(side, step) else { return };
        let from = (castling.king_from, castling.rook_from);
        let to = (castling.king_to, castling.rook_to);
        let (from, to) = if back { (to, from) } else { (from, to) };
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
    /// Castles on the position's board.
    pub(super) fn castle(&mut self, step: RoyalStep, back: bool) {
        let zobrist = &self.rules.common.zobrist;
        self.castlings.castle(&mut self.board, zobrist, self.side, step, back);
    }

    /// Calls `visit` for each castling that the side to move still has a right to.
    #[inline]
    pub(super) fn each_castling(&self, mut visit: impl FnMut(&Castling<B>)) {
        let first = 2 * self.side as usize;
        let rights = self.castling >> first & 3;
        if rights == 0 {
            return;
        }
        for (index, way) in self.castlings.ways[first..first + 2].iter().enumerate() {
            if let Some(way) = way
                && rights >> index & 1 == 1
            {
                way.all().for_each(&mut visit);
            }
        }
    }

    /// The castling of the side to move that a step may be.
    pub(super) fn castling_to(&self, step: RoyalStep) -> Option<&Castling<B>> {
        Some(self.castlings.find(self.side, step)?.1)
    }

    /// Castling of the side to move in Standard Algebraic Notation.
    pub(super) fn castling_san(&self, step: RoyalStep) -> Option<&'static str> {
        let is_castling = step.kind() == StepKind::Castling;
        let (index, castling) = self.castlings.find(self.side, step).filter(|_| is_castling)?;
        // A target that the king could reach without castling is written by the king's move.
        if self.has_choice(index) && self.written_target(step) != castling.rook_from {
            return None;
        }
        Some(if index.is_multiple_of(2) { "O-O" } else { "O-O-O" })
    }

    /// The castling of some steps that a text means: `O-O`, or the king's square with its target or
    /// the rook's square.
    pub(super) fn read_castling(&self, steps: &[RoyalStep], text: &str) -> Option<RoyalStep> {
        let size = self.rules.common.definition.size;
        let is_meant = |step: &RoyalStep| {
            let Some(castling) = self.castling_to(*step) else { return false };
            let name = |to| size.name(castling.king_from) + &size.name(to);
            let mut names = [name(castling.rook_from), name(castling.king_to)];
            if self.castlings.find(self.side, *step).is_some_and(|(way, _)| self.has_choice(way)) {
                names = [name(self.written_target(*step)), name(self.written_target(*step))];
            }
            if let Some(kind) = step.gated() {
                if step.gates_on_rook() {
                    return false;
                }
                let letter = self.rules.common.definition.piece(kind).letter;
                names.iter_mut().for_each(|name| name.push(letter));
            }
            step.gated().is_none()
                && self
                    .castling_san(*step)
                    .is_some_and(|san| san::castling(text).is_some_and(|text| text == san))
                || names.iter().any(|name| name.eq_ignore_ascii_case(text))
        };
        let castlings = steps.iter().filter(|step| step.kind() == StepKind::Castling);
        castlings.copied().find(is_meant)
    }

    /// Whether squares are those of a king that castles and of its target or its rook.
    pub(super) fn may_mean_castling(&self, from: Square, to: Square) -> bool {
        let first = 2 * self.side as usize;
        let definition = &self.rules.common.definition;
        let castling = self.rules.royal.castling.as_deref();
        let is_king = |kind| castling.is_some_and(|castling| castling.is_king(kind, definition));
        self.board.get(from).is_some_and(|piece| is_king(piece.kind()))
            && self.castlings.ways[first..first + 2].iter().flatten().flat_map(Castling::all).any(
                |castling| {
                    castling.king_from == from
                        && (castling.king_to == to || castling.rook_from == to)
                },
            )
    }

    /// Whether both have the same castlings that they still have a right to.
    pub(super) fn castles_alike(&self, other: &Self) -> bool {
        let homes = |position: &Self| -> [_; 4] {
            std::array::from_fn(|index| {
                let way = position.castlings.ways[index].as_ref()?;
                (position.castling >> index & 1 == 1).then_some(way.home())
            })
        };
        Arc::ptr_eq(&self.castlings, &other.castlings) || homes(self) == homes(other)
    }

    /// The occupied squares when a castling of the side to move is done.
    fn occupied_after(&self, castling: &Castling<B>) -> B {
        let lifted = B::bit(castling.king_from) | B::bit(castling.rook_from);
        self.board.occupied() & !lifted | B::bit(castling.king_to) | B::bit(castling.rook_to)
    }

    /// Whether the king chooses how far it goes in the way of that index.
    fn has_choice(&self, index: usize) -> bool {
        let castling = self.rules.royal.castling.as_deref();
        let side = castling.and_then(|castling| castling.sides[color_of(index)].side(index));
        side.is_some_and(|side| side.has_choice())
    }

    /// The target square of a step in notation. Castling is written by the square of the rook, as
    /// in Chess960, if the option for that is set, if king or rook come from other squares than in
    /// the game's own array, or if the king could reach its target without castling.
    pub(super) fn written_target(&self, step: RoyalStep) -> Square {
        if step.kind() != StepKind::Castling {
            return step.to();
        }
        let Some((index, castling)) = self.castlings.find(self.side, step) else {
            return step.to();
        };
        let (occupied, enemy) = (self.blocked(), self.board.side(!self.side));
        let goes_alone = || {
            let king = self.board.get(step.from()).map_or(self.rules.king, |piece| piece.kind());
            let targets = self.targets(king, step.from(), occupied, enemy);
            step.to() == step.from() || targets.contains(step.to())
        };
        let is_elsewhere = self.castlings.other >> index & 1 == 1;
        let by_rook = (self.castlings.by_rook || is_elsewhere) && !self.has_choice(index);
        if by_rook || goes_alone() { castling.rook_from } else { step.to() }
    }

    /// Zobrist key of the castling rights, and of the rooks of other arrays than the game's own.
    pub(super) fn castling_key(&self) -> u64 {
        let zobrist = &self.rules.common.zobrist;
        let key = zobrist.extra(self.castling as usize);
        let other = self.castling & self.castlings.other;
        if other == 0 {
            return key;
        }
        let ways = self.castlings.ways.iter().enumerate();
        let ways =
            ways.filter(|(index, _)| other >> index & 1 == 1).filter_map(|(_, way)| way.as_ref());
        ways.fold(key, |key, way| key ^ zobrist.mark(way.rook_from).rotate_left(1))
    }

    /// Castlings, when the king is not in check.
    pub(super) fn visit_castlings<S: Sink<B>>(&self, sink: &mut S, attackers: &Attackers<B>) {
        let occupied = self.board.occupied();
        self.each_castling(|castling| {
            if (castling.path & occupied).any() {
                return;
            }
            let after = self.occupied_after(castling);
            if !castling.way.iter().any(|&square| attackers.attack(&self.rules, square, after)) {
                sink.step(castling.step());
            }
        });
    }
}
