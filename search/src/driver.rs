//! Search driver: runs the search on all threads and selects the result.
//!
//! Alpha-beta serves games whose turns are one step, a planner of whole turns the others. Both run
//! on all threads, which share the transposition table and vote in the end.

use std::sync::{Mutex, MutexGuard, PoisonError};

use variants::Game;

use crate::context::SearchContext;
use crate::families::SearchFamily;
use crate::iteration::IterationResult;
use crate::params::MOST_ROOT_CHAINS;
use crate::planner::{Planner, Together};
use crate::pool::Pool;
use crate::report::SearchResult;
use crate::score::{Bound, DRAW, MAX_PLY, loss_in, win_in};
use crate::vote::elect;
use crate::whole_turns::whole_turns;
use crate::worker::{ThreadData, Worker};

/// Stops the other threads when the first one ends, or any by a panic.
struct AbortOnDrop<'a, 'b, P: SearchFamily> {
    context: &'a SearchContext<'b, P>,
    thread: usize,
}

impl<P: SearchFamily> Drop for AbortOnDrop<'_, '_, P> {
    fn drop(&mut self) {
        if self.thread == 0 || std::thread::panicking() {
            self.context.abort();
        }
    }
}

/// Searches on all threads of a pool, each with its thread data.
pub(crate) fn search<P: SearchFamily>(
    context: &SearchContext<'_, P>,
    pool: &Pool,
    thread_data: &[Mutex<ThreadData<P>>],
) -> SearchResult<P::Step> {
    for thread_data in thread_data {
        lock(thread_data).age();
    }
    let request = context.request;
    let legal = legal_steps(context);
    let found = match legal.first() {
        Some(_) => think(context, pool, thread_data, &legal),
        None => report_end(context),
    };
    let result = split(context, found);
    if request.limits.infinite || request.limits.ponder {
        request.control.wait(request.limits.infinite);
    }
    result
}

fn lock<P: SearchFamily>(thread_data: &Mutex<ThreadData<P>>) -> MutexGuard<'_, ThreadData<P>> {
    thread_data.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the legal first steps; none when the game is over.
fn legal_steps<P: SearchFamily>(context: &SearchContext<'_, P>) -> Vec<P::Step> {
    let mut game = context.request.game.clone();
    let mut legal = Vec::new();
    if game.position().decided().is_none() {
        // A requested turn may be any legal one.
        let is_free = context.request.only.is_empty();
        let most = if is_free { MOST_ROOT_CHAINS } else { usize::MAX };
        game.legal_steps_while(&mut legal, most, &mut || true);
    }
    legal
}

/// Searches on all threads, and elects the result.
fn think<P: SearchFamily>(
    context: &SearchContext<'_, P>,
    pool: &Pool,
    thread_data: &[Mutex<ThreadData<P>>],
    legal: &[P::Step],
) -> IterationResult<P::Step> {
    let allowed = allowed(context, legal);
    let (game, limits) = (context.request.game, &context.request.limits);
    let max_depth = limits.depth.unwrap_or(MAX_PLY as u32).clamp(1, MAX_PLY as u32) as i32;
    // Two branches on a constant: a family compiles the search that it uses, not the other.
    let found = if P::LONG_TURNS {
        let together = Together::new(thread_data.len());
        if context.request.tables.is_some()
            && let Some(found) = Planner::new(context, &together, game.clone(), 0).by_tables()
        {
            return found;
        }
        pool.broadcast(|thread| {
            let _guard = AbortOnDrop { context, thread };
            Planner::new(context, &together, game.clone(), thread).deepen(max_depth)
        })
    } else {
        pool.broadcast(|thread| {
            let _guard = AbortOnDrop { context, thread };
            let mut thread_data = lock(&thread_data[thread]);
            Worker::new(context, &mut thread_data, game.clone(), thread).deepen(&allowed, max_depth)
        })
    };
    // With several PVs, the best reported one is played.
    let elected = if limits.multi_pv > 1 { 0 } else { elect(&found) };
    if let Some(found) = found.get(elected).filter(|_| elected > 0) {
        context.report(found, found.depth, found.line.len(), 1, Bound::Exact);
    }
    let plain = IterationResult { line: vec![legal[0]], value: DRAW, depth: 0 };
    found.into_iter().nth(elected).unwrap_or(plain)
}

/// Returns the root moves: the requested ones, or all.
fn allowed<P: SearchFamily>(context: &SearchContext<'_, P>, legal: &[P::Step]) -> Vec<P::Step> {
    let only: Vec<_> = context.request.only.iter().filter_map(|turn| turn.first()).collect();
    let is_wanted = |step: &&P::Step| only.is_empty() || only.contains(step);
    let mut allowed: Vec<_> = legal.iter().filter(is_wanted).copied().collect();
    if allowed.is_empty() {
        allowed = legal.to_vec();
    }
    allowed
}

/// Reports and returns the result of a game that is over.
fn report_end<P: SearchFamily>(context: &SearchContext<'_, P>) -> IterationResult<P::Step> {
    let position = context.request.game.position();
    let outcome = position.decided().unwrap_or_else(|| position.outcome_without_steps());
    let value = match outcome.winner {
        Some(winner) if winner == position.side() => win_in(0),
        Some(_) => loss_in(0),
        None => DRAW,
    };
    let found = IterationResult { line: Vec::new(), value, depth: 0 };
    context.report(&found, 0, 0, 1, Bound::Exact);
    found
}

/// Splits the PV into best turn and ponder turn.
fn split<P: SearchFamily>(
    context: &SearchContext<'_, P>,
    found: IterationResult<P::Step>,
) -> SearchResult<P::Step> {
    let score = context.score(&found);
    let mut game = context.request.game.clone();
    let side = game.position().side();
    let mut turn = Vec::new();
    let line = whole_turns(context.request.game, context.evaluator, &found.line);
    let mut rest = line.into_iter();
    while game.position().side() == side
        && let Some(step) = rest.next()
    {
        game.play(step);
        turn.push(step);
    }
    SearchResult {
        turn,
        ponder: reply(game, rest),
        score,
        depth: found.depth.max(0) as u32,
        nodes: context.nodes(),
        elapsed: context.timer.elapsed(),
    }
}

/// Returns the reply in a line, if it is complete.
fn reply<P: SearchFamily>(mut game: Game<P>, line: impl Iterator<Item = P::Step>) -> Vec<P::Step> {
    let side = game.position().side();
    let mut turn = Vec::new();
    for step in line {
        game.play(step);
        turn.push(step);
        if game.position().side() != side {
            return turn;
        }
    }
    Vec::new()
}
