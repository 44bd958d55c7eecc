//! Kinds of pieces of a royal game, compiled into tables of leaps, lines and paths.

use super::bar_rules::Bars;
use super::data::RoyalDefinition;
use super::zones::PromotionLimit;
use crate::betza::Path;
use crate::{Bits, ByColor, Color, Definition, Fen, Piece, PieceType, Square};

/// Moves of a piece type.
#[derive(Clone, Debug)]
pub(super) struct Kind<B> {
    /// Leaps without taking, by colour and square.
    pub quiet: ByColor<Vec<B>>,
    /// Leaps that take, by colour and square.
    pub captures: ByColor<Vec<B>>,
    /// Slides along rank and file.
    pub orthogonal: bool,
    /// Slides along the diagonals.
    pub diagonal: bool,
    /// Whether the leaps are the same with and without taking, and there is nothing else.
    pub simple: bool,
    /// For a kind that moves as a pawn of chess does: the squares of its longest first step.
    pub pawn: Option<u32>,
    /// Whether it takes en passant.
    pub takes_en_passant: bool,
    /// The squares from which such a leap takes on a square, by its colour.
    pub en_passant_attackers: ByColor<Vec<B>>,
    /// All other moves, by colour and square.
    pub paths: ByColor<Vec<Vec<Path>>>,
    /// Whether some of these take.
    pub paths_capture: bool,
    /// Whether some of these take behind a hurdle.
    pub hops: bool,
    /// The squares from which one of these could take on a square if nothing stood in its way, by
    /// the piece's colour.
    pub path_attackers: ByColor<Vec<B>>,
    /// The paths of these squares that do, in the order of the squares, by the piece's colour and the square.
    path_attacks: ByColor<Vec<Vec<PathAttack>>>,
    /// The squares from which a leap of such a piece takes on a square, by its colour.
    pub attackers: ByColor<Vec<B>>,
    /// Kinds that it may become, by its colour.
    pub promotes: ByColor<Vec<PieceType>>,
    /// Whether it can become this kind again by promotions.
    pub alternates: bool,
    /// Whether others promote to it, for either side.
    pub is_made: bool,
    /// Whether it promotes by captures alone.
    pub by_capture: bool,
    /// Whether it also promotes by moves that begin on its squares of promotion.
    pub by_leaving: bool,
    /// Whether it promotes in place of a move alone.
    pub in_place: bool,
    /// Squares from which it makes its `i` moves.
    pub initial: ByColor<B>,
    /// Squares on which it may promote.
    pub promotion: ByColor<B>,
    /// Squares on which it may stay what it is.
    pub stays: ByColor<B>,
    /// Whether its first moves are for pieces that have not moved.
    pub unmoved: bool,
    /// Whether it must not be lost.
    pub royal: bool,
    /// Pieces that it may not jump over or take.
    pub bars: Option<Box<Bars>>,
}

/// A path that takes on a square if nothing stands in its way.
#[derive(Clone, Copy, Debug)]
struct PathAttack {
    /// Square that it begins on.
    from: Square,
    /// Index among the paths from there.
    path: u32,
}

/// A set of squares.
pub(super) fn set<'a, B: Bits>(squares: impl IntoIterator<Item = &'a Square>) -> B {
    squares.into_iter().fold(B::EMPTY, |set, &square| set | B::bit(square))
}

/// Squares beyond a rank on which all pieces of a kind have to promote that none of them reaches,
/// in games without drops. Pieces that stand there in the start may stand there.
fn beyond<B: Bits>(
    definition: &Definition,
    royal: &RoyalDefinition,
    kind: PieceType,
    color: Color,
    must: B,
) -> B {
    let (size, piece) = (definition.size, definition.piece(kind));
    let is_made = definition.pieces.iter().any(|other| other.promotes.contains(&kind));
    let rank = |square: Square| match color {
        Color::White => size.rank(square),
        Color::Black => size.ranks() - 1 - size.rank(square),
    };
    let is_last = |last: u8| {
        let on_rank =
            |square: &Square| rank(*square) == last && !definition.holes().contains(square);
        size.iter().filter(on_rank).all(|square| must.contains(square))
    };
    let last = (0..size.ranks()).find(|&last| is_last(last));
    let is_known = royal.hand.is_none() && !is_made;
    let Some(last) = last.filter(|&last| is_known && last + 1 < size.ranks()) else {
        return B::EMPTY;
    };
    let mut left: Vec<Square> = size.iter().filter(|&square| rank(square) < last).collect();
    let start = Fen::parse(&definition.start, definition).map_or(Vec::new(), |fen| fen.pieces);
    let own = start.into_iter().filter(|(_, own)| *own == Piece::new(color, kind));
    left.extend(own.map(|(square, _)| square));
    let mut reached = set::<B>(&left);
    while let Some(from) = left.pop() {
        for path in definition.paths(piece, from, color) {
            for &to in &path.squares[path.first_landing..] {
                if !(reached | must).contains(to) {
                    reached |= B::bit(to);
                    left.push(to);
                }
            }
        }
    }
    let above = size.iter().filter(|&square| rank(square) > last && !reached.contains(square));
    above.fold(B::EMPTY, |set, square| set | B::bit(square)) & !must
}

/// Sorts a kind's paths into leaps, whole lines and the rest.
pub(super) fn compile_kind<B: Bits>(
    definition: &Definition,
    royal: &RoyalDefinition,
    kind: PieceType,
) -> Kind<B> {
    let size = definition.size;
    let piece = definition.piece(kind);
    let table = || ByColor::from_fn(|_| vec![B::EMPTY; size.squares()]);
    let paths = ByColor::from_fn(|color| -> Vec<Vec<Path>> {
        size.iter().map(|square| definition.paths(piece, square, color)).collect()
    });
    let white = &paths[Color::White];
    let promotes = !piece.promotes.is_empty() && !piece.royal;
    let by_capture = royal.pawns.by_capture.contains(&kind);
    let by_leaving = royal.pawns.by_leaving.contains(&kind);
    let in_place = royal.promotes_in_place(kind);
    let promotion = ByColor::from_fn(|color| {
        if piece.promotes.is_empty() {
            return B::EMPTY;
        }
        set(&royal.promotion_squares(size, kind, color))
    });
    let stays = ByColor::from_fn(|color| {
        let must = promotion[color] & set::<B>(&royal.must_promote(size, kind, color));
        // A piece that promotes by captures alone may pass these squares.
        let beyond =
            if by_capture { B::EMPTY } else { beyond(definition, royal, kind, color, must) };
        !(must | beyond)
    });
    let has_way = by_capture || by_leaving || in_place;
    let is_plain = promotes && !has_way && royal.pawns.limit == PromotionLimit::None;
    // Moves of some squares alone are not those of whole sets.
    let bars = Bars::of(&royal.bars, kind);
    let unmoved = royal.unmoved.as_ref().is_some_and(|own| own.pieces.contains(&kind));
    let alternates = definition.alternates(kind);
    let is_plain =
        is_plain && !alternates && piece.moves_in.is_empty() && bars.is_none() && !unmoved;
    let mut compiled = Kind {
        quiet: table(),
        captures: table(),
        orthogonal: slides(definition, white, &[(0, 1), (1, 0), (0, -1), (-1, 0)]),
        diagonal: slides(definition, white, &[(1, 1), (1, -1), (-1, -1), (-1, 1)]),
        simple: true,
        pawn: if is_plain { first_step_of_pawn(definition, white) } else { None },
        takes_en_passant: false,
        en_passant_attackers: table(),
        paths: ByColor::from_fn(|_| vec![Vec::new(); size.squares()]),
        paths_capture: false,
        hops: false,
        path_attackers: table(),
        path_attacks: ByColor::from_fn(|_| vec![Vec::new(); size.squares()]),
        attackers: table(),
        promotes: ByColor::from_fn(|color| piece.promotes_of(color).to_vec()),
        alternates,
        is_made: definition.pieces.iter().any(|other| other.promotes.contains(&kind)),
        by_capture,
        by_leaving,
        in_place,
        initial: ByColor::from_fn(|color| set(&royal.initial_squares(size, kind, color))),
        promotion,
        stays,
        unmoved,
        royal: piece.royal,
        bars,
    };
    for color in Color::ALL {
        for square in size.iter() {
            for path in &paths[color][square.index()] {
                compiled.add(color, square, path, definition);
            }
        }
    }
    compiled.simple &= compiled.quiet == compiled.captures
        && piece.promotes.is_empty()
        && !compiled.takes_en_passant
        && compiled.bars.is_none();
    compiled
}

impl<B: Bits> Kind<B> {
    /// Whether it promotes, for either side.
    pub fn can_promote(&self) -> bool {
        Color::ALL.iter().any(|&color| !self.promotes[color].is_empty())
    }

    /// Whether its moves are progress: it promotes for good.
    pub fn makes_progress(&self) -> bool {
        self.can_promote() && !self.alternates
    }

    /// The paths of a piece on one square that take on another if nothing stands in their way.
    #[inline]
    pub fn paths_to(&self, color: Color, from: Square, to: Square) -> impl Iterator<Item = &Path> {
        let attacks = &self.path_attacks[color][to.index()];
        let first = attacks.partition_point(|attack| attack.from < from);
        let own = attacks[first..].iter().take_while(move |attack| attack.from == from);
        own.map(move |attack| &self.paths[color][from.index()][attack.path as usize])
    }

    fn add(&mut self, color: Color, square: Square, path: &Path, definition: &Definition) {
        let modes = path.modes;
        self.takes_en_passant |= modes.en_passant;
        if self.is_part_of_a_slide(path, square, definition) {
            return;
        }
        if path.squares.len() == 1 && !modes.initial {
            let to = path.squares[0];
            if modes.quiet {
                self.quiet[color][square.index()] |= B::bit(to);
            }
            if modes.capture {
                self.captures[color][square.index()] |= B::bit(to);
                self.attackers[color][to.index()] |= B::bit(square);
                if modes.en_passant {
                    self.en_passant_attackers[color][to.index()] |= B::bit(square);
                }
            }
            return;
        }
        self.simple = false;
        self.paths_capture |= modes.capture;
        self.hops |= modes.capture && modes.hop.is_some();
        let paths = &mut self.paths[color][square.index()];
        if modes.capture {
            let attack = PathAttack { from: square, path: paths.len() as u32 };
            for to in &path.squares[path.first_landing..] {
                self.path_attackers[color][to.index()] |= B::bit(square);
                self.path_attacks[color][to.index()].push(attack);
            }
        }
        paths.push(path.clone());
    }

    /// Whether a path is one of the whole lines that the kind slides along.
    fn is_part_of_a_slide(&self, path: &Path, square: Square, definition: &Definition) -> bool {
        whole_line(definition, square, path).is_some_and(|(dx, dy)| {
            if dx == 0 || dy == 0 { self.orthogonal } else { self.diagonal }
        })
    }
}

/// The direction of a path that slides to the edge of the board, taking or not.
fn whole_line(definition: &Definition, square: Square, path: &Path) -> Option<(i32, i32)> {
    let size = definition.size;
    let delta = |a: Square, b: Square| {
        let files = size.file(b) as i32 - size.file(a) as i32;
        (files, size.rank(b) as i32 - size.rank(a) as i32)
    };
    let (dx, dy) = delta(square, path.squares[0]);
    let last = path.squares[path.squares.len() - 1];
    let whole = dx.abs() <= 1
        && dy.abs() <= 1
        && path.first_landing == 0
        && path.modes.quiet
        && path.modes.capture
        && !path.modes.initial
        && path.modes.hop.is_none()
        && path.squares.windows(2).all(|pair| delta(pair[0], pair[1]) == (dx, dy))
        && definition.offset(last, dx, dy).is_none();
    whole.then_some((dx, dy))
}

/// Whether White's paths from each square hold the whole lines in all of the directions.
fn slides(definition: &Definition, paths: &[Vec<Path>], directions: &[(i32, i32)]) -> bool {
    let is_hole = |square: &Square| definition.holes().contains(square);
    definition.size.iter().filter(|square| !is_hole(square)).all(|square| {
        directions.iter().all(|&(dx, dy)| {
            definition.offset(square, dx, dy).is_none()
                || paths[square.index()]
                    .iter()
                    .any(|path| whole_line(definition, square, path) == Some((dx, dy)))
        })
    })
}

/// For White's paths from each square: if the piece steps one forward, takes one diagonally
/// forward and otherwise has straight first steps of two, three ... squares, the longest of these.
/// Whole sets of such pieces can be moved at once.
fn first_step_of_pawn(definition: &Definition, paths: &[Vec<Path>]) -> Option<u32> {
    let size = definition.size;
    let mut longest = 1;
    for square in size.iter() {
        let mut lengths = Vec::new();
        let mut captures = 0;
        for path in &paths[square.index()] {
            let (modes, steps) = (path.modes, path.squares.len());
            let end = path.squares[steps - 1];
            let dx = size.file(end) as i32 - size.file(square) as i32;
            let dy = size.rank(end) as i32 - size.rank(square) as i32;
            let pushes = dx == 0 && dy == steps as i32 && modes.quiet && !modes.capture;
            let takes = dx.abs() == 1 && dy == 1 && modes.capture && !modes.quiet;
            if modes.hop.is_some() {
                return None;
            }
            if pushes && path.first_landing + 1 == steps {
                if modes.initial != (steps > 1) || modes.passes != (steps > 1) {
                    return None;
                }
                lengths.push(steps);
            } else if takes && !modes.initial {
                captures += 1;
            } else {
                return None;
            }
        }
        lengths.sort_unstable();
        let room = |dx| definition.offset(square, dx, 1).is_some() as usize;
        let gapless = lengths.iter().enumerate().all(|(index, &steps)| steps == index + 1);
        if !gapless || lengths.is_empty() != (room(0) == 0) || captures != room(-1) + room(1) {
            return None;
        }
        longest = longest.max(lengths.len());
    }
    Some(longest as u32)
}
