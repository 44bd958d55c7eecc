//! From the first step to the end of the turn.
//!
//! Where a turn is one step, one search finds it. Where it has many, each step is searched for
//! anew with a share of what time is left, from the position that the steps before it made, until
//! the turn is over: a plan, carried out and thought over step by step.

use std::sync::PoisonError;

use rayon::ThreadPool;
use variants::{Game, Position};

use crate::params::{Params, Style};
use crate::report::count_turns;
use crate::score::{DRAW, MAX_PLY, Value, is_mate, loss_in, win_in};
use crate::table::Table;
use crate::time::{Budget, Timer};
use crate::worker::{Common, Found, Reporter, Shared, Worker, winning_turn};
use crate::{Bound, Learnt, Report, Request, Score, SearchResult, Wdl};

/// Percent of what is left of the time and the nodes that the next step's search may use, when
/// others may follow it.
const SHARE: u32 = 45;
/// The longest turn that is looked for because it wins at once, in steps.
const HUNT: usize = 3;

/// Ends the other threads when one ends, in whichever way.
struct AbortOnDrop<'a, 'b, P: Position>(&'a Shared<'b, P>);

impl<P: Position> Drop for AbortOnDrop<'_, '_, P> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A turn in the making.
struct Plan<'a, P: Position> {
    pool: &'a ThreadPool,
    learnt: &'a Learnt<P>,
    request: &'a Request<'a, P>,
    common: Common<'a, P>,
    budget: Option<Budget>,
    style: Style,
    /// The game after the steps so far.
    game: Game<P>,
    steps: Vec<P::Step>,
    nodes: u64,
}

pub(crate) fn search<P: Position>(
    pool: &ThreadPool,
    table: &Table,
    learnt: &Learnt<P>,
    params: Params,
    request: &Request<'_, P>,
    report: Reporter<'_, P::Step>,
) -> SearchResult<P::Step> {
    let timer = Timer::new(request.clock, request.control, request.limits.ponder);
    let common = Common {
        table,
        evaluator: &learnt.evaluator,
        params,
        limits: request.limits,
        control: request.control,
        timer: &timer,
        origin: request.game,
    };
    for memory in &learnt.memories {
        memory.lock().unwrap_or_else(PoisonError::into_inner).age();
    }
    let plan = Plan {
        pool,
        learnt,
        request,
        common,
        budget: Budget::new(request.limits),
        style: Style::of(&learnt.definition.family),
        game: request.game.clone(),
        steps: Vec::new(),
        nodes: 0,
    };
    let result = plan.carry_out(report);
    if request.limits.infinite || request.limits.ponder {
        request.control.wait(request.limits.infinite);
    }
    result
}

impl<P: Position> Plan<'_, P> {
    fn carry_out(mut self, report: Reporter<'_, P::Step>) -> SearchResult<P::Step> {
        let side = self.game.position().side();
        let mut allowed = self.allowed();
        if allowed.is_empty() {
            return self.nothing_to_play(report);
        }
        if let Some(found) = self.hunt() {
            self.tell(&found, &[], report);
            return self.finish(found, 0, &[]);
        }
        let mut first: Option<Found<P::Step>> = None;
        loop {
            let found = self.think(&allowed, report, first.is_some());
            let step = found.line[0];
            let prefix = self.steps.clone();
            self.play(step);
            let is_over = self.is_over(side);
            if first.is_some() && is_over {
                self.tell(&found, &prefix, report);
            }
            let depth = first.as_ref().map_or(found.depth, |first| first.depth);
            if is_over || self.is_late() || is_mate(found.value) {
                return self.finish(found, depth, &prefix);
            }
            first.get_or_insert(found);
            allowed = self.allowed();
        }
    }

    fn play(&mut self, step: P::Step) {
        self.game.play(step);
        self.steps.push(step);
    }

    /// Whether the turn of a side has come to its end.
    fn is_over(&self, side: variants::Color) -> bool {
        let position = self.game.position();
        position.side() != side || position.decided().is_some()
    }

    /// Whether there is nothing left to think with.
    fn is_late(&self) -> bool {
        let spent = || self.common.timer.spent();
        self.request.control.is_stopped()
            || self.request.limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || self.budget.is_some_and(|budget| spent().is_some_and(|spent| spent >= budget.hard))
    }

    /// The legal next steps that the request admits; all, if it admits none.
    fn allowed(&mut self) -> Vec<P::Step> {
        let mut legal = Vec::new();
        if self.game.position().decided().is_none() {
            self.game.legal_steps(&mut legal);
        }
        if self.request.only.is_empty() {
            return legal;
        }
        let made = self.steps.len();
        let fits = |step: &P::Step| {
            self.request.only.iter().filter(|turn| turn.starts_with(&self.steps)).any(|turn| {
                match turn.get(made) {
                    Some(next) => next == step,
                    None => self.game.position().facts(*step).is_none(),
                }
            })
        };
        let chosen: Vec<_> = legal.iter().copied().filter(fits).collect();
        if chosen.is_empty() { legal } else { chosen }
    }

    /// A turn that wins at once, where search might need long to see it.
    fn hunt(&mut self) -> Option<Found<P::Step>> {
        if !self.style.long_turns
            || !self.request.only.is_empty()
            || self.request.limits.multi_pv > 1
        {
            return None;
        }
        // A third of the time at most; without a time limit none is looked at, so that a number
        // of nodes gives the same answer always.
        let end = self.budget.map(|budget| budget.hard / 3);
        let nodes = &mut self.nodes;
        let limit = self.request.limits.nodes.unwrap_or(u64::MAX) / 3;
        let (timer, control) = (self.common.timer, self.request.control);
        let mut give_up = || {
            if *nodes >= limit || control.is_stopped() {
                return true;
            }
            *nodes += 1;
            nodes.is_multiple_of(16) && end.is_some_and(|end| timer.elapsed() >= end)
        };
        let line = winning_turn(&self.game, HUNT, &mut give_up)?;
        Some(Found { value: win_in(line.len()), depth: line.len() as i32, line })
    }

    /// Searches for the next step, on all threads.
    fn think(
        &mut self,
        allowed: &[P::Step],
        report: &mut (dyn FnMut(&Report<P::Step>) + Send),
        quietly: bool,
    ) -> Found<P::Step> {
        let limits = self.request.limits;
        let mut silent = |_: &Report<P::Step>| ();
        let reporter: Reporter<'_, P::Step> = if quietly { &mut silent } else { report };
        let mut shared =
            Shared::new(&self.common, self.learnt.memories.len(), &self.steps, reporter);
        shared.nodes_before = self.nodes;
        let left = limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.nodes).max(1));
        shared.budget = self.budget;
        shared.node_limit = left;
        if self.style.long_turns && !limits.infinite {
            let spent = self.common.timer.spent().unwrap_or_default();
            shared.budget = self.budget.map(|budget| budget.share(spent, SHARE));
            shared.node_limit =
                if left == u64::MAX { left } else { (left * u64::from(SHARE) / 100).max(1) };
        }
        let max_depth = limits.depth.unwrap_or(MAX_PLY as u32).clamp(1, MAX_PLY as u32) as i32;
        let found = self.pool.broadcast(|context| {
            let _guard = AbortOnDrop(&shared);
            let mut memory = self.learnt.memories[context.index()]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            Worker::new(&shared, &mut memory, self.game.clone(), context.index())
                .deepen(allowed, max_depth)
        });
        let nodes = shared.nodes();
        drop(shared);
        self.nodes += nodes;
        // Helpers only fill the table: what they found, the first thread finds in it.
        found.into_iter().next().unwrap_or(Found { line: vec![allowed[0]], value: DRAW, depth: 0 })
    }

    /// Reports a line that starts after `prefix`.
    fn tell(&self, found: &Found<P::Step>, prefix: &[P::Step], report: Reporter<'_, P::Step>) {
        report(&Report {
            depth: found.depth.max(0) as u32,
            seldepth: found.line.len() as u32,
            line: 1,
            score: self.score(found.value, prefix, &found.line),
            bound: Bound::Exact,
            wdl: Wdl::new(found.value),
            nodes: self.nodes,
            elapsed: self.common.timer.elapsed(),
            hashfull: self.common.table.hashfull(),
            pv: [prefix, &found.line].concat(),
        });
    }

    fn score(&self, value: Value, prefix: &[P::Step], line: &[P::Step]) -> Score {
        let line = [prefix, line].concat();
        Score::new(value, |steps| count_turns(self.request.game, &line, prefix.len() + steps))
    }

    /// Brings the turn to its end along the line that was found, and past it in the plainest way.
    fn finish(
        mut self,
        found: Found<P::Step>,
        depth: i32,
        prefix: &[P::Step],
    ) -> SearchResult<P::Step> {
        let side = self.request.game.position().side();
        let score = self.score(found.value, prefix, &found.line);
        let made = self.steps.len() - prefix.len();
        let mut rest = found.line[made..].iter().copied();
        while !self.is_over(side) {
            let step = rest.next().or_else(|| {
                let allowed = self.allowed();
                let end = allowed.iter().find(|&&step| self.game.position().facts(step).is_none());
                end.or(allowed.first()).copied()
            });
            let Some(step) = step else { break };
            self.play(step);
        }
        let ponder = self.answer(rest);
        SearchResult {
            turn: self.steps,
            ponder,
            score,
            depth: depth.max(0) as u32,
            nodes: self.nodes,
            elapsed: self.common.timer.elapsed(),
        }
    }

    /// The other side's turn with which a line goes on, if it is there to its end.
    fn answer(&mut self, line: impl Iterator<Item = P::Step>) -> Vec<P::Step> {
        let side = self.game.position().side();
        let mut turn = Vec::new();
        for step in line {
            self.game.play(step);
            turn.push(step);
            if self.game.position().side() != side {
                return turn;
            }
        }
        Vec::new()
    }

    /// The result where the game is over.
    fn nothing_to_play(self, report: Reporter<'_, P::Step>) -> SearchResult<P::Step> {
        let position = self.game.position();
        let outcome = position.decided().unwrap_or_else(|| position.stuck());
        let value = match outcome.winner {
            Some(winner) if winner == position.side() => win_in(0),
            Some(_) => loss_in(0),
            None => DRAW,
        };
        self.tell(&Found { line: Vec::new(), value, depth: 0 }, &[], report);
        SearchResult {
            turn: Vec::new(),
            ponder: Vec::new(),
            score: self.score(value, &[], &[]),
            depth: 0,
            nodes: self.nodes,
            elapsed: self.common.timer.elapsed(),
        }
    }
}
