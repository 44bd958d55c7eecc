//! Masks for the terms of royal games, and pawn attacks.

use variants::{
    Attacks, Bits, BoardSize, ByColor, Color, Definition, Direction, Piece, PieceType, Square,
};

/// Masks of a board.
pub(super) struct Masks<B> {
    size: BoardSize,
    /// Squares ahead on the same file, by side and square.
    pub ahead: ByColor<Vec<B>>,
    /// Squares ahead on the same and the adjacent files, by side and square.
    pub fronts: ByColor<Vec<B>>,
    /// Squares of each file.
    pub files: Vec<B>,
    /// Same and adjacent files, by square.
    pub king_files: Vec<Vec<u8>>,
    /// Enemy's half of the board, by side.
    pub far: ByColor<B>,
    /// Dark squares.
    pub dark: B,
    /// Successive shifts, in squares, that fill the files of a set.
    fills: Vec<u32>,
    all: B,
    /// File and rank of each square.
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
            // Sets shift by 63 squares at most.
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

    /// Returns a set and all squares ahead of it, from a side's view
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

    /// Returns the rank from a side's view, from 0.
    #[inline]
    pub fn rank(&self, color: Color, square: Square) -> i32 {
        let rank = self.places[square.index()].1;
        i32::from(match color {
            Color::White => rank,
            Color::Black => self.size.ranks() - 1 - rank,
        })
    }

    /// Returns the distance of two squares in king moves.
    #[inline]
    pub fn distance(&self, from: Square, to: Square) -> i32 {
        let (from, to) = (self.places[from.index()], self.places[to.index()]);
        i32::from(from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)))
    }

    /// Returns the distance of a square from the centre, files and ranks added.
    pub fn center_distance(&self, square: Square) -> i32 {
        let (file, rank) = self.places[square.index()];
        let off = |at: u8, length: u8| (2 * i32::from(at) - i32::from(length - 1)).abs() / 2;
        off(file, self.size.files()) + off(rank, self.size.ranks())
    }

    /// Returns the greatest distance on the board in king moves.
    pub fn longest(&self) -> i32 {
        i32::from(self.size.files().max(self.size.ranks())) - 1
    }
}

/// Piece type that promotes.
pub(super) struct PawnKind {
    pub kind: PieceType,
    /// Capture directions, as White sees them; `None`: its captures are of another form.
    takes: Option<Vec<Direction>>,
}

impl PawnKind {
    /// Returns the attacks of such pawns.
    #[inline]
    pub fn attacks<P: Attacks>(&self, position: &P, color: Color, pawns: P::Bits) -> P::Bits {
        let Some(directions) = &self.takes else {
            return attacks_one_by_one(position, Piece::new(color, self.kind), pawns);
        };
        directions.iter().fold(P::Bits::EMPTY, |attacks, direction| {
            attacks | position.common().geometry.shift(pawns, direction.seen_by(color))
        })
    }
}

/// Returns the attacks of pieces of any type.
#[inline]
pub(super) fn attacks_one_by_one<P: Attacks>(
    position: &P,
    piece: Piece,
    squares: P::Bits,
) -> P::Bits {
    squares.iter().fold(P::Bits::EMPTY, |set, square| set | position.attacks(piece, square))
}

/// Returns the piece types that promote.
pub(super) fn pawns(definition: &Definition) -> Vec<PawnKind> {
    let size = definition.size;
    let promotes = |&kind: &PieceType| {
        let piece = definition.piece(kind);
        definition.promotes_for_good(kind) && !piece.royal
    };
    let takes = |kind: PieceType| {
        let targets = |from: Square| {
            let paths = definition.paths(definition.piece(kind), from, Color::White);
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
