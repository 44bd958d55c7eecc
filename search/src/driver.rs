//! Search driver: runs the search on all threads and selects the result.
//!
//! Alpha-beta serves games whose turns are one step, a planner of whole turns the others. Both run
//! on all threads, which share the transposition table and vote in the end.

use std::sync::PoisonError;

use rayon::ThreadPool;
use variants::Game;

use crate::families::SearchFamily;
use crate::params::{MOST_ROOT_CHAINS, Params};
use crate::planner::{Planner, Together};
use crate::report::count_turns;
use crate::score::{DRAW, MAX_PLY, Value, loss_in, win_in};
use crate::shared::{IterationResult, Reporter, Shared};
use crate::table::Table;
use crate::time::Timer;
use crate::vote::elect;
use crate::worker::{Reductions, Worker};
use crate::{Bound, Learnt, Report, Request, Score, SearchResult, Wdl};

/// Stops the other threads when the first one ends, or any by a panic.
struct AbortOnDrop<'a, 'b, P: SearchFamily> {
    shared: &'a Shared<'b, P>,
    thread: usize,
}

impl<P: SearchFamily> Drop for AbortOnDrop<'_, '_, P> {
    fn drop(&mut self) {
        if self.thread == 0 || std::thread::panicking() {
            self.shared.abort();
        }
    }
}

/// Search context: state of the engine that a search uses.
pub(crate) struct SearchContext<'a, P: SearchFamily> {
    pub pool: &'a ThreadPool,
    pub table: &'a Table,
    pub learnt: &'a Learnt<P>,
    pub params: Params,
    pub reductions: &'a Reductions,
}

/// Search in progress.
struct SearchDriver<'a, P: SearchFamily> {
    context: &'a SearchContext<'a, P>,
    request: &'a Request<'a, P>,
    timer: &'a Timer<'a>,
    game: Game<P>,
    nodes: u64,
}

pub(crate) fn search<P: SearchFamily>(
    context: &SearchContext<'_, P>,
    request: &Request<'_, P>,
    timer: &Timer<'_>,
    report: Reporter<'_, P::Step>,
) -> SearchResult<P::Step> {
    for thread_data in &context.learnt.thread_data {
        thread_data.lock().unwrap_or_else(PoisonError::into_inner).age();
    }
    let game = request.game.clone();
    let plan = SearchDriver { context, request, timer, game, nodes: 0 };
    let result = plan.carry_out(report);
    if request.limits.infinite || request.limits.ponder {
        request.control.wait(request.limits.infinite);
    }
    result
}

impl<P: SearchFamily> SearchDriver<'_, P> {
    fn carry_out(mut self, report: Reporter<'_, P::Step>) -> SearchResult<P::Step> {
        let mut legal = Vec::new();
        if self.game.position().decided().is_none() {
            // A requested turn may be any legal one.
            let is_free = self.request.only.is_empty();
            let most = if is_free { MOST_ROOT_CHAINS } else { usize::MAX };
            self.game.legal_steps_while(&mut legal, most, &mut || true);
        }
        if legal.is_empty() {
            return self.nothing_to_play(report);
        }
        let found = self.think(&legal, report);
        self.finish(found)
    }

    /// Searches on all threads, and elects the result.
    fn think(
        &mut self,
        legal: &[P::Step],
        report: Reporter<'_, P::Step>,
    ) -> IterationResult<P::Step> {
        let allowed = self.allowed(legal);
        let (context, limits, game) = (self.context, self.request.limits, &self.game);
        let shared = Shared::new(context, self.request, self.timer, report);
        let max_depth = limits.depth.unwrap_or(MAX_PLY as u32).clamp(1, MAX_PLY as u32) as i32;
        let together = P::LONG_TURNS.then(|| Together::new(context.learnt.thread_data.len()));
        let found = context.pool.broadcast(|thread| {
            let _guard = AbortOnDrop { shared: &shared, thread: thread.index() };
            if let Some(together) = &together {
                return Planner::new(&shared, together, game.clone(), thread.index())
                    .deepen(self.request, max_depth);
            }
            let mut thread_data = context.learnt.thread_data[thread.index()]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            Worker::new(&shared, &mut thread_data, game.clone(), thread.index())
                .deepen(&allowed, max_depth)
        });
        self.nodes = shared.nodes();
        // With several PVs, the best reported one is played.
        let elected = if limits.multi_pv > 1 { 0 } else { elect(&found) };
        if let Some(found) = found.get(elected).filter(|_| elected > 0) {
            shared.report(found, found.depth, found.line.len(), 1, Bound::Exact);
        }
        let plain = IterationResult { line: vec![legal[0]], value: DRAW, depth: 0 };
        found.into_iter().nth(elected).unwrap_or(plain)
    }

    /// Returns the root moves: the requested ones, or all.
    fn allowed(&self, legal: &[P::Step]) -> Vec<P::Step> {
        let only: Vec<_> = self.request.only.iter().filter_map(|turn| turn.first()).collect();
        let is_wanted = |step: &&P::Step| only.is_empty() || only.contains(step);
        let mut allowed: Vec<_> = legal.iter().filter(is_wanted).copied().collect();
        if allowed.is_empty() {
            allowed = legal.to_vec();
        }
        allowed
    }

    /// Splits the PV into best turn and ponder turn.
    fn finish(mut self, found: IterationResult<P::Step>) -> SearchResult<P::Step> {
        let score = self.score(found.value, &found.line);
        let side = self.game.position().side();
        let mut turn = Vec::new();
        let mut rest = found.line.into_iter();
        while self.game.position().side() == side
            && let Some(step) = rest.next()
        {
            self.game.play(step);
            turn.push(step);
        }
        let ponder = self.answer(rest);
        SearchResult {
            turn,
            ponder,
            score,
            depth: found.depth.max(0) as u32,
            nodes: self.nodes,
            elapsed: self.timer.elapsed(),
        }
    }

    fn score(&self, value: Value, line: &[P::Step]) -> Score {
        Score::new(value, |steps| count_turns(self.request.game, line, steps))
    }

    /// Returns the reply in a line, if it is complete.
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

    /// Returns the result when the game is over.
    fn nothing_to_play(self, report: Reporter<'_, P::Step>) -> SearchResult<P::Step> {
        let position = self.game.position();
        let outcome = position.decided().unwrap_or_else(|| position.outcome_without_steps());
        let value = match outcome.winner {
            Some(winner) if winner == position.side() => win_in(0),
            Some(_) => loss_in(0),
            None => DRAW,
        };
        let score = self.score(value, &[]);
        report(&Report {
            depth: 0,
            seldepth: 0,
            line: 1,
            score,
            bound: Bound::Exact,
            wdl: Wdl::new(value, &self.context.learnt.game.evaluator.wdl),
            nodes: 0,
            elapsed: self.timer.elapsed(),
            hashfull: self.context.table.hashfull(),
            pv: Vec::new(),
        });
        SearchResult {
            turn: Vec::new(),
            ponder: Vec::new(),
            score,
            depth: 0,
            nodes: self.nodes,
            elapsed: self.timer.elapsed(),
        }
    }
}
