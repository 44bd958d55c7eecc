//! Symmetries of a game's rules: maps of the board onto itself that change no move and no result.

use crate::betza::{Betza, Path};
use crate::{BoardSize, ByColor, Color, Definition, PieceDefinition, PieceType, Square};

/// A map of the board onto itself: the axes exchanged or not, then files and ranks reversed or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Isometry {
    axes: bool,
    files: bool,
    ranks: bool,
}

impl Isometry {
    /// The map that moves nothing.
    pub const IDENTITY: Self = Isometry { axes: false, files: false, ranks: false };

    /// All maps of a board onto itself: eight of a square one, else four. The identity is first.
    pub fn all(size: BoardSize) -> impl Iterator<Item = Self> {
        let square = size.files() == size.ranks();
        (0..if square { 8 } else { 4 }).map(|bits| Isometry {
            axes: bits & 4 != 0,
            files: bits & 1 != 0,
            ranks: bits & 2 != 0,
        })
    }

    /// The image of a square of the board.
    #[must_use]
    pub fn image(self, size: BoardSize, square: Square) -> Square {
        let (mut file, mut rank) = (size.file(square), size.rank(square));
        if self.axes {
            (file, rank) = (rank, file);
        }
        file = if self.files { size.files() - 1 - file } else { file };
        rank = if self.ranks { size.ranks() - 1 - rank } else { rank };
        let index = usize::from(file) + usize::from(rank) * usize::from(size.files());
        Square::from_index(index as u8)
    }
}

/// A map of the board with or without an exchange of the sides, as rules are compared under it.
pub struct RuleMap<'a> {
    size: BoardSize,
    isometry: Isometry,
    swaps: bool,
    kinds: &'a [PieceType],
}

impl RuleMap<'_> {
    /// Whether the sides are exchanged.
    #[must_use]
    pub fn swaps(&self) -> bool {
        self.swaps
    }

    /// The kinds of pieces that matter.
    #[must_use]
    pub fn kinds(&self) -> &[PieceType] {
        self.kinds
    }

    /// The image of a square.
    #[must_use]
    pub fn image(&self, square: Square) -> Square {
        self.isometry.image(self.size, square)
    }

    /// The side that a side becomes.
    #[must_use]
    pub fn side(&self, color: Color) -> Color {
        if self.swaps { !color } else { color }
    }

    /// Whether the sides' squares are mapped onto each other.
    #[must_use]
    pub fn keeps(&self, squares: &ByColor<Vec<Square>>) -> bool {
        Color::ALL.into_iter().all(|color| {
            let other = &squares[self.side(color)];
            let images = squares[color].iter().map(|&square| self.image(square));
            squares[color].len() == other.len() && images.into_iter().all(|at| other.contains(&at))
        })
    }

    /// Whether a value of each side is the same for the side that it becomes.
    #[must_use]
    pub fn keeps_sides<T: PartialEq>(&self, values: &ByColor<T>) -> bool {
        !self.swaps || values[Color::White] == values[Color::Black]
    }

    /// Whether each side's ranks, counted from its own, stay what they are.
    fn keeps_ranks(&self) -> bool {
        !self.isometry.axes && self.isometry.ranks == self.swaps
    }

    fn keeps_moves(&self, moves: &Betza) -> bool {
        Color::ALL.into_iter().all(|color| {
            self.size.iter().all(|square| {
                let mut paths = moves.paths(self.size, square, color);
                for path in &mut paths {
                    path.squares.iter_mut().for_each(|at| *at = self.image(*at));
                }
                let others = moves.paths(self.size, self.image(square), self.side(color));
                is_same_set(&paths, &others)
            })
        })
    }

    fn keeps_piece(&self, piece: &PieceDefinition) -> bool {
        let depends_on_rank = Color::ALL.iter().any(|&c| !piece.promotes_of(c).is_empty())
            || piece.moves.is_initial();
        (!depends_on_rank || self.keeps_ranks())
            && (!self.swaps || piece.promotes_of(Color::White) == piece.promotes_of(Color::Black))
            && piece.zone.as_ref().is_none_or(|zone| self.keeps(zone))
            && self.keeps_moves(&piece.moves)
            && piece.jumps.as_ref().is_none_or(|jumps| self.keeps_moves(jumps))
            && piece.moves_in.iter().all(|local| {
                self.keeps(&local.squares)
                    && self.keeps_moves(&local.moves)
                    && (!local.moves.is_initial() || self.keeps_ranks())
            })
    }
}

fn is_same_set(some: &[Path], others: &[Path]) -> bool {
    some.iter().all(|path| others.contains(path)) && others.iter().all(|path| some.contains(path))
}

impl Definition {
    /// Whether the rules for pieces of these kinds, without castling, stay the same under a map of
    /// all squares that, if `swaps`, also gives each piece to the other side.
    #[must_use]
    pub fn is_preserved(&self, isometry: Isometry, swaps: bool, kinds: &[PieceType]) -> bool {
        let map = RuleMap { size: self.size, isometry, swaps, kinds };
        let holes = self.holes();
        holes.iter().all(|&square| holes.contains(&map.image(square)))
            && kinds.iter().all(|&kind| map.keeps_piece(self.piece(kind)))
            && self.family.is_preserved(&map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalog;

    /// Number of maps that leave a game as it is, without and with an exchange of the sides.
    fn count(game: &str, letters: &str) -> (usize, usize) {
        let catalog = Catalog::builtin();
        let definition = catalog.get(game).unwrap();
        let kind = |letter| definition.piece_type(letter, false).unwrap();
        let kinds: Vec<PieceType> = letters.chars().map(kind).collect();
        let count = |swaps| {
            let keeps = |isometry: &_| definition.is_preserved(*isometry, swaps, &kinds);
            Isometry::all(definition.size).filter(keeps).count()
        };
        (count(false), count(true))
    }

    #[test]
    fn pawns_leave_the_mirror_alone() {
        assert_eq!(count("chess", "KQRBN"), (8, 8));
        assert_eq!(count("chess", "KP"), (2, 2));
        assert_eq!(count("pacific", "KCFG"), (8, 8));
        // Rooks of chesica move sideways.
        assert_eq!(count("chesica", "R"), (2, 2));
        assert_eq!(count("cheskers", "KBC"), (8, 8));
        assert_eq!(count("chesimals", "KNPQST"), (4, 4));
    }

    #[test]
    fn goals_and_sides_that_differ_break_symmetries() {
        assert_eq!(count("kingofthehill", "KQ"), (8, 8));
        assert_eq!(count("racingkings", "KQ"), (2, 0));
        assert_eq!(count("xiangqi", "KR"), (2, 2));
        // The squares of captures en passant count for all kinds.
        assert_eq!(count("horde", "KQ"), (2, 0));
    }

    #[test]
    fn images_of_a_square_are_its_orbit() {
        let size = BoardSize::new(8, 8).unwrap();
        let b1 = size.parse_square("b1").unwrap();
        let mut orbit: Vec<String> =
            Isometry::all(size).map(|map| size.name(map.image(size, b1))).collect();
        orbit.sort();
        assert_eq!(orbit, ["a2", "a7", "b1", "b8", "g1", "g8", "h2", "h7"]);
    }
}
