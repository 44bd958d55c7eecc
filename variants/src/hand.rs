//! Pieces in hand, which can be dropped on the board.

use crate::zobrist::Zobrist;
use crate::{ByColor, Color, Definition, Piece, PieceType};

/// The most pieces of a kind that a FEN may have in a side's hand.
pub(crate) const MOST_OF_KIND: u16 = 200;

/// Numbers of pieces in hand, by side and kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    counts: ByColor<[u16; PieceType::MAX]>,
    /// A bit for each kind of which there are pieces.
    kinds: ByColor<u32>,
}

impl Hands {
    /// Number of pieces of a kind in a side's hand.
    #[inline]
    #[must_use]
    pub fn count(&self, color: Color, kind: PieceType) -> u32 {
        self.counts[color][kind.index()].into()
    }

    /// Whether a side has nothing in hand.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, color: Color) -> bool {
        self.kinds[color] == 0
    }

    /// Kinds of which a side has pieces in hand.
    #[inline]
    pub fn kinds(&self, color: Color) -> impl Iterator<Item = PieceType> + use<> {
        let mut left = self.kinds[color];
        std::iter::from_fn(move || {
            let index = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (index < u32::BITS).then(|| PieceType::from_index(index as usize))
        })
    }

    /// Adds a piece to its side's hand.
    #[inline]
    pub fn add(&mut self, piece: Piece) {
        let count = &mut self.counts[piece.color()][piece.kind().index()];
        *count = count.saturating_add(1);
        self.kinds[piece.color()] |= 1 << piece.kind().index();
    }

    /// Takes a piece out of its side's hand, if there is one.
    #[inline]
    pub fn take(&mut self, piece: Piece) {
        let count = &mut self.counts[piece.color()][piece.kind().index()];
        *count = count.saturating_sub(1);
        if *count == 0 {
            self.kinds[piece.color()] &= !(1 << piece.kind().index());
        }
    }

    /// Number of all pieces in hand.
    #[must_use]
    pub fn total(&self) -> u32 {
        let of = |color| self.kinds(color).map(move |kind| self.count(color, kind)).sum::<u32>();
        of(Color::White) + of(Color::Black)
    }

    /// The pieces of a kind in a side's hand as a number for the position's key.
    #[inline]
    pub(crate) fn key_of(&self, piece: Piece, zobrist: &Zobrist) -> u64 {
        zobrist.held(piece, self.count(piece.color(), piece.kind()))
    }

    /// The exclusive or of the numbers of all pieces in hand.
    pub(crate) fn key(&self, zobrist: &Zobrist) -> u64 {
        let numbers = Color::ALL.into_iter().flat_map(|color| {
            self.kinds(color).map(move |kind| self.key_of(Piece::new(color, kind), zobrist))
        });
        numbers.fold(0, |key, number| key ^ number)
    }

    /// The pieces as a FEN writes them: White's, then Black's, a letter each.
    #[must_use]
    pub fn fen(&self, definition: &Definition) -> String {
        let of = |color| {
            self.kinds(color).map(move |kind| {
                let letter = definition.piece(kind).fen(color);
                letter.repeat(self.count(color, kind) as usize)
            })
        };
        of(Color::White).chain(of(Color::Black)).collect()
    }
}
