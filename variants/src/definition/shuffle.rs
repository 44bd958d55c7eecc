//! Start positions with the back rank in another order, as in Chess960.

use super::Definition;
use crate::{ByColor, Color, Fen, Piece, PieceType, Square};

/// Number of orders that are tried: about one in seventy of chess's fits.
const TRIES: usize = 10_000;

/// Number of orders that are numbered, those of Chess960.
pub(crate) const NUMBERED_STARTS: u16 = 960;

impl Definition {
    /// The start with the pieces on the back rank in another order: pieces that stay on squares of
    /// one colour divided between both, and the king between the pieces that castle with it. Black's
    /// pieces stand as White's. `pick` returns a number below its argument. `None` for games that
    /// are not shuffled.
    #[must_use]
    pub fn shuffled_start(&self, pick: &mut dyn FnMut(usize) -> usize) -> Option<String> {
        let castling = self.family.castling()?;
        let back = BackRank::of(self)?;
        let (mut kinds, files) = (back.kinds.clone(), &back.files);
        let fits = |kinds: &[PieceType]| {
            let is_king = |kind: &PieceType| castling.is_king(*kind, self);
            let is_rook = |kind: &PieceType| castling.rooks.contains(kind);
            let king = kinds.iter().position(is_king)?;
            let (left, right) = kinds.split_at(king);
            let is_divided =
                self.piece_types().filter(|&kind| self.is_color_bound(kind)).all(|kind| {
                    let own = kinds.iter().zip(files).filter(|(other, _)| **other == kind);
                    let dark = own.clone().filter(|(_, file)| *file % 2 == 0).count();
                    dark.abs_diff(own.count() - dark) <= 1
                });
            (is_divided && left.iter().any(is_rook) && right.iter().any(is_rook)).then_some(())
        };
        for _ in 0..TRIES {
            for index in (1..kinds.len()).rev() {
                kinds.swap(index, pick(index + 1).min(index));
            }
            if fits(&kinds).is_some() {
                return back.start(self, &kinds);
            }
        }
        None
    }

    /// The start with the back rank in the order that has a number from 0 to 959 in Chess960
    /// (<https://www.chessprogramming.org/Reinhard_Scharnagl>); 518 is that of chess. `None` for games
    /// with other pieces on the back rank, and for games that are not shuffled.
    #[must_use]
    pub fn numbered_start(&self, number: u16) -> Option<String> {
        /// Places of the two knights among the five squares that are left.
        const KNIGHTS: [[usize; 2]; 10] =
            [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
        let castling = self.family.castling()?;
        let back = BackRank::of(self)?;
        let count = |kind: PieceType| back.kinds.iter().filter(|&&other| other == kind).count();
        let find = |wanted: usize, fits: &dyn Fn(PieceType) -> bool| {
            let mut kinds = self.piece_types().filter(|&kind| count(kind) == wanted && fits(kind));
            kinds.next().filter(|_| kinds.next().is_none())
        };
        let is_king = |kind| castling.is_king(kind, self);
        let is_rook = |kind: PieceType| castling.rooks.contains(&kind);
        let is_bishop = |kind| self.is_color_bound(kind);
        let is_other = |kind| !is_king(kind) && !is_rook(kind) && !is_bishop(kind);
        let (king, rook) = (find(1, &is_king)?, find(2, &is_rook)?);
        let (bishop, queen, knight) =
            (find(2, &is_bishop)?, find(1, &is_other)?, find(2, &is_other)?);
        if back.files != [0, 1, 2, 3, 4, 5, 6, 7] || number >= NUMBERED_STARTS {
            return None;
        }
        let number = usize::from(number);
        let mut order = [None; 8];
        order[2 * (number % 4) + 1] = Some(bishop);
        order[2 * (number / 4 % 4)] = Some(bishop);
        let free = |order: &[Option<PieceType>; 8]| -> Vec<usize> {
            (0..8).filter(|&file| order[file].is_none()).collect()
        };
        order[free(&order)[number / 16 % 6]] = Some(queen);
        let left = free(&order);
        for place in KNIGHTS[number / 96] {
            order[left[place]] = Some(knight);
        }
        for (file, kind) in free(&order).into_iter().zip([rook, king, rook]) {
            order[file] = Some(kind);
        }
        back.start(self, &order.into_iter().flatten().collect::<Vec<_>>())
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

/// White's pieces on the back rank of a game that is shuffled.
struct BackRank {
    fen: Fen,
    ranks: ByColor<u8>,
    kinds: Vec<PieceType>,
    files: Vec<u8>,
}

impl BackRank {
    fn of(definition: &Definition) -> Option<Self> {
        let castling = definition.family.castling()?;
        if !definition.family.is_shuffled() {
            return None;
        }
        let fen = Fen::parse(&definition.start, definition).ok()?;
        let size = definition.size;
        let ranks = ByColor::from_fn(|color| {
            let rank = castling.sides[color].rank;
            if color == Color::White { rank } else { size.ranks() - 1 - rank }
        });
        let is_white = |(square, piece): &&(Square, Piece)| {
            piece.color() == Color::White && size.rank(*square) == ranks[Color::White]
        };
        let mut own: Vec<_> = fen.pieces.iter().filter(is_white).copied().collect();
        own.sort_by_key(|(square, _)| size.file(*square));
        let kinds = own.iter().map(|(_, piece)| piece.kind()).collect();
        let files = own.iter().map(|(square, _)| size.file(*square)).collect();
        Some(BackRank { fen, ranks, kinds, files })
    }

    /// The start with these pieces there, for both sides alike.
    fn start(&self, definition: &Definition, kinds: &[PieceType]) -> Option<String> {
        let (size, mut fen) = (definition.size, self.fen.clone());
        fen.pieces.retain(|(square, piece)| size.rank(*square) != self.ranks[piece.color()]);
        for (&kind, &file) in kinds.iter().zip(&self.files) {
            for color in Color::ALL {
                let square = size.square(file.into(), self.ranks[color].into())?;
                fen.pieces.push((square, Piece::new(color, kind)));
            }
        }
        Some(fen.text(definition))
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
        let numbered: BTreeSet<String> =
            (0..960).map(|number| game.numbered_start(number).unwrap()).collect();
        assert_eq!(numbered, arrays);
        for (number, row) in
            [(0, "bbqnnrkr"), (518, "rnbqkbnr"), (534, "rnbkqbnr"), (959, "rkrnnqbb")]
        {
            let start = game.numbered_start(number).unwrap();
            assert!(start.starts_with(&format!("{row}/")), "{number}: {start}");
        }
        assert_eq!(game.numbered_start(960), None);
        let variant = crate::Variant::compile(game.clone()).unwrap();
        let error = variant.game("960").unwrap_err().to_string();
        assert_eq!(error, "invalid number of a start '960': expected a number from 0 to 959");
        assert!(variant.game("959").is_ok());
        assert_eq!(catalog.get("caparandom").unwrap().numbered_start(5), None);
        let chess = catalog.get("chess").unwrap();
        assert_eq!(chess.numbered_start(518), None);
        assert_eq!(chess.shuffled_start(&mut pick), None);
        let wide = catalog.get("caparandom").unwrap().shuffled_start(&mut pick).unwrap();
        assert!(wide.contains("/pppppppppp/10/10/10/10/PPPPPPPPPP/"), "{wide}");
    }
}
