//! Finding jumps and following their chains.

use crate::{Bits, Board, Color, Direction, Geometry, PieceType};

use super::Jumping;
use super::directions::origin;
use super::rules::{KindRules, Kinds, SideRules};
use super::step::{Path, max_jumps};

/// The most chains of jumps that are followed in one position.
///
/// Constructed positions have astronomically many; those of games have at most dozens.
pub const CHAIN_LIMIT: usize = 100_000;
/// Number of chains between two calls of `goes_on`.
const LOOK: usize = 1000;

/// A board as one side sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a, B> {
    pub(super) geometry: &'a Geometry<B>,
    pub(super) side: &'a SideRules<B>,
    pub(super) board: &'a Board<B>,
    pub(super) own: B,
    pub(super) enemy: B,
    pub(super) empty: B,
}

impl<B: Bits> Jumping<B> {
    #[inline]
    pub(super) fn view(&self, color: Color) -> View<'_, B> {
        let (own, enemy) = (self.board.side(color), self.board.side(!color));
        let geometry = &self.rules.common.geometry;
        let empty = geometry.all() & !(own | enemy);
        View { geometry, side: &self.rules.sides[color], board: &self.board, own, enemy, empty }
    }
}

/// A chain of jumps, jumped to its end.
pub(super) struct Chain<'a, B> {
    pub(super) from: B,
    pub(super) to: B,
    pub(super) path: Path<B>,
    pub(super) jumps: u32,
    /// Promotions of the jumper, at choice; empty if it does not promote.
    pub(super) promotes: &'a [PieceType],
}

impl<B> Chain<'_, B> {
    /// Number of steps that write the chain.
    #[inline]
    pub(super) fn steps(&self) -> u64 {
        self.promotes.len().max(1) as u64
    }
}

impl<B: Bits> View<'_, B> {
    /// The side's pieces of these kinds.
    #[inline]
    pub(super) fn pieces(&self, kinds: &Kinds) -> B {
        self.own & kinds.of(self.board)
    }

    /// The set moved one step.
    #[inline]
    pub(super) fn shift(&self, set: B, direction: Direction) -> B {
        self.geometry.shift(set, direction)
    }

    /// Landing squares of a jump, given the squares over which it may go.
    #[inline]
    pub(super) fn landing(&self, over: B, direction: Direction) -> B {
        self.shift(over & self.enemy, direction) & self.empty
    }

    /// The pieces that can jump.
    pub(super) fn jumpers(&self) -> B {
        let mut found = B::EMPTY;
        for group in &self.side.jumps {
            let pieces = self.pieces(&group.kinds);
            group.directions.each(|direction| {
                let back = direction.opposite();
                let over = self.enemy & self.shift(self.empty, back);
                found |= self.shift(over, back) & pieces;
            });
        }
        found
    }

    /// Landing squares of single jumps.
    #[inline]
    pub(super) fn landings(&self) -> Landings<B> {
        let mut landings = Landings::NONE;
        for group in &self.side.jumps {
            let jumpers = self.pieces(&group.kinds);
            group.directions.each(|direction| {
                landings.add(direction, self.landing(self.shift(jumpers, direction), direction));
            });
        }
        landings
    }

    /// Calls `visit` for each chain that begins with one of those jumps, in a fixed order, for at
    /// most [`CHAIN_LIMIT`], while it returns true and `goes_on` returns true.
    #[inline]
    pub(super) fn chains<'s>(
        &'s self,
        landings: &Landings<B>,
        goes_on: &mut dyn FnMut() -> bool,
        visit: impl FnMut(Chain<'s, B>) -> bool,
    ) {
        let size = self.geometry.size();
        let mut hunt = Hunt { geometry: self.geometry, left: CHAIN_LIMIT, goes_on, visit };
        for direction in Direction::ALL {
            for landing in landings.by_direction[direction as usize].iter() {
                let from = origin(size, landing, direction, 2);
                let Some(piece) = self.board.get(from) else { continue };
                let victim = B::bit(origin(size, landing, direction, 1));
                let jumper = Jumper {
                    from: B::bit(from),
                    kind: &self.side.kinds[piece.kind().index()],
                    last_rank: self.side.last_rank,
                };
                let first = Flight {
                    at: B::bit(landing),
                    path: Path::single(direction),
                    jumps: 1,
                    enemy: self.enemy ^ victim,
                    empty: self.empty | victim | jumper.from,
                };
                hunt.follow(&jumper, first);
            }
        }
    }

    /// The number of chains, if none promotes and clearly none is of several jumps.
    ///
    /// A second jump is looked for on the board as it was. The first one has emptied the jumper's
    /// first square and its victim's; only a jump straight back would use these, and it is not
    /// found, since the first square is still occupied here. Second jumps that only another kind of
    /// piece could make are found too; they only cost the shortcut.
    #[inline]
    pub(super) fn count_single(&self, landings: &Landings<B>) -> Option<u32> {
        if (landings.all & self.side.last_rank).any() {
            return None;
        }
        let mut more = B::EMPTY;
        for group in &self.side.jumps {
            if self.pieces(&group.kinds).any() {
                group.directions.each(|direction| {
                    more |= self.landing(self.shift(landings.all, direction), direction);
                });
            }
        }
        more.is_empty().then(|| landings.by_direction.map(B::count).iter().sum())
    }
}

/// Landing squares of single jumps, by direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landings<B> {
    by_direction: [B; 8],
    all: B,
}

impl<B: Bits> Landings<B> {
    pub(super) const NONE: Self = Landings { by_direction: [B::EMPTY; 8], all: B::EMPTY };

    /// Adds the jumps in one direction.
    #[inline]
    pub(super) fn add(&mut self, direction: Direction, landings: B) {
        self.by_direction[direction as usize] = landings;
        self.all |= landings;
    }

    /// Whether some piece can jump.
    #[inline]
    pub(super) fn any(&self) -> bool {
        self.all.any()
    }
}

/// The piece that jumps.
struct Jumper<'a, B> {
    from: B,
    kind: &'a KindRules,
    last_rank: B,
}

/// A chain that may go on.
struct Flight<B> {
    at: B,
    path: Path<B>,
    jumps: u32,
    enemy: B,
    empty: B,
}

struct Hunt<'g, B, F> {
    geometry: &'g Geometry<B>,
    /// Number of chains that may still be followed.
    left: usize,
    goes_on: &'g mut dyn FnMut() -> bool,
    visit: F,
}

impl<B: Bits, F> Hunt<'_, B, F> {
    /// Follows all ways on. The depth is bounded by [`max_jumps`].
    fn follow<'a>(&mut self, jumper: &Jumper<'a, B>, flight: Flight<B>)
    where
        F: FnMut(Chain<'a, B>) -> bool,
    {
        if self.left == 0 {
            return;
        }
        let Flight { at, path, jumps, enemy, empty } = flight;
        let kind = jumper.kind;
        let arrives = (at & jumper.last_rank).any();
        let mut ended = true;
        if (!arrives || kind.promotes.is_empty()) && jumps < max_jumps::<B>() {
            kind.jumps.each(|direction| {
                let victim = self.geometry.shift(at, direction) & enemy;
                let landing = self.geometry.shift(victim, direction) & empty;
                if landing.any() {
                    ended = false;
                    let next = Flight {
                        at: landing,
                        path: path.then(Path::single(direction)),
                        jumps: jumps + 1,
                        enemy: enemy ^ victim,
                        empty: empty | victim,
                    };
                    self.follow(jumper, next);
                }
            });
        }
        if ended {
            self.left -= 1;
            if self.left.is_multiple_of(LOOK) && !(self.goes_on)() {
                self.left = 0;
            }
            let promotes = if arrives { &kind.promotes[..] } else { &[] };
            if !(self.visit)(Chain { from: jumper.from, to: at, path, jumps, promotes }) {
                self.left = 0;
            }
        }
    }
}
