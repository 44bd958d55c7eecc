//! Retrograde analysis of a chief and two units against a lone chief
//! (<https://www.chessprogramming.org/Retrograde_Analysis>), for all squares of the lone chief at once.

use rayon::prelude::*;
use variants::{Bits, U256};

use super::squares::{Moves, SQUARES, has, of, of_all};

/// Unit that helps the chief, by its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Helper {
    /// One king's step.
    Guard,
    /// A knight's leap.
    Knight,
}

/// Squares of the chief and of its helpers.
type Trio = [usize; 3];

/// Square of a helper that has been captured.
const GONE: usize = SQUARES;

/// Number of the positions of three units.
const TRIOS: usize = SQUARES * SQUARES * SQUARES;

/// Rules of the three units.
struct Rules<'a> {
    moves: &'a Moves,
    helpers: [Helper; 2],
}

impl Rules<'_> {
    /// Calls `f` with each step of a unit, and the squares on which a lone chief is in its way.
    #[inline]
    fn each_step(&self, trio: Trio, unit: usize, mut f: impl FnMut(usize, U256)) {
        let from = trio[unit];
        let leaps = match unit.checked_sub(1).map(|helper| self.helpers[helper]) {
            Some(Helper::Knight) => &self.moves.knight[from],
            Some(Helper::Guard) | None => &self.moves.near[from],
        };
        leaps.iter().filter(|to| !trio.contains(to)).for_each(|&to| f(to, U256::EMPTY));
        if unit > 0 {
            return;
        }
        for (to, ways) in self.moves.far[from].iter().filter(|(to, _)| !trio.contains(to)) {
            let mut open = ways.iter().filter(|way| !trio.contains(way));
            match (open.next(), open.next()) {
                (Some(&way), None) => f(*to, of(way)),
                (Some(_), Some(_)) => f(*to, U256::EMPTY),
                (None, _) => {}
            }
        }
    }

    /// Whether a unit may start: the chief, and those that a chain of neighbours joins to it.
    #[inline]
    fn may_start(&self, trio: Trio, unit: usize) -> bool {
        let beside_chief = |unit: usize| has(self.moves.beside[trio[0]], trio[unit]);
        if unit == 0 || beside_chief(unit) {
            return true;
        }
        let other = 3 - unit;
        trio[other] != GONE
            && beside_chief(other)
            && has(self.moves.beside[trio[unit]], trio[other])
    }

    /// The squares on which a chief with one helper, the other one being gone, captures in one turn.
    fn reach_alone(&self, trio: Trio, moved: usize) -> U256 {
        let mut reached = U256::EMPTY;
        for unit in (0..3).filter(|&unit| trio[unit] != GONE && moved >> unit & 1 == 0) {
            if self.may_start(trio, unit) {
                self.each_step(trio, unit, |to, blocks| {
                    let mut next = trio;
                    next[unit] = to;
                    let later = self.reach_alone(next, moved | 1 << unit) & !of(to);
                    reached |= later & !blocks | of(to);
                });
            }
        }
        reached & !of_all(trio.into_iter().filter(|&square| square != GONE))
    }
}

fn index([chief, first, second]: Trio) -> usize {
    (chief * SQUARES + first) * SQUARES + second
}

/// Computes the entry of each three squares that differ, in parallel.
fn fill<T: Copy + Send>(entries: &mut [T], f: impl Fn(Trio, &mut [T]) + Sync) {
    let width = entries.len() / TRIOS;
    entries.par_chunks_mut(width * SQUARES * SQUARES).enumerate().for_each(|(chief, entries)| {
        for (place, entry) in entries.chunks_mut(width).enumerate() {
            let trio = [chief, place / SQUARES, place % SQUARES];
            if trio[0] != trio[1] && trio[0] != trio[2] && trio[1] != trio[2] {
                f(trio, entry);
            }
        }
    });
}

/// Returns the number of turns after which a lone chief that is to move is captured, whatever it does, by
/// squares of the chief, of the helpers and of the lone chief; 0 where it is not. `longest` bounds the
/// turns. Takes 4 GB of memory. That a chief with one helper wins is seen only where it captures at once.
pub fn distances(helpers: [Helper; 2], longest: u8) -> Vec<u8> {
    let moves = Moves::new();
    let rules = Rules { moves: &moves, helpers };
    // Where the chief and the first, or the second helper alone capture.
    let alone: [Vec<U256>; 2] = [1, 2].map(|helper| {
        let reach = |pair: usize| {
            let mut trio = [pair / SQUARES, GONE, GONE];
            trio[helper] = pair % SQUARES;
            if trio[0] == trio[helper] { U256::EMPTY } else { rules.reach_alone(trio, 0) }
        };
        (0..SQUARES * SQUARES).into_par_iter().map(reach).collect()
    });
    // By the units that have moved in the turn, as bits: where the lone chief is captured in the turns so
    // far. At 7 it is to move.
    let mut caught: Vec<Vec<U256>> = (0..8).map(|_| vec![U256::EMPTY; TRIOS]).collect();
    let mut turns = vec![0; TRIOS * SQUARES];
    for turn in 0..=longest {
        if turn > 0 {
            let mut lost = std::mem::take(&mut caught[7]);
            fill(&mut lost, |trio, lost| {
                let [chief, first, second] = trio;
                let mut lost_replies = caught[0][index(trio)];
                if has(alone[1][chief * SQUARES + second], first) {
                    lost_replies |= of(first);
                }
                if has(alone[0][chief * SQUARES + first], second) {
                    lost_replies |= of(second);
                }
                lost[0] = without_escape(&moves, trio, lost_replies);
            });
            fill(&mut turns, |trio, turns| {
                for square in lost[index(trio)].iter().map(|square| square.index()) {
                    if turns[square] == 0 {
                        turns[square] = turn;
                    }
                }
            });
            caught[7] = lost;
        }
        for moved in [6, 5, 3, 4, 2, 1, 0] {
            let mut entries = std::mem::take(&mut caught[moved]);
            fill(&mut entries, |trio, entry| {
                // The turn may end once a unit has moved.
                let mut now = if moved > 0 { caught[7][index(trio)] } else { U256::EMPTY };
                for unit in (0..3).filter(|&unit| moved >> unit & 1 == 0) {
                    if rules.may_start(trio, unit) {
                        rules.each_step(trio, unit, |to, blocks| {
                            let mut next = trio;
                            next[unit] = to;
                            let later = caught[moved | 1 << unit][index(next)];
                            now |= later & !blocks | of(to);
                        });
                    }
                }
                entry[0] = now & !of_all(trio);
            });
            caught[moved] = entries;
        }
    }
    turns
}

/// The squares on which a lone chief that is to move has only replies to squares of `lost`.
fn without_escape(moves: &Moves, trio: Trio, lost: U256) -> U256 {
    let units = of_all(trio);
    let mut caught = moves.surrounded(lost) & !units;
    // Beside a unit some squares are out of reach.
    for &square in trio.iter().flat_map(|&unit| &moves.near[unit]) {
        let is_lost = |(to, ways): &(usize, Vec<usize>)| {
            has(lost, *to) || ways.iter().all(|&way| has(units, way))
        };
        if !has(units, square)
            && moves.near[square].iter().all(|&to| has(lost, to))
            && moves.far[square].iter().all(is_lost)
        {
            caught |= of(square);
        }
    }
    caught
}
