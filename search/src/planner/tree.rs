//! Alpha-beta over turns.

use variants::Bits;

use super::leave::OpenNode;
use super::list::{Breadth, NARROW, Turn};
use super::together::Order;
use super::{BlendedEval, DEEPEST, Planner};
use crate::families::SearchFamily;
use crate::hunt::HuntLimit;
use crate::score::{Bound, INFINITE, MATED_BOUND, MAX_PLY, Value, is_mate, win_in};
use crate::table::Entry;
use crate::worker::{usable, winning_turn};

/// Minimum number of units for a null move: with fewer, zugzwang is likely.
const ENOUGH: u32 = 4;
/// Maximum depth of quiescence search, in turns.
const QUIET_LIMIT: i32 = 5;
/// Delta pruning margin of quiescence search, in centipawns.
const DELTA: Value = 200;
/// Futility margin at depth 1, in centipawns.
const FUTILITY: Value = 250;
/// Turns from this number on are first searched with two turns less depth.
const LATE: usize = 12;
/// Maximum steps of a winning turn that is sought in every node.
const GOAL: usize = 3;
/// Maximum nodes of that search.
const GOAL_NODES: u64 = 400;
/// Malus of a position of which all listed turns lose, but not all turns are listed, in centipawns.
const UNPROVEN_LOSS: Value = 500;
/// Depth of exact TT entries.
const CERTAIN: i32 = 200;

/// Best of the turns searched at a node.
struct Best {
    value: Value,
    /// Lower bound of the window.
    alpha: Value,
    beta: Value,
    /// TT code of the best turn; 0 for none.
    code: u16,
    /// Code of the TT turn.
    remembered: u16,
    /// Number of searched turns.
    tried: usize,
}

/// Node whose turns are to be searched.
#[derive(Clone, Copy, Debug)]
struct Node {
    alpha: Value,
    beta: Value,
    /// Depth, in turns.
    depth: i32,
    /// Distance from the root, in turns.
    turn: usize,
    blended: BlendedEval,
    /// Code of the TT turn.
    remembered: u16,
}

/// Parameters of the search among a node's turns.
#[derive(Clone, Copy, Debug)]
struct Scope {
    breadth: Breadth,
    /// Difference of the static evaluation from the HCE, in centipawns.
    shift: Value,
    /// Depth, in turns.
    depth: i32,
    /// Distance from the root, in turns.
    turn: usize,
}

impl Best {
    fn new(value: Value, alpha: Value, beta: Value, remembered: u16) -> Self {
        Best { value, alpha: alpha.max(value), beta, code: 0, remembered, tried: 0 }
    }

    /// Records a turn that is pruned by its ordering score.
    fn pass_by(&mut self, worth: Value) {
        self.value = self.value.max(worth.min(self.alpha));
    }
}

impl<P: SearchFamily> Planner<'_, '_, P> {
    /// Returns the value of the present position, between turns, at a depth in turns: exact inside
    /// the window, a bound outside it. Meaningless once the search is aborted.
    pub(super) fn search(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        turn: usize,
        after_pass: bool,
    ) -> Value {
        self.lines[turn].clear();
        if let Some(value) = self.ended() {
            self.enter();
            return value;
        }
        let ply = self.ply();
        self.longest = self.longest.max(ply);
        if let Some(value) = self.tabled(ply).or_else(|| self.lone_chief(ply)) {
            self.enter();
            return value;
        }
        let key = self.key();
        let known = self.context.table.probe(key);
        let is_open = beta - alpha > 1;
        if let Some(entry) = known
            && !is_open
            && let Some(value) = usable(&entry, alpha, beta, depth, ply)
        {
            self.enter();
            return value;
        }
        let blended = self.blended_eval();
        let eval = blended.eval;
        if self.is_over() || turn >= DEEPEST || ply + 20 >= MAX_PLY {
            return eval;
        }
        // Positions with a TT entry were already checked for this.
        if known.is_none()
            && let Some(value) = self.wins_at_once(key, turn)
        {
            return value;
        }
        if depth <= 0 {
            return self.quiesce(alpha, beta, blended, depth, turn);
        }
        let remembered = known.map_or(0, |entry| entry.code);
        let node = Node { alpha, beta, depth, turn, blended, remembered };
        if is_open {
            return self.expand(node, false);
        }
        self.open.push(OpenNode { key, alpha, beta, depth, ply });
        let value = self.expand(node, !after_pass && eval >= beta && !is_mate(beta));
        self.open.pop().unwrap_or(value)
    }

    /// Returns the value of a node by a null move, if it may be tried, and by its turns.
    fn expand(&mut self, node: Node, may_pass: bool) -> Value {
        let Node { alpha, beta, depth, turn, blended, remembered } = node;
        let (key, eval) = (self.key(), blended.eval);
        if may_pass && self.has_choice() && self.game.pass() {
            let value = -self.search(-beta, 1 - beta, depth - 2, turn + 1, true);
            self.game.undo();
            if self.is_over() {
                return eval;
            }
            if value >= beta && !is_mate(value) {
                return value;
            }
        }

        let mut best = Best::new(-INFINITE, alpha, beta, remembered);
        self.choose(&mut best, self.breadth, blended.shift, depth, turn);
        if self.is_over() {
            return eval;
        }
        if best.value == -INFINITE {
            return self.value_of(self.game.position().outcome_without_steps());
        }
        // Of few turns all may lose where others do not.
        if self.breadth == NARROW && best.value <= MATED_BOUND {
            best.value = (eval - UNPROVEN_LOSS).max(MATED_BOUND + 1);
        }
        let bound = Bound::of(best.value, alpha, beta);
        self.store(key, best.code, best.value, Some(eval), depth, bound);
        best.value
    }

    /// Searches the turns of the present position, until one causes a cutoff: the killer turn and
    /// the TT turn, then the others.
    fn choose(&mut self, best: &mut Best, breadth: Breadth, shift: Value, depth: i32, turn: usize) {
        let killer = if breadth == Breadth::Full { self.killer(turn) } else { None };
        if killer.as_ref().is_some_and(|killer| self.is_enough(best, killer, depth, turn)) {
            return;
        }
        let (list, together) = (self.list(breadth), self.together);
        let mut first = [killer, None];
        first[1] = list.find(best.remembered).filter(|turn| !is_among(&first, turn));
        let scope = Scope { breadth, shift, depth, turn };
        if first[1].as_ref().is_some_and(|choice| self.settles(best, choice, scope)) {
            return;
        }
        let mut number = 0;
        while let Some(turns) = self.stage(&list, number) {
            number += 1;
            let mut order = Order::new(turns.len());
            while let Some(index) =
                order.next(|index| best.tried > 0 && together.is_busy(turns[index].key, depth))
            {
                let choice = &turns[index];
                if !is_among(&first, choice) && self.settles(best, choice, scope) {
                    return;
                }
            }
        }
    }

    /// Searches a turn, unless it is pruned; returns whether it causes a cutoff.
    fn settles(&mut self, best: &mut Best, choice: &Turn<P::Step>, scope: Scope) -> bool {
        let Scope { breadth, shift, depth, turn } = scope;
        let margin = if depth <= 0 { DELTA } else { FUTILITY };
        let worth = choice.worth + shift;
        if depth <= 1 && best.value > -INFINITE && worth + margin <= best.alpha {
            best.pass_by(worth);
            return false;
        }
        let is_enough = self.is_enough(best, choice, depth, turn);
        if is_enough && breadth == Breadth::Full {
            self.killers[turn].clone_from(&choice.steps);
        }
        is_enough
    }

    /// Searches a turn; returns whether it causes a cutoff.
    fn is_enough(
        &mut self,
        best: &mut Best,
        choice: &Turn<P::Step>,
        depth: i32,
        turn: usize,
    ) -> bool {
        let together = self.together;
        let _mark = together.mark(choice.key, depth);
        let value = self.follow(choice, best.alpha, best.beta, depth, best.tried, turn);
        best.tried += 1;
        if self.is_over() {
            return true;
        }
        if value > best.value {
            best.value = value;
            if value > best.alpha {
                best.alpha = value;
                best.code = choice.key as u16;
                self.extend_line(turn, choice);
            }
        }
        best.alpha >= best.beta
    }

    /// Returns the killer turn, as far as its steps are legal now
    /// (<https://www.chessprogramming.org/Killer_Heuristic>).
    pub(super) fn killer(&mut self, turn: usize) -> Option<Turn<P::Step>> {
        let killer = std::mem::take(&mut self.killers[turn]);
        let (ply, side) = (self.game.ply(), self.game.position().side());
        let mut steps = Vec::with_capacity(killer.len());
        for &step in &killer {
            let legal = self.steps(false);
            let is_legal = legal.contains(&step);
            self.reuse(legal);
            if is_legal {
                self.game.play(step);
                steps.push(step);
                if self.game.position().side() != side {
                    break;
                }
            }
        }
        self.killers[turn] = killer;
        let is_whole = !steps.is_empty() && self.game.position().side() != side;
        let key = self.game.position().key();
        while self.game.ply() > ply {
            self.game.undo();
        }
        is_whole.then_some(Turn { steps, key, worth: 0 })
    }

    /// Whether the side to move has enough units for a null move: a chief that is all but alone may
    /// have to move where it is captured (<https://www.chessprogramming.org/Zugzwang>).
    fn has_choice(&self) -> bool {
        let position = self.game.position();
        position.board().side(position.side()).count() >= ENOUGH
    }

    /// Returns the value of a turn; late turns are reduced first.
    pub(super) fn follow(
        &mut self,
        choice: &Turn<P::Step>,
        alpha: Value,
        beta: Value,
        depth: i32,
        count: usize,
        turn: usize,
    ) -> Value {
        self.play(choice);
        let mut value = INFINITE;
        if count > 2 && depth > 1 {
            let less = if count > LATE && depth > 2 { 3 } else { 2 };
            value = -self.search(-alpha - 1, -alpha, depth - less, turn + 1, false);
        }
        if value > alpha && count > 0 && beta - alpha > 1 {
            value = -self.search(-alpha - 1, -alpha, depth - 1, turn + 1, false);
        }
        if value > alpha {
            value = -self.search(-beta, -alpha, depth - 1, turn + 1, false);
        }
        self.undo(choice);
        value
    }

    /// Quiescence search: as [`Planner::search`], over turns of captures.
    fn quiesce(
        &mut self,
        alpha: Value,
        beta: Value,
        blended: BlendedEval,
        depth: i32,
        turn: usize,
    ) -> Value {
        let BlendedEval { eval, shift } = blended;
        if eval >= beta || depth <= -QUIET_LIMIT {
            return eval;
        }
        let mut best = Best::new(eval, alpha, beta, 0);
        self.choose(&mut best, Breadth::Tactical, shift, depth, turn);
        if self.is_over() {
            return eval;
        }
        let bound = Bound::of(best.value, alpha, beta);
        self.store(self.key(), best.code, best.value, Some(eval), depth, bound);
        best.value
    }

    /// Returns the TT key of the present position: narrow iterations have keys of their own, since
    /// their results do not hold for all turns.
    fn key(&self) -> u64 {
        let key = self.game.position().key();
        if self.breadth == NARROW { !key } else { key }
    }

    /// Returns the value of a position in which some turn wins at once.
    fn wins_at_once(&mut self, key: u64, turn: usize) -> Option<Value> {
        let position = self.game.position();
        if !self.context.evaluator.may_win(position) {
            return None;
        }
        let context = self.context;
        let most = self.nodes.saturating_add(GOAL_NODES).min(context.node_limit);
        let mut limit = HuntLimit::nodes(context, self.nodes, most);
        let (royal, evaluator) = (context.royal_chiefs(), context.evaluator);
        let line = winning_turn(&mut self.game, royal, evaluator, GOAL, &mut limit);
        self.nodes = limit.searched();
        if self.nodes >= self.next_poll {
            self.poll();
        }
        let line = line?;
        let value = win_in(self.ply() + line.len());
        self.store(key, 0, value, None, CERTAIN, Bound::Exact);
        self.lines[turn] = line;
        Some(value)
    }

    fn store(
        &self,
        key: u64,
        code: u16,
        value: Value,
        eval: Option<Value>,
        depth: i32,
        bound: Bound,
    ) {
        let value = Entry::value_to_keep(value, self.ply());
        self.context.table.store(key, Entry { code, value, eval, depth, bound });
    }

    /// Sets the PV of a turn to this turn and the PV after it.
    pub(super) fn extend_line(&mut self, turn: usize, choice: &Turn<P::Step>) {
        let (lines, after) = self.lines.split_at_mut(turn + 1);
        lines[turn].clear();
        lines[turn].extend_from_slice(&choice.steps);
        lines[turn].extend_from_slice(&after[0]);
    }
}

/// Whether one of some turns leads to the same position.
fn is_among<S>(turns: &[Option<Turn<S>>], other: &Turn<S>) -> bool {
    turns.iter().flatten().any(|turn| turn.key == other.key)
}
