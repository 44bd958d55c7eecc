//! The order in which steps are looked at: the table's first, then captures, the most valuable
//! victim by the least valuable attacker first (<https://www.chessprogramming.org/MVV-LVA>), then
//! killers, then the others by their history.

use variants::Position;

use super::history::History;
use crate::eval::Evaluator;

const TABLE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 19;
const END: i32 = 1 << 18;

/// The code of the end of a turn.
pub(crate) const END_CODE: u16 = u16::MAX;

/// A step with what its place in the order follows from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked<S> {
    pub step: S,
    /// The higher, the earlier.
    pub rank: i32,
    /// A name for the table and the killers; few steps of a position share one.
    pub code: u16,
    /// What it wins at once, in centipawns, before any answer.
    pub gain: i32,
    /// Where its history is.
    pub slot: u32,
    /// Neither takes nor promotes nor ends the turn.
    pub quiet: bool,
}

impl<S> Ranked<S> {
    /// Whether it is the end of a turn.
    #[inline]
    pub(crate) fn ends_turn(&self) -> bool {
        self.code == END_CODE
    }
}

/// What ordering knows at a node.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hints {
    /// The table's step, 0 for none.
    pub table: u16,
    pub killers: [u16; 2],
    /// A number by which helper threads order alike steps differently; 0 for none.
    pub noise: u32,
}

/// Ranks one step.
pub(crate) fn rank<P: Position>(
    position: &P,
    step: P::Step,
    evaluator: &Evaluator<P>,
    history: &History,
    hints: &Hints,
) -> Ranked<P::Step> {
    let Some(facts) = position.facts(step) else {
        let rank = if hints.table == END_CODE { TABLE } else { END };
        return Ranked { step, rank, code: END_CODE, gain: 0, slot: 0, quiet: false };
    };
    let mut code = facts.from.index() as u16 | (facts.to.index() as u16) << 8;
    let mut gain = 0;
    if facts.captures {
        position.victims(step, |square, victim| {
            gain += evaluator.value(victim.kind());
            // Chains that differ only in what they take on the way.
            if square != facts.to {
                code ^= (square.index() as u16 + 1).wrapping_mul(0x9e35);
            }
        });
    }
    if let Some(promotion) = facts.promotion {
        code ^= (promotion.index() as u16 + 1).wrapping_mul(0x6d2b);
        gain += evaluator.value(promotion) - evaluator.value(facts.piece.kind());
    }
    if code == 0 || code == END_CODE {
        code = 1;
    }
    let quiet = !facts.captures && facts.promotion.is_none();
    let slot = history.slot(&facts);
    let rank = if code == hints.table {
        TABLE
    } else if !quiet {
        CAPTURE + gain * 16 - evaluator.value(facts.piece.kind())
    } else if code == hints.killers[0] {
        KILLER + 1
    } else if code == hints.killers[1] {
        KILLER
    } else {
        let noise = (u32::from(code).wrapping_mul(hints.noise) >> 20 & 63) as i32;
        history.get(slot) + noise
    };
    Ranked { step, rank, code, gain, slot, quiet }
}

/// Lists longer than this are sorted at once: few positions that are played have them, but some
/// that can be set up have a hundred thousand steps.
const LONG_LIST: usize = 300;

/// Makes a list ready for [`pick`].
pub(crate) fn prepare<S>(steps: &mut [Ranked<S>]) {
    if steps.len() > LONG_LIST {
        steps.sort_by_key(|step| std::cmp::Reverse(step.rank));
    }
}

/// Brings the best of the steps from `index` on to that place; equals keep no order.
#[inline]
pub(crate) fn pick<S: Copy>(steps: &mut [Ranked<S>], index: usize) -> Ranked<S> {
    if steps.len() <= LONG_LIST {
        let mut best = index;
        for other in index + 1..steps.len() {
            if steps[other].rank > steps[best].rank {
                best = other;
            }
        }
        steps.swap(index, best);
    }
    steps[index]
}
