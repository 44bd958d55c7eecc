//! Pruning (<https://www.chessprogramming.org/Pruning>) of nodes, by static evaluation or shallow
//! search, and of moves.

use super::alphabeta::NodeContext;
use super::ordering::OrderingContext;
use super::scored_move::ScoredMove;
use super::see::see_at_least;
use super::{MoveClass, NonPv, Worker};
use crate::families::SearchFamily;
use crate::score::{Bound, Value, is_mate};
use crate::table::Entry;

/// Maximum depth of razoring, in plies.
const RAZORING_DEPTH: i32 = 3;
/// Maximum depth of reverse futility pruning, in plies.
const REVERSE_FUTILITY_DEPTH: i32 = 9;
/// Minimum depth of null move pruning, in plies.
const NULL_MOVE_DEPTH: i32 = 3;
/// Minimum depth of ProbCut, in plies.
const PROBCUT_DEPTH: i32 = 5;
/// Maximum depth of futility pruning, after reduction, in plies.
const FUTILITY_DEPTH: i32 = 9;
/// Maximum depth of SEE pruning, in plies.
const SEE_DEPTH: i32 = 8;
/// Maximum depth of late move pruning, in plies.
const LATE_DEPTH: i32 = 8;

/// Pruned move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Skip {
    /// Whether all later quiet moves are pruned too.
    pub all_quiet: bool,
}

impl<P: SearchFamily> Worker<'_, '_, P> {
    /// Returns the value of a node that is pruned before its moves are searched.
    pub(super) fn prune_node(&mut self, node: &mut NodeContext) -> Option<Value> {
        // The enemy's next turn may have more moves than any margin allows for.
        if self.several {
            return None;
        }
        let eval = node.eval?;
        let NodeContext { alpha, beta, depth, ply, improving, known, .. } = *node;
        if is_mate(beta) || is_mate(alpha) {
            return None;
        }
        // A TT value is better than the static evaluation.
        let estimate = match known {
            Some(entry) if !is_mate(entry.value) => match entry.bound {
                Bound::Exact => entry.value,
                Bound::Lower => entry.value.max(eval),
                Bound::Upper => entry.value.min(eval),
            },
            _ => eval,
        };
        let params = &self.context.params;
        // https://www.chessprogramming.org/Razoring
        if depth <= RAZORING_DEPTH && estimate + params.razoring * depth < alpha {
            let value = self.quiescence::<NonPv>(alpha, alpha + 1, ply, true);
            if value <= alpha {
                return Some(value);
            }
        }
        // https://www.chessprogramming.org/Reverse_Futility_Pruning
        let params = &self.context.params;
        if depth <= REVERSE_FUTILITY_DEPTH
            && estimate - params.reverse_futility * (depth - i32::from(improving)) >= beta
        {
            return Some((2 * beta + estimate) / 3);
        }
        let after_pass = ply > 0 && self.thread_data.frames[ply - 1].passed;
        if self.context.style.null_move
            && !after_pass
            && depth >= NULL_MOVE_DEPTH
            && estimate >= beta
            && eval >= beta - 20 * depth + 60
            && let Some(value) = self.pass(node, estimate)
        {
            return Some(value);
        }
        if depth >= PROBCUT_DEPTH { self.probcut(node) } else { None }
    }

    /// Null move pruning (<https://www.chessprogramming.org/Null_Move_Pruning>), verified by a
    /// search to the same depth where zugzwang is possible.
    fn pass(&mut self, node: &NodeContext, estimate: Value) -> Option<Value> {
        let NodeContext { beta, depth, ply, cut, .. } = *node;
        let officers = self.context.evaluator.count_officers(self.game.position());
        if officers == 0 || !self.game.pass() {
            return None;
        }
        let params = &self.context.params;
        let more = ((estimate - beta) / params.null_eval).clamp(0, 3);
        let reduced = depth - params.null_base - depth / params.null_depth - more;
        self.thread_data.frames[ply].passed = true;
        self.thread_data.frames[ply].quiet = None;
        let value = -self.search::<NonPv>(-beta, 1 - beta, reduced, ply + 1, !cut);
        self.thread_data.frames[ply].passed = false;
        self.game.undo();
        if value < beta || self.is_over() {
            return None;
        }
        let is_safe = officers > 1 || self.verifies_pass(node, reduced);
        is_safe.then(|| if is_mate(value) { beta } else { value })
    }

    /// Whether the moves of a node also reach beta, in a search of `depth` plies.
    fn verifies_pass(&mut self, node: &NodeContext, depth: i32) -> bool {
        let NodeContext { beta, ply, cut, .. } = *node;
        let frame = self.thread_data.frames[ply];
        self.thread_data.frames[ply].verifies = true;
        let value = self.search::<NonPv>(beta - 1, beta, depth.max(1), ply, cut);
        self.thread_data.frames[ply] = frame;
        value >= beta && !self.is_over()
    }

    /// ProbCut (<https://www.chessprogramming.org/ProbCut>): whether a capture beats a raised beta
    /// in a shallow search.
    fn probcut(&mut self, node: &NodeContext) -> Option<Value> {
        let NodeContext { beta, depth, ply, eval, known, .. } = *node;
        let raised = beta + self.context.params.probcut;
        if is_mate(raised)
            || known.is_some_and(|entry| entry.depth >= depth - 3 && entry.value < raised)
        {
            return None;
        }
        let threshold = raised - eval?;
        let mut picker = self.picker(ply, MoveClass::Noisy, 0);
        let hints = OrderingContext { killers: [0; 2], counter: 0, ..self.hints(ply) };
        let mut found = None;
        while let Some(scored) = self.pick(&mut picker, &hints) {
            let (position, evaluator) = (self.game.position(), self.context.evaluator);
            if picker.is_losing() || !see_at_least(position, evaluator, &scored, threshold) {
                continue;
            }
            self.make(&scored, ply);
            let mut value = -self.quiescence::<NonPv>(-raised, 1 - raised, ply + 1, true);
            if value >= raised && !self.is_over() {
                value = -self.search::<NonPv>(-raised, 1 - raised, depth - 4, ply + 1, !node.cut);
            }
            self.game.undo();
            if self.is_over() {
                break;
            }
            if value >= raised {
                let kept = Entry {
                    code: scored.code,
                    value: Entry::value_to_keep(value, ply),
                    eval: known.and_then(|entry| entry.eval),
                    depth: depth - 3,
                    bound: Bound::Lower,
                };
                self.context.table.store(self.game.position().key(), kept);
                found = Some(if is_mate(value) { value } else { value - (raised - beta) });
                break;
            }
        }
        self.done(ply, picker);
        found
    }

    /// Whether the `count`th move of a node is pruned; it would be reduced by `reduction` plies.
    pub(super) fn prune_move(
        &self,
        node: &NodeContext,
        scored: &ScoredMove<P::Step>,
        count: usize,
        reduction: i32,
        gives_check: bool,
    ) -> Option<Skip> {
        let NodeContext { alpha, depth, forced, eval, improving, ply, .. } = *node;
        let params = &self.context.params;
        let (position, evaluator) = (self.game.position(), self.context.evaluator);
        // Quiet moves prepare the captures of the same turn.
        if self.several && position.moves_left() > 1 {
            return None;
        }
        // Checks, like captures, are pruned by SEE only.
        if !scored.quiet || gives_check {
            let loses = depth <= SEE_DEPTH
                && (scored.quiet || scored.victim.is_some())
                && !see_at_least(position, evaluator, scored, -params.see_capture * depth);
            return loses.then_some(Skip { all_quiet: false });
        }
        // https://www.chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning
        let most = (params.late_base + depth * depth) / if improving { 1 } else { 2 };
        if depth <= LATE_DEPTH && count as i32 > most {
            return Some(Skip { all_quiet: true });
        }
        let left = (depth - 1 - reduction).max(0);
        let history = self.thread_data.history.quiet(scored.slot, self.rows(ply));
        if left <= 5 && history < -params.history_pruning * depth {
            return Some(Skip { all_quiet: false });
        }
        // https://www.chessprogramming.org/Futility_Pruning
        if let Some(eval) = eval
            && !forced
            && left <= FUTILITY_DEPTH
            && eval + params.futility_base + params.futility * left + history / 128 <= alpha
        {
            return Some(Skip { all_quiet: false });
        }
        let loses = left <= SEE_DEPTH
            && !see_at_least(position, evaluator, scored, -params.see_quiet * left * left);
        loses.then_some(Skip { all_quiet: false })
    }
}
