//! Finding jumps and following their chains.

use crate::{Bits, Board, Color, PieceType};

use super::Jumping;
use super::rules::{KindRules, SideRules};
use super::shift::Shift;
use super::step::{Path, max_jumps};

/// The most chains of jumps that are followed in one position.
///
/// Positions made for the purpose have astronomically many; a game's have at most dozens.
pub const CHAIN_LIMIT: usize = 100_000;

/// A board as one side sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a, B> {
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
        let empty = self.rules.common.geometry.all() & !(own | enemy);
        View { side: &self.rules.sides[color], board: &self.board, own, enemy, empty }
    }
}

/// A chain of jumps, jumped to its end.
pub(super) struct Chain<'a, B> {
    pub(super) from: B,
    pub(super) to: B,
    pub(super) path: Path<B>,
    pub(super) jumps: u32,
    /// What the jumper becomes, at choice; empty when it stays what it is.
    pub(super) promotes: &'a [PieceType],
}

impl<B> Chain<'_, B> {
    /// How many steps the chain is.
    #[inline]
    pub(super) fn steps(&self) -> u64 {
        self.promotes.len().max(1) as u64
    }
}

impl<B: Bits> View<'_, B> {
    /// The side's pieces of any of these kinds.
    #[inline]
    pub(super) fn union(&self, kinds: &[PieceType]) -> B {
        kinds.iter().fold(B::EMPTY, |set, &kind| set | self.board.kind(kind)) & self.own
    }

    /// Where one jump of these pieces can end.
    #[inline]
    pub(super) fn landings(&self, jumpers: B, shift: &Shift<B>) -> B {
        shift.apply(shift.apply(jumpers) & self.enemy) & self.empty
    }

    /// Whether some piece can jump.
    #[inline]
    pub(super) fn can_jump(&self) -> bool {
        let mut landings = B::EMPTY;
        for group in &self.side.jumps {
            let jumpers = self.union(&group.kinds);
            for (shift, _) in &group.shifts {
                landings |= self.landings(jumpers, shift);
            }
        }
        landings.any()
    }

    /// Calls `visit` for each chain, in a fixed order.
    pub(super) fn chains<'s>(&'s self, visit: impl FnMut(Chain<'s, B>)) {
        let mut hunt = Hunt { left: CHAIN_LIMIT, visit };
        for group in &self.side.jumps {
            let jumpers = self.union(&group.kinds);
            for (shift, path) in &group.shifts {
                for landing in self.landings(jumpers, shift).iter() {
                    let from = shift.origin(landing, 2);
                    let Some(piece) = self.board.get(from) else { continue };
                    let victim = B::bit(shift.origin(landing, 1));
                    let jumper = Jumper {
                        from: B::bit(from),
                        kind: &self.side.kinds[piece.kind().index()],
                        last_rank: self.side.last_rank,
                    };
                    let first = Flight {
                        at: B::bit(landing),
                        path: *path,
                        jumps: 1,
                        enemy: self.enemy ^ victim,
                        empty: self.empty | victim | jumper.from,
                    };
                    hunt.follow(&jumper, first);
                }
            }
        }
    }
}

/// The piece that jumps.
struct Jumper<'a, B> {
    from: B,
    kind: &'a KindRules<B>,
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

struct Hunt<F> {
    /// So many more chains are followed.
    left: usize,
    visit: F,
}

impl<F> Hunt<F> {
    /// Follows all ways on. The depth is bounded by [`max_jumps`].
    fn follow<'a, B: Bits>(&mut self, jumper: &Jumper<'a, B>, flight: Flight<B>)
    where
        F: FnMut(Chain<'a, B>),
    {
        if self.left == 0 {
            return;
        }
        let Flight { at, path, jumps, enemy, empty } = flight;
        let kind = jumper.kind;
        let arrives = (at & jumper.last_rank).any();
        let mut ended = true;
        if (!arrives || kind.promotes.is_empty()) && jumps < max_jumps::<B>() {
            for (shift, direction) in &kind.jumps {
                let victim = shift.apply(at) & enemy;
                let landing = shift.apply(victim) & empty;
                if landing.any() {
                    ended = false;
                    let next = Flight {
                        at: landing,
                        path: path.then(*direction),
                        jumps: jumps + 1,
                        enemy: enemy ^ victim,
                        empty: empty | victim,
                    };
                    self.follow(jumper, next);
                }
            }
        }
        if ended {
            self.left -= 1;
            let promotes = if arrives { &kind.promotes[..] } else { &[] };
            (self.visit)(Chain { from: jumper.from, to: at, path, jumps, promotes });
        }
    }
}
