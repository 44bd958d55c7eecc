//! What all threads of one search share: the table, the limits, and the way to the listener.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use variants::{Game, Position};

use crate::driver::SearchContext;
use crate::eval::Evaluator;
use crate::params::{FIRST_DEPTH_GRACE, POLL_INTERVAL, Params, Style};
use crate::pool::is_crowded;
use crate::report::count_turns;
use crate::score::{Bound, DRAW, Score, Value, Wdl};
use crate::table::Table;
use crate::time::{BestMoveStability, Budget, Timer};
use crate::worker::Reductions;
use crate::{Control, Limits, Report, Request};

/// A counter that shares its cache line with no other.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

/// Where reports go.
pub(crate) type Reporter<'a, S> = &'a mut (dyn FnMut(&Report<S>) + Send);

/// What a thread found.
#[derive(Clone, Debug)]
pub(crate) struct IterationResult<S> {
    /// The best line; its first step at least.
    pub line: Vec<S>,
    /// Its value for the side to move.
    pub value: Value,
    /// The last depth that was completed.
    pub depth: i32,
}

/// How a thread completed a depth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Completed {
    /// The length of its longest line, in steps.
    pub longest: usize,
    /// The part of its nodes that was spent on the best step.
    pub share: f64,
    /// What there is to choose from at the root.
    pub choices: usize,
    /// Whether the value is a win or loss that will not change.
    pub settled: bool,
}

/// How far the threads have come together.
struct ThreadProgress<S> {
    /// What the first thread that completed the last depth found there.
    found: IterationResult<S>,
    stability: BestMoveStability,
}

/// Stands for all depths.
const ALL_DEPTHS: i32 = i32::MAX;

/// What all threads of one search share.
pub(crate) struct Shared<'a, P: Position> {
    pub table: &'a Table,
    pub evaluator: &'a Evaluator<P>,
    pub style: Style,
    pub params: Params,
    pub reductions: &'a Reductions,
    pub limits: &'a Limits,
    pub control: &'a Control,
    pub timer: &'a Timer<'a>,
    /// Time for this search; `None`: no end.
    pub budget: Option<Budget>,
    /// Nodes for this search.
    pub node_limit: u64,
    pub origin: &'a Game<P>,
    report: Mutex<Reporter<'a, P::Step>>,
    /// No thread is to search this depth, or one before it, any longer.
    over: AtomicI32,
    headway: Mutex<ThreadProgress<P::Step>>,
    nodes: Vec<Counter>,
}

impl<'a, P: Position> Shared<'a, P> {
    pub(crate) fn new(
        context: &SearchContext<'a, P>,
        request: &Request<'a, P>,
        timer: &'a Timer<'a>,
        report: Reporter<'a, P::Step>,
    ) -> Self {
        let &SearchContext { table, learnt, params, reductions, .. } = context;
        let &Request { game: origin, limits, control, .. } = request;
        Shared {
            table,
            evaluator: &learnt.game.evaluator,
            style: Style::of(&origin.position().common().definition.family),
            params,
            reductions,
            limits,
            control,
            timer,
            budget: Budget::new(limits),
            node_limit: limits.nodes.unwrap_or(u64::MAX).max(1),
            origin,
            report: Mutex::new(report),
            over: AtomicI32::new(0),
            headway: Mutex::new(ThreadProgress {
                found: IterationResult { line: Vec::new(), value: DRAW, depth: 0 },
                stability: BestMoveStability::default(),
            }),
            nodes: learnt.thread_data.iter().map(|_| Counter::default()).collect(),
        }
    }

    /// Nodes of all threads, as they last told.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }

    /// Ends the search of all threads.
    pub(crate) fn abort(&self) {
        self.over.store(ALL_DEPTHS, Ordering::Relaxed);
    }

    /// Whether a depth need not be searched any longer: some thread completed it, or the search is
    /// to end.
    #[inline]
    pub(crate) fn is_over(&self, depth: i32) -> bool {
        self.over.load(Ordering::Relaxed) >= depth
    }

    /// The depth that a thread searches next, `deepest` at most; `None` when the search is to end.
    /// Threads go on together after the last depth that any of them completed. The second pair of
    /// four looks a step further ahead, so that many spread out.
    pub(crate) fn next_depth(&self, thread: usize, deepest: i32) -> Option<i32> {
        let over = self.over.load(Ordering::Relaxed);
        let ahead = (thread / 2 % 2) as i32;
        (over < deepest).then(|| deepest.min(over + 1 + ahead))
    }

    fn headway(&self) -> MutexGuard<'_, ThreadProgress<P::Step>> {
        self.headway.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was found at the last depth that a thread completed.
    pub(crate) fn reached(&self) -> IterationResult<P::Step> {
        self.headway().found.clone()
    }

    /// Tells that a thread completed a depth, and what it found, the best line first. The first
    /// thread to do so speaks for all: its lines are reported, the others leave that depth, and all
    /// end where no greater one is worth its time. Returns whether it was this.
    pub(crate) fn complete(&self, lines: &[IterationResult<P::Step>], how: &Completed) -> bool {
        let Some(best) = lines.first() else { return false };
        let mut headway = self.headway();
        if best.depth <= headway.found.depth {
            return false;
        }
        let ThreadProgress { found, stability } = &mut *headway;
        stability.note(best.line.first() == found.line.first(), best.value, how.share);
        found.clone_from(best);
        for (index, line) in lines.iter().enumerate() {
            self.report(line, line.depth, how.longest, index + 1, Bound::Exact);
        }
        let is_enough = self.is_enough(best, how, stability);
        // What ended all depths meanwhile stays.
        self.over.fetch_max(if is_enough { ALL_DEPTHS } else { best.depth }, Ordering::Relaxed);
        true
    }

    /// Tells how many nodes a thread has visited, and looks at the limits; at that of nodes on the
    /// first thread alone. Time ends a search without any result a little later. Returns the number
    /// of nodes at which to look again.
    #[cold]
    pub(crate) fn poll(&self, thread: usize, own: u64, has_result: bool) -> u64 {
        self.nodes[thread].0.store(own, Ordering::Relaxed);
        let next = own + POLL_INTERVAL;
        if thread > 0 {
            // Where threads are more than processors, the first may be kept waiting; and so may
            // whoever wants to stop them.
            if self.control.is_stopped() || self.is_out_of_time(has_result) {
                self.abort();
            } else if is_crowded(self.nodes.len()) {
                std::thread::yield_now();
            }
            return next;
        }
        let nodes = self.nodes();
        self.control.tell_nodes(nodes);
        let stopped = self.control.is_stopped() || nodes >= self.node_limit;
        if stopped || self.is_out_of_time(has_result) {
            self.abort();
        }
        next.min(own.saturating_add(self.node_limit.saturating_sub(nodes).max(1)))
    }

    /// Whether a depth is still to be searched, asked while the steps of a position are made.
    #[cold]
    pub(crate) fn goes_on(&self, depth: i32, has_result: bool) -> bool {
        if self.control.is_stopped() || self.is_out_of_time(has_result) {
            self.abort();
        }
        !self.is_over(depth)
    }

    fn is_out_of_time(&self, has_result: bool) -> bool {
        let Some(budget) = self.budget else { return false };
        let end = if has_result { budget.hard } else { budget.hard + FIRST_DEPTH_GRACE };
        !self.is_endless() && self.timer.spent().is_some_and(|spent| spent >= end)
    }

    /// Whether time does not end this search.
    fn is_endless(&self) -> bool {
        self.limits.infinite || (self.limits.ponder && !self.control.is_ponder_hit())
    }

    /// Whether no greater depth is worth its time.
    fn is_enough(
        &self,
        found: &IterationResult<P::Step>,
        how: &Completed,
        stability: &BestMoveStability,
    ) -> bool {
        if self.is_endless() {
            return false;
        }
        if let (Some(most), Score::Mate(moves)) = (self.limits.mate, self.score(found))
            && moves > 0
            && moves as u32 <= most
        {
            return true;
        }
        let Some(budget) = self.budget else { return false };
        if how.settled || self.limits.clock.is_some() && how.choices == 1 {
            return true;
        }
        let soft = match self.limits.move_time {
            Some(_) => budget.soft,
            None => budget.soft.mul_f64(stability.factor()).min(budget.hard),
        };
        self.timer.spent().is_some_and(|spent| spent >= soft)
    }

    /// The score of a line, for people.
    fn score(&self, found: &IterationResult<P::Step>) -> Score {
        Score::new(found.value, |steps| count_turns(self.origin, &found.line, steps))
    }

    /// Tells the listener of a line, the `number`th best of its depth; its `longest` has so many
    /// steps.
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
            pv: found.line.clone(),
        };
        (self.report.lock().unwrap_or_else(PoisonError::into_inner))(&report);
    }
}
