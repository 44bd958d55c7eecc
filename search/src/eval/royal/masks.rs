//! Sets of squares that the terms of check-and-mate games ask for, and pawns.

use variants::{
    Bits, BoardSize, ByColor, Color, Definition, Direction, Piece, PieceType, Position, Square,
};

/// A board's sets.
pub(super) struct Masks<B> {
    size: BoardSize,
    /// By side and square: the squares ahead on the same file.
    pub ahead: ByColor<Vec<B>>,
    /// By side and square: the squares ahead on the same file and those beside it.
    pub fronts: ByColor<Vec<B>>,
    /// Each file.
    pub files: Vec<B>,
    /// By square: its file and those beside it.
    pub king_files: Vec<Vec<u8>>,
    /// By side: the enemy's half of the board.
    pub far: ByColor<B>,
    /// The dark squares.
    pub dark: B,
    /// By how many squares a set is moved, again and again, until it has filled its files.
    fills: Vec<u32>,
    all: B,
    /// By square: files and ranks.
    places: Vec<(u8, u8)>,
}

impl<B: Bits> Masks<B> {
    pub fn new(size: BoardSize) -> Self {
        let set = |keep: &dyn Fn(Square) -> bool| {
            size.iter().filter(|&s| keep(s)).fold(B::EMPTY, |set, s| set | B::bit(s))
        };
        let is_ahead = |color: Color, from: Square, to: Square| match color {
            Color::White => size.rank(to) > size.rank(from),
            Color::Black => size.rank(to) < size.rank(from),
        };
        let aside = |a: Square, b: Square| size.file(a).abs_diff(size.file(b));
        let ahead =
            |color, from, width| set(&|to| aside(from, to) <= width && is_ahead(color, from, to));
        let by_color = |width| {
            ByColor::from_fn(|color| size.iter().map(|from| ahead(color, from, width)).collect())
        };
        let near = |file: u8| file.saturating_sub(1)..=(file + 1).min(size.files() - 1);
        let half = size.ranks() / 2;
        let (width, height) = (u32::from(size.files()), u32::from(size.ranks()));
        let mut fills = Vec::new();
        let mut filled = 1;
        while filled < height {
            // Sets move by 63 squares at most.
            let ranks = filled.min(63 / width);
            fills.push(ranks * width);
            filled += ranks;
        }
        Masks {
            fills,
            all: set(&|_| true),
            size,
            ahead: by_color(0),
            fronts: by_color(1),
            files: (0..size.files()).map(|file| set(&|s| size.file(s) == file)).collect(),
            king_files: size.iter().map(|s| near(size.file(s)).collect()).collect(),
            far: ByColor::new(
                set(&|s| size.rank(s) >= size.ranks() - half),
                set(&|s| size.rank(s) < half),
            ),
            dark: set(&|s| size.is_dark(s)),
            places: size.iter().map(|s| (size.file(s), size.rank(s))).collect(),
        }
    }

    /// A set and all squares ahead of it, as a side sees them
    /// (<https://www.chessprogramming.org/Kogge-Stone_Algorithm>).
    #[inline]
    pub fn fill(&self, color: Color, mut set: B) -> B {
        for &squares in &self.fills {
            set |= match color {
                Color::White => set.up(squares),
                Color::Black => set.down(squares),
            };
        }
        set & self.all
    }

    /// The rank as a side counts, from 0.
    #[inline]
    pub fn rank(&self, color: Color, square: Square) -> i32 {
        let rank = self.places[square.index()].1;
        i32::from(match color {
            Color::White => rank,
            Color::Black => self.size.ranks() - 1 - rank,
        })
    }

    /// A king's way from one square to the other, in steps.
    #[inline]
    pub fn distance(&self, from: Square, to: Square) -> i32 {
        let (from, to) = (self.places[from.index()], self.places[to.index()]);
        i32::from(from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)))
    }

    /// How far a square is from the middle, along files and ranks together.
    pub fn center_distance(&self, square: Square) -> i32 {
        let (file, rank) = self.places[square.index()];
        let off = |at: u8, length: u8| (2 * i32::from(at) - i32::from(length - 1)).abs() / 2;
        off(file, self.size.files()) + off(rank, self.size.ranks())
    }

    /// The longest way that a king can have.
    pub fn longest(&self) -> i32 {
        i32::from(self.size.files().max(self.size.ranks())) - 1
    }
}

/// A kind that promotes.
pub(super) struct PawnKind {
    pub kind: PieceType,
    /// The directions in which it takes, as White sees them; `None`: it takes otherwise.
    takes: Option<Vec<Direction>>,
}

impl PawnKind {
    /// What such pawns attack.
    #[inline]
    pub fn attacks<P: Position>(&self, position: &P, color: Color, pawns: P::Bits) -> P::Bits {
        let Some(directions) = &self.takes else {
            return attacks_one_by_one(position, Piece::new(color, self.kind), pawns);
        };
        directions.iter().fold(P::Bits::EMPTY, |attacks, direction| {
            attacks | position.common().geometry.shift(pawns, direction.seen_by(color))
        })
    }
}

/// What pieces of a kind attack, whatever the kind.
#[inline]
pub(super) fn attacks_one_by_one<P: Position>(
    position: &P,
    piece: Piece,
    squares: P::Bits,
) -> P::Bits {
    squares.iter().fold(P::Bits::EMPTY, |set, square| set | position.attacks(piece, square))
}

/// The kinds that promote.
pub(super) fn pawns(definition: &Definition) -> Vec<PawnKind> {
    let size = definition.size;
    let promotes = |&kind: &PieceType| {
        let piece = definition.piece(kind);
        !piece.promotes.is_empty() && !piece.royal
    };
    let takes = |kind: PieceType| {
        let targets = |from: Square| {
            let paths = definition.piece(kind).moves.paths(size, from, Color::White);
            let mut targets: Vec<Option<Square>> = paths
                .iter()
                .filter(|path| path.modes.capture)
                .flat_map(|path| path.squares[path.first_landing..].iter().copied().map(Some))
                .collect();
            targets.sort();
            targets.dedup();
            targets
        };
        let step = |from: Square, direction: &Direction| {
            let (dx, dy) = direction.delta();
            size.offset(from, dx, dy)
        };
        let directions: Vec<Direction> = Direction::ALL
            .into_iter()
            .filter(|direction| {
                size.iter().any(|from| {
                    let to = step(from, direction);
                    to.is_some() && targets(from).contains(&to)
                })
            })
            .collect();
        let same = size.iter().all(|from| {
            let mut stepped: Vec<Option<Square>> = directions
                .iter()
                .map(|direction| step(from, direction))
                .filter(Option::is_some)
                .collect();
            stepped.sort();
            stepped == targets(from)
        });
        same.then_some(directions)
    };
    definition
        .piece_types()
        .filter(promotes)
        .map(|kind| PawnKind { kind, takes: takes(kind) })
        .collect()
}
