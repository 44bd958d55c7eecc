//! Pieces that moves turn over, and drops by what stands around, stated again: square by square.

use std::collections::BTreeMap;

use super::slow::World;
use crate::royal::{DropPlace, Flips, HandDefinition};
use crate::{Color, Piece, Square};

/// The eight ways from a square.
const WAYS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl World<'_> {
    fn color_at(&self, at: Option<Square>) -> Option<Color> {
        self.pieces.get(&at?).map(|piece| piece.color())
    }

    /// The enemies in a row from a square that ends at a piece of the side's.
    fn row(&self, from: Square, (dx, dy): (i32, i32), side: Color) -> Vec<Square> {
        let mut found = Vec::new();
        let mut at = self.definition.offset(from, dx, dy);
        while self.color_at(at) == Some(!side) {
            found.extend(at);
            at = at.and_then(|at| self.definition.offset(at, dx, dy));
        }
        if self.color_at(at) == Some(side) { found } else { Vec::new() }
    }

    fn beside(&self, at: Square, side: Color, straight: bool) -> Vec<Square> {
        let ways = WAYS.into_iter().filter(|(dx, dy)| !straight || dx * dy == 0);
        let squares = ways.filter_map(|(dx, dy)| self.definition.offset(at, dx, dy));
        squares.filter(|&square| self.color_at(Some(square)) == Some(side)).collect()
    }

    /// Whether what stands around lets the side to move drop a piece on a square.
    pub(super) fn fits_around(&self, hand: &HandDefinition, to: Square) -> bool {
        let side = self.side;
        let stands = |square: &Square| self.pieces.contains_key(square);
        if !hand.opening.iter().all(stands) {
            return hand.opening.contains(&to);
        }
        match hand.place {
            DropPlace::Anywhere => true,
            DropPlace::Enclosing => WAYS.into_iter().any(|way| !self.row(to, way, side).is_empty()),
            DropPlace::Joining => !self.beside(to, side, false).is_empty(),
            DropPlace::Apart => self.beside(to, !side, true).is_empty(),
            DropPlace::Falling => match self.definition.offset(to, 0, -1) {
                Some(below) => stands(&below),
                None => true,
            },
        }
    }

    /// Turns over what a piece that has come to a square has met.
    pub(super) fn flip(&self, to: Square, pieces: &mut BTreeMap<Square, Piece>) {
        let side = self.side;
        let drops = pieces.len() > self.pieces.len();
        let after = self.world_after(pieces, &self.walls);
        let around = || after.beside(to, !side, false);
        let flipped: Vec<Square> = match self.royal.flips {
            Flips::None => Vec::new(),
            Flips::Enclosed => WAYS.into_iter().flat_map(|way| after.row(to, way, side)).collect(),
            Flips::Around => around(),
            Flips::AroundJoined if drops && after.beside(to, side, false).is_empty() => Vec::new(),
            Flips::AroundJoined => around(),
        };
        for square in flipped {
            let kind = pieces[&square].kind();
            pieces.insert(square, Piece::new(side, kind));
        }
    }
}
