//! Start positions with the back rank in another order, as in Chess960.

use super::Definition;
use crate::{ByColor, Color, Fen, Piece, PieceType, Square};

/// Number of orders that are tried: about one in seventy of chess's fits.
const TRIES: usize = 10_000;

impl Definition {
    /// The start with the pieces on the back rank in another order: pieces that stay on squares of
    /// one colour divided between both, and the king between the pieces that castle with it. Black's
    /// pieces stand as White's. `pick` returns a number below its argument. `None` for games that
    /// are not shuffled.
    #[must_use]
    pub fn shuffled_start(&self, pick: &mut dyn FnMut(usize) -> usize) -> Option<String> {
        let castling = self.family.castling()?;
        if !self.family.is_shuffled() {
            return None;
        }
        let mut fen = Fen::parse(&self.start, self).ok()?;
        let size = self.size;
        let ranks = ByColor::from_fn(|color| {
            let rank = castling.sides[color].rank;
            if color == Color::White { rank } else { size.ranks() - 1 - rank }
        });
        let on_rank = |color: Color| {
            let fits = move |(square, piece): &&(Square, Piece)| {
                piece.color() == color && size.rank(*square) == ranks[color]
            };
            fen.pieces.iter().filter(fits)
        };
        let mut kinds: Vec<PieceType> =
            on_rank(Color::White).map(|(_, piece)| piece.kind()).collect();
        let files: Vec<u8> = on_rank(Color::White).map(|(square, _)| size.file(*square)).collect();
        let square = |file: u8, color| size.square(file.into(), ranks[color].into());
        let fits = |kinds: &[PieceType]| {
            let is_king = |kind: &PieceType| castling.is_king(*kind, self);
            let is_rook = |kind: &PieceType| castling.rooks.contains(kind);
            let king = kinds.iter().position(is_king)?;
            let (left, right) = kinds.split_at(king);
            let is_divided =
                self.piece_types().filter(|&kind| self.is_color_bound(kind)).all(|kind| {
                    let own = kinds.iter().zip(&files).filter(|(other, _)| **other == kind);
                    let dark = own.clone().filter(|(_, file)| *file % 2 == 0).count();
                    dark.abs_diff(own.count() - dark) <= 1
                });
            (is_divided && left.iter().any(is_rook) && right.iter().any(is_rook)).then_some(())
        };
        for _ in 0..TRIES {
            for index in (1..kinds.len()).rev() {
                kinds.swap(index, pick(index + 1).min(index));
            }
            if fits(&kinds).is_none() {
                continue;
            }
            fen.pieces.retain(|(square, piece)| size.rank(*square) != ranks[piece.color()]);
            for (&kind, &file) in kinds.iter().zip(&files) {
                for color in Color::ALL {
                    fen.pieces.push((square(file, color)?, Piece::new(color, kind)));
                }
            }
            return Some(fen.text(self));
        }
        None
    }

    /// Whether pieces of a kind stay on squares of one colour.
    fn is_color_bound(&self, kind: PieceType) -> bool {
        let size = self.size;
        let moves = &self.piece(kind).moves;
        size.iter().all(|from| {
            let paths = moves.paths(size, from, Color::White);
            let mut landings = paths.iter().flat_map(|path| &path.squares[path.first_landing..]);
            landings.all(|&to| size.is_dark(to) == size.is_dark(from))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::Catalog;
    use crate::zobrist::split_mix;

    #[test]
    fn chess_has_960_arrays() {
        let catalog = Catalog::builtin();
        let game = catalog.get("chess960").unwrap();
        let mut seed = 1;
        let mut pick = |count| (split_mix(&mut seed) % count as u64) as usize;
        let arrays: BTreeSet<String> =
            (0..12_000).map(|_| game.shuffled_start(&mut pick).unwrap()).collect();
        assert_eq!(arrays.len(), 960);
        assert!(arrays.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
        let chess = catalog.get("chess").unwrap();
        assert_eq!(chess.shuffled_start(&mut pick), None);
        let wide = catalog.get("caparandom").unwrap().shuffled_start(&mut pick).unwrap();
        assert!(wide.contains("/pppppppppp/10/10/10/10/PPPPPPPPPP/"), "{wide}");
    }
}
