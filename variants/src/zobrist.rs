//! Random numbers whose exclusive or is the key of a position
//! (<https://www.chessprogramming.org/Zobrist_Hashing>).

use crate::{BoardSize, Piece, Square};

/// The next of a fixed sequence of well-mixed numbers: SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// The numbers of one board. The same on every run and machine.
#[derive(Clone, Debug)]
pub struct Zobrist {
    squares: usize,
    pieces: Vec<u64>,
    marks: Vec<u64>,
    extra: [u64; 64],
    side: u64,
}

impl Zobrist {
    /// Draws the numbers of a board.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        let mut state = 0x4d65_6e61_6765_7269;
        let squares = size.squares();
        let mut draw = |count: usize| (0..count).map(|_| split_mix(&mut state)).collect::<Vec<_>>();
        let pieces = draw(Piece::COUNT * squares);
        let marks = draw(squares);
        let mut extra = [0; 64];
        extra.copy_from_slice(&draw(64));
        Zobrist { squares, pieces, marks, extra, side: draw(1)[0] }
    }

    /// The number of a piece on a square.
    #[inline]
    #[must_use]
    pub fn piece(&self, piece: Piece, square: Square) -> u64 {
        self.pieces[piece.index() * self.squares + square.index()]
    }

    /// The number of a mark on a square, which a family uses for its own ends: an en passant
    /// square, a unit that has moved this turn.
    #[inline]
    #[must_use]
    pub fn mark(&self, square: Square) -> u64 {
        self.marks[square.index()]
    }

    /// One of 64 numbers for a family's own ends: castling rights, the army of a turn.
    #[inline]
    #[must_use]
    pub fn extra(&self, index: usize) -> u64 {
        self.extra[index & 63]
    }

    /// The number of `count` pieces in their side's hand; 0 for none.
    #[inline]
    #[must_use]
    pub fn held(&self, piece: Piece, count: u32) -> u64 {
        if count == 0 {
            return 0;
        }
        let mut state = self.side ^ (u64::from(count) << 8 | piece.index() as u64);
        split_mix(&mut state)
    }

    /// The number that stands for Black to move.
    #[inline]
    #[must_use]
    pub fn side(&self) -> u64 {
        self.side
    }
}
