//! Drops that depend on neighbouring squares, and the pieces that moves turn over.

use super::flips::{DropPlace, Flips};
use super::hand_rules::HandRules;
use super::state::{Royal, RoyalUndo};
use crate::{Bits, Color, Direction, Piece, Square};

/// The four directions along files and ranks.
const STRAIGHT: [Direction; 4] =
    [Direction::North, Direction::South, Direction::East, Direction::West];

impl<B: Bits> Royal<B> {
    /// The squares of `targets` on which the side to move may drop pieces, by their neighbours.
    #[inline]
    pub(super) fn droppable(&self, hand: &HandRules<B>, targets: B) -> B {
        if hand.place == DropPlace::Anywhere && hand.opening.is_empty() {
            return targets;
        }
        self.placed(hand, targets)
    }

    #[cold]
    fn placed(&self, hand: &HandRules<B>, targets: B) -> B {
        if (hand.opening & !self.blocked()).any() {
            return targets & hand.opening;
        }
        let (own, enemy) = (self.board.side(self.side), self.board.side(!self.side));
        let geometry = &self.rules.common.geometry;
        match hand.place {
            DropPlace::Anywhere => targets,
            DropPlace::Enclosing => targets & self.enclosing(own, enemy),
            DropPlace::Joining => targets & geometry.dilate(own),
            DropPlace::Apart => {
                let beside = |direction| geometry.shift(enemy, direction);
                targets & !STRAIGHT.into_iter().fold(B::EMPTY, |set, along| set | beside(along))
            }
            DropPlace::Falling => {
                let blocked = self.blocked();
                let above = geometry.shift(blocked, Direction::North);
                targets & (above | hand.floor)
            }
        }
    }

    /// The squares behind unbroken rows of enemies that end at a piece of one's own.
    fn enclosing(&self, own: B, enemy: B) -> B {
        let geometry = &self.rules.common.geometry;
        Direction::ALL.into_iter().fold(B::EMPTY, |found, direction| {
            let mut row = geometry.shift(own, direction) & enemy;
            loop {
                let longer = row | geometry.shift(row, direction) & enemy;
                if longer == row {
                    break;
                }
                row = longer;
            }
            found | geometry.shift(row, direction)
        })
    }

    /// The enemies that a piece of a side turns over when it comes to a square.
    fn flipped(&self, to: Square, mover: Color, drops: bool) -> B {
        let geometry = &self.rules.common.geometry;
        let here = B::bit(to);
        let (own, enemy) = (self.board.side(mover) & !here, self.board.side(!mover));
        let around = geometry.dilate(here);
        match self.rules.royal.flips {
            Flips::None => B::EMPTY,
            Flips::Around => around & enemy,
            Flips::AroundJoined if drops && (around & own).is_empty() => B::EMPTY,
            Flips::AroundJoined => around & enemy,
            Flips::Enclosed => Direction::ALL.into_iter().fold(B::EMPTY, |found, direction| {
                let (mut row, mut at) = (B::EMPTY, geometry.shift(here, direction));
                while (at & enemy).any() {
                    row |= at;
                    at = geometry.shift(at, direction);
                }
                if (at & own).any() { found | row } else { found }
            }),
        }
    }

    /// Turns over the enemies that a piece of a side meets on a square, and records them.
    #[inline]
    pub(super) fn flip(&mut self, to: Square, mover: Color, drops: bool, undo: &mut RoyalUndo<B>) {
        if self.rules.royal.flips != Flips::None {
            undo.flipped = self.flipped(to, mover, drops);
            self.turn_around(undo.flipped);
        }
    }

    /// Gives the pieces on some squares to the other side.
    #[cold]
    pub(super) fn turn_around(&mut self, squares: B) {
        let zobrist = &self.rules.common.zobrist;
        for square in squares.iter() {
            if let Some(piece) = self.board.remove(square, zobrist) {
                self.board.put(square, Piece::new(!piece.color(), piece.kind()), zobrist);
            }
        }
    }
}
