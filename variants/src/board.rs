//! Piece placement: the part of a position that every family shares.

use crate::{Bits, BoardSize, ByColor, Color, Piece, PieceType, Square, Zobrist};

/// Pieces on squares, as sets and as a list, with their part of the position's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board<B> {
    by_type: [B; PieceType::MAX],
    by_color: ByColor<B>,
    squares: [Option<Piece>; 256],
    key: u64,
}

impl<B: Bits> Default for Board<B> {
    fn default() -> Self {
        Board {
            by_type: [B::EMPTY; PieceType::MAX],
            by_color: ByColor::new(B::EMPTY, B::EMPTY),
            squares: [None; 256],
            key: 0,
        }
    }
}

impl<B: Bits> Board<B> {
    /// A board with the listed pieces. Where a square is listed twice, the last piece stands.
    #[must_use]
    pub fn new(pieces: &[(Square, Piece)], zobrist: &Zobrist) -> Self {
        let mut board = Board::default();
        for &(square, piece) in pieces {
            board.remove(square, zobrist);
            board.put(square, piece, zobrist);
        }
        board
    }

    /// Replaces all pieces by the listed ones, at most one on each square. Cheaper than a new board where
    /// few pieces stand.
    pub fn arrange(&mut self, pieces: &[(Square, Piece)], zobrist: &Zobrist) {
        for square in self.occupied().iter() {
            self.remove(square, zobrist);
        }
        for &(square, piece) in pieces {
            self.put(square, piece, zobrist);
        }
    }

    /// The exclusive or of all pieces' numbers.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key computed afresh.
    #[must_use]
    pub fn key_from_scratch(&self, size: BoardSize, zobrist: &Zobrist) -> u64 {
        size.iter()
            .filter_map(|square| Some(zobrist.piece(self.get(square)?, square)))
            .fold(0, |key, number| key ^ number)
    }

    /// The piece on a square.
    #[inline]
    #[must_use]
    pub fn get(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// All occupied squares.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> B {
        self.by_color[Color::White] | self.by_color[Color::Black]
    }

    /// The squares of a side's pieces.
    #[inline]
    #[must_use]
    pub fn side(&self, color: Color) -> B {
        self.by_color[color]
    }

    /// The squares of both sides' pieces of a kind.
    #[inline]
    #[must_use]
    pub fn kind(&self, kind: PieceType) -> B {
        self.by_type[kind.index()]
    }

    /// The squares of both sides' pieces of some kinds.
    #[inline]
    #[must_use]
    pub fn kinds(&self, kinds: &[PieceType]) -> B {
        kinds.iter().fold(B::EMPTY, |set, &kind| set | self.kind(kind))
    }

    /// The squares of a side's pieces of a kind.
    #[inline]
    #[must_use]
    pub fn pieces(&self, color: Color, kind: PieceType) -> B {
        self.by_type[kind.index()] & self.by_color[color]
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece, zobrist: &Zobrist) {
        debug_assert!(self.get(square).is_none());
        let bit = B::bit(square);
        self.by_type[piece.kind().index()] |= bit;
        self.by_color[piece.color()] |= bit;
        self.squares[square.index()] = Some(piece);
        self.key ^= zobrist.piece(piece, square);
    }

    /// Takes away the piece on a square, if there is one.
    #[inline]
    pub fn remove(&mut self, square: Square, zobrist: &Zobrist) -> Option<Piece> {
        let piece = self.squares[square.index()].take()?;
        let bit = B::bit(square);
        self.by_type[piece.kind().index()] ^= bit;
        self.by_color[piece.color()] ^= bit;
        self.key ^= zobrist.piece(piece, square);
        Some(piece)
    }

    /// Moves the piece on a square, if there is one, to an empty square or to where it stands.
    #[inline]
    pub fn relocate(&mut self, from: Square, to: Square, zobrist: &Zobrist) {
        let Some(piece) = self.squares[from.index()].take() else { return };
        debug_assert!(self.get(to).is_none());
        let bits = B::bit(from) ^ B::bit(to);
        self.by_type[piece.kind().index()] ^= bits;
        self.by_color[piece.color()] ^= bits;
        self.squares[to.index()] = Some(piece);
        self.key ^= zobrist.piece(piece, from) ^ zobrist.piece(piece, to);
    }

    /// The pieces, from a1 along the ranks.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().iter().filter_map(|square| Some((square, self.get(square)?)))
    }
}
