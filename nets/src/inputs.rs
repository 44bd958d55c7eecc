//! Inputs of networks.

use variants::{
    BoardSize, Color, Definition, Fen, Piece, PieceDefinition, PieceType, Square, Symmetry,
};

use crate::hands::slots;
use crate::patterns::Patterns;

/// Inputs of nets for one game: one for each piece type, side and square, from each side's view. In
/// games with one king per side and a start that is symmetric under reversal of the ranks, a side
/// with its king on the right half has a mirrored view. In games with jumps, patterns of
/// neighbouring squares are inputs too. In games with hands, pieces in hand stand on squares beyond the
/// board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    size: BoardSize,
    /// Letters of the piece types, as in a FEN.
    letters: Vec<String>,
    king: Option<PieceType>,
    /// Number of squares beyond the board, for pieces in hand.
    slots: usize,
    /// Kinds that can be in hand.
    held: Vec<bool>,
    /// Squares as seen, by view, then plain or mirrored.
    squares: [[Vec<u8>; 2]; 2],
    /// Number of pieces at the start.
    pieces: usize,
    patterns: Patterns,
}

impl Inputs {
    /// Returns the inputs of a game.
    #[must_use]
    pub fn new(definition: &Definition) -> Self {
        let size = definition.size;
        let symmetry = Symmetry::new(definition);
        let pieces = Fen::parse(&definition.start, definition).map_or(Vec::new(), |fen| fen.pieces);
        let slots = if definition.family.has_hands() { slots(size) } else { 0 };
        let can_be_held =
            |piece: &PieceDefinition| slots > 0 && !piece.royal && piece.reverts.is_none();
        let seen = |color, mirrored| {
            let see = |square| {
                let square = symmetry.seen_by(color, square);
                if mirrored { symmetry.mirror(square) } else { square }.index() as u8
            };
            let beyond = (0..slots).map(|slot| (size.squares() + slot) as u8);
            size.iter().map(see).chain(beyond).collect()
        };
        Inputs {
            size,
            letters: definition.pieces.iter().map(|piece| piece.fen(Color::White)).collect(),
            king: king(definition, &pieces, &symmetry),
            slots,
            held: definition.pieces.iter().map(can_be_held).collect(),
            squares: Color::ALL.map(|color| [false, true].map(|mirrored| seen(color, mirrored))),
            pieces: pieces.len().max(1),
            patterns: Patterns::new(definition),
        }
    }

    /// Returns the number of inputs of each view.
    #[must_use]
    pub fn len(&self) -> usize {
        2 * self.letters.len() * self.places()
    }

    /// Returns the number of squares, those beyond the board for pieces in hand included.
    #[must_use]
    pub fn places(&self) -> usize {
        self.size.squares() + self.slots
    }

    /// Returns the number of squares beyond the board; 0 in games without hands.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Whether pieces of a kind can be in hand.
    pub(crate) fn can_be_held(&self, kind: usize) -> bool {
        self.held[kind]
    }

    /// Returns the most pieces that a position can have, on the board and beyond it.
    pub(crate) fn most_pieces(&self) -> usize {
        let kinds = self.held.iter().filter(|held| **held).count();
        self.size.squares() + 2 * kinds * self.slots
    }

    /// Whether there are no inputs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the board size.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the number of piece types.
    #[must_use]
    pub fn kinds(&self) -> usize {
        self.letters.len()
    }

    /// Returns the letters of the piece types, as in a FEN.
    #[must_use]
    pub fn letters(&self) -> &[String] {
        &self.letters
    }

    /// Returns the number of pieces at the start.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// Returns the patterns of neighbouring squares.
    pub(crate) fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// Returns the piece type whose square decides whether its side's view is mirrored.
    #[must_use]
    pub fn king(&self) -> Option<PieceType> {
        self.king
    }

    /// Whether a side's view is mirrored with its king on this square.
    #[inline]
    #[must_use]
    pub fn is_mirrored(&self, king: Square) -> bool {
        2 * self.size.file(king) >= self.size.files() + self.size.files() % 2
    }

    /// Returns the index of the input of a piece on a square, below [`Inputs::len`].
    #[inline]
    #[must_use]
    pub fn index(&self, view: Color, mirrored: bool, piece: Piece, square: Square) -> usize {
        let side = usize::from(piece.color() != view);
        let square = self.squares[view as usize][usize::from(mirrored)][square.index()];
        let kind = side * self.letters.len() + piece.kind().index();
        kind * self.places() + usize::from(square)
    }
}

/// Returns the only king of each side, in games whose views may be mirrored by it.
fn king(
    definition: &Definition,
    pieces: &[(Square, Piece)],
    symmetry: &Symmetry,
) -> Option<PieceType> {
    let mut royals = definition.piece_types().filter(|&kind| definition.piece(kind).royal);
    let king = royals.next().filter(|_| royals.next().is_none())?;
    let squares = |color| {
        let is_king = move |piece: Piece| piece == Piece::new(color, king);
        pieces.iter().filter(move |&&(_, piece)| is_king(piece)).map(|&(square, _)| square)
    };
    let (size, mut white, mut black) =
        (definition.size, squares(Color::White), squares(Color::Black));
    let (one, other) = (white.next()?, black.next()?);
    let is_alone = white.next().is_none() && black.next().is_none();
    let seen = symmetry.seen_by(Color::Black, other);
    // Rotated boards, as in draughts, are not symmetric by files.
    let is_upright = size.file(seen) == size.file(other);
    (is_alone && is_upright && size.rank(one) == size.rank(seen)).then_some(king)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use variants::Catalog;

    #[test]
    fn inputs_differ_and_fill_their_range() {
        for name in Catalog::builtin().names() {
            let catalog = Catalog::builtin();
            let definition = catalog.get(name).unwrap();
            let inputs = Inputs::new(definition);
            for (view, mirrored) in [(Color::White, false), (Color::Black, true)] {
                let mut seen = HashSet::new();
                for color in Color::ALL {
                    for kind in definition.piece_types() {
                        for place in 0..inputs.places() {
                            let square = Square::from_index(place as u8);
                            let piece = Piece::new(color, kind);
                            seen.insert(inputs.index(view, mirrored, piece, square));
                        }
                    }
                }
                assert_eq!(seen.len(), inputs.len(), "{name}");
                assert_eq!(seen.into_iter().max(), Some(inputs.len() - 1), "{name}");
            }
        }
    }

    #[test]
    fn both_sides_see_the_same_at_the_start() {
        for name in Catalog::builtin().names() {
            let catalog = Catalog::builtin();
            let definition = catalog.get(name).unwrap();
            let inputs = Inputs::new(definition);
            let pieces = Fen::parse(&definition.start, definition).unwrap().pieces;
            let view = |color| -> HashSet<usize> {
                pieces.iter().map(|&(at, piece)| inputs.index(color, false, piece, at)).collect()
            };
            // The armies of Chesimals are not mirror images, and some games have other armies.
            let kinds = |color| {
                let own = pieces.iter().filter(|(_, piece)| piece.color() == color);
                let mut kinds: Vec<_> = own.map(|(_, piece)| piece.kind()).collect();
                kinds.sort_unstable();
                kinds
            };
            let are_alike = kinds(Color::White) == kinds(Color::Black);
            if are_alike && !name.starts_with("chesimals") {
                assert_eq!(view(Color::White), view(Color::Black), "{name}");
            }
        }
    }

    #[test]
    fn only_games_with_one_king_are_seen_in_a_mirror() {
        for (name, mirrored) in
            [("chess", true), ("pacific-gollon", true), ("cheskers", false), ("chesimals", false)]
        {
            let catalog = Catalog::builtin();
            let inputs = Inputs::new(catalog.get(name).unwrap());
            assert_eq!(inputs.king().is_some(), mirrored, "{name}");
        }
    }
}
