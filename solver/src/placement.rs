//! Pieces on squares, and the side to move.

use variants::{Bits, Board, Color, Piece, Square};

/// The most pieces of both sides that a table can have.
pub const MAX_MEN: usize = 8;

/// A position of a table: few pieces on squares, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    men: [(Square, Piece); MAX_MEN],
    len: usize,
    /// Side to move.
    pub side: Color,
}

impl Placement {
    /// No pieces yet.
    pub(crate) fn empty(side: Color) -> Self {
        let nothing = Piece::new(Color::White, variants::PieceType::from_index(0));
        Placement { men: [(Square::from_index(0), nothing); MAX_MEN], len: 0, side }
    }

    /// The pieces of a board; `None` when they are more than [`MAX_MEN`].
    #[must_use]
    pub fn of<B: Bits>(board: &Board<B>, side: Color) -> Option<Self> {
        let occupied = board.occupied();
        if occupied.count() as usize > MAX_MEN {
            return None;
        }
        let mut placement = Placement::empty(side);
        for square in occupied.iter() {
            placement.put(square, board.get(square)?);
        }
        Some(placement)
    }

    /// Adds a piece, if there is room.
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        if let Some(man) = self.men.get_mut(self.len) {
            *man = (square, piece);
            self.len += 1;
        }
    }

    /// The pieces with their squares.
    #[must_use]
    pub fn men(&self) -> &[(Square, Piece)] {
        &self.men[..self.len]
    }

    /// The same with one man elsewhere.
    pub(crate) fn with_man(&self, man: usize, square: Square) -> Self {
        let mut other = *self;
        other.men[man].0 = square;
        other
    }

    /// The same with one man moved, and the other side to move.
    pub(crate) fn with_man_at(&self, man: usize, square: Square) -> Self {
        self.with_man(man, square).passed()
    }

    /// The same with the man of a square moved to another, and the other side to move.
    pub(crate) fn after(&self, from: Square, to: Square) -> Self {
        let man = self.men().iter().position(|&(square, _)| square == from);
        man.map_or(*self, |man| self.with_man_at(man, to))
    }

    /// The same with the other side to move.
    #[must_use]
    pub fn passed(&self) -> Self {
        Placement { side: !self.side, ..*self }
    }

    /// The same with the sides exchanged and the squares mapped.
    pub(crate) fn swapped(&self, image: &[u8]) -> Self {
        let mut other = Placement::empty(!self.side);
        for &(square, piece) in self.men() {
            let at = image.get(square.index()).copied().unwrap_or_default();
            other.put(Square::from_index(at), Piece::new(!piece.color(), piece.kind()));
        }
        other
    }

    /// Whether some square has two men.
    pub(crate) fn overlaps(&self) -> bool {
        let men = self.men();
        men.iter().enumerate().any(|(index, (a, _))| men[..index].iter().any(|(b, _)| a == b))
    }

    #[inline]
    pub(crate) fn is_occupied(&self, square: Square) -> bool {
        self.men().iter().any(|&(at, _)| at == square)
    }

    /// A number for the pieces, whatever their squares; different, almost surely, for other pieces.
    #[inline]
    pub(crate) fn material_key(&self) -> u64 {
        self.men().iter().fold(0, |key: u64, (_, piece)| key.wrapping_add(piece_key(*piece)))
    }
}

/// The part of a piece in the key of material.
#[inline]
pub(crate) fn piece_key(piece: Piece) -> u64 {
    mixed(piece.index() as u64 + 1)
}

/// A well-mixed number, for each number another: SplitMix64.
#[inline]
pub(crate) fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
