//! Points that decide a drawn game.

use super::state::Royal;
use crate::{Bits, Color, Outcome, PieceType, Position, Reason};

impl<B: Bits> Royal<B> {
    /// The end by a board without an empty square, where points decide then.
    pub(super) fn decided_by_full_board(&self) -> Option<Outcome> {
        self.rules.royal.points.as_ref().filter(|points| points.full_board)?;
        let is_full = (self.rules.common.geometry.all() & !self.blocked()).is_empty();
        is_full.then(|| self.decided_by_points(Reason::FullBoard))
    }

    /// The result of a game that ends without a mate: by points, where they decide.
    pub(super) fn decided_by_points(&self, reason: Reason) -> Outcome {
        let Some(points) = &self.rules.royal.points else { return Outcome::draw(reason) };
        let [white, black] = Color::ALL.map(|color| {
            let of_kind = |&(kind, worth): &(PieceType, u16)| {
                u32::from(worth) * self.board.pieces(color, kind).count()
            };
            points.pieces.iter().map(of_kind).sum::<u32>() + u32::from(points.extra[color])
        });
        let winner = match white.cmp(&black) {
            std::cmp::Ordering::Greater => Some(Color::White),
            std::cmp::Ordering::Less => Some(Color::Black),
            std::cmp::Ordering::Equal => points.equal,
        };
        winner.map_or(Outcome::draw(reason), |winner| self.common().win(winner, reason))
    }
}
