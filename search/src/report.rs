//! Search reports and search results.

use std::time::Duration;

use variants::{Game, Position};

use crate::{Bound, Score, Wdl};

/// Report of one PV.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<S> {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Selective depth, in steps.
    pub seldepth: u32,
    /// MultiPV index, from 1.
    pub line: usize,
    /// Score for the side to move at the root.
    pub score: Score,
    /// Bound type of the score.
    pub bound: Bound,
    /// Win, draw and loss probabilities.
    pub wdl: Wdl,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Use of the transposition table, in thousandths.
    pub hashfull: u32,
    /// Positions found in endgame tables; `None` without tables.
    pub table_hits: Option<u64>,
    /// PV, step by step; see [`turns`]. In games whose turns have several steps, its first turn may
    /// be incomplete.
    pub pv: Vec<S>,
}

impl<S> Report<S> {
    /// Returns the report with another PV.
    #[must_use]
    pub fn with_line<T>(&self, pv: Vec<T>) -> Report<T> {
        let Self { depth, seldepth, line, score, bound, wdl, nodes, elapsed, .. } = *self;
        let Self { hashfull, table_hits, .. } = *self;
        Report {
            depth,
            seldepth,
            line,
            score,
            bound,
            wdl,
            nodes,
            elapsed,
            hashfull,
            table_hits,
            pv,
        }
    }

    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (u128::from(self.nodes) * 1_000_000 / self.elapsed.as_micros().max(1)) as u64
    }
}

/// Search result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<S> {
    /// Best turn, complete, step by step; empty when there is no legal step.
    pub turn: Vec<S>,
    /// Expected reply (ponder move), complete; empty when there is none or it is not known.
    pub ponder: Vec<S>,
    /// Score for the side to move.
    pub score: Score,
    /// Last completed depth, in plies.
    pub depth: u32,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Duration of the search.
    pub elapsed: Duration,
}

/// Splits a line that starts at a position into turns; the last may be incomplete.
#[must_use]
pub fn turns<'a, P: Position>(position: &P, steps: &'a [P::Step]) -> Vec<&'a [P::Step]> {
    let mut position = position.clone();
    let mut turns = Vec::new();
    let mut start = 0;
    for (index, &step) in steps.iter().enumerate() {
        let side = position.side();
        position.play(step);
        if position.side() != side {
            turns.push(&steps[start..=index]);
            start = index + 1;
        }
    }
    if start < steps.len() {
        turns.push(&steps[start..]);
    }
    turns
}

/// Steps that count as one turn where turns have several steps and are not known.
const STEPS_A_TURN: usize = 2;

/// Returns the number of steps that count as `turns` turns past the end of a line.
pub(crate) fn steps_of<P: Position>(turns: usize) -> usize {
    if P::LONG_TURNS { turns * STEPS_A_TURN } else { turns }
}

/// Returns the number of turns in the first `steps` steps of a line; past its end, two steps count
/// as one turn where turns have several steps.
pub(crate) fn count_turns<P: Position>(game: &Game<P>, line: &[P::Step], steps: usize) -> usize {
    let known = steps.min(line.len());
    let turns = turns(game.position(), &line[..known]).len();
    let rest = steps - known;
    if turns < known { turns + rest.div_ceil(STEPS_A_TURN) } else { turns + rest }
}
