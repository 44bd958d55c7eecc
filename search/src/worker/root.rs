//! Root search: iterative deepening (<https://www.chessprogramming.org/Iterative_Deepening>) with
//! aspiration windows (<https://www.chessprogramming.org/Aspiration_Windows>).

use super::alphabeta::ChildSearch;
use std::time::Duration;

use super::history::NO_STEP;
use super::reduce::REDUCTION_DEPTH;
use super::scored_move::ScoredMove;
use super::series::winning_series;
use super::{Pv, Worker};
use crate::families::SearchFamily;
use crate::hunt::HuntLimit;
use crate::iteration::{Completed, IterationResult};
use crate::params::ASPIRATION_DEPTH;
use crate::score::{Bound, INFINITE, MAX_PLY, Value, is_mate, win_in};
use crate::sort::sort_by_key;
use crate::table::Entry;

/// Search time from which failed aspiration windows are reported.
const REPORT_ATTEMPTS_FROM: Duration = Duration::from_secs(2);

/// Root move.
struct RootStep<S> {
    scored: ScoredMove<S>,
    /// The other moves of a requested turn, where turns have several.
    rest: Vec<S>,
    value: Value,
    line: Vec<S>,
    /// Nodes spent on it so far.
    nodes: u64,
}

impl<S: Clone> RootStep<S> {
    /// Returns its line as the result of an iteration.
    fn found(&self, depth: i32) -> IterationResult<S> {
        IterationResult { line: self.line.clone(), value: self.value, depth }
    }
}

/// Root moves and the best line so far.
struct Root<S> {
    steps: Vec<RootStep<S>>,
    /// Best line of the present aspiration window: it beat alpha, so it is valid even if the search
    /// is interrupted.
    partial: Option<(Value, Vec<S>)>,
}

impl<S: Copy + PartialEq> Root<S> {
    /// Moves another thread's best move to the front.
    fn begin_with(&mut self, found: &IterationResult<S>) {
        let first = found.line.first();
        if let Some(index) = self.steps.iter().position(|step| Some(&step.scored.step) == first) {
            self.steps[..=index].rotate_right(1);
            self.steps[0].value = found.value;
            self.steps[0].line.clone_from(&found.line);
        }
    }
}

impl<P: SearchFamily> Worker<'_, '_, P> {
    /// Searches by iterative deepening, to `max_depth` plies at most, until a limit is reached.
    /// Only `allowed` moves are searched; there must be one.
    pub(crate) fn deepen(
        mut self,
        allowed: &[P::Step],
        max_depth: i32,
    ) -> IterationResult<P::Step> {
        let table = self.table_code();
        let (mut picker, hints) = (self.picker_of(0, allowed, table), self.hints(0));
        let mut steps = Vec::new();
        while let Some(scored) = self.pick(&mut picker, &hints) {
            for rest in self.requested_after(scored.step) {
                let mut line = vec![scored.step];
                line.extend_from_slice(&rest);
                steps.push(RootStep { scored, rest, value: -INFINITE, line, nodes: 0 });
            }
        }
        self.done(0, picker);
        let mut root = Root { steps, partial: None };
        let lines = self.context.request.limits.multi_pv.clamp(1, root.steps.len().max(1));
        let forced = self.game.position().is_forced();
        self.thread_data.frames[0].eval = (!forced).then(|| self.evaluate(0));
        let line = root.steps.first().map_or(Vec::new(), |step| step.line.clone());
        let mut found = IterationResult { line, value: self.evaluate(0), depth: 0 };
        self.poll();
        if let Some(won) = self.winning_turn() {
            self.report(&won, won.depth, 1, Bound::Exact);
            return won;
        }

        let deepest = max_depth.min(MAX_PLY as i32 - 1);
        while let Some(depth) = self.context.next_depth(self.index, deepest) {
            self.root_depth = depth;
            self.longest = 0;
            for first in 0..lines {
                self.aspire(&mut root, first, depth);
                if self.is_over() {
                    break;
                }
                sort_by_key(&mut root.steps[first..], |step| i64::from(-step.value));
            }
            if self.is_over() {
                let reached = self.context.reached();
                if reached.depth >= depth {
                    // Another thread was faster.
                    root.begin_with(&reached);
                    self.grace = None;
                } else if (lines == 1 || reached.depth == 0)
                    && let Some((value, line)) = root.partial.take()
                    && line != reached.line
                {
                    // With several PVs, all those of the last iteration stay: this one may have
                    // been another among them.
                    found = IterationResult { line, value, depth: reached.depth };
                    self.report(&found, depth, 1, Bound::Lower);
                }
                continue;
            }
            sort_by_key(&mut root.steps[..lines], |step| i64::from(-step.value));
            let all: Vec<_> = root.steps[..lines].iter().map(|step| step.found(depth)).collect();
            let spent: u64 = root.steps.iter().map(|step| step.nodes).sum();
            let share = root.steps[0].nodes as f64 / spent.max(1) as f64;
            self.grace = None;
            let best = &root.steps[0];
            let settled = is_mate(best.value) && depth as usize > best.line.len() + 4;
            let how =
                Completed { longest: self.longest, share, choices: root.steps.len(), settled };
            self.context.count_nodes(self.index, self.nodes);
            let is_first = self.context.complete(&all, &how);
            // With several PVs the reported ones count; with one, each thread keeps its own for the
            // vote.
            found = match all.into_iter().next() {
                Some(best) if is_first || lines == 1 => best,
                _ => self.context.reached(),
            };
        }
        let reached = self.context.reached();
        if reached.depth > found.depth {
            found = reached;
        }
        if found.depth == 0 {
            self.report(&found, 0, 1, Bound::Lower);
        }
        self.poll();
        found
    }

    /// Returns the moves that follow a first one in the requested turns, where turns have several;
    /// in others, and where all turns are allowed, nothing follows.
    fn requested_after(&self, first: P::Step) -> Vec<Vec<P::Step>> {
        let only = self.context.request.only;
        let begins = |turn: &&Vec<P::Step>| turn.first() == Some(&first);
        let mut rests: Vec<Vec<P::Step>> = Vec::new();
        if self.several {
            rests = only.iter().filter(begins).map(|turn| turn[1..].to_vec()).collect();
        }
        if rests.is_empty() { vec![Vec::new()] } else { rests }
    }

    /// Returns a turn of several moves that wins at once, on the first thread, if it is found in a
    /// third of the limits.
    fn winning_turn(&mut self) -> Option<IterationResult<P::Step>> {
        let context = self.context;
        let request = context.request;
        let is_free = request.only.is_empty() && request.limits.multi_pv <= 1;
        if !self.several || self.index > 0 || !is_free {
            return None;
        }
        let mut limit = HuntLimit::third(context, self.nodes);
        let line = winning_series(&self.game, &mut limit);
        self.nodes = limit.searched();
        let line = line?;
        Some(IterationResult { value: win_in(line.len()), depth: 1, line })
    }

    fn table_code(&self) -> u16 {
        let key = self.game.position().key();
        self.context.table.probe(key).map_or(0, |entry| entry.code)
    }

    /// Finds the best root move from `first` on, with an aspiration window that widens as needed.
    fn aspire(&mut self, root: &mut Root<P::Step>, first: usize, depth: i32) {
        let mut width = self.context.params.aspiration;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let expected = root.steps[first].value;
        if depth >= ASPIRATION_DEPTH && !is_mate(expected) {
            (alpha, beta) = (expected - width, expected + width);
        }
        // Depth reduction after fail highs, in plies: less depth is enough to confirm a move that
        // was better than expected (as in Stockfish).
        let mut less = 0;
        loop {
            root.partial = None;
            let value = self.search_root(root, first, alpha, beta, (depth - less).max(1));
            if self.is_over() || (alpha < value && value < beta) {
                return;
            }
            let bound = if value <= alpha { Bound::Upper } else { Bound::Lower };
            self.report_attempt(root, first, value, depth, bound);
            width = if width > 800 { 2 * INFINITE } else { width * 3 };
            if value <= alpha {
                if alpha <= -INFINITE {
                    return;
                }
                if beta < INFINITE {
                    beta = Value::midpoint(alpha, beta);
                }
                alpha = (value - width).max(-INFINITE);
                less = 0;
            } else {
                if beta >= INFINITE {
                    return;
                }
                beta = (value + width).min(INFINITE);
                less = if is_mate(value) { 0 } else { less + 1 };
                // The move that failed high comes first in the next window.
                sort_by_key(&mut root.steps[first..], |step| i64::from(-step.value));
            }
        }
    }

    fn search_root(
        &mut self,
        root: &mut Root<P::Step>,
        first: usize,
        mut alpha: Value,
        beta: Value,
        depth: i32,
    ) -> Value {
        let original = alpha;
        let mut best = -INFINITE;
        let mut best_code = 0;
        for index in first..root.steps.len() {
            if self.index == 0 {
                self.context.request.control.report_root(depth, root.steps.len() - index - 1);
            }
            let scored = root.steps[index].scored;
            let full = depth - 1;
            let late = scored.quiet && depth > REDUCTION_DEPTH && index - first > 2;
            let reduction =
                if late { self.context.reductions.late(depth, index - first) } else { 0 };
            let reduced = (full - reduction).clamp(full.min(1), full);
            let descent =
                ChildSearch { first: index == first, depth: full, reduced, ply: 0, cut: false };
            let before = self.nodes;
            let rest = std::mem::take(&mut root.steps[index].rest);
            let value = if rest.is_empty() {
                self.descend::<Pv>(&scored, alpha, beta, descent)
            } else {
                self.follow(&scored, &rest, alpha, beta, full)
            };
            root.steps[index].rest = rest;
            root.steps[index].nodes += self.nodes - before;
            if self.is_over() {
                return best;
            }
            let step = &mut root.steps[index];
            step.value = if index == first || value > alpha { value } else { -INFINITE };
            if value > best {
                best = value;
                if value > alpha {
                    self.extend_line(0, scored.step);
                    step.line.clone_from(&self.thread_data.lines[0]);
                    best_code = scored.code;
                    if first == 0 {
                        root.partial = Some((value, step.line.clone()));
                    }
                    alpha = value;
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        if first == 0 {
            let bound = Bound::of(best, original, beta);
            let key = self.game.position().key();
            let value = Entry::value_to_keep(best, 0);
            self.context
                .table
                .store(key, Entry { code: best_code, value, eval: None, depth, bound });
        }
        best
    }

    /// Searches a requested turn of several moves; `depth` is that after its first one.
    fn follow(
        &mut self,
        scored: &ScoredMove<P::Step>,
        rest: &[P::Step],
        alpha: Value,
        beta: Value,
        depth: i32,
    ) -> Value {
        let mut ply = 1;
        self.make(scored, 0);
        for &step in rest {
            self.thread_data.frames[ply].made = NO_STEP;
            self.thread_data.frames[ply].quiet = None;
            self.game.play(step);
            ply += 1;
        }
        let value = if self.moves_again() {
            self.search::<Pv>(alpha, beta, depth, ply, false)
        } else {
            -self.search::<Pv>(-beta, -alpha, depth, ply, false)
        };
        self.game.undo();
        for &step in rest.iter().rev() {
            self.game.undo();
            ply -= 1;
            self.extend_line(ply, step);
        }
        value
    }

    /// Reports a failed aspiration window, in long searches with one PV, so that users see that the
    /// score is about to change.
    fn report_attempt(
        &self,
        root: &Root<P::Step>,
        first: usize,
        value: Value,
        depth: i32,
        bound: Bound,
    ) {
        let is_one = self.context.request.limits.multi_pv <= 1;
        if self.index == 0 && is_one && self.context.timer.elapsed() >= REPORT_ATTEMPTS_FROM {
            let line = root.steps[first].line.clone();
            self.report(&IterationResult { line, value, depth }, depth, first + 1, bound);
        }
    }

    /// Reports a line, on the first thread only.
    fn report(&self, found: &IterationResult<P::Step>, depth: i32, number: usize, bound: Bound) {
        if self.index == 0 {
            self.context.count_nodes(self.index, self.nodes);
            self.context.report(found, depth, self.longest, number, bound);
        }
    }
}
