//! Depth of moves: late move reductions and singular extensions.

use super::alphabeta::NodeContext;
use super::scored_move::ScoredMove;
use super::{Node, NonPv, Worker};
use crate::families::SearchFamily;
use crate::params::Params;
use crate::score::{Bound, Value, is_mate};

/// Size of the reduction table, by depth and move number.
const LIMIT: usize = 64;
/// Units per ply.
const GRAIN: i32 = 1024;
/// Minimum depth of late move reductions, in plies.
pub(super) const REDUCTION_DEPTH: i32 = 2;
/// Maximum double extensions in a line.
const MOST_DOUBLES: i32 = 8;

/// Late move reductions (<https://www.chessprogramming.org/Late_Move_Reductions>).
#[derive(Debug)]
pub(crate) struct Reductions(Vec<[i32; LIMIT]>);

impl Reductions {
    /// Computes `base + ln(depth) * ln(number) / divisor`.
    pub(crate) fn new(params: &Params) -> Self {
        let grain = f64::from(GRAIN) / 100.0;
        let base = f64::from(params.lmr_base) * grain;
        let factor = 100.0 * 100.0 / f64::from(params.lmr_divisor) * grain;
        let ln = |number: usize| (number.max(1) as f64).ln();
        let row =
            |depth| std::array::from_fn(|count| (base + ln(depth) * ln(count) * factor) as i32);
        Reductions((0..LIMIT).map(row).collect())
    }

    /// Returns the base reduction of a late move at the root, in plies.
    pub(crate) fn late(&self, depth: i32, count: usize) -> i32 {
        (self.get(depth, count) / GRAIN - 1).max(0)
    }

    /// Returns the base reduction in units.
    #[inline]
    fn get(&self, depth: i32, count: usize) -> i32 {
        self.0[(depth.max(0) as usize).min(LIMIT - 1)][count.min(LIMIT - 1)]
    }
}

impl<P: SearchFamily> Worker<'_, '_, P> {
    /// Returns the initial reduction of the `count`th move of a node, in plies.
    pub(super) fn reduction<N: Node>(
        &self,
        node: &NodeContext,
        scored: &ScoredMove<P::Step>,
        count: usize,
        losing: bool,
        gives_check: bool,
    ) -> i32 {
        let NodeContext { depth, ply, improving, cut, known, forced, .. } = *node;
        if depth < REDUCTION_DEPTH || count < 2 + 2 * usize::from(N::PV) {
            return 0;
        }
        // Mandatory captures are not reduced.
        if !(scored.quiet || losing) || (forced && !self.shared.style.extend_check) {
            return 0;
        }
        let mut reduction = self.shared.reductions.get(depth, count);
        if N::PV {
            reduction -= GRAIN;
        }
        if cut {
            reduction += GRAIN;
        }
        if !improving {
            reduction += GRAIN / 2;
        }
        if gives_check {
            reduction -= GRAIN;
        }
        if forced {
            reduction -= GRAIN;
        }
        if known.is_some_and(|entry| entry.code != 0 && entry.depth >= depth) {
            reduction -= GRAIN / 2;
        }
        let frame = &self.thread_data.frames[ply];
        if frame.cutoffs > 3 {
            reduction += GRAIN / 2;
        }
        if scored.quiet {
            if frame.killers.contains(&scored.code) {
                reduction -= GRAIN;
            }
            let history = self.thread_data.history.quiet(scored.slot, self.rows(ply));
            reduction -= history * GRAIN / self.shared.params.lmr_history;
        } else {
            reduction /= 2;
        }
        (reduction / GRAIN).max(0)
    }

    /// Returns the extension of the TT move in plies if no other move comes close
    /// (<https://www.chessprogramming.org/Singular_Extensions>), or, as an error, the node's value
    /// if several moves fail high.
    pub(super) fn singular<N: Node>(
        &mut self,
        node: &NodeContext,
        scored: &ScoredMove<P::Step>,
    ) -> Result<i32, Value> {
        let NodeContext { beta, depth, ply, cut, known, .. } = *node;
        let params = &self.shared.params;
        let Some(entry) = known else { return Ok(0) };
        let value = entry.value_at(ply);
        if depth < params.singular_depth
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || is_mate(value)
            || ply >= 2 * self.root_depth as usize
        {
            return Ok(0);
        }
        let (double, singular_beta) =
            (params.singular_double, value - params.singular_margin * depth / 16);
        let frame = self.thread_data.frames[ply];
        self.thread_data.frames[ply].excluded = scored.code;
        let others =
            self.search::<NonPv>(singular_beta - 1, singular_beta, (depth - 1) / 2, ply, cut);
        self.thread_data.frames[ply] = frame;
        if self.is_over() {
            return Err(0);
        }
        if others < singular_beta {
            if !N::PV && others < singular_beta - double && frame.doubles < MOST_DOUBLES {
                self.thread_data.frames[ply].doubles += 1;
                return Ok(2);
            }
            return Ok(1);
        }
        // https://www.chessprogramming.org/Multi-Cut
        if !N::PV && singular_beta >= beta && !is_mate(singular_beta) {
            return Err(singular_beta);
        }
        if value >= beta {
            return Ok(-2 + i32::from(N::PV));
        }
        Ok(-i32::from(cut))
    }
}
