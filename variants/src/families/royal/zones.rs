//! Squares of first moves and of promotion, as a definition states them.

use super::data::RoyalDefinition;
use crate::{BoardSize, ByColor, Color, PieceType, Square};

/// Squares of each side: of all kinds, and of those that have their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zone {
    /// Squares of all kinds without their own; `None`: the game's rank.
    pub all: Option<ByColor<Vec<Square>>>,
    /// Kinds with squares of their own.
    pub kinds: Vec<(PieceType, ByColor<Vec<Square>>)>,
}

impl Zone {
    /// Squares of a kind; `None`: the game's rank.
    pub(super) fn of(&self, kind: PieceType) -> Option<&ByColor<Vec<Square>>> {
        let own = self.kinds.iter().find(|(other, _)| *other == kind).map(|(_, squares)| squares);
        own.or(self.all.as_ref())
    }
}

/// Rules of first moves and promotion beyond one rank each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PawnRules {
    /// Squares from which `i` moves start.
    pub initial: Zone,
    /// Squares on which pieces promote.
    pub promotion: Zone,
    /// Squares of these on which they have to; `None`: all.
    pub must_promote: Zone,
    /// Kinds that promote by captures alone.
    pub by_capture: Vec<PieceType>,
    /// Kinds that also promote by moves that begin on the squares of promotion.
    pub by_leaving: Vec<PieceType>,
    /// Kinds that a side may promote to.
    pub limit: PromotionLimit,
    /// Squares on which pieces that passed them can be taken; `None`: all.
    pub en_passant: Option<ByColor<Vec<Square>>>,
}

/// Number of pieces of a kind up to which a side may promote to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PromotionLimit {
    /// None.
    #[default]
    None,
    /// The number at the start: only to kinds of which a piece was lost.
    Lost,
    /// A number by kind.
    Numbers(Vec<(PieceType, u8)>),
}

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

    /// Squares of these on which a kind has to.
    #[must_use]
    pub fn must_promote(&self, size: BoardSize, kind: PieceType, color: Color) -> Vec<Square> {
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
