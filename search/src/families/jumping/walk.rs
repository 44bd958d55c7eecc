//! Terms of jumping games: required pieces left, pieces exposed to jumps, runaway pieces.

use variants::jumping::JumpingDefinition;

use variants::{Attacks, Bits, ByColor, Color, Definition, Direction, PieceType};

use crate::eval::{Layout, Sink};

/// Indices of the terms' weights.
struct Indices {
    freedom: usize,
    few: usize,
    runaway: usize,
    exposed: usize,
    backed: usize,
    ahead: usize,
}

/// Terms of jumping games, with their masks.
pub struct JumpingTerms<B> {
    at: Indices,
    kinds: Vec<PieceType>,
    lose_without: Vec<PieceType>,
    promoting: Vec<PieceType>,
    /// Piece types that jump in a direction, by side and diagonal direction.
    jumpers: ByColor<[Vec<PieceType>; 4]>,
    /// Squares from which an enemy could still stop a runaway, by side and square.
    fronts: ByColor<Vec<B>>,
}

impl<B: Bits> JumpingTerms<B> {
    pub(super) fn new(definition: &Definition, own: &JumpingDefinition, layout: &Layout) -> Self {
        let size = definition.size;
        let front = |color: Color, from| {
            let ahead = |to| match color {
                Color::White => i32::from(size.rank(to)) - i32::from(size.rank(from)),
                Color::Black => i32::from(size.rank(from)) - i32::from(size.rank(to)),
            };
            let aside = |to| i32::from(size.file(to).abs_diff(size.file(from)));
            let inside = |&to: &variants::Square| ahead(to) > 0 && aside(to) <= ahead(to) + 1;
            size.iter().filter(inside).fold(B::EMPTY, |set, to| set | B::bit(to))
        };
        let center = size.square(i32::from(size.files() / 2), i32::from(size.ranks() / 2));
        let jumps = |color: Color, kind: PieceType, direction: Direction| {
            let (Some(jumps), Some(center)) = (&definition.piece(kind).jumps, center) else {
                return false;
            };
            let (dx, dy) = direction.delta();
            let next = size.offset(center, dx, dy);
            jumps
                .paths(size, center, color)
                .iter()
                .any(|path| path.squares.first() == next.as_ref())
        };
        let kinds: Vec<PieceType> = definition.piece_types().collect();
        JumpingTerms {
            at: Indices {
                freedom: layout.term("freedom"),
                few: layout.term("few"),
                runaway: layout.term("runaway"),
                exposed: layout.term("exposed"),
                backed: layout.term("backed"),
                ahead: layout.term("ahead"),
            },
            lose_without: own.lose_without.clone(),
            promoting: kinds
                .iter()
                .copied()
                .filter(|&kind| !definition.piece(kind).promotes.is_empty())
                .collect(),
            jumpers: ByColor::from_fn(|color| {
                Direction::DIAGONAL.map(|direction| {
                    kinds.iter().copied().filter(|&kind| jumps(color, kind, direction)).collect()
                })
            }),
            fronts: ByColor::from_fn(|color| size.iter().map(|from| front(color, from)).collect()),
            kinds,
        }
    }

    /// Passes the terms of both sides to the sink.
    #[inline]
    pub(super) fn walk<P: Attacks<Bits = B>>(&self, position: &P, sink: &mut impl Sink) {
        let board = position.board();
        let geometry = &position.common().geometry;
        let size = geometry.size();
        let empty = geometry.all() & !board.occupied();
        let counts = Color::ALL.map(|color| board.side(color).count() as i32);
        for color in Color::ALL {
            let (own, enemy) = (board.side(color), board.side(!color));
            for &kind in &self.kinds {
                for square in board.pieces(color, kind).iter() {
                    sink.piece(color, kind, square);
                }
            }
            for &kind in &self.promoting {
                for square in board.pieces(color, kind).iter() {
                    if (self.fronts[color][square.index()] & enemy).is_empty() {
                        let rank = match color {
                            Color::White => size.rank(square),
                            Color::Black => size.ranks() - 1 - size.rank(square),
                        };
                        sink.add(color, self.at.runaway + usize::from(rank), 1);
                    }
                }
            }
            if !self.lose_without.is_empty() {
                let left: u32 =
                    self.lose_without.iter().map(|&kind| board.pieces(color, kind).count()).sum();
                sink.add(color, self.at.few + (left as usize).min(3), 1);
            }
            let mut exposed = B::EMPTY;
            let mut backed = B::EMPTY;
            for (direction, kinds) in Direction::DIAGONAL.into_iter().zip(&self.jumpers[!color]) {
                let jumpers =
                    kinds.iter().fold(B::EMPTY, |set, &kind| set | board.pieces(!color, kind));
                let landings = geometry.shift(empty, direction.opposite());
                exposed |= geometry.shift(jumpers, direction) & own & landings;
                let forward = direction.delta().1 > 0;
                if forward == (color == Color::White) {
                    backed |= geometry.shift(own, direction) & own;
                }
            }
            let waits = usize::from(position.side() != color);
            sink.add(color, self.at.exposed + waits, exposed.count() as i32);
            sink.add(color, self.at.backed, backed.count() as i32);
            sink.add(color, self.at.freedom, position.mobility(color) as i32);
        }
        let [white, black] = counts;
        sink.add(Color::White, self.at.ahead, 16 * (white - black) / (white + black).max(1));
    }
}
