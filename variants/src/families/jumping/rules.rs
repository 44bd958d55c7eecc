//! A definition, compiled into tables.

use std::sync::Arc;

use super::data::{CaptureRule, Duty, JumpingDefinition};
use crate::pdn::{Numbers, Pdn};
use crate::{
    Bits, Board, BoardSize, ByColor, Color, Common, Definition, Direction, Lines, PieceDefinition,
    PieceType,
};

use super::directions::Directions;
use super::general::General;
use super::moves::{KindMoves, Mover};
use super::step::max_jumps;
use super::targets::Mode;

/// The tables of one jumping game, shared by all its positions.
#[derive(Debug)]
pub struct JumpingRules<B> {
    pub(super) common: Common<B>,
    pub(super) lines: Lines<B>,
    pub(super) sides: ByColor<SideRules<B>>,
    pub(super) duty: Duty,
    pub(super) capture: CaptureRule,
    /// A side without any of these has lost; none: without any piece.
    pub(super) vital: Option<Kinds>,
    /// For each kind, whether all its moves are progress.
    pub(super) progress: [bool; PieceType::MAX],
    /// The most pieces that a side can have, so that no chain takes more than a step can store.
    pub(super) most_pieces: u32,
    /// Rules of chains, where captures are found piece by piece.
    pub(super) general: Option<Box<General>>,
    /// Whether moves in a row with the same king are counted.
    pub(super) counts_king_moves: bool,
    /// The numbers of squares, where all pieces are on squares of one colour.
    pub(super) numbers: Option<Numbers>,
    pub(super) pdn: Option<Pdn>,
}

/// Rules of one side.
#[derive(Debug)]
pub(super) struct SideRules<B> {
    /// Promotion squares.
    pub(super) last_rank: B,
    /// By kind.
    pub(super) kinds: Vec<KindRules>,
    /// By kind, the kinds that it promotes to.
    pub(super) promotes: Vec<Box<[PieceType]>>,
    /// Moves to neighbouring squares, made for all pieces at once.
    pub(super) steps: Vec<StepGroup>,
    /// Number of the first of these, which are counted with the jumps.
    pub(super) steps_with_jumps: usize,
    /// Steps to the last rank that count as several, one for each promotion.
    pub(super) choices: Vec<ChoiceGroup>,
    /// Origins of promoting jumps: the last two ranks.
    pub(super) last_ranks: B,
    /// All other moves but jumps, made piece by piece.
    pub(super) movers: Vec<Mover<B>>,
    /// Jumps, found for all pieces at once.
    pub(super) jumps: Vec<JumpGroup>,
}

/// Rules of one piece type of a side.
#[derive(Debug)]
pub(super) struct KindRules {
    pub(super) promotes: Box<[PieceType]>,
    pub(super) jumps: Directions,
}

/// Kinds that make the same steps.
#[derive(Debug)]
pub(super) struct StepGroup {
    pub(super) kinds: Kinds,
    pub(super) mode: Mode,
    pub(super) directions: Directions,
}

/// A kind's steps to the last rank that count for more than one.
#[derive(Debug)]
pub(super) struct ChoiceGroup {
    pub(super) kind: PieceType,
    pub(super) mode: Mode,
    pub(super) directions: Directions,
    /// Number beyond one.
    pub(super) more: u64,
}

/// Kinds that jump in the same directions.
#[derive(Debug)]
pub(super) struct JumpGroup {
    pub(super) kinds: Kinds,
    pub(super) directions: Directions,
    /// Whether the same kinds make steps to empty squares in the same directions. These are then
    /// among the first of the step groups.
    pub(super) steps: bool,
}

/// Some kinds, at least one, of which all pieces are looked for at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kinds {
    /// The first four; the first one again where there are fewer, so that nothing is tested.
    first: [PieceType; 4],
    rest: Box<[PieceType]>,
}

impl Kinds {
    fn new(kinds: &[PieceType]) -> Option<Self> {
        let first = std::array::from_fn(|index| kinds.get(index).or(kinds.first()).copied());
        let [Some(a), Some(b), Some(c), Some(d)] = first else { return None };
        Some(Kinds { first: [a, b, c, d], rest: kinds.get(4..).unwrap_or_default().into() })
    }

    /// Both sides' pieces of these kinds.
    #[inline]
    pub(super) fn of<B: Bits>(&self, board: &Board<B>) -> B {
        let [a, b, c, d] = self.first.map(|kind| board.kind(kind));
        let set = a | b | (c | d);
        if self.rest.is_empty() { set } else { set | self.rest_of(board) }
    }

    /// Whether a kind is among them.
    #[inline]
    pub(super) fn has(&self, kind: PieceType) -> bool {
        self.first.contains(&kind) || self.rest.contains(&kind)
    }

    #[cold]
    #[inline(never)]
    fn rest_of<B: Bits>(&self, board: &Board<B>) -> B {
        board.kinds(&self.rest)
    }
}

impl<B: Bits> JumpingRules<B> {
    pub(super) fn compile(definition: Arc<Definition>) -> Self {
        let Some(jumping) = JumpingDefinition::of(&definition) else {
            panic!("{} is not a jumping game", definition.name);
        };
        assert!(definition.size.squares() <= B::WIDTH, "too many squares");
        let mut progress = [false; PieceType::MAX];
        for kind in &jumping.progress {
            progress[kind.index()] = true;
        }
        let general = General::compile(&definition, jumping);
        let sides =
            ByColor::from_fn(|color| SideRules::compile(&definition, color, general.as_deref()));
        let most_pieces = match &general {
            Some(_) => u32::MAX,
            None => most_pieces::<B>(definition.size, &sides[Color::White].kinds),
        };
        JumpingRules {
            lines: Lines::new(definition.size, &[]),
            most_pieces,
            counts_king_moves: jumping.chains.king_moves.is_some(),
            general,
            numbers: Numbers::of(&definition),
            pdn: Pdn::of(&definition),
            sides,
            duty: jumping.duty,
            capture: jumping.capture,
            vital: Kinds::new(&jumping.lose_without),
            progress,
            common: Common::new(definition),
        }
    }

    /// Whether a side has lost by its remaining pieces.
    #[inline]
    pub(super) fn has_lost(&self, board: &Board<B>, color: Color) -> bool {
        let own = board.side(color);
        let left = self.vital.as_ref().map_or(own, |vital| own & vital.of(board));
        left.is_empty()
    }
}

impl<B: Bits> SideRules<B> {
    fn compile(definition: &Definition, color: Color, general: Option<&General>) -> Self {
        let size = definition.size;
        let rank = |from_last: u8| {
            let rank = match color {
                Color::White => size.ranks() - 1 - from_last,
                Color::Black => from_last,
            };
            let squares = size.iter().filter(|&square| size.rank(square) == rank);
            squares.fold(B::EMPTY, |set, square| set | B::bit(square))
        };
        let mut side = SideRules {
            last_rank: rank(0),
            last_ranks: rank(0) | rank(1),
            kinds: Vec::new(),
            promotes: Vec::new(),
            steps: Vec::new(),
            steps_with_jumps: 0,
            choices: Vec::new(),
            movers: Vec::new(),
            jumps: Vec::new(),
        };
        let mut steps = Vec::new();
        for kind in definition.piece_types() {
            let piece = definition.piece(kind);
            let moves = KindMoves::compile(&piece.moves, size, color);
            steps.push(moves.steps);
            side.movers.extend(moves.slides.map(|slides| Mover { kind, slides }));
            let jumps = match general {
                Some(general) if general.is_odd(kind) => Directions::default(),
                _ => jump_directions(piece, color),
            };
            side.promotes.push(piece.promotes.clone().into());
            side.kinds.push(KindRules { promotes: piece.promotes.clone().into(), jumps });
        }
        for mode in Mode::ALL {
            let ways = |kind: PieceType| -> Directions {
                let steps = steps.get(kind.index()).into_iter().flatten();
                steps
                    .filter(|&&(_, found)| found == mode)
                    .map(|&(direction, _)| direction)
                    .collect()
            };
            side.steps.extend(by_kinds(&ways).into_iter().map(|(kinds, directions)| StepGroup {
                kinds,
                mode,
                directions,
            }));
            for kind in definition.piece_types() {
                let more = side.kinds[kind.index()].promotes.len().saturating_sub(1) as u64;
                let directions = ways(kind);
                if more > 0 && directions != Directions::default() {
                    side.choices.push(ChoiceGroup { kind, mode, directions, more });
                }
            }
        }
        let jumps = by_kinds(&|kind: PieceType| {
            side.kinds.get(kind.index()).map_or(Directions::default(), |rules| rules.jumps)
        });
        for (kinds, directions) in jumps {
            let same = side.steps.iter().position(|steps| {
                steps.mode == Mode::Quiet && steps.kinds == kinds && steps.directions == directions
            });
            if let Some(index) = same {
                side.steps.swap(index, side.steps_with_jumps);
                side.steps_with_jumps += 1;
            }
            side.jumps.push(JumpGroup { kinds, directions, steps: same.is_some() });
        }
        side
    }
}

/// The most pieces of a side: the number of jumps that a step can store, if some kind could make
/// more on the board.
fn most_pieces<B: Bits>(size: BoardSize, kinds: &[KindRules]) -> u32 {
    let longest = kinds.iter().map(|kind| longest_chain(size, kind.jumps)).max();
    if longest.unwrap_or(0) > max_jumps::<B>() { max_jumps::<B>() } else { u32::MAX }
}

/// No chain of a kind takes more. A jumper goes two squares at a time, so that on an empty board it
/// comes to every second file and rank at most, and its victims stand between those squares.
fn longest_chain(size: BoardSize, jumps: Directions) -> u32 {
    let (files, ranks) = (u32::from(size.files()).div_ceil(2), u32::from(size.ranks()).div_ceil(2));
    let (between_files, between_ranks) = (files - 1, ranks - 1);
    let has = |wanted: [Direction; 2]| wanted.into_iter().any(|way| jumps.contains(way));
    let mut victims = 0;
    if has([Direction::East, Direction::West]) {
        victims += between_files * ranks;
    }
    if has([Direction::North, Direction::South]) {
        victims += files * between_ranks;
    }
    let diagonal = [Direction::NorthEast, Direction::SouthWest];
    if has(diagonal) || has([Direction::NorthWest, Direction::SouthEast]) {
        victims += between_files * between_ranks;
    }
    victims
}

/// The neighbours that a piece can jump over.
fn jump_directions(piece: &PieceDefinition, color: Color) -> Directions {
    // On this board, in the middle, every neighbour exists.
    let middle = BoardSize::new(3, 3).and_then(|size| Some((size, size.square(1, 1)?)));
    let (Some((size, middle)), Some(jumps)) = (middle, &piece.jumps) else {
        return Directions::default();
    };
    let paths = jumps.paths(size, middle, color);
    let over = |direction: &Direction| {
        let (dx, dy) = direction.delta();
        let over = size.offset(middle, dx, dy);
        paths.iter().any(|path| path.squares.first().copied() == over)
    };
    Direction::ALL.into_iter().filter(over).collect()
}

/// Groups directions by the kinds that have them.
fn by_kinds(directions: &dyn Fn(PieceType) -> Directions) -> Vec<(Kinds, Directions)> {
    let mut groups: Vec<(Kinds, Directions)> = Vec::new();
    for direction in Direction::ALL {
        let kinds: Vec<PieceType> = (0..PieceType::MAX)
            .map(PieceType::from_index)
            .filter(|&kind| directions(kind).contains(direction))
            .collect();
        let Some(kinds) = Kinds::new(&kinds) else { continue };
        match groups.iter_mut().find(|(others, _)| *others == kinds) {
            Some((_, directions)) => directions.insert(direction),
            None => groups.push((kinds, Directions::from_iter([direction]))),
        }
    }
    groups
}
