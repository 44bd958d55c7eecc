//! Which weights a game has, by name and index.

use variants::{BoardSize, Color, Definition, Family, PieceType, Square, Symmetry};

use super::values::Values;

/// More squares than this are not told apart.
pub(super) const MAX_REACH: usize = 64;

/// Weights that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The letter of the kind that they are about (`P`, `+Q`); `None`: about positions.
    pub piece: Option<String>,
    /// The name: see [`Weights`](crate::Weights).
    pub name: &'static str,
    /// Where they begin in the list of all weights.
    pub start: usize,
    /// How many there are.
    pub len: usize,
}

/// All weights of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    size: BoardSize,
    groups: Vec<Group>,
    /// By kind.
    values: Vec<usize>,
    piece_squares: Vec<usize>,
    mobilities: Vec<Option<usize>>,
    king_attacks: Vec<Option<usize>>,
    symmetry: Symmetry,
    /// The root of the number of squares that a kind reaches in the middle of things.
    usual: Vec<f32>,
    len: usize,
}

impl Layout {
    /// The weights of a game. `terms` are those of its family, each with its number of weights.
    pub(super) fn new(
        definition: &Definition,
        values: &Values,
        terms: &[(&'static str, usize)],
    ) -> Self {
        let size = definition.size;
        let squares = size.squares();
        let mut layout = Layout {
            size,
            groups: Vec::new(),
            values: Vec::new(),
            piece_squares: Vec::new(),
            mobilities: Vec::new(),
            king_attacks: Vec::new(),
            symmetry: Symmetry::new(definition),
            usual: Vec::new(),
            len: 0,
        };
        let is_royal_family = matches!(definition.family, Family::Royal(_));
        for kind in definition.piece_types() {
            let letter = definition.piece(kind).fen(Color::White);
            let mut add = |name, len| layout.add(Some(letter.clone()), name, len);
            let (value, piece_square) = (add("value", 1), add("placement", squares));
            let is_officer = is_royal_family && values.officer(kind) > 0;
            let mobility = is_officer.then(|| add("mobility", 1));
            let king_attack = is_officer.then(|| add("danger", 1));
            layout.values.push(value);
            layout.piece_squares.push(piece_square);
            layout.mobilities.push(mobility);
            layout.king_attacks.push(king_attack);
            layout.usual.push(values.mean_mobility(kind).sqrt() as f32);
        }
        for &(name, len) in terms {
            layout.add(None, name, len);
        }
        layout
    }

    fn add(&mut self, piece: Option<String>, name: &'static str, len: usize) -> usize {
        let start = self.len;
        self.groups.push(Group { piece, name, start, len });
        self.len += len;
        start
    }

    /// Number of all weights.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The groups, in order.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The index of the weight that this one is kept equal to: of two squares that mirror each
    /// other, the left one's. Its own, for all others.
    #[must_use]
    pub fn tied(&self, index: usize) -> usize {
        let files = usize::from(self.size.files());
        for (kind, &start) in self.piece_squares.iter().enumerate() {
            if let Some(square) = index.checked_sub(start).filter(|&at| at < self.squares()) {
                let (file, rank) = (square % files, square / files);
                let left = if self.symmetry.is_mirrored(PieceType::from_index(kind)) {
                    file.min(files - 1 - file)
                } else {
                    file
                };
                return start + rank * files + left;
            }
        }
        index
    }

    pub(super) fn squares(&self) -> usize {
        self.size.squares()
    }

    pub(super) fn kinds(&self) -> usize {
        self.values.len()
    }

    pub(super) fn value(&self, kind: PieceType) -> usize {
        self.values[kind.index()]
    }

    pub(super) fn piece_square(&self, color: Color, kind: PieceType, square: Square) -> usize {
        self.piece_squares[kind.index()] + self.symmetry.seen_by(color, square).index()
    }

    pub(super) fn mobility(&self, kind: PieceType) -> Option<usize> {
        self.mobilities[kind.index()]
    }

    pub(super) fn king_attack(&self, kind: PieceType) -> Option<usize> {
        self.king_attacks[kind.index()]
    }

    /// Where a term's weights begin.
    ///
    /// # Panics
    /// When the game has no such term.
    pub(super) fn term(&self, name: &str) -> usize {
        let group = self.groups.iter().find(|group| group.piece.is_none() && group.name == name);
        group.unwrap_or_else(|| unreachable!("no term {name}")).start
    }
}

/// How often a kind's mobility counts when it reaches so many squares: with the root, so that the
/// first ones matter most, and 0 for what is usual.
pub(super) fn mobility(layout: &Layout, kind: PieceType, squares: u32) -> f32 {
    (squares.min(MAX_REACH as u32 - 1) as f32).sqrt() - layout.usual[kind.index()]
}
