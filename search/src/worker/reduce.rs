//! Depth of moves: late move reductions and singular extensions.

use super::alphabeta::NodeContext;
use super::scored_move::ScoredMove;
use super::{Node, NonPv, Worker};
use crate::families::SearchFamily;
use crate::score::{Bound, Value, is_mate};
use crate::tuning::Reductions;

/// Minimum depth of late move reductions, in plies.
pub(super) const REDUCTION_DEPTH: i32 = 2;
/// Maximum double extensions in a line.
const MOST_DOUBLES: i32 = 8;

/// Units of reductions per ply.
const GRAIN: i32 = Reductions::GRAIN;

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
        if !(scored.quiet || losing) || (forced && !self.context.style.extend_check) {
            return 0;
        }
        let mut reduction = self.context.reductions.get(depth, count);
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
            reduction -= history * GRAIN / self.context.params.lmr_history;
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
        let params = &self.context.params;
        let Some(entry) = known else { return Ok(0) };
        let value = entry.value_at(ply);
        if depth < params.singular_depth
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || is_mate(value)
            || !self.may_extend(ply)
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
