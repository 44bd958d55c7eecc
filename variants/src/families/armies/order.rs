//! One order for steps that do not touch each other.
//!
//! Of two steps made one after the other that could as well be made the other way round, and come
//! to the same position so, one order is enough: the one in which the lesser step is first (by
//! where it starts, then by where it ends). This is the lexicographic normal form of a trace
//! (<https://en.wikipedia.org/wiki/Trace_monoid>).
//!
//! No end of a turn is lost by it. Take any sequence of steps of a turn. As long as two neighbours
//! in it are in the wrong order, change them: the sequence stays legal and comes to the same
//! position, since that was tried. Each change makes the sequence lesser, and there are finitely
//! many of its length; so this comes to an end, at a sequence without such neighbours, which is the
//! one kept.
//!
//! It holds for whole trees. A search that also passes by positions it has seen must take the step
//! made last for a part of the position: what is left out below it depends on it.

use super::position::{Armies, Undo};
use super::step::Step;
use crate::{Bits, Square};

impl<B: Bits> Armies<B> {
    /// Whether `second`, a step that is legal now, could have come before `first`, the step made
    /// last, with the same result, and should have.
    pub(super) fn should_precede(&mut self, first: Step, undo: &Undo<B>, second: Step) -> bool {
        let (Step::Move { from: a, to: a_to }, Step::Move { from: b, to: b_to }) = (first, second)
        else {
            return false;
        };
        // If nothing has moved before, either step could choose the army of the turn.
        if (b, b_to) >= (a, a_to) {
            return false;
        }
        self.take_back(first, undo.clone());
        let other_way_round = self.can_go(b, b_to) && {
            let undo = self.make(second);
            // The second may have ended the turn, and the game.
            let also = self.turn.army.is_some() && self.can_go(a, a_to);
            self.take_back(second, undo);
            also
        };
        self.make(first);
        other_way_round
    }

    /// Whether the unit on a square may start now, and go to another.
    fn can_go(&self, from: Square, to: Square) -> bool {
        let Some(piece) = self.board.get(from).filter(|piece| piece.color() == self.side) else {
            return false;
        };
        let Some(army) = self.rules.army_of(piece.kind()) else { return false };
        if self.turn.army.is_some_and(|moving| moving != army)
            || (self.startable(army.into()) & B::bit(from)).is_empty()
        {
            return false;
        }
        let to = B::bit(to);
        let (empty, enemies) = (to & !self.board.occupied(), to & self.board.side(!self.side));
        self.rules.moves.targets(piece, from, &self.board, empty, enemies).any()
    }

    /// The units of an army that may start now, as far as the turn's army allows.
    fn startable(&self, army: usize) -> B {
        self.chained(self.side, army, self.turn.moved)
    }
}
