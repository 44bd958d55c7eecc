//! Castling: its ways, its rights, and how it is told from the king's own moves.

use super::Royal;
use super::attacks::Attackers;
use super::data::{CastlingDefinition, CastlingSide};
use super::generate::Sink;
use super::rules::RoyalRules;
use super::step::{RoyalStep, StepKind};
use crate::{Bits, Board, BoardSize, Color, PieceType, Square};

/// One way to castle.
#[derive(Clone, Debug)]
pub(super) struct Castling<B> {
    pub king_from: Square,
    pub king_to: Square,
    pub rook_from: Square,
    pub rook_to: Square,
    pub rook: PieceType,
    /// The squares that must be empty.
    pub path: B,
    /// The king's way: the squares that it crosses and its goal, the square that it leaves left
    /// out unless it stays. None may be attacked, with king and rook where castling brings them.
    pub way: Vec<Square>,
}

/// All ways to castle, in the order of the FEN letters `KQkq`.
pub(super) fn compile_castlings<B: Bits>(
    size: BoardSize,
    definition: Option<&CastlingDefinition>,
) -> [Option<Castling<B>>; 4] {
    let mut castlings = [const { None }; 4];
    let Some(definition) = definition else { return castlings };
    for color in Color::ALL {
        for (index, side) in [definition.king_side, definition.queen_side].into_iter().enumerate() {
            castlings[2 * color as usize + index] = compile_castling(size, definition, side, color);
        }
    }
    castlings
}

fn compile_castling<B: Bits>(
    size: BoardSize,
    definition: &CastlingDefinition,
    side: CastlingSide,
    color: Color,
) -> Option<Castling<B>> {
    let rank = match color {
        Color::White => definition.rank,
        Color::Black => size.ranks() - 1 - definition.rank,
    };
    let square = |file: u8| size.square(file as i32, rank as i32);
    let span = |a: u8, b: u8| a.min(b)..=a.max(b);
    let (king_from, rook_from) = (square(definition.king)?, square(side.rook_from)?);
    let own = B::bit(king_from) | B::bit(rook_from);
    let mut path = B::EMPTY;
    for file in span(definition.king, side.rook_from)
        .chain(span(definition.king, side.king_to))
        .chain(span(side.rook_from, side.rook_to))
    {
        path |= B::bit(square(file)?);
    }
    let stays = side.king_to == definition.king;
    let way = span(definition.king, side.king_to).filter(|&file| stays || file != definition.king);
    Some(Castling {
        king_from,
        king_to: square(side.king_to)?,
        rook_from,
        rook_to: square(side.rook_to)?,
        rook: definition.rook,
        path: path & !own,
        way: way.filter_map(square).collect(),
    })
}

/// The rights that remain when something leaves or enters each square.
pub(super) fn rights_kept<B>(size: BoardSize, castlings: &[Option<Castling<B>>; 4]) -> Vec<u8> {
    let mut kept = vec![0b1111; size.squares()];
    for (index, castling) in castlings.iter().enumerate() {
        if let Some(castling) = castling {
            kept[castling.king_from.index()] &= !(1 << index);
            kept[castling.rook_from.index()] &= !(1 << index);
        }
    }
    kept
}

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
