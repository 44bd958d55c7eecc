//! What a net sees of a position.

use variants::{BoardSize, Color, Definition, Family, Fen, Piece, PieceType, Square, Symmetry};

use crate::patterns::Patterns;

/// The inputs of nets for one game: a piece of each kind of each side on each square, as each side
/// sees the board. Where each side has one king, and the start is the same with the ranks
/// exchanged, a side whose own king is on the right half sees the board in a mirror. Where pieces
/// jump over each other, also how neighbouring squares are occupied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    size: BoardSize,
    /// The letters of the kinds, as in a FEN.
    letters: Vec<String>,
    king: Option<PieceType>,
    /// By view, then plain or mirrored: the square as seen, for each square.
    squares: [[Vec<u8>; 2]; 2],
    /// Number of pieces at the start.
    pieces: usize,
    patterns: Patterns,
}

impl Inputs {
    /// The inputs for a game.
    #[must_use]
    pub fn new(definition: &Definition) -> Self {
        let size = definition.size;
        let symmetry = Symmetry::new(definition);
        let pieces = Fen::parse(&definition.start, definition).map_or(Vec::new(), |fen| fen.pieces);
        let seen = |color, mirrored| {
            let see = |square| {
                let square = symmetry.seen_by(color, square);
                if mirrored { symmetry.mirror(square) } else { square }.index() as u8
            };
            size.iter().map(see).collect()
        };
        Inputs {
            size,
            letters: definition.pieces.iter().map(|piece| piece.fen(Color::White)).collect(),
            king: king(definition, &pieces, &symmetry),
            squares: Color::ALL.map(|color| [false, true].map(|mirrored| seen(color, mirrored))),
            pieces: pieces.len().max(1),
            patterns: Patterns::new(definition),
        }
    }

    /// Number of inputs of each view.
    #[must_use]
    pub fn len(&self) -> usize {
        2 * self.letters.len() * self.size.squares()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Number of kinds of pieces.
    #[must_use]
    pub fn kinds(&self) -> usize {
        self.letters.len()
    }

    /// The letters of the kinds, as in a FEN.
    #[must_use]
    pub fn letters(&self) -> &[String] {
        &self.letters
    }

    /// Number of pieces at the start.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// How neighbouring squares are occupied.
    pub(crate) fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// The kind whose square decides whether its side sees the board in a mirror.
    #[must_use]
    pub fn king(&self) -> Option<PieceType> {
        self.king
    }

    /// Whether a side sees the board in a mirror when its king is on this square.
    #[inline]
    #[must_use]
    pub fn is_mirrored(&self, king: Square) -> bool {
        2 * self.size.file(king) >= self.size.files() + self.size.files() % 2
    }

    /// The input that is on when a piece stands on a square, below [`Inputs::len`].
    #[inline]
    #[must_use]
    pub fn index(&self, view: Color, mirrored: bool, piece: Piece, square: Square) -> usize {
        let side = usize::from(piece.color() != view);
        let square = self.squares[view as usize][usize::from(mirrored)][square.index()];
        let kind = side * self.letters.len() + piece.kind().index();
        kind * self.size.squares() + usize::from(square)
    }
}

/// The one king of each side, where views may be mirrored by it.
fn king(
    definition: &Definition,
    pieces: &[(Square, Piece)],
    symmetry: &Symmetry,
) -> Option<PieceType> {
    if !matches!(definition.family, Family::Royal(_)) {
        return None;
    }
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
    // Turned boards, as those of draughts, are not the same in a mirror.
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
                        for square in definition.size.iter() {
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
            // Chesimals' armies are not each other's image.
            if !name.starts_with("chesimals") {
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
