//! Reasons why castling is illegal.

use super::castlings::Castling;
use super::state::Royal;
use crate::illegal::{Illegal, NoCastling};
use crate::{Bits, Square};

impl<B: Bits> Royal<B> {
    /// Returns the reason why the king's move to its target, or to its rook, is no legal castling.
    pub(super) fn why_no_castling_to(&self, from: Square, to: Square) -> Illegal {
        self.why_no_castling(|_, castling| {
            castling.king_from == from && (castling.king_to == to || castling.rook_from == to)
        })
    }

    /// Returns the reason why castling to one side, `O-O` or `O-O-O`, is illegal.
    pub(super) fn why_no_castling_san(&self, text: &str) -> Illegal {
        let side = usize::from(text.starts_with("O-O-O"));
        self.why_no_castling(|index, _| index % 2 == side)
    }

    /// Returns the reason why none of the castlings that are meant is legal: that of the one that comes nearest.
    fn why_no_castling(&self, is_meant: impl Fn(usize, &Castling<B>) -> bool) -> Illegal {
        let mut why = NoCastling::Right;
        let first = 2 * self.side as usize;
        let ways = (first..first + 2).filter(|index| self.castling >> index & 1 == 1);
        let ways = ways.filter_map(|index| Some((index, self.castlings.ways[index].as_ref()?)));
        let all = ways.flat_map(|(index, way)| way.all().map(move |castling| (index, castling)));
        for (_, castling) in all.filter(|(index, castling)| is_meant(*index, castling)) {
            why = why.max(self.obstacle(castling));
        }
        if why == NoCastling::Rules && self.has_duty() {
            return Illegal::MustCapture;
        }
        Illegal::Castling(why)
    }

    /// Returns the first obstacle to a castling to which there is a right.
    fn obstacle(&self, castling: &Castling<B>) -> NoCastling {
        let is_royal = self.royals(self.side).contains(castling.king_from);
        if (castling.path & self.blocked()).any() {
            NoCastling::Blocked
        } else if is_royal && self.forbids_castling_by_check() {
            NoCastling::Check
        } else if is_royal && !self.is_way_safe(castling.step(), &castling.way) {
            NoCastling::Attacked
        } else {
            NoCastling::Rules
        }
    }
}
