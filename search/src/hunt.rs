//! Limits of the exact searches for a win within the turn, which the searches of whole turns begin
//! with.

use std::time::Duration;

use crate::Control;
use crate::context::SearchContext;
use crate::families::SearchFamily;
use crate::time::Timer;

/// Checks between two looks at the clock.
const CLOCK_INTERVAL: u32 = 16;

/// Nodes for each ply of a depth limit.
const NODES_PER_PLY: u64 = 10_000;

/// Limit of one such search.
pub(crate) struct HuntLimit<'a> {
    control: &'a Control,
    timer: &'a Timer<'a>,
    /// Nodes of the thread so far.
    nodes: u64,
    most_nodes: u64,
    /// Time since the search began at which the hunt gives up. Without a limit of time the clock is
    /// not read, so that node limits give reproducible results.
    end: Option<Duration>,
    checks: u32,
    is_over: bool,
}

impl<'a> HuntLimit<'a> {
    /// Returns the limit for a thread that has searched `nodes` nodes: a third of the time and of the
    /// nodes, and few nodes where few plies are asked for.
    pub(crate) fn third<P: SearchFamily>(context: &'a SearchContext<'_, P>, nodes: u64) -> Self {
        let end = context.budget.map(|budget| budget.hard / 3);
        let depth = context.request.limits.depth.map_or(u64::MAX, u64::from);
        let most = nodes.saturating_add(depth.saturating_mul(NODES_PER_PLY));
        Self::new(context, nodes, most.min(context.node_limit / 3), end)
    }

    /// Returns the limit for a thread that has searched `nodes` nodes: `most_nodes` in all.
    pub(crate) fn nodes<P: SearchFamily>(
        context: &'a SearchContext<'_, P>,
        nodes: u64,
        most_nodes: u64,
    ) -> Self {
        Self::new(context, nodes, most_nodes, None)
    }

    fn new<P: SearchFamily>(
        context: &'a SearchContext<'_, P>,
        nodes: u64,
        most_nodes: u64,
        end: Option<Duration>,
    ) -> Self {
        let control = context.request.control;
        let timer = &context.timer;
        HuntLimit { control, timer, nodes, most_nodes, end, checks: 0, is_over: false }
    }

    /// Returns the nodes of the thread, with those of the hunt.
    pub(crate) fn searched(&self) -> u64 {
        self.nodes
    }

    /// Counts a node; false when the hunt is to give up.
    pub(crate) fn enter(&mut self) -> bool {
        if self.nodes >= self.most_nodes || self.is_over() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Whether the hunt is to give up; once true, it stays so. Cheap enough to be asked for each
    /// move.
    pub(crate) fn is_over(&mut self) -> bool {
        self.checks += 1;
        self.is_over = self.is_over
            || self.control.is_stopped()
            || self.checks.is_multiple_of(CLOCK_INTERVAL)
                && self.end.is_some_and(|end| self.timer.elapsed() >= end);
        self.is_over
    }
}
