//! Ways of pieces and facing kings, stated again.

use super::slow::World;
use crate::betza::{Hop, Path};
use crate::{Color, Piece, PieceDefinition, Square};

impl World<'_> {
    /// All paths of a piece on a square, whatever the board and the zones allow.
    pub(super) fn paths(&self, piece: &PieceDefinition, from: Square, color: Color) -> Vec<Path> {
        let size = self.definition.size;
        let mut paths = piece.moves.paths(size, from, color);
        for local in &piece.moves_in {
            if local.squares[color].contains(&from) {
                paths.extend(local.moves.paths(size, from, color));
            }
        }
        paths
    }

    /// The squares that a path leads to, for a piece of that side.
    pub(super) fn landings(
        &self,
        color: Color,
        piece: &PieceDefinition,
        path: &Path,
    ) -> Vec<Square> {
        let mut found = Vec::new();
        let mut met = 0;
        for (index, &to) in path.squares.iter().enumerate() {
            if self.royal.holes.contains(&to) {
                break;
            }
            if self.walls.contains(&to) {
                met += 1;
                continue;
            }
            let there = self.pieces.get(&to);
            let is_open = match path.modes.hop {
                None => met == 0,
                Some(Hop::Far) => met == 1,
                Some(Hop::Near) => met == 1 && self.is_blocked(&path.squares[index - 1]),
            };
            let may_stand = piece.zone.as_ref().is_none_or(|zone| zone[color].contains(&to));
            if is_open && may_stand && index >= path.first_landing {
                match there {
                    None if path.modes.quiet => found.push(to),
                    Some(piece) if piece.color() != color && path.modes.capture => found.push(to),
                    _ => {}
                }
            }
            met += usize::from(there.is_some());
        }
        found
    }

    /// Whether a piece or a wall is on a square.
    fn is_blocked(&self, square: &Square) -> bool {
        self.pieces.contains_key(square) || self.walls.contains(square)
    }

    /// Whether royal pieces of both sides see each other along a file or rank, in a game that
    /// forbids it.
    pub(super) fn kings_face(&self) -> bool {
        let is_royal = |piece: &Piece| self.definition.piece(piece.kind()).royal;
        let royals = self.pieces.iter().filter(|(_, piece)| is_royal(piece));
        royals.into_iter().any(|(&square, piece)| self.is_faced(square, !piece.color()))
    }

    /// Whether a royal piece of a side sees a square along a file or rank, in such a game.
    pub(super) fn is_faced(&self, square: Square, by: Color) -> bool {
        !self.royal.facing_kings
            && self.pieces.iter().any(|(&from, piece)| {
                let is_royal = self.definition.piece(piece.kind()).royal;
                is_royal && piece.color() == by && self.sees(from, square)
            })
    }

    /// Whether nothing stands between two squares of a file or rank.
    fn sees(&self, from: Square, to: Square) -> bool {
        let size = self.definition.size;
        let files = i32::from(size.file(to)) - i32::from(size.file(from));
        let ranks = i32::from(size.rank(to)) - i32::from(size.rank(from));
        if files != 0 && ranks != 0 {
            return false;
        }
        (1..files.abs().max(ranks.abs())).all(|count| {
            let between = size.offset(from, files.signum() * count, ranks.signum() * count);
            between.is_some_and(|square| {
                !self.is_blocked(&square) && !self.royal.holes.contains(&square)
            })
        })
    }
}
