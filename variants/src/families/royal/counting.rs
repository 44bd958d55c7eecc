//! Counting of moves in the endings of makruk and its relatives: the weaker side counts, and draws if
//! it is not mated in time.

use crate::{Bits, Board, Color, PieceType};

/// Counting of moves, as a definition states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counting {
    /// The game whose counts they are.
    pub rule: CountingRule,
    /// Kinds that count as pawns: with one on the board, most counts do not begin.
    pub pawns: Vec<PieceType>,
    /// Kinds that count as rooks.
    pub rooks: Vec<PieceType>,
    /// Kinds that count as khons, which are the bishops of makruk.
    pub khons: Vec<PieceType>,
    /// Kinds that count as knights.
    pub knights: Vec<PieceType>,
}

/// Rules of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountingRule {
    /// Thai: 64 moves without pawns; against a bare king fewer, those of its board deducted.
    Makruk,
    /// Cambodian: 63 moves with three pieces or fewer; against a bare king as in makruk, one less.
    Cambodian,
    /// ASEAN: against a bare king alone, without pawns.
    Asean,
}

/// A count that may be under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    /// The game is drawn when more plies are counted; 0: no count is under way.
    pub(super) limit: u16,
    /// Plies counted so far.
    pub(super) plies: u16,
}

impl Count {
    /// Whether a count is under way.
    pub(super) fn runs(self) -> bool {
        self.limit > 0
    }

    /// Plies that may still be counted; `None` if no count is under way.
    pub(super) fn left(self) -> Option<u32> {
        self.runs().then(|| u32::from(self.limit.saturating_sub(self.plies)))
    }

    /// Whether it has run out.
    pub(super) fn is_over(self) -> bool {
        self.runs() && self.plies > self.limit
    }

    pub(super) fn begin(&mut self, moves: u16, plies: u32) {
        *self = Count { limit: 2 * moves, plies: u16::try_from(plies).unwrap_or(u16::MAX) };
    }
}

impl Counting {
    /// The number of moves for which a side counts; 0 if it does not.
    pub(super) fn moves<B: Bits>(&self, board: &Board<B>, side: Color) -> u16 {
        let all = |color: Color| board.side(color).count();
        let enemy = |kinds: &[PieceType]| (board.kinds(kinds) & board.side(!side)).count();
        let has_pawns = board.kinds(&self.pawns).any();
        let (rooks, khons) = (enemy(&self.rooks), enemy(&self.khons));
        let knights = enemy(&self.knights);
        let against_bare = || match (rooks, khons, knights) {
            (2.., _, _) => 8,
            (1, _, _) => 16,
            (_, 2.., _) => 22,
            (_, _, 2..) => 32,
            (_, 1, _) => 44,
            _ => 64,
        };
        match self.rule {
            CountingRule::Makruk if has_pawns || all(!side) == 1 => 0,
            CountingRule::Makruk if all(side) > 1 => 64,
            CountingRule::Makruk => against_bare(),
            CountingRule::Cambodian if all(side) > 3 || all(!side) == 1 => 0,
            CountingRule::Cambodian if all(side) > 1 => 63,
            CountingRule::Cambodian if has_pawns => 0,
            CountingRule::Cambodian => against_bare() - 1,
            CountingRule::Asean if has_pawns || all(side) > 1 => 0,
            CountingRule::Asean if rooks > 0 => 16,
            CountingRule::Asean if khons > 0 => 44,
            CountingRule::Asean if knights > 0 => 64,
            CountingRule::Asean => 0,
        }
    }
}
