//! The slow path: jumps piece by piece, for games that say more than the sets of squares can do.
//!
//! Long jumps, jumps over two squares, jumped pieces that stay to the end of the chain, promotion
//! within a chain, preferences beyond the number of pieces, and the like: a definition that has one
//! of these is compiled into [`General`], and its captures are found here. All other moves, and the
//! whole of other games, are made on sets.
//!
//! Two chains from one square to another that take the same pieces are one step, whatever way they
//! go: its text tells the first way that is found.

use std::collections::HashSet;

use crate::{Bits, Board, ByColor, Color, Definition, PieceType, Square};

use super::data::{
    CaptureRule, ChainPromotion, ChainRules, Ending, JumpingDefinition, Landing, Priority, Removal,
};
use super::step::Path;
use super::{Jumping, JumpingStep};

/// The most chains that are followed in one position.
const CHAIN_LIMIT: usize = 20_000;
/// Chains that are followed between two questions whether to go on.
const LOOK: usize = 500;
/// Chains up to which a list is searched for a duplicate.
const FEW: usize = 32;
/// Number of criteria.
const CRITERIA: usize = 6;

/// Rules of chains, compiled.
#[derive(Debug)]
pub(super) struct General {
    /// By side and kind, how it jumps.
    ways: ByColor<Vec<Vec<Way>>>,
    /// By leap and square, the squares that leaps in a row come to.
    rays: Vec<Vec<Box<[Square]>>>,
    /// By kind, whether it is a king.
    kings: [bool; PieceType::MAX],
    /// By kind, the kinds that it cannot jump over, one bit each.
    spares: [u32; PieceType::MAX],
    prizes: [u32; PieceType::MAX],
    /// Kinds whose jumps sets of squares do not find.
    odd: Vec<PieceType>,
    /// Kinds that promote.
    men: Vec<PieceType>,
    chains: ChainRules,
}

/// A way of jumping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    /// Index of the leap.
    rays: usize,
    /// Whether it jumps from afar.
    long: bool,
    /// Index of the leap back, if there is one.
    back: usize,
}

/// How well a capture meets the criteria, the first one first.
type Rank = [u64; CRITERIA];

/// A chain that may go on.
#[derive(Clone, Copy)]
struct Flight<B> {
    kind: PieceType,
    at: Square,
    last: Option<Way>,
    taken: B,
    enemy: B,
    occupied: B,
    promotion: Option<PieceType>,
    jumps: u32,
    kings: u32,
    value: u32,
    /// A bit for each jump, the first one highest: whether it takes a king.
    order: u64,
}

struct Hunt<'a, B: Bits, F> {
    general: &'a General,
    board: &'a Board<B>,
    color: Color,
    promotes: &'a [Box<[PieceType]>],
    last_rank: B,
    /// Pieces that may be taken, where a certain chain is looked for.
    only: Option<B>,
    left: usize,
    goes_on: &'a mut dyn FnMut() -> bool,
    /// The squares that the piece has stood on.
    trail: Vec<Square>,
    visit: F,
}

impl General {
    /// Compiles the rules of a game that needs them.
    pub(super) fn compile(definition: &Definition, own: &JumpingDefinition) -> Option<Box<Self>> {
        let leaps = |kind: PieceType| {
            let jumps = definition.piece(kind).jumps.as_ref();
            jumps.and_then(crate::betza::Betza::leaps).unwrap_or_default()
        };
        let is_odd =
            |&(leap, long): &((i32, i32), bool)| long || leap.0.abs().max(leap.1.abs()) > 1;
        let mut kinds = definition.piece_types();
        let needed = own.chains != ChainRules::default();
        if !needed && !kinds.any(|kind| leaps(kind).iter().any(is_odd)) {
            return None;
        }
        let mut all: Vec<(i32, i32)> = Vec::new();
        for kind in definition.piece_types() {
            for ((dx, dy), _) in leaps(kind) {
                for leap in [(dx, dy), (-dx, -dy)] {
                    if !all.contains(&leap) {
                        all.push(leap);
                    }
                }
            }
        }
        let index = |leap: (i32, i32)| all.iter().position(|&other| other == leap).unwrap_or(0);
        let ways = ByColor::from_fn(|color| {
            let forward = if color == Color::White { 1 } else { -1 };
            let way = |((dx, dy), long): ((i32, i32), bool)| Way {
                rays: index((dx * forward, dy * forward)),
                long,
                back: index((-dx * forward, -dy * forward)),
            };
            definition
                .piece_types()
                .map(|kind| leaps(kind).into_iter().map(way).collect())
                .collect()
        });
        let size = definition.size;
        let ray = |from: Square, (dx, dy): (i32, i32)| {
            let next = |&at: &Square| size.offset(at, dx, dy);
            std::iter::successors(next(&from), next).collect()
        };
        let mut general = General {
            ways,
            rays: all
                .iter()
                .map(|&leap| size.iter().map(|from| ray(from, leap)).collect())
                .collect(),
            kings: [false; PieceType::MAX],
            spares: [0; PieceType::MAX],
            prizes: [1; PieceType::MAX],
            odd: Vec::new(),
            men: Vec::new(),
            chains: own.chains.clone(),
        };
        if general.chains.priority.is_empty() {
            general.chains.priority = match own.capture {
                CaptureRule::Free => Vec::new(),
                CaptureRule::Multiple => vec![Priority::Multiple],
                CaptureRule::Most => vec![Priority::Most],
            };
        }
        for (kind, spared) in &own.chains.spares {
            let bits = spared.iter().fold(0, |bits, kind| bits | 1 << kind.index());
            general.spares[kind.index()] = bits;
        }
        for &(kind, prize) in &own.chains.prizes {
            general.prizes[kind.index()] = prize;
        }
        for kind in definition.piece_types() {
            let promotes = !definition.piece(kind).promotes.is_empty();
            general.kings[kind.index()] = !promotes;
            if promotes {
                general.men.push(kind);
            }
            if general.spares[kind.index()] != 0 || leaps(kind).iter().any(is_odd) {
                general.odd.push(kind);
            }
        }
        if general.men.is_empty() {
            general.kings = [false; PieceType::MAX];
        }
        Some(Box::new(general))
    }

    /// Whether the sets of squares do not find a kind's jumps.
    pub(super) fn is_odd(&self, kind: PieceType) -> bool {
        self.odd.contains(&kind)
    }

    /// The most moves in a row with one king, where that is limited.
    pub(super) fn king_moves(&self) -> Option<u32> {
        self.chains.king_moves
    }

    pub(super) fn is_king(&self, kind: PieceType) -> bool {
        self.kings[kind.index()]
    }

    /// Whether a side has a piece that promotes.
    pub(super) fn has_men<B: Bits>(&self, board: &Board<B>, color: Color) -> bool {
        (board.side(color) & board.kinds(&self.men)).any()
    }

    /// The move rule's limit with these pieces.
    pub(super) fn move_limit<B: Bits>(&self, board: &Board<B>, limit: Option<u32>) -> Option<u32> {
        let applies = |ending: &&Ending| {
            Color::ALL.into_iter().any(|weak| {
                let pieces = board.side(!weak).count();
                board.side(weak).count() == ending.against
                    && !self.has_men(board, weak)
                    && pieces <= ending.pieces
                    && (board.side(!weak) & !board.kinds(&self.men)).any()
                    && !(ending.kings_alone && self.has_men(board, !weak))
            })
        };
        let own = self.chains.endings.iter().filter(applies).map(|ending| ending.plies).min();
        own.into_iter().chain(limit).min()
    }

    /// Calls `f` for each piece that a piece of that kind can jump over next, with the squares
    /// behind it, as long as it says so.
    #[inline]
    fn scan<B: Bits>(
        &self,
        board: &Board<B>,
        color: Color,
        flight: &Flight<B>,
        mut f: impl FnMut(Way, Square, &[Square]) -> bool,
    ) {
        let spares = self.spares[flight.kind.index()];
        for &way in &self.ways[color][flight.kind.index()] {
            if self.chains.no_half_turn && flight.last.is_some_and(|last| last.rays == way.back) {
                continue;
            }
            let ray = &self.rays[way.rays][flight.at.index()];
            let first = match way.long {
                true => ray.iter().position(|&square| flight.occupied.contains(square)),
                false => Some(0),
            };
            let Some([victim, behind @ ..]) = first.and_then(|first| ray.get(first..)) else {
                continue;
            };
            let Some(&landing) = behind.first() else { continue };
            if !flight.enemy.contains(*victim) || flight.occupied.contains(landing) {
                continue;
            }
            let spared = spares != 0
                && board.get(*victim).is_some_and(|p| spares >> p.kind().index() & 1 == 1);
            if !spared {
                let long = way.long && self.chains.landing == Landing::Any;
                let empty = |&&square: &&Square| !flight.occupied.contains(square);
                let landings = if long { behind.iter().take_while(empty).count() } else { 1 };
                if !f(way, *victim, &behind[..landings]) {
                    return;
                }
            }
        }
    }

    /// The chain after a jump.
    fn jump<B: Bits>(
        &self,
        board: &Board<B>,
        flight: &Flight<B>,
        way: Way,
        victim: Square,
        landing: Square,
    ) -> Flight<B> {
        let bit = B::bit(victim);
        let kind = board.get(victim).map(|piece| piece.kind());
        let king = kind.is_some_and(|kind| self.is_king(kind));
        let stays = self.chains.removal == Removal::AtEnd;
        Flight {
            at: landing,
            last: Some(way),
            taken: flight.taken | bit,
            enemy: flight.enemy & !bit,
            occupied: if stays { flight.occupied } else { flight.occupied & !bit },
            jumps: flight.jumps + 1,
            kings: flight.kings + u32::from(king),
            value: flight.value + kind.map_or(0, |kind| self.prizes[kind.index()]),
            order: flight.order | u64::from(king) << 63_u32.saturating_sub(flight.jumps),
            ..*flight
        }
    }

    fn rank<B>(&self, flight: &Flight<B>, by_king: bool) -> Rank {
        let mut rank = Rank::default();
        for (rank, criterion) in rank.iter_mut().zip(&self.chains.priority) {
            *rank = match criterion {
                Priority::Multiple => flight.jumps.min(2).into(),
                Priority::Most => flight.jumps.into(),
                Priority::Value => flight.value.into(),
                Priority::ByKing => by_king.into(),
                Priority::MostKings => flight.kings.into(),
                Priority::KingsFirst => flight.order,
            };
        }
        rank
    }
}

impl<B: Bits, F: FnMut(&Flight<B>, &[Square]) -> bool> Hunt<'_, B, F> {
    /// Follows all ways on. The depth is bounded by the enemy's pieces.
    fn follow(&mut self, flight: &Flight<B>) {
        let (general, board, color) = (self.general, self.board, self.color);
        let promotes = &self.promotes[flight.kind.index()];
        let arrives =
            !promotes.is_empty() && flight.jumps > 0 && self.last_rank.contains(flight.at);
        match general.chains.promotion {
            ChainPromotion::Stops if arrives => self.end_promoting(flight, promotes),
            ChainPromotion::GoesOn if arrives => {
                for &kind in promotes {
                    self.go_on(&Flight { kind, promotion: Some(kind), ..*flight });
                }
            }
            ChainPromotion::AtEnd if arrives => {
                let mut goes_on = false;
                general.scan(board, color, flight, |_, _, _| {
                    goes_on = true;
                    false
                });
                if goes_on {
                    self.go_on(flight);
                } else {
                    self.end_promoting(flight, promotes);
                }
            }
            _ => self.go_on(flight),
        }
    }

    fn end_promoting(&mut self, flight: &Flight<B>, promotes: &[PieceType]) {
        for &kind in promotes {
            self.end(&Flight { promotion: Some(kind), ..*flight });
        }
    }

    fn go_on(&mut self, flight: &Flight<B>) {
        if self.left == 0 {
            return;
        }
        let (general, board, color) = (self.general, self.board, self.color);
        let mut ended = true;
        general.scan(board, color, flight, |way, victim, landings| {
            ended = false;
            if self.only.is_some_and(|only| !only.contains(victim)) {
                return true;
            }
            let after = |&landing: &Square| general.jump(board, flight, way, victim, landing);
            let goes_on = |landing: &Square| {
                let mut found = false;
                general.scan(board, color, &after(landing), |_, _, _| {
                    found = true;
                    false
                });
                found
            };
            // Where it can go on from some squares, it lands on one of these.
            let several = landings.len() > 1;
            let bound = several && landings.iter().any(goes_on);
            for landing in landings {
                if !bound || goes_on(landing) {
                    self.trail.push(*landing);
                    self.follow(&after(landing));
                    self.trail.pop();
                }
            }
            self.left > 0
        });
        if ended && flight.jumps > 0 {
            self.end(flight);
        }
    }

    fn end(&mut self, flight: &Flight<B>) {
        if self.left == 0 || self.only.is_some_and(|only| only != flight.taken) {
            return;
        }
        self.left -= 1;
        if self.left.is_multiple_of(LOOK) && !(self.goes_on)() {
            self.left = 0;
        }
        if !(self.visit)(flight, &self.trail) {
            self.left = 0;
        }
    }
}

impl<B: Bits> Jumping<B> {
    /// Where a side's pieces stand that can perhaps jump; for kinds that sets find, surely.
    fn starters(&self, general: &General, color: Color) -> B {
        let view = self.view(color);
        view.jumpers() | view.own & self.board.kinds(&general.odd)
    }

    fn flight(&self, color: Color, from: Square, kind: PieceType) -> Flight<B> {
        Flight {
            kind,
            at: from,
            last: None,
            taken: B::EMPTY,
            enemy: self.board.side(!color),
            occupied: self.board.occupied() & !B::bit(from),
            promotion: None,
            jumps: 0,
            kings: 0,
            value: 0,
            order: 0,
        }
    }

    /// Whether a side can jump.
    pub(super) fn can_jump(&self, general: &General, color: Color) -> bool {
        let view = self.view(color);
        view.jumpers().any()
            || (view.own & self.board.kinds(&general.odd))
                .iter()
                .any(|from| self.can_jump_from(general, color, from))
    }

    fn can_jump_from(&self, general: &General, color: Color, from: Square) -> bool {
        let Some(piece) = self.board.get(from) else { return false };
        let mut found = false;
        general.scan(&self.board, color, &self.flight(color, from, piece.kind()), |_, _, _| {
            found = true;
            false
        });
        found
    }

    /// The squares where a piece can land with one jump.
    pub(super) fn landings_from(&self, general: &General, from: Square) -> B {
        let mut reach = B::EMPTY;
        let Some(piece) = self.board.get(from) else { return reach };
        let flight = self.flight(piece.color(), from, piece.kind());
        general.scan(&self.board, piece.color(), &flight, |_, _, landings| {
            reach = landings.iter().fold(reach, |reach, &to| reach | B::bit(to));
            true
        });
        reach
    }

    /// Calls `visit` for each chain of the piece on a square, with the squares that it comes to
    /// after its first, as long as it says so.
    fn chains_from(
        &self,
        general: &General,
        from: Square,
        only: Option<B>,
        left: usize,
        goes_on: &mut dyn FnMut() -> bool,
        visit: impl FnMut(&Flight<B>, &[Square]) -> bool,
    ) -> usize {
        let Some(piece) = self.board.get(from) else { return left };
        let side = &self.rules.sides[piece.color()];
        let mut hunt = Hunt {
            general,
            board: &self.board,
            color: piece.color(),
            promotes: &side.promotes,
            last_rank: side.last_rank,
            only,
            left,
            goes_on,
            trail: Vec::new(),
            visit,
        };
        hunt.go_on(&self.flight(piece.color(), from, piece.kind()));
        hunt.left
    }

    /// Appends the captures, if there are any: those that the criteria prefer.
    pub(super) fn general_captures(
        &self,
        general: &General,
        steps: &mut Vec<JumpingStep<B>>,
        most: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) {
        let start = steps.len();
        let mut best = Rank::default();
        let mut seen: HashSet<(usize, usize, u64, Option<PieceType>)> = HashSet::new();
        let free = general.chains.priority.is_empty();
        let mut left = CHAIN_LIMIT;
        for from in self.starters(general, self.side).iter() {
            let by_king = self.board.get(from).is_some_and(|piece| general.is_king(piece.kind()));
            left = self.chains_from(general, from, None, left, goes_on, |flight, _| {
                let rank = general.rank(flight, by_king);
                if rank < best {
                    return true;
                }
                if rank > best {
                    best = rank;
                    steps.truncate(start);
                    seen.clear();
                }
                let step = JumpingStep::taking(from, flight.at, flight.taken, flight.promotion);
                let found = steps.len() - start;
                let is_new = if found < FEW {
                    !steps[start..].contains(&step)
                } else {
                    let name = |step: &JumpingStep<B>| {
                        (step.from.index(), step.to.index(), step.path.set().hash(), step.promotion)
                    };
                    if seen.is_empty() {
                        seen.extend(steps[start..].iter().map(name));
                    }
                    seen.insert(name(&step))
                };
                if is_new && found < most {
                    steps.push(step);
                }
                !free || steps.len() - start < most
            });
            if left == 0 {
                break;
            }
        }
    }

    /// Calls `f` with each way of a chain: all squares that it comes to, its first one included.
    pub(super) fn ways_of(
        &self,
        general: &General,
        step: JumpingStep<B>,
        mut f: impl FnMut(&[Square]) -> bool,
    ) {
        let mut way = Vec::new();
        let only = Some(step.path.set());
        let fits = |flight: &Flight<B>| flight.at == step.to && flight.promotion == step.promotion;
        let mut best = Rank::default();
        if general.chains.priority.contains(&Priority::KingsFirst) {
            self.chains_from(general, step.from, only, CHAIN_LIMIT, &mut || true, |flight, _| {
                if fits(flight) {
                    best = best.max(general.rank(flight, false));
                }
                true
            });
        }
        self.chains_from(general, step.from, only, CHAIN_LIMIT, &mut || true, |flight, trail| {
            if !fits(flight) || general.rank(flight, false) < best {
                return true;
            }
            way.clear();
            way.push(step.from);
            way.extend_from_slice(trail);
            f(&way)
        });
    }

    /// The first way of a chain.
    pub(super) fn way_of(&self, general: &General, step: JumpingStep<B>) -> Vec<Square> {
        let mut found = vec![step.from, step.to];
        self.ways_of(general, step, |way| {
            found = way.to_vec();
            false
        });
        found
    }
}

impl<B: Bits> JumpingStep<B> {
    /// A chain that takes the pieces on those squares.
    fn taking(from: Square, to: Square, victims: B, promotion: Option<PieceType>) -> Self {
        JumpingStep { path: Path::of(victims), from, to, jumps: Self::SET, promotion }
    }
}
