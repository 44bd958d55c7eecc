//! Results of iterations.

use crate::score::Value;

/// Result of an iteration of one thread.
#[derive(Clone, Debug)]
pub(crate) struct IterationResult<S> {
    /// PV, at least its first step.
    pub line: Vec<S>,
    /// Value for the side to move.
    pub value: Value,
    /// Last completed depth.
    pub depth: i32,
}

/// Statistics of an iteration of one thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Completed {
    /// Selective depth, in steps.
    pub longest: usize,
    /// Share of its nodes that were spent on the best step.
    pub share: f64,
    /// Number of root moves.
    pub choices: usize,
    /// Whether the value is a win or loss that deeper iterations do not change.
    pub settled: bool,
}
