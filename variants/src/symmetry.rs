//! Symmetries of a board: the other side's view, and the mirror.

use crate::{BoardSize, Color, Definition, Fen, Piece, PieceType, Square};

/// Corresponding squares of a game's board, by the pieces of the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    size: BoardSize,
    /// The square from which Black sees each square as White would.
    seen: Vec<u8>,
    /// By kind: whether its pieces stand at the start as their mirror image does.
    mirrored: Vec<bool>,
}

impl Symmetry {
    /// The symmetry of a game's start.
    #[must_use]
    pub fn new(definition: &Definition) -> Self {
        let size = definition.size;
        let pieces = Fen::parse(&definition.start, definition).map_or(Vec::new(), |fen| fen.pieces);
        let mirrored = |kind| is_mirrored(size, &pieces, kind);
        Symmetry {
            size,
            seen: seen_by_black(size, &pieces),
            mirrored: definition.piece_types().map(mirrored).collect(),
        }
    }

    /// The square that corresponds for a side to the given one for White: Black sees the board with
    /// the ranks exchanged; where the start is its own image otherwise, turned by half or with the
    /// files exchanged.
    #[inline]
    #[must_use]
    pub fn seen_by(&self, color: Color, square: Square) -> Square {
        match color {
            Color::White => square,
            Color::Black => Square::from_index(self.seen[square.index()]),
        }
    }

    /// The square on the other half of the same rank.
    #[inline]
    #[must_use]
    pub fn mirror(&self, square: Square) -> Square {
        mirror(self.size, square)
    }

    /// Whether left and right are the same to a kind, at the start.
    #[must_use]
    pub fn is_mirrored(&self, kind: PieceType) -> bool {
        self.mirrored[kind.index()]
    }
}

fn mirror(size: BoardSize, square: Square) -> Square {
    let (file, rank) = (size.file(square), size.rank(square));
    let index =
        usize::from(size.files() - 1 - file) + usize::from(rank) * usize::from(size.files());
    Square::from_index(index as u8)
}

fn is_mirrored(size: BoardSize, pieces: &[(Square, Piece)], kind: PieceType) -> bool {
    let of_kind = |square: Square, color| {
        pieces.iter().any(|&(at, piece)| at == square && piece == Piece::new(color, kind))
    };
    size.iter().all(|square| {
        let mirror = mirror(size, square);
        Color::ALL.iter().all(|&color| of_kind(square, color) == of_kind(mirror, color))
    })
}

fn seen_by_black(size: BoardSize, pieces: &[(Square, Piece)]) -> Vec<u8> {
    // Whether the files, and the ranks, are exchanged.
    const VIEWS: [(bool, bool); 3] = [(false, true), (true, true), (true, false)];
    let image = |square: Square, (files, ranks): (bool, bool)| {
        let turned = |at: u8, count: u8, exchanged| if exchanged { count - 1 - at } else { at };
        let file = turned(size.file(square), size.files(), files);
        let rank = turned(size.rank(square), size.ranks(), ranks);
        (usize::from(file) + usize::from(rank) * usize::from(size.files())) as u8
    };
    let fits = |view: &(bool, bool)| {
        pieces.iter().all(|&(square, piece)| {
            let other = Piece::new(!piece.color(), piece.kind());
            let at = Square::from_index(image(square, *view));
            pieces.iter().any(|&(square, piece)| square == at && piece == other)
        })
    };
    let view = VIEWS.into_iter().find(fits).unwrap_or(VIEWS[0]);
    size.iter().map(|square| image(square, view)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalog;

    fn at(definition: &Definition, name: &str) -> Square {
        definition.size.iter().find(|&s| definition.size.name(s) == name).unwrap()
    }

    #[test]
    fn black_sees_chess_over_the_middle_and_draughts_turned() {
        for (game, square, seen) in [("chess", "a2", "a7"), ("english-draughts", "a1", "h8")] {
            let catalog = Catalog::builtin();
            let definition = catalog.get(game).unwrap();
            let symmetry = Symmetry::new(definition);
            let square = at(definition, square);
            assert_eq!(symmetry.seen_by(Color::White, square), square);
            assert_eq!(symmetry.seen_by(Color::Black, square), at(definition, seen));
        }
    }

    #[test]
    fn queens_alone_break_the_mirror_of_chess() {
        let catalog = Catalog::builtin();
        let definition = catalog.get("chess").unwrap();
        let symmetry = Symmetry::new(definition);
        assert_eq!(symmetry.mirror(at(definition, "b3")), at(definition, "g3"));
        for kind in definition.piece_types() {
            let expected = !"KQ".contains(definition.piece(kind).letter);
            assert_eq!(symmetry.is_mirrored(kind), expected);
        }
    }
}
