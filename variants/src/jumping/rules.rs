//! A definition, compiled into tables.

use std::sync::Arc;

use crate::definition::{CaptureRule, Duty};
use crate::{
    Bits, Board, BoardSize, ByColor, Color, Common, Definition, Direction, Family, Lines,
    PieceDefinition, PieceType,
};

use super::moves::{KindMoves, Mover};
use super::shift::Shift;
use super::step::Path;

/// The tables of one jumping game, shared by all its positions.
#[derive(Debug)]
pub struct JumpingRules<B> {
    pub(super) common: Common<B>,
    pub(super) lines: Lines<B>,
    pub(super) sides: ByColor<SideRules<B>>,
    pub(super) duty: Duty,
    pub(super) capture: CaptureRule,
    /// A side without any of these has lost; empty: without any piece.
    pub(super) vital: Box<[PieceType]>,
    /// For each kind, whether all its moves are progress.
    pub(super) progress: [bool; PieceType::MAX],
}

/// What is one side's.
#[derive(Debug)]
pub(super) struct SideRules<B> {
    /// Where its pieces promote.
    pub(super) last_rank: B,
    /// By kind.
    pub(super) kinds: Vec<KindRules<B>>,
    /// Moves to neighbouring squares, made for all pieces at once.
    pub(super) steps: Vec<StepGroup<B>>,
    /// All other moves but jumps, made piece by piece.
    pub(super) movers: Vec<Mover<B>>,
    /// Jumps, found for all pieces at once.
    pub(super) jumps: Vec<JumpGroup<B>>,
}

/// What a side's pieces of one kind do.
#[derive(Debug)]
pub(super) struct KindRules<B> {
    pub(super) promotes: Box<[PieceType]>,
    pub(super) jumps: Box<[(Shift<B>, Path<B>)]>,
}

/// What a move that is no jump may go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// An empty or an enemy's square.
    Both,
    /// An empty square.
    Quiet,
    /// An enemy's square.
    Capture,
}

impl Mode {
    pub(super) const ALL: [Mode; 3] = [Mode::Both, Mode::Quiet, Mode::Capture];

    /// The mode of a move that may, or may not, be made without taking and taking.
    pub(super) fn of(quiet: bool, capture: bool) -> Option<Self> {
        match (quiet, capture) {
            (true, true) => Some(Mode::Both),
            (true, false) => Some(Mode::Quiet),
            (false, true) => Some(Mode::Capture),
            (false, false) => None,
        }
    }
}

/// Kinds that make the same steps.
#[derive(Debug)]
pub(super) struct StepGroup<B> {
    pub(super) kinds: Box<[PieceType]>,
    pub(super) mode: Mode,
    pub(super) shifts: Vec<Shift<B>>,
    /// Those of the kinds for which promoting is more than one step, with how many more.
    pub(super) choosers: Box<[(PieceType, u64)]>,
}

/// Kinds that jump in the same directions.
#[derive(Debug)]
pub(super) struct JumpGroup<B> {
    pub(super) kinds: Box<[PieceType]>,
    pub(super) shifts: Vec<(Shift<B>, Path<B>)>,
}

impl<B: Bits> JumpingRules<B> {
    pub(super) fn compile(definition: Arc<Definition>) -> Self {
        let Family::Jumping(jumping) = &definition.family else {
            panic!("{} is no jumping game", definition.name);
        };
        assert!(definition.size.squares() <= B::WIDTH, "too many squares");
        let mut progress = [false; PieceType::MAX];
        for kind in &jumping.progress {
            progress[kind.index()] = true;
        }
        JumpingRules {
            lines: Lines::new(definition.size),
            sides: ByColor::from_fn(|color| SideRules::compile(&definition, color)),
            duty: jumping.duty,
            capture: jumping.capture,
            vital: jumping.lose_without.clone().into(),
            progress,
            common: Common::new(definition),
        }
    }

    /// Whether a side has lost by what it has left.
    #[inline]
    pub(super) fn has_lost(&self, board: &Board<B>, color: Color) -> bool {
        let own = board.side(color);
        let left = match &self.vital[..] {
            [] => own,
            vital => own & vital.iter().fold(B::EMPTY, |set, &kind| set | board.kind(kind)),
        };
        left.is_empty()
    }
}

impl<B: Bits> SideRules<B> {
    fn compile(definition: &Definition, color: Color) -> Self {
        let size = definition.size;
        let last = match color {
            Color::White => size.ranks() - 1,
            Color::Black => 0,
        };
        let mut side = SideRules {
            last_rank: size
                .iter()
                .filter(|&square| size.rank(square) == last)
                .fold(B::EMPTY, |set, square| set | B::bit(square)),
            kinds: Vec::new(),
            steps: Vec::new(),
            movers: Vec::new(),
            jumps: Vec::new(),
        };
        let mut steps = Vec::new();
        for kind in definition.piece_types() {
            let piece = definition.piece(kind);
            let moves = KindMoves::compile(&piece.moves, size, color);
            steps.push(moves.steps);
            side.movers.extend(moves.slides.map(|slides| Mover { kind, slides }));
            let jumps = jump_directions(piece, color)
                .map(|direction| (Shift::new(size, direction), Path::single(direction)))
                .collect();
            side.kinds.push(KindRules { promotes: piece.promotes.clone().into(), jumps });
        }
        for mode in Mode::ALL {
            let groups = by_kinds(&|kind: PieceType, direction| {
                steps.get(kind.index()).is_some_and(|steps| steps.contains(&(direction, mode)))
            });
            side.steps.extend(groups.into_iter().map(|(kinds, directions)| {
                StepGroup {
                    mode,
                    shifts: directions.into_iter().map(|d| Shift::new(size, d)).collect(),
                    choosers: kinds
                        .iter()
                        .filter_map(|&kind| side.kinds[kind.index()].chooser(kind))
                        .collect(),
                    kinds,
                }
            }));
        }
        let groups = by_kinds(&|kind: PieceType, direction| {
            let jumps = side.kinds.get(kind.index()).map(|rules| &rules.jumps);
            jumps.is_some_and(|jumps| jumps.iter().any(|(shift, _)| shift.direction == direction))
        });
        side.jumps = groups
            .into_iter()
            .map(|(kinds, directions)| JumpGroup {
                kinds,
                shifts: directions
                    .into_iter()
                    .map(|direction| (Shift::new(size, direction), Path::single(direction)))
                    .collect(),
            })
            .collect();
        side
    }
}

impl<B> KindRules<B> {
    /// The kind, and how many more steps than one a promotion is, if it is more.
    fn chooser(&self, kind: PieceType) -> Option<(PieceType, u64)> {
        (self.promotes.len() > 1).then(|| (kind, self.promotes.len() as u64 - 1))
    }
}

/// The neighbours that a piece can jump over.
fn jump_directions(
    piece: &PieceDefinition,
    color: Color,
) -> impl Iterator<Item = Direction> + use<> {
    // On this board, in the middle, every neighbour exists.
    let paths = BoardSize::new(3, 3)
        .and_then(|size| Some((size, size.square(1, 1)?)))
        .zip(piece.jumps.as_ref())
        .map_or(Vec::new(), |((size, middle), jumps)| {
            let paths = jumps.paths(size, middle, color);
            Direction::ALL
                .into_iter()
                .filter(|direction| {
                    let (dx, dy) = direction.delta();
                    let over = size.offset(middle, dx, dy);
                    paths.iter().any(|path| path.squares.first().copied() == over)
                })
                .collect()
        });
    paths.into_iter()
}

/// Directions grouped by the kinds that have them.
fn by_kinds(has: &dyn Fn(PieceType, Direction) -> bool) -> Vec<(Box<[PieceType]>, Vec<Direction>)> {
    let mut groups: Vec<(Box<[PieceType]>, Vec<Direction>)> = Vec::new();
    for direction in Direction::ALL {
        let kinds: Box<[PieceType]> = (0..PieceType::MAX)
            .map(PieceType::from_index)
            .filter(|&kind| has(kind, direction))
            .collect();
        match groups.iter_mut().find(|(others, _)| *others == kinds) {
            _ if kinds.is_empty() => {}
            Some((_, directions)) => directions.push(direction),
            None => groups.push((kinds, vec![direction])),
        }
    }
    groups
}
