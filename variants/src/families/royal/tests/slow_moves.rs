//! Ways of pieces and facing kings, stated again.

use super::slow::World;
use crate::betza::{Hop, Path};
use crate::royal::FacingKings;
use crate::{Color, Piece, PieceDefinition, PieceType, Square};

impl World<'_> {
    /// All paths of a piece on a square, whatever the board and the zones allow.
    pub(super) fn paths(&self, piece: &PieceDefinition, from: Square, color: Color) -> Vec<Path> {
        let size = self.definition.size;
        let mut paths = piece.moves.paths(size, from, color);
        for local in &piece.moves_in {
            let there = &local.squares[color];
            if !there.contains(&from) {
                continue;
            }
            for mut path in local.moves.paths(size, from, color) {
                while local.inside && path.squares.iter().any(|square| !there.contains(square)) {
                    path.squares.pop();
                }
                if path.squares.len() > path.first_landing {
                    paths.push(path);
                }
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
                    Some(other)
                        if other.color() != color
                            && path.modes.capture
                            && !self.bars(piece).1.contains(&other.kind()) =>
                    {
                        found.push(to);
                    }
                    _ => {}
                }
            }
            met += usize::from(there.is_some());
            let is_barred = |piece_there: &Piece| self.bars(piece).0.contains(&piece_there.kind());
            if met == 1 && path.modes.hop.is_some() && there.is_some_and(is_barred) {
                break;
            }
        }
        found
    }

    /// Kinds that pieces of a kind cannot jump over, and that they cannot take.
    fn bars(&self, piece: &PieceDefinition) -> (&[PieceType], &[PieceType]) {
        let mut bars = self.royal.bars.iter();
        let is_own = |kind: PieceType| std::ptr::eq(self.definition.piece(kind), piece);
        let own = bars.find(|bars| is_own(bars.kind));
        own.map_or((&[], &[]), |own| (&own.jumps, &own.takes))
    }

    /// Whether a piece or a wall is on a square.
    fn is_blocked(&self, square: &Square) -> bool {
        self.pieces.contains_key(square) || self.walls.contains(square)
    }

    /// Whether royal pieces of both sides see each other along a file or rank, in a game that
    /// forbids it.
    pub(super) fn kings_face(&self) -> bool {
        self.royal.facing_kings == FacingKings::Forbidden && self.royals_see()
    }

    /// Whether they do, and the side to move has to end that or to pass.
    pub(super) fn has_to_part(&self) -> bool {
        self.royal.facing_kings == FacingKings::Part && self.royals_see()
    }

    pub(super) fn royals_see(&self) -> bool {
        let is_royal = |piece: &Piece| self.definition.piece(piece.kind()).royal;
        let royals = self.pieces.iter().filter(|(_, piece)| is_royal(piece));
        royals.into_iter().any(|(&square, piece)| self.is_seen(square, !piece.color()))
    }

    /// Whether a royal piece of a side sees a square along a file or rank, in a game that forbids it.
    pub(super) fn is_faced(&self, square: Square, by: Color) -> bool {
        self.royal.facing_kings == FacingKings::Forbidden && self.is_seen(square, by)
    }

    fn is_seen(&self, square: Square, by: Color) -> bool {
        self.pieces.iter().any(|(&from, piece)| {
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
