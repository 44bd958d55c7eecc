//! Search context, shared by all threads of one search: request, transposition table, evaluator,
//! parameters, progress and report callback.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use solver::Tables;
use variants::{Definition, Game, PieceType};

use crate::endings::table_value;
use crate::eval::Evaluator;
use crate::families::{SearchFamily, Style, heuristics};
use crate::iteration::{Completed, IterationResult};
use crate::params::{FIRST_DEPTH_GRACE, POLL_INTERVAL, Params};
use crate::pool::is_crowded;
use crate::report::{Report, count_turns};
use crate::request::SearchRequest;
use crate::score::{Bound, DRAW, Score, Value, Wdl};
use crate::table::Table;
use crate::time::{BestMoveStability, Budget, Timer};
use crate::tuning::{Reductions, Tuning};
use crate::whole_turns::whole_turns;

/// Counter on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

/// Report callback.
pub(crate) type Reporter<'a, S> = &'a mut (dyn FnMut(&Report<S>) + Send);

/// Progress of all threads.
struct ThreadProgress<S> {
    /// Result of the thread that completed the last iteration first.
    found: IterationResult<S>,
    stability: BestMoveStability,
}

/// Completed depth from which some threads search one ply deeper than the others.
const FIRST_AHEAD: i32 = 8;
/// Marks all depths as over.
const ALL_DEPTHS: i32 = i32::MAX;

/// Context of one search, shared by all its threads.
pub(crate) struct SearchContext<'a, P: SearchFamily> {
    pub request: &'a SearchRequest<'a, Game<P>>,
    pub table: &'a Table,
    pub evaluator: &'a Evaluator<P>,
    pub style: Style,
    pub params: Params,
    pub reductions: &'a Reductions,
    pub timer: Timer<'a>,
    /// Time budget; `None`: no limit.
    pub budget: Option<Budget>,
    /// Node limit.
    pub node_limit: u64,
    report: Mutex<Reporter<'a, P::Step>>,
    /// Depths up to this one are over: no thread continues to search them.
    over: AtomicI32,
    progress: Mutex<ThreadProgress<P::Step>>,
    nodes: Vec<Counter>,
    /// Positions found in endgame tables.
    table_hits: AtomicU64,
}

impl<'a, P: SearchFamily> SearchContext<'a, P> {
    /// Creates the context of a search by `threads` threads.
    pub(crate) fn new(
        request: &'a SearchRequest<'a, Game<P>>,
        timer: Timer<'a>,
        table: &'a Table,
        evaluator: &'a Evaluator<P>,
        tuning: &'a Tuning,
        threads: usize,
        report: Reporter<'a, P::Step>,
    ) -> Self {
        let (game, limits) = (request.game, &request.limits);
        SearchContext {
            request,
            table,
            evaluator,
            style: style_of(&game.position().common().definition),
            params: tuning.params,
            reductions: &tuning.reductions,
            timer,
            budget: Budget::new(limits),
            node_limit: limits.nodes.unwrap_or(u64::MAX).max(1),
            report: Mutex::new(report),
            over: AtomicI32::new(0),
            progress: Mutex::new(ThreadProgress {
                found: IterationResult { line: Vec::new(), value: DRAW, depth: 0 },
                stability: BestMoveStability::default(),
            }),
            nodes: (0..threads).map(|_| Counter::default()).collect(),
            table_hits: AtomicU64::new(0),
        }
    }

    /// Returns the chiefs whose loss is the loss of the game, where turns have several steps.
    pub(crate) fn royal_chiefs(&self) -> &'a [PieceType] {
        self.request.game.position().common().definition.family.royal_chiefs()
    }

    /// Returns the value of a position `ply` steps from the root by the tables, if they have it.
    #[cold]
    pub(crate) fn probe(&self, tables: &Tables, position: &P, ply: usize) -> Option<Value> {
        let value = table_value(tables, position, ply)?;
        self.count_table_hits(1);
        Some(value)
    }

    /// Counts positions that were found in endgame tables.
    pub(crate) fn count_table_hits(&self, positions: u64) {
        self.table_hits.fetch_add(positions, Ordering::Relaxed);
    }

    /// Reports the nodes of a thread.
    pub(crate) fn count_nodes(&self, thread: usize, own: u64) {
        self.nodes[thread].0.store(own, Ordering::Relaxed);
    }

    /// Returns the nodes of all threads, as of their last poll or completed iteration.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }

    /// Stops the search of all threads.
    pub(crate) fn abort(&self) {
        self.over.store(ALL_DEPTHS, Ordering::Relaxed);
    }

    /// Whether a depth is over: some thread completed it, or the search ends.
    #[inline]
    pub(crate) fn is_over(&self, depth: i32) -> bool {
        self.over.load(Ordering::Relaxed) >= depth
    }

    /// Returns the next depth for a thread, `deepest` at most; `None` when the search ends. All
    /// threads continue after the last depth that any of them completed. The second pair of four
    /// searches one ply deeper, so that many threads spread out; not at first, since short wins by
    /// zugzwang are seen at depths at which no null move hides them.
    pub(crate) fn next_depth(&self, thread: usize, deepest: i32) -> Option<i32> {
        let over = self.over.load(Ordering::Relaxed);
        let ahead = if over < FIRST_AHEAD { 0 } else { (thread / 2 % 2) as i32 };
        (over < deepest).then(|| deepest.min(over + 1 + ahead))
    }

    fn progress(&self) -> MutexGuard<'_, ThreadProgress<P::Step>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the result of the last completed iteration.
    pub(crate) fn reached(&self) -> IterationResult<P::Step> {
        self.progress().found.clone()
    }

    /// Records a completed iteration of a thread, best line first. Only the first thread to
    /// complete a depth counts: its lines are reported, the others abandon that depth, and all stop
    /// if another iteration is not worth its time. Returns whether this thread was first.
    pub(crate) fn complete(&self, lines: &[IterationResult<P::Step>], how: &Completed) -> bool {
        let Some(best) = lines.first() else { return false };
        let mut progress = self.progress();
        if best.depth <= progress.found.depth {
            return false;
        }
        let ThreadProgress { found, stability } = &mut *progress;
        stability.note(best.line.first() == found.line.first(), best.value, how.share);
        found.clone_from(best);
        for (index, line) in lines.iter().enumerate() {
            self.report(line, line.depth, how.longest, index + 1, Bound::Exact);
        }
        let is_enough = self.is_enough(best, how, stability);
        // Keeps an abort of the search by another thread.
        self.over.fetch_max(if is_enough { ALL_DEPTHS } else { best.depth }, Ordering::Relaxed);
        true
    }

    /// Returns when the first iteration of a thread that begins now ends at the latest, as time since
    /// the search began: a busy machine may have let the limits pass before the thread runs.
    pub(crate) fn first_iteration_end(&self) -> Duration {
        self.timer.elapsed() + FIRST_DEPTH_GRACE
    }

    /// Publishes a thread's node count and checks the limits; the node limit on the first thread
    /// only. `grace` is when the thread's first iteration ends at the latest, `None` once it is
    /// complete. Returns the node count of the next poll.
    #[cold]
    pub(crate) fn poll(&self, thread: usize, own: u64, grace: Option<Duration>) -> u64 {
        self.count_nodes(thread, own);
        let next = own + POLL_INTERVAL;
        if thread > 0 {
            // With more threads than processors, the first one may be kept waiting, and so may the
            // caller of stop.
            if self.is_stopped(grace) || self.is_out_of_time(grace) {
                self.abort();
            } else if is_crowded(self.nodes.len()) {
                std::thread::yield_now();
            }
            return next;
        }
        let nodes = self.nodes();
        self.request.control.report_nodes(nodes);
        let stopped = self.is_stopped(grace) || nodes >= self.node_limit;
        if stopped || self.is_out_of_time(grace) {
            self.abort();
        }
        next.min(own.saturating_add(self.node_limit.saturating_sub(nodes).max(1)))
    }

    /// Whether a depth continues, checked during move generation.
    #[cold]
    pub(crate) fn goes_on(&self, depth: i32, grace: Option<Duration>) -> bool {
        if self.is_stopped(grace) || self.is_out_of_time(grace) {
            self.abort();
        }
        !self.is_over(depth)
    }

    /// Whether the caller stops the search.
    fn is_stopped(&self, grace: Option<Duration>) -> bool {
        self.request.control.is_stopped() && grace.is_none_or(|end| self.timer.elapsed() >= end)
    }

    fn is_out_of_time(&self, grace: Option<Duration>) -> bool {
        let Some(budget) = self.budget else { return false };
        let mut end = budget.hard;
        if let Some(grace) = grace {
            if self.timer.elapsed() < grace {
                return false;
            }
            end += FIRST_DEPTH_GRACE;
        }
        !self.is_endless() && self.timer.spent().is_some_and(|spent| spent >= end)
    }

    /// Whether the search ignores its time limits.
    fn is_endless(&self) -> bool {
        self.request.limits.infinite
            || (self.request.limits.ponder && !self.request.control.is_ponder_hit())
    }

    /// Whether the search stops after this iteration.
    fn is_enough(
        &self,
        found: &IterationResult<P::Step>,
        how: &Completed,
        stability: &BestMoveStability,
    ) -> bool {
        if self.is_endless() {
            return false;
        }
        if let (Some(most), Score::Mate(moves)) = (self.request.limits.mate, self.score(found))
            && moves > 0
            && moves as u32 <= most
        {
            return true;
        }
        let Some(budget) = self.budget else { return false };
        if how.settled || self.request.limits.clock.is_some() && how.choices == 1 {
            return true;
        }
        let soft = match self.request.limits.move_time {
            Some(_) => budget.soft,
            None => budget.soft.mul_f64(stability.factor()).min(budget.hard),
        };
        self.timer.spent().is_some_and(|spent| spent >= soft)
    }

    /// Returns the score of a line as reported.
    pub(crate) fn score(&self, found: &IterationResult<P::Step>) -> Score {
        Score::new(found.value, |steps| count_turns(self.request.game, &found.line, steps))
    }

    /// Reports a line, the `number`th best of its depth, with selective depth `longest` in steps.
    pub(crate) fn report(
        &self,
        found: &IterationResult<P::Step>,
        depth: i32,
        longest: usize,
        number: usize,
        bound: Bound,
    ) {
        let report = Report {
            depth: depth.max(0) as u32,
            seldepth: longest as u32,
            line: number,
            score: self.score(found),
            bound,
            wdl: Wdl::new(found.value, &self.evaluator.wdl),
            nodes: self.nodes(),
            elapsed: self.timer.elapsed(),
            hashfull: self.table.hashfull(),
            table_hits: self.request.tables.map(|_| self.table_hits.load(Ordering::Relaxed)),
            pv: whole_turns(self.request.game, self.evaluator, &found.line),
        };
        (self.report.lock().unwrap_or_else(PoisonError::into_inner))(&report);
    }
}

/// Returns the settings of a game. Where the loser wins, to have to move is no advantage.
fn style_of(definition: &Definition) -> Style {
    let style = heuristics(&definition.family).style();
    Style { null_move: style.null_move && !definition.misere, ..style }
}
