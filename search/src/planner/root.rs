//! Root search over turns: iterative deepening and widening
//! (<https://www.chessprogramming.org/Iterative_Deepening>).

use variants::Bits;

use super::list::{Breadth, Turn};
use super::together::Order;
use super::{BlendedEval, Planner};
use crate::families::SearchFamily;
use crate::hunt::HuntLimit;
use crate::iteration::{Completed, IterationResult};
use crate::score::{Bound, INFINITE, MATE_BOUND, MAX_PLY, Value, is_mate, win_in};
use crate::sort::sort_by_key;
use crate::worker::winning_turn;

/// Maximum steps of a winning turn that is sought before the search.
const GOAL: usize = 4;
/// Number of narrow iterations, which search only the most promising turns, each one turn deeper.
const NARROW_ROUNDS: i32 = 3;
/// Starts per army at the root of a narrow iteration, per turn of depth.
const STARTS: usize = 2;

/// Assumed share of an iteration's nodes that the best turn takes; it is not measured.
const SHARE: f64 = 0.7;

/// Returns width and depth of an iteration, in turns. All turns at depth two are worth more than
/// the best ones at depth six, but they take time: quick iterations come first.
fn round(depth: i32) -> (Breadth, i32) {
    if depth <= NARROW_ROUNDS {
        (Breadth::Narrow(STARTS * depth as usize), depth)
    } else {
        (Breadth::Full, depth - NARROW_ROUNDS + 1)
    }
}

/// Root turn.
pub(super) struct RootTurn<S> {
    pub turn: Turn<S>,
    /// Value if it beat others; -[`INFINITE`] if not.
    value: Value,
    line: Vec<S>,
}

impl<S: Clone + PartialEq> RootTurn<S> {
    /// Returns its line as the result of an iteration.
    fn found(&self, depth: i32) -> IterationResult<S> {
        IterationResult { line: self.line.clone(), value: self.value, depth }
    }
}

/// Moves another thread's best turn to the front.
fn begin_with<S: Clone + PartialEq>(root: &mut [RootTurn<S>], found: &IterationResult<S>) {
    if let Some(index) = root.iter().position(|turn| found.line.starts_with(&turn.turn.steps)) {
        root[..=index].rotate_right(1);
        root[0].value = found.value;
        root[0].line.clone_from(&found.line);
    }
}

impl<P: SearchFamily> Planner<'_, '_, P> {
    /// Searches by iterative deepening, to `max_depth` turns at most, until a limit is reached.
    /// Only turns that the request allows are searched; there must be a legal step.
    pub(crate) fn deepen(mut self, max_depth: i32) -> IterationResult<P::Step> {
        let request = self.context.request;
        let mut root = self.admitted(request.only);
        let (is_free, mut has_all) = (root.is_empty(), false);
        let line = root.first().map_or_else(|| self.any_turn(), |first| first.line.clone());
        let BlendedEval { eval, shift } = self.blended_eval();
        let mut found = IterationResult { line, value: eval, depth: 0 };
        self.poll();
        if is_free
            && request.limits.multi_pv <= 1
            && let Some(won) = self.win().or_else(|| self.hunted())
        {
            self.report(&won, won.depth, 1, Bound::Exact);
            return won;
        }
        while let Some(depth) = self.context.next_depth(self.index, max_depth) {
            self.round = depth;
            self.longest = 0;
            let (breadth, ahead) = round(depth);
            if is_free && !has_all {
                let is_hunt = breadth == Breadth::Full && self.is_hunt();
                self.widen(&mut root, if is_hunt { Breadth::Pairs } else { breadth });
                has_all = breadth == Breadth::Full && !self.is_over();
            }
            if breadth == Breadth::Full {
                self.breadth = breadth;
            }
            if found.depth == 0
                && let Some(first) = root.first()
            {
                let value = first.turn.worth + shift;
                found = IterationResult { line: first.line.clone(), value, depth: 0 };
            }
            let lines = request.limits.multi_pv.clamp(1, root.len().max(1));
            let is_complete = self.search_root(&mut root, lines, ahead);
            let best = root.first().filter(|best| best.value > -INFINITE);
            if !is_complete {
                let reached = self.context.reached();
                if reached.depth >= depth {
                    // Another thread was faster.
                    begin_with(&mut root, &reached);
                    self.grace = None;
                    continue;
                }
                // With several PVs, all those of the last iteration stay.
                if let Some(best) = best.filter(|_| lines == 1 || reached.depth == 0) {
                    let is_news = best.line != found.line;
                    found = best.found(reached.depth);
                    if is_news && found.depth > 0 {
                        self.report(&found, depth, 1, Bound::Lower);
                    }
                }
                break;
            }
            let Some(best) = best else { break };
            found = best.found(depth);
            self.grace = None;
            let all: Vec<_> = root[..lines].iter().map(|turn| turn.found(depth)).collect();
            // Turns that were not listed may not lose.
            let settled = found.value >= MATE_BOUND || is_mate(found.value) && has_all;
            let (longest, choices) = (self.longest.min(MAX_PLY), root.len());
            let how = Completed { longest, share: SHARE, choices, settled };
            self.context.count_nodes(self.index, self.nodes);
            if !self.context.complete(&all, &how) && lines > 1 {
                found = self.context.reached();
            }
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

    /// Returns the turns of a request that are legal and complete, except perhaps for their end.
    pub(super) fn admitted(&mut self, only: &[Vec<P::Step>]) -> Vec<RootTurn<P::Step>> {
        let ply = self.game.ply();
        let side = self.game.position().side();
        let mut root = Vec::new();
        let mut legal = Vec::new();
        for turn in only {
            let mut steps = Vec::new();
            for &step in turn {
                self.game.legal_steps(&mut legal);
                if self.game.position().side() != side || !legal.contains(&step) {
                    break;
                }
                self.game.play(step);
                steps.push(step);
            }
            let is_whole = !steps.is_empty() && steps.len() == turn.len();
            if self.game.position().side() == side
                && is_whole
                && let Some(end) = self.end_of_turn()
            {
                self.game.play(end);
                steps.push(end);
            }
            if is_whole && self.game.position().side() != side {
                let key = self.game.position().key();
                let turn = Turn { steps, key, worth: -INFINITE };
                root.push(RootTurn { line: turn.steps.clone(), turn, value: -INFINITE });
            }
            while self.game.ply() > ply {
                self.game.undo();
            }
        }
        root
    }

    /// Returns some legal turn.
    fn any_turn(&mut self) -> Vec<P::Step> {
        let mut steps = Vec::new();
        self.game.legal_steps(&mut steps);
        let Some(&first) = steps.first() else { return Vec::new() };
        let side = self.game.position().side();
        self.game.play(first);
        let over = self.game.position().side() != side;
        let end = if over { None } else { self.end_of_turn() };
        self.game.undo();
        std::iter::once(first).chain(end).collect()
    }

    /// Returns a turn that wins at once.
    fn win(&mut self) -> Option<IterationResult<P::Step>> {
        if !self.context.evaluator.may_win(self.game.position()) {
            return None;
        }
        let context = self.context;
        let mut limit = HuntLimit::third(context, self.nodes);
        let (royal, evaluator) = (context.royal_chiefs(), context.evaluator);
        let line = winning_turn(&mut self.game, royal, evaluator, GOAL, &mut limit);
        self.nodes = limit.searched();
        let line = line?;
        Some(IterationResult { value: win_in(line.len()), depth: 1, line })
    }

    /// Whether the enemy has one unit left. To catch it takes turns whose steps gain nothing one by
    /// one.
    fn is_hunt(&self) -> bool {
        let position = self.game.position();
        position.board().side(!position.side()).count() == 1
    }

    /// Adds turns to the root turns.
    fn widen(&mut self, root: &mut Vec<RootTurn<P::Step>>, breadth: Breadth) {
        for turn in self.turns(breadth) {
            if root.iter().all(|other| other.turn.key != turn.key) {
                let line = turn.steps.clone();
                root.push(RootTurn { turn, value: -INFINITE, line });
            }
        }
    }

    /// Searches the root turns to a depth in turns and sorts them, the best first, the first
    /// `lines` of them exactly; false when it was interrupted. The searched ones come first then.
    fn search_root(&mut self, root: &mut [RootTurn<P::Step>], lines: usize, depth: i32) -> bool {
        let mut best: Vec<Value> = Vec::new();
        let mut is_complete = !self.is_over();
        let together = self.together;
        let mut order = Order::new(root.len());
        while let Some(index) =
            order.next(|index| index > 0 && together.is_busy(root[index].turn.key, depth))
        {
            if !is_complete {
                root[index].value = -INFINITE;
                continue;
            }
            if self.index == 0 {
                self.context.request.control.report_root(depth, order.left());
            }
            let alpha = if best.len() < lines { -INFINITE } else { best[lines - 1] };
            let count = index.saturating_sub(lines - 1);
            let _mark = together.mark(root[index].turn.key, depth);
            let value = self.follow(&root[index].turn, alpha, INFINITE, depth, count, 0);
            if self.is_over() {
                is_complete = false;
                root[index].value = -INFINITE;
                continue;
            }
            root[index].value = -INFINITE;
            if value > alpha {
                self.extend_line(0, &root[index].turn);
                root[index].value = value;
                root[index].line.clone_from(&self.lines[0]);
                let place = best.partition_point(|&other| other >= value);
                best.insert(place, value);
            }
        }
        sort_by_key(root, |turn| i64::from(-turn.value));
        is_complete
    }

    /// Reports a line, on the first thread only.
    pub(super) fn report(
        &self,
        found: &IterationResult<P::Step>,
        depth: i32,
        number: usize,
        bound: Bound,
    ) {
        if self.index == 0 {
            self.context.report(found, depth, self.longest.min(MAX_PLY), number, bound);
        }
    }
}
