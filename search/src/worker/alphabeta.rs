//! Principal variation search (<https://www.chessprogramming.org/Principal_Variation_Search>).
//!
//! Values are for the side to move; a step is a move. In games whose turns have several moves the same
//! side may be to move after it: values and windows keep their sign then.

use super::history::{NO_STEP, Slot};
use super::scored_move::ScoredMove;
use super::{MoveClass, Node, NonPv, Pv, Worker};
use crate::families::SearchFamily;
use crate::score::{Bound, INFINITE, MATED_BOUND, Value, is_mate, loss_in, win_in};
use crate::table::Entry;
use variants::PieceType;

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

/// Moves that were searched before a cutoff, for the malus; at most `N`.
struct Tried<const N: usize, T> {
    items: [Option<T>; N],
    count: usize,
}

impl<const N: usize, T: Copy> Tried<N, T> {
    const fn new() -> Self {
        Tried { items: [None; N], count: 0 }
    }

    fn push(&mut self, item: T) {
        if let Some(place) = self.items.get_mut(self.count) {
            *place = Some(item);
            self.count += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items[..self.count].iter().flatten().copied()
    }
}

impl<P: SearchFamily> Worker<'_, '_, P> {
    /// Returns the value of the present position: exact inside the window, a bound outside it
    /// (<https://www.chessprogramming.org/Fail-Soft>). Meaningless once the iteration is over.
    pub(super) fn search<N: Node>(
        &mut self,
        mut alpha: Value,
        mut beta: Value,
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
        alpha = alpha.max(loss_in(ply));
        beta = beta.min(win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // The TT probe waits for the prefetch: other work comes first.
        let forced = self.game.position().is_forced();
        let correction_keys = self.correction_keys(ply);
        let excluded = self.thread_data.frames[ply].excluded;
        let key = self.game.position().key();
        let known = if excluded == 0 { self.context.table.probe(key) } else { None };
        if !N::PV
            && let Some(entry) = known
            && let Some(value) = usable(&entry, alpha, beta, depth, ply)
        {
            return value;
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
        let style = self.context.style;
        if forced && style.extend_check && ply < 2 * self.root_depth as usize {
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
            && !self.thread_data.frames[ply].verifies
            && let Some(value) = self.prune_node(&mut node)
        {
            return value;
        }
        // Without a TT move, less depth finds one
        // (https://www.chessprogramming.org/Internal_Iterative_Reductions).
        let table = known.map_or(0, |entry| entry.code);
        if table == 0 && node.depth >= 4 && (N::PV || cut) && excluded == 0 {
            node.depth -= 1;
        }

        let mut picker = self.picker(ply, MoveClass::All, table);
        if picker.len() == 0 || self.is_over() {
            self.done(ply, picker);
            return self.value_without_steps(ply);
        }
        // A single legal move is extended in PV nodes: elsewhere it costs more than it finds
        // (https://www.chessprogramming.org/One_Reply_Extensions).
        let near = ply < 2 * self.root_depth as usize;
        if N::PV && forced && !style.extend_check && picker.len() == 1 && near {
            node.depth += 1;
        }
        let hints = self.hints(ply);
        let mut best = -INFINITE;
        let mut best_step: Option<ScoredMove<P::Step>> = None;
        let (mut quiets, mut captures) = (Tried::<64, Slot>::new(), Tried::<32, _>::new());
        let mut count = 0;
        while let Some(scored) = self.pick(&mut picker, &hints) {
            if scored.code == excluded && excluded != 0 {
                continue;
            }
            count += 1;
            let gives_check = self.game.position().gives_check(scored.step);
            let losing = picker.is_losing();
            let reduction = self.reduction::<N>(&node, &scored, count, losing, gives_check);
            if best > MATED_BOUND
                && (!N::PV || node.depth < 8)
                && let Some(skip) = self.prune_move(&node, &scored, count, reduction, gives_check)
            {
                if skip.all_quiet {
                    picker.skip_quiet();
                }
                continue;
            }
            let mut extension = 0;
            if scored.code == table && excluded == 0 {
                match self.singular::<N>(&node, &scored) {
                    Ok(extra) => extension = extra,
                    Err(value) => {
                        self.done(ply, picker);
                        return value;
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
                return 0;
            }
            if value > best {
                best = value;
                if value > node.alpha {
                    node.alpha = value;
                    best_step = Some(scored);
                    if N::PV {
                        self.extend_line(ply, scored.step);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
            if scored.quiet {
                quiets.push(scored.slot);
            } else if let Some(victim) = scored.victim {
                captures.push((scored.slot, victim));
            }
        }
        self.done(ply, picker);
        if count == 0 {
            // Only the excluded move is legal.
            return alpha;
        }

        if best >= beta
            && let Some(step) = best_step
        {
            self.learn(&step, &quiets, &captures, node.depth, ply);
        }
        if excluded != 0 {
            return best;
        }
        let bound = Bound::of(best, alpha, beta);
        if let Some(raw) = raw
            && best_step.is_none_or(|step| step.quiet)
            && !is_mate(best)
            && match bound {
                Bound::Exact => true,
                Bound::Lower => best > raw,
                Bound::Upper => best < raw,
            }
        {
            self.thread_data.corrections.learn(correction_keys, best - raw, node.depth);
        }
        let code = best_step.map_or(0, |step| step.code);
        let value = Entry::value_to_keep(best, ply);
        self.context.table.store(key, Entry { code, value, eval: raw, depth, bound });
        best
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
    fn learn(
        &mut self,
        step: &ScoredMove<P::Step>,
        quiets: &Tried<64, Slot>,
        captures: &Tried<32, (Slot, PieceType)>,
        depth: i32,
        ply: usize,
    ) {
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
            for slot in quiets.iter() {
                history.add_quiet(slot, before, -bonus);
            }
        } else if let Some(victim) = step.victim {
            history.add_capture(step.slot, victim, bonus);
        }
        for (slot, victim) in captures.iter() {
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
