//! Principal variation search (<https://www.chessprogramming.org/Principal_Variation_Search>).
//!
//! Values are for the side to move; a step is a move. In games whose turns have several moves the same
//! side may be to move after it: values and windows keep their sign then.

use super::history::NO_STEP;
use super::scored_move::ScoredMove;
use super::tried::TriedMoves;
use super::{CorrectionKeys, Frame, MoveClass, Node, NonPv, Pv, Worker};
use crate::families::SearchFamily;
use crate::score::{Bound, INFINITE, MATED_BOUND, Value, is_mate, loss_in, win_in};
use crate::table::Entry;

/// Search parameters of a child node.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChildSearch {
    /// Whether it is the first move of its node.
    pub first: bool,
    /// Full depth of the child, in plies.
    pub depth: i32,
    /// Reduced depth of the first search, at most the full depth.
    pub reduced: i32,
    /// Distance of the node from the root, in plies.
    pub ply: usize,
    /// Whether the node is an expected cut node.
    pub cut: bool,
}

/// Data of a node, known before its moves are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeContext {
    pub alpha: Value,
    pub beta: Value,
    /// Depth, in plies.
    pub depth: i32,
    /// Distance from the root, in plies.
    pub ply: usize,
    /// Whether the side to move is in check, or has a mandatory capture.
    pub forced: bool,
    /// Corrected static evaluation; `None` in check or with a mandatory capture.
    pub eval: Option<Value>,
    /// Whether the static evaluation is better than at the side's last move.
    pub improving: bool,
    /// Whether this is an expected cut node.
    pub cut: bool,
    /// TT entry.
    pub known: Option<Entry>,
}

/// Node that was not pruned: its moves are to be searched.
struct OpenNode {
    node: NodeContext,
    /// TT key.
    key: u64,
    /// Static evaluation before correction.
    raw: Option<Value>,
    correction_keys: CorrectionKeys,
    /// Code of the excluded move, 0 for none.
    excluded: u16,
}

/// Best value of a node's moves, and the move that raised alpha last.
struct BestMove<S> {
    value: Value,
    step: Option<ScoredMove<S>>,
}

impl<P: SearchFamily> Worker<'_, '_, P> {
    /// Returns the value of the present position: exact inside the window, a bound outside it
    /// (<https://www.chessprogramming.org/Fail-Soft>). Meaningless once the iteration is over.
    pub(super) fn search<N: Node>(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Value {
        if depth <= 0 {
            return self.quiescence::<N>(alpha, beta, ply, true);
        }
        if N::PV {
            self.thread_data.lines[ply].clear();
        }
        if !self.enter(ply) {
            return 0;
        }
        if let Some(value) = self.ended(ply) {
            return value;
        }
        // No line is better than a win with the next move, or worse than having lost
        // (https://www.chessprogramming.org/Mate_Distance_Pruning).
        let (alpha, beta) = (alpha.max(loss_in(ply)), beta.min(win_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        let mut open = match self.open::<N>(alpha, beta, depth, ply, cut) {
            Ok(open) => open,
            Err(value) => return value,
        };
        let mut tried = TriedMoves::new();
        let best = match self.search_moves::<N>(&mut open, &mut tried) {
            Ok(best) => best,
            Err(value) => return value,
        };
        if best.value >= beta
            && let Some(step) = best.step
        {
            self.learn(&step, &tried, open.node.depth, ply);
        }
        if open.excluded == 0 {
            self.keep(&open, alpha, depth, &best);
        }
        best.value
    }

    /// Opens a node: probes the table, evaluates, and prunes it by what is known then. An error is
    /// its value.
    #[inline]
    fn open<N: Node>(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<OpenNode, Value> {
        // The TT probe waits for the prefetch: other work comes first.
        let forced = self.game.position().is_forced();
        let correction_keys = self.correction_keys(ply);
        let Frame { excluded, verifies, .. } = self.thread_data.frames[ply];
        let key = self.game.position().key();
        let known = if excluded == 0 { self.context.table.probe(key) } else { None };
        if !N::PV
            && let Some(entry) = known
            && let Some(value) = usable(&entry, alpha, beta, depth, ply)
        {
            return Err(value);
        }
        let mut node = NodeContext {
            alpha,
            beta,
            depth,
            ply,
            forced,
            eval: None,
            improving: false,
            cut,
            known,
        };
        if forced && self.context.style.extend_check && self.may_extend(ply) {
            node.depth += 1;
        }
        let raw = match known {
            _ if forced || excluded != 0 => None,
            Some(Entry { eval: Some(eval), .. }) => Some(eval),
            _ => Some(self.evaluate(ply)),
        };
        node.eval = match raw {
            Some(raw) => Some(self.corrected(raw, correction_keys)),
            None => self.thread_data.frames[ply].eval.filter(|_| excluded != 0),
        };
        self.enter_frame(&mut node);
        if excluded == 0 {
            self.learn_from_evaluation(&node);
        }
        if !N::PV
            && excluded == 0
            && !verifies
            && let Some(value) = self.prune_node(&mut node)
        {
            return Err(value);
        }
        // Without a TT move, less depth finds one
        // (https://www.chessprogramming.org/Internal_Iterative_Reductions).
        let table = known.map_or(0, |entry| entry.code);
        if table == 0 && node.depth >= 4 && (N::PV || cut) && excluded == 0 {
            node.depth -= 1;
        }
        Ok(OpenNode { node, key, raw, correction_keys, excluded })
    }

    /// Searches the moves of a node; an error is its value, where there are none or the search of
    /// one ends it.
    #[inline]
    fn search_moves<N: Node>(
        &mut self,
        open: &mut OpenNode,
        tried: &mut TriedMoves,
    ) -> Result<BestMove<P::Step>, Value> {
        let OpenNode { ref mut node, excluded, .. } = *open;
        let NodeContext { alpha, beta, ply, cut, forced, .. } = *node;
        let table = node.known.map_or(0, |entry| entry.code);
        let mut picker = self.picker(ply, MoveClass::All, table);
        if picker.len() == 0 || self.is_over() {
            self.done(ply, picker);
            return Err(self.value_without_steps(ply));
        }
        // A single legal move is extended in PV nodes: elsewhere it costs more than it finds
        // (https://www.chessprogramming.org/One_Reply_Extensions).
        if N::PV
            && forced
            && !self.context.style.extend_check
            && picker.len() == 1
            && self.may_extend(ply)
        {
            node.depth += 1;
        }
        let hints = self.hints(ply);
        let mut best = BestMove { value: -INFINITE, step: None };
        let mut count = 0;
        while let Some(scored) = self.pick(&mut picker, &hints) {
            if scored.code == excluded && excluded != 0 {
                continue;
            }
            count += 1;
            let gives_check = self.game.position().gives_check(scored.step);
            let losing = picker.is_losing();
            let reduction = self.reduction::<N>(node, &scored, count, losing, gives_check);
            if best.value > MATED_BOUND
                && (!N::PV || node.depth < 8)
                && let Some(skip) = self.prune_move(node, &scored, count, reduction, gives_check)
            {
                if skip.all_quiet {
                    picker.skip_quiet();
                }
                continue;
            }
            let mut extension = 0;
            if scored.code == table && excluded == 0 {
                match self.singular::<N>(node, &scored) {
                    Ok(extra) => extension = extra,
                    Err(value) => {
                        self.done(ply, picker);
                        return Err(value);
                    }
                }
            }
            let depth = node.depth - 1 + extension;
            let reduced =
                if reduction > 0 { (depth - reduction).clamp(1.min(depth), depth) } else { depth };
            let descent = ChildSearch { first: count == 1, depth, reduced, ply, cut };
            let value = self.descend::<N>(&scored, node.alpha, beta, descent);
            if self.is_over() {
                self.done(ply, picker);
                return Err(0);
            }
            if value > best.value {
                best.value = value;
                if value > node.alpha {
                    node.alpha = value;
                    best.step = Some(scored);
                    if N::PV {
                        self.extend_line(ply, scored.step);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
            tried.push(&scored);
        }
        self.done(ply, picker);
        // With none, only the excluded move is legal.
        if count > 0 { Ok(best) } else { Err(alpha) }
    }

    /// Keeps the value of a node in the table, and in the correction history what the evaluation
    /// missed; `alpha` and `depth` are those before its search.
    #[inline]
    fn keep(&mut self, open: &OpenNode, alpha: Value, depth: i32, best: &BestMove<P::Step>) {
        let OpenNode { node, key, raw, correction_keys, .. } = *open;
        let bound = Bound::of(best.value, alpha, node.beta);
        if let Some(raw) = raw
            && best.step.is_none_or(|step| step.quiet)
            && !is_mate(best.value)
            && match bound {
                Bound::Exact => true,
                Bound::Lower => best.value > raw,
                Bound::Upper => best.value < raw,
            }
        {
            self.thread_data.corrections.learn(correction_keys, best.value - raw, node.depth);
        }
        let code = best.step.map_or(0, |step| step.code);
        let value = Entry::value_to_keep(best.value, node.ply);
        self.context.table.store(key, Entry { code, value, eval: raw, depth, bound });
    }

    /// Sets the search stack entry of a node.
    fn enter_frame(&mut self, node: &mut NodeContext) {
        let NodeContext { ply, eval, .. } = *node;
        let doubles =
            ply.checked_sub(1).map_or(0, |before| self.thread_data.frames[before].doubles);
        let earlier =
            |back| ply.checked_sub(back).and_then(|ply| self.thread_data.frames[ply].eval);
        if let Some(eval) = eval
            && !self.several
        {
            node.improving = earlier(2).or_else(|| earlier(4)).is_some_and(|old| eval > old);
        }
        let frame = &mut self.thread_data.frames[ply];
        frame.eval = eval;
        frame.cutoffs = 0;
        frame.doubles = doubles;
        frame.made = NO_STEP;
        frame.quiet = None;
    }

    /// Updates the history of the quiet move that led to a node, by the change of the static
    /// evaluation, before the node is searched (as in Stockfish).
    fn learn_from_evaluation(&mut self, node: &NodeContext) {
        let Some(frame) = node.ply.checked_sub(1).map(|ply| &self.thread_data.frames[ply]) else {
            return;
        };
        if self.several {
            return;
        }
        if let (Some(slot), Some(old), Some(new)) = (frame.quiet, frame.eval, node.eval) {
            let params = &self.context.params;
            let most = params.history_eval_most;
            let bonus = (-(old + new) * params.history_eval).clamp(-most, most);
            self.thread_data.history.add_plain(slot, bonus);
        }
    }

    /// Makes a move, searches the child, and takes the move back: late moves first with a null
    /// window and reduced depth, and in full only if they fail high.
    pub(super) fn descend<N: Node>(
        &mut self,
        scored: &ScoredMove<P::Step>,
        alpha: Value,
        beta: Value,
        descent: ChildSearch,
    ) -> Value {
        let ChildSearch { first, depth, reduced, ply, cut } = descent;
        self.make(scored, ply);
        let value = if self.moves_again() {
            self.go_on::<N>(alpha, beta, descent)
        } else {
            let mut value = -INFINITE;
            if !N::PV || !first {
                let is_cut = reduced < depth || !cut;
                value = -self.search::<NonPv>(-alpha - 1, -alpha, reduced, ply + 1, is_cut);
                if value > alpha && reduced < depth {
                    value = -self.search::<NonPv>(-alpha - 1, -alpha, depth, ply + 1, !cut);
                }
            }
            if N::PV && (first || value > alpha) {
                value = -self.search::<Pv>(-beta, -alpha, depth, ply + 1, false);
            }
            value
        };
        self.game.undo();
        value
    }

    /// Searches the child of a move after which the same side moves again. The child is a cut node
    /// where its parent is.
    #[cold]
    fn go_on<N: Node>(&mut self, alpha: Value, beta: Value, descent: ChildSearch) -> Value {
        let ChildSearch { first, depth, reduced, ply, cut } = descent;
        let mut value = -INFINITE;
        if !N::PV || !first {
            value = self.search::<NonPv>(alpha, alpha + 1, reduced, ply + 1, cut);
            if value > alpha && reduced < depth {
                value = self.search::<NonPv>(alpha, alpha + 1, depth, ply + 1, cut);
            }
        }
        if N::PV && (first || value > alpha) {
            value = self.search::<Pv>(alpha, beta, depth, ply + 1, false);
        }
        value
    }

    /// Updates histories after a cutoff: bonus for the refuting move, malus for those before it.
    fn learn(&mut self, step: &ScoredMove<P::Step>, tried: &TriedMoves, depth: i32, ply: usize) {
        let params = &self.context.params;
        let bonus = (params.history_bonus * depth).min(params.history_most);
        let before = self.before(ply);
        if ply > 0 {
            self.thread_data.frames[ply - 1].cutoffs += 1;
        }
        let history = &mut self.thread_data.history;
        if step.quiet {
            let killers = &mut self.thread_data.frames[ply].killers;
            if killers[0] != step.code {
                *killers = [step.code, killers[0]];
            }
            history.set_counter(before[0], step.code);
            history.add_quiet(step.slot, before, bonus);
            for slot in tried.quiets.iter() {
                history.add_quiet(slot, before, -bonus);
            }
        } else if let Some(victim) = step.victim {
            history.add_capture(step.slot, victim, bonus);
        }
        for (slot, victim) in tried.captures.iter() {
            history.add_capture(slot, victim, -bonus);
        }
    }
}

/// Returns the TT value of a node, if the entry is deep enough and its bound fits the window.
pub(crate) fn usable(
    entry: &Entry,
    alpha: Value,
    beta: Value,
    depth: i32,
    ply: usize,
) -> Option<Value> {
    let value = entry.value_at(ply);
    let fits = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    (fits && entry.depth >= depth).then_some(value)
}
