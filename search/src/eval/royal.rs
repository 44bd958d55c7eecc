//! Check-and-mate games: passed pawns and the safety of kings.

use variants::{Bits, Color, Definition, PieceType, Position, Square};

use super::Tapered;
use super::values::Values;

/// Centipawns, at the end of the game, for each rank a passed pawn has come, squared.
const PASSED: i32 = 3;
/// Centipawns for an own piece next to the king, on the side of the enemy.
const SHIELD: i32 = 8;
/// Centipawns a hundred of enemy officers' worth, two squares or less from the king.
const NEAR: i32 = 5;

/// What is looked at, with its masks.
pub(crate) struct RoyalTerms<B> {
    royals: Vec<PieceType>,
    pawns: Vec<PieceType>,
    /// Kinds whose closeness to a king matters, with their part in the danger, in centipawns.
    officers: Vec<(PieceType, i32)>,
    /// For White, then Black: the squares from which an enemy pawn could still stop one.
    fronts: [Vec<B>; 2],
    /// For each side, the squares on ranks ahead of each rank.
    ahead: [Vec<B>; 2],
}

impl<B: Bits> RoyalTerms<B> {
    pub(crate) fn new(definition: &Definition, values: &Values) -> Self {
        let size = definition.size;
        let kinds = |keep: &dyn Fn(PieceType) -> bool| {
            definition.piece_types().filter(|&kind| keep(kind)).collect()
        };
        let set = |keep: &dyn Fn(Square) -> bool| {
            size.iter().filter(|&s| keep(s)).fold(B::EMPTY, |set, s| set | B::bit(s))
        };
        let is_ahead = |color: Color, from: u8, rank: u8| match color {
            Color::White => rank > from,
            Color::Black => rank < from,
        };
        let front = |color: Color, from: Square| {
            set(&|s| {
                size.file(s).abs_diff(size.file(from)) <= 1
                    && is_ahead(color, size.rank(from), size.rank(s))
            })
        };
        RoyalTerms {
            royals: kinds(&|kind| definition.piece(kind).royal),
            pawns: kinds(&|kind| !definition.piece(kind).promotes.is_empty()),
            officers: definition
                .piece_types()
                .map(|kind| (kind, values.officer(kind) * NEAR / 100))
                .filter(|&(_, danger)| danger > 0)
                .collect(),
            fronts: Color::ALL.map(|color| size.iter().map(|from| front(color, from)).collect()),
            ahead: Color::ALL.map(|color| {
                let mask = |from| set(&|s| is_ahead(color, from, size.rank(s)));
                (0..size.ranks()).map(mask).collect()
            }),
        }
    }

    /// White's surplus in centipawns; `phase` is the part of the officers left, in hundredths.
    pub(crate) fn evaluate<P: Position<Bits = B>>(&self, position: &P, phase: i32) -> Tapered {
        let [white, black] = Color::ALL.map(|color| {
            let mut worth = self.passed_pawns(position, color);
            if phase > 10 {
                worth.opening += self.king_safety(position, color);
            }
            worth
        });
        white - black
    }

    fn passed_pawns<P: Position<Bits = B>>(&self, position: &P, color: Color) -> Tapered {
        let board = position.board();
        let size = position.common().geometry.size();
        let mut worth = Tapered::default();
        for &kind in &self.pawns {
            let enemies = board.pieces(!color, kind);
            for square in board.pieces(color, kind).iter() {
                if (enemies & self.fronts[color as usize][square.index()]).is_empty() {
                    let rank = match color {
                        Color::White => size.rank(square),
                        Color::Black => size.ranks() - 1 - size.rank(square),
                    };
                    let rank = i32::from(rank);
                    worth += Tapered { opening: rank * rank, ending: PASSED * rank * rank };
                }
            }
        }
        worth
    }

    fn king_safety<P: Position<Bits = B>>(&self, position: &P, color: Color) -> i32 {
        let board = position.board();
        let geometry = &position.common().geometry;
        let kings = self.royals.iter().fold(B::EMPTY, |set, &kind| set | board.pieces(color, kind));
        let Some(king) = kings.first() else { return 0 };
        let near = geometry.dilate(kings);
        let ahead = self.ahead[color as usize][geometry.size().rank(king) as usize];
        let shield = (near & ahead & board.side(color)).count().min(3) as i32 * SHIELD;
        let wide = geometry.dilate(near);
        let mut danger = 0;
        if (wide & board.side(!color)).any() {
            for &(kind, weight) in &self.officers {
                let close = board.pieces(!color, kind) & wide;
                danger += weight * (close.count() + (close & near).count()) as i32;
            }
        }
        shield - danger
    }
}
