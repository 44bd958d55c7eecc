//! A kind's moves beside jumps, sorted into what is made for all pieces at once and what is not.

use crate::betza::{Betza, Path};
use crate::{Bits, BoardSize, Color, Direction, Lines, PieceType, Square};

use super::targets::{Mode, Targets};

/// The moves of one kind and side.
#[derive(Debug)]
pub(super) struct KindMoves<B> {
    /// Steps to neighbours, none of which is also in `slides`.
    pub(super) steps: Vec<(Direction, Mode)>,
    /// All else, if there is anything.
    pub(super) slides: Option<Vec<(Mode, Slides<B>)>>,
}

/// A kind whose pieces move one by one.
#[derive(Debug)]
pub(super) struct Mover<B> {
    pub(super) kind: PieceType,
    pub(super) slides: Vec<(Mode, Slides<B>)>,
}

impl<B: Bits> Mover<B> {
    /// Target squares of a piece on `square`, among those.
    #[inline]
    pub(super) fn reach(
        &self,
        lines: &Lines<B>,
        square: Square,
        occupied: B,
        targets: Targets<B>,
    ) -> B {
        self.slides.iter().fold(B::EMPTY, |reach, (mode, slides)| {
            reach | slides.reach(lines, square, occupied) & targets.of(*mode)
        })
    }
}

/// A pair of lines that pieces slide along, both ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pair {
    /// Rank and file.
    Orthogonal,
    /// The diagonals.
    Diagonal,
}

impl Pair {
    const ALL: [Pair; 2] = [Pair::Orthogonal, Pair::Diagonal];

    fn directions(self) -> [Direction; 4] {
        match self {
            Pair::Orthogonal => {
                [Direction::North, Direction::East, Direction::South, Direction::West]
            }
            Pair::Diagonal => Direction::DIAGONAL,
        }
    }

    #[inline]
    fn reach<B: Bits>(self, lines: &Lines<B>, square: Square, occupied: B) -> B {
        match self {
            Pair::Orthogonal => lines.orthogonal(square, occupied),
            Pair::Diagonal => lines.diagonal(square, occupied),
        }
    }
}

/// Moves of pieces that do not step to a neighbour.
#[derive(Debug)]
pub(super) struct Slides<B> {
    /// Lines along which they slide.
    lines: Vec<Pair>,
    /// By square, or empty: leaps.
    leaps: Vec<B>,
    /// By square, or empty: paths that are neither.
    paths: Vec<Vec<Path>>,
}

impl<B: Bits> Slides<B> {
    /// The squares that a piece on `square` attacks or goes to; those that are neither empty nor
    /// an enemy's may be missing.
    #[inline]
    pub(super) fn reach(&self, lines: &Lines<B>, square: Square, occupied: B) -> B {
        let mut reach = self.leaps.get(square.index()).copied().unwrap_or(B::EMPTY);
        for pair in &self.lines {
            reach |= pair.reach(lines, square, occupied);
        }
        if let Some(paths) = self.paths.get(square.index()) {
            reach |= walk(paths, occupied);
        }
        reach
    }

    fn is_empty(&self) -> bool {
        self.lines.is_empty()
            && self.leaps.iter().all(|leaps| leaps.is_empty())
            && self.paths.iter().all(Vec::is_empty)
    }
}

fn walk<B: Bits>(paths: &[Path], occupied: B) -> B {
    let mut reach = B::EMPTY;
    for path in paths {
        for (index, &square) in path.squares.iter().enumerate() {
            if index >= path.first_landing {
                reach |= B::bit(square);
            }
            if occupied.contains(square) {
                break;
            }
        }
    }
    reach
}

/// The ways of one kind of move, either to empty or to an enemy's squares, sorted.
struct Sorted<B> {
    steps: Vec<Direction>,
    lines: Vec<Pair>,
    leaps: Vec<B>,
}

impl<B: Bits> KindMoves<B> {
    /// Sorts a kind's moves. Moves from a first place (`i`) do not exist in this family.
    pub(super) fn compile(betza: &Betza, size: BoardSize, color: Color) -> Self {
        let paths = |wanted: &dyn Fn(&Path) -> bool| -> Vec<Vec<Path>> {
            size.iter()
                .map(|square| {
                    let mut paths = betza.paths(size, square, color);
                    paths.retain(|path| !path.modes.initial && wanted(path));
                    paths
                })
                .collect()
        };
        let quiet = sort(size, &paths(&|path| path.modes.quiet));
        let capture = sort(size, &paths(&|path| path.modes.capture));
        let (Some(quiet), Some(capture)) = (quiet, capture) else {
            // Some path is none of the common ones: walk them all.
            return KindMoves::new(Vec::new(), |mode| Slides {
                lines: Vec::new(),
                leaps: Vec::new(),
                paths: paths(&|path| Mode::of(path.modes.quiet, path.modes.capture) == Some(mode)),
            });
        };
        let steps = Direction::ALL.into_iter().filter_map(|direction| {
            let [quiet, capture] = [&quiet, &capture].map(|s| s.steps.contains(&direction));
            Some((direction, Mode::of(quiet, capture)?))
        });
        KindMoves::new(steps.collect(), |mode| Slides {
            lines: Pair::ALL
                .into_iter()
                .filter(|line| {
                    Mode::of(quiet.lines.contains(line), capture.lines.contains(line)) == Some(mode)
                })
                .collect(),
            leaps: match mode {
                Mode::Both if quiet.leaps == capture.leaps => quiet.leaps.clone(),
                Mode::Quiet if quiet.leaps != capture.leaps => quiet.leaps.clone(),
                Mode::Capture if quiet.leaps != capture.leaps => capture.leaps.clone(),
                _ => Vec::new(),
            },
            paths: Vec::new(),
        })
    }

    fn new(steps: Vec<(Direction, Mode)>, slides: impl Fn(Mode) -> Slides<B>) -> Self {
        let slides: Vec<_> = Mode::ALL
            .into_iter()
            .map(|mode| (mode, slides(mode)))
            .filter(|(_, slides)| !slides.is_empty())
            .collect();
        KindMoves { steps, slides: (!slides.is_empty()).then_some(slides) }
    }
}

/// Sorts paths, listed by square; `None` when some are neither slides along whole lines nor leaps.
fn sort<B: Bits>(size: BoardSize, paths: &[Vec<Path>]) -> Option<Sorted<B>> {
    // Whether each square's ray in a direction, cut to a length, is one of its paths.
    let everywhere = |direction: Direction, length: usize| {
        size.iter().zip(paths).all(|(square, paths)| {
            let ray = ray(size, square, direction);
            let wanted = &ray[..length.min(ray.len())];
            wanted.is_empty()
                || paths.iter().any(|path| path.first_landing == 0 && path.squares == wanted)
        })
    };
    let lines: Vec<Pair> = Pair::ALL
        .into_iter()
        .filter(|pair| pair.directions().into_iter().all(|ray| everywhere(ray, usize::MAX)))
        .collect();
    let slid: Vec<Direction> = lines.iter().flat_map(|pair| pair.directions()).collect();
    let steps: Vec<Direction> = Direction::ALL
        .into_iter()
        .filter(|&direction| !slid.contains(&direction) && everywhere(direction, 1))
        .collect();
    let mut leaps = vec![B::EMPTY; paths.len()];
    for (square, paths) in size.iter().zip(paths) {
        for path in paths {
            let along = |direction: &Direction| {
                path.first_landing == 0 && ray(size, square, *direction).starts_with(&path.squares)
            };
            match path.squares[..] {
                _ if slid.iter().any(along) => {}
                [_] if steps.iter().any(along) => {}
                [to] => leaps[square.index()] |= B::bit(to),
                _ => return None,
            }
        }
    }
    Some(Sorted { steps, lines, leaps })
}

/// The squares from `square` on in a direction, nearest first.
fn ray(size: BoardSize, square: Square, direction: Direction) -> Vec<Square> {
    let (dx, dy) = direction.delta();
    std::iter::successors(Some(square), |&at| size.offset(at, dx, dy)).skip(1).collect()
}
