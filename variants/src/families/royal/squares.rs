//! Squares of first moves and of promotion, by kind and side.

use super::data::RoyalDefinition;
use crate::{BoardSize, ByColor, Color, PieceType, Square};

impl RoyalDefinition {
    /// Squares from which a kind makes its `i` moves.
    #[must_use]
    pub fn initial_squares(&self, size: BoardSize, kind: PieceType, color: Color) -> Vec<Square> {
        or_rank(self.pawns.initial.of(kind), size, self.initial_rank, color)
    }

    /// Squares on which a kind promotes, if it does.
    #[must_use]
    pub fn promotion_squares(&self, size: BoardSize, kind: PieceType, color: Color) -> Vec<Square> {
        or_rank(self.pawns.promotion.of(kind), size, self.promotion_rank, color)
    }

    /// Whether a kind promotes in place of a move alone.
    #[must_use]
    pub fn promotes_in_place(&self, kind: PieceType) -> bool {
        self.pawns.in_place.as_ref().is_some_and(|own| own.pieces.contains(&kind))
    }

    /// Squares of these on which a kind has to.
    #[must_use]
    pub fn must_promote(&self, size: BoardSize, kind: PieceType, color: Color) -> Vec<Square> {
        if self.promotes_in_place(kind) {
            return Vec::new();
        }
        let mut squares = self.promotion_squares(size, kind, color);
        if let Some(must) = self.pawns.must_promote.of(kind) {
            squares.retain(|square| must[color].contains(square));
        }
        squares
    }
}

/// Own squares, or a rank counted from a side.
fn or_rank(
    own: Option<&ByColor<Vec<Square>>>,
    size: BoardSize,
    rank: u8,
    color: Color,
) -> Vec<Square> {
    if let Some(own) = own {
        return own[color].clone();
    }
    let rank = if color == Color::White { rank } else { size.ranks() - 1 - rank };
    size.iter().filter(|&square| size.rank(square) == rank).collect()
}
