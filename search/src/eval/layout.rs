//! Layout of a game's weights, by name and index.

use variants::{BoardSize, Color, Definition, PieceType, Square, Symmetry};

use super::values::Values;

/// Mobility is capped below this number of squares.
pub(super) const MAX_REACH: usize = 64;

/// Group of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Letter of the piece type (`P`, `+Q`); `None`: a term of the family.
    pub piece: Option<String>,
    /// Name: see [`Weights`](crate::Weights).
    pub name: &'static str,
    /// Index of the first weight in the list of all weights.
    pub start: usize,
    /// Number of weights.
    pub len: usize,
}

/// Layout of all weights of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    size: BoardSize,
    groups: Vec<Group>,
    /// Indices of the groups, by piece type.
    values: Vec<usize>,
    piece_squares: Vec<usize>,
    mobilities: Vec<Option<usize>>,
    king_attacks: Vec<Option<usize>>,
    in_hand: Vec<Option<usize>>,
    symmetry: Symmetry,
    /// Square root of the mean mobility of each piece type.
    usual: Vec<f32>,
    len: usize,
}

impl Layout {
    /// Creates the layout of a game. `terms` are those of its family, each with its number of
    /// weights; `officers`: whether officers have weights for mobility and king attack.
    pub(super) fn new(
        definition: &Definition,
        values: &Values,
        officers: bool,
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
            in_hand: Vec::new(),
            symmetry: Symmetry::new(definition),
            usual: Vec::new(),
            len: 0,
        };
        for kind in definition.piece_types() {
            let letter = definition.piece(kind).fen(Color::White);
            let mut add = |name, len| layout.add(Some(letter.clone()), name, len);
            let (value, piece_square) = (add("value", 1), add("placement", squares));
            let is_officer = officers && values.officer(kind) > 0;
            let mobility = is_officer.then(|| add("mobility", 1));
            let king_attack = is_officer.then(|| add("danger", 1));
            let piece = definition.piece(kind);
            let can_be_held = !piece.royal && piece.reverts.is_none();
            let in_hand = (definition.family.has_hands() && can_be_held).then(|| add("hand", 1));
            layout.in_hand.push(in_hand);
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

    /// Returns the number of weights.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no weights.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the groups, in order.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Returns the board size.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the index of the weight that this one is tied to: of two mirrored squares, the left
    /// one's; its own for all others.
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

    pub(crate) fn squares(&self) -> usize {
        self.size.squares()
    }

    pub(crate) fn kinds(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn value(&self, kind: PieceType) -> usize {
        self.values[kind.index()]
    }

    pub(crate) fn piece_square(&self, color: Color, kind: PieceType, square: Square) -> usize {
        self.piece_squares[kind.index()] + self.symmetry.seen_by(color, square).index()
    }

    pub(crate) fn mobility(&self, kind: PieceType) -> Option<usize> {
        self.mobilities[kind.index()]
    }

    pub(crate) fn king_attack(&self, kind: PieceType) -> Option<usize> {
        self.king_attacks[kind.index()]
    }

    /// Returns the index of the weight of a piece in hand, in games with hands.
    pub(crate) fn in_hand(&self, kind: PieceType) -> Option<usize> {
        self.in_hand[kind.index()]
    }

    /// Returns the index of a term's first weight.
    ///
    /// # Panics
    /// If the game has no such term.
    pub(crate) fn term(&self, name: &str) -> usize {
        let group = self.groups.iter().find(|group| group.piece.is_none() && group.name == name);
        group.unwrap_or_else(|| unreachable!("no term {name}")).start
    }
}

/// Returns the count of a mobility weight for a number of reached squares: the square root, so that
/// the first squares count most, less that of the mean mobility.
pub(crate) fn mobility(layout: &Layout, kind: PieceType, squares: u32) -> f32 {
    (squares.min(MAX_REACH as u32 - 1) as f32).sqrt() - layout.usual[kind.index()]
}
