//! Chains of jumps by the compiled rules: followed piece by piece, and the captures that the criteria
//! prefer.
//!
//! Two chains from one square to another that take the same pieces are one step, whatever way they
//! go: its text is that of the first way that is found.

use std::collections::HashSet;

use super::data::{ChainPromotion, Landing, Priority, Removal};
use super::general::{General, Way};
use super::step::Path;
use super::{Jumping, JumpingStep};
use crate::{Bits, Board, Color, PieceType, Square};

/// The most chains that are followed in one position if criteria compare them: all are kept until
/// the best is known.
pub(super) const WEIGHED_LIMIT: usize = 20_000;
/// Number of chains between two calls of `goes_on`.
pub(super) const LOOK: usize = 500;
/// Chains up to which a list is searched for a duplicate.
const FEW: usize = 32;
/// Number of criteria.
const CRITERIA: usize = 6;

/// Values of a capture by the criteria, in their order.
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

/// One chain that is looked for.
#[derive(Clone, Copy)]
struct Only<'a, B> {
    /// The pieces that it takes.
    taken: B,
    /// Whether its way may begin with those squares; its first square is not among them.
    may_begin: &'a dyn Fn(&[Square]) -> bool,
}

struct Hunt<'a, B: Bits, F> {
    general: &'a General,
    board: &'a Board<B>,
    color: Color,
    promotes: &'a [Box<[PieceType]>],
    last_rank: B,
    only: Option<Only<'a, B>>,
    left: usize,
    goes_on: &'a mut dyn FnMut() -> bool,
    /// The squares that the piece has stood on.
    trail: Vec<Square>,
    visit: F,
}

impl General {
    /// Calls `f` for each piece that a piece of that kind can jump over next, with the squares
    /// behind it, while it returns true.
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
            let mut near = ray.iter().take(way.reach);
            let first = match way.is_long() {
                true => near.position(|&square| flight.occupied.contains(square)),
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
                let long = way.is_long() && self.chains.landing == Landing::Any;
                let empty = |&&square: &&Square| !flight.occupied.contains(square);
                let landings = if long { behind.iter().take_while(empty).count() } else { 1 };
                if !f(way, *victim, &behind[..landings]) {
                    return;
                }
            }
        }
    }

    /// Whether a chain can go on.
    fn can_go_on<B: Bits>(&self, board: &Board<B>, color: Color, flight: &Flight<B>) -> bool {
        let mut found = false;
        self.scan(board, color, flight, |_, _, _| {
            found = true;
            false
        });
        found
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
            ChainPromotion::AtEnd if arrives && !general.can_go_on(board, color, flight) => {
                self.end_promoting(flight, promotes);
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
            if self.only.is_some_and(|only| !only.taken.contains(victim)) {
                return true;
            }
            let after = |&landing: &Square| general.jump(board, flight, way, victim, landing);
            let goes_on = |landing: &Square| general.can_go_on(board, color, &after(landing));
            // Where it can go on from some squares, it lands on one of these.
            let several = landings.len() > 1;
            let bound = several && landings.iter().any(goes_on);
            for landing in landings {
                if !bound || goes_on(landing) {
                    self.trail.push(*landing);
                    if self.only.is_none_or(|only| (only.may_begin)(&self.trail)) {
                        self.follow(&after(landing));
                    }
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
        if self.left == 0 {
            return;
        }
        // Those that do not fit count too: there may be very many.
        self.left -= 1;
        if self.left.is_multiple_of(LOOK) && !(self.goes_on)() {
            self.left = 0;
        }
        if self.only.is_some_and(|only| only.taken != flight.taken) {
            return;
        }
        if !(self.visit)(flight, &self.trail) {
            self.left = 0;
        }
    }
}

impl<B: Bits> Jumping<B> {
    /// The squares of a side's pieces that can jump; of kinds whose jumps sets do not find, all.
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
        general.can_go_on(&self.board, color, &self.flight(color, from, piece.kind()))
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
    /// after its first, while it returns true.
    fn chains_from(
        &self,
        general: &General,
        from: Square,
        only: Option<Only<'_, B>>,
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
        let mut left = WEIGHED_LIMIT;
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

    /// Calls `f` with each way of a chain: all squares that it comes to, its first one included. A
    /// way is followed only while `may_begin` accepts its squares after the first.
    pub(super) fn ways_of(
        &self,
        general: &General,
        step: JumpingStep<B>,
        may_begin: &dyn Fn(&[Square]) -> bool,
        mut f: impl FnMut(&[Square]) -> bool,
    ) {
        let mut way = Vec::new();
        let taken = step.path.set();
        let fits = |flight: &Flight<B>| flight.at == step.to && flight.promotion == step.promotion;
        let mut best = Rank::default();
        if general.chains.priority.contains(&Priority::KingsFirst) {
            let only = Some(Only { taken, may_begin: &|_| true });
            self.chains_from(general, step.from, only, WEIGHED_LIMIT, &mut || true, |flight, _| {
                if fits(flight) {
                    best = best.max(general.rank(flight, false));
                }
                true
            });
        }
        let only = Some(Only { taken, may_begin });
        self.chains_from(general, step.from, only, WEIGHED_LIMIT, &mut || true, |flight, trail| {
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
        self.ways_of(general, step, &|_| true, |way| {
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
