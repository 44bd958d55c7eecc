//! What a search tells while it runs and when it ends.

use std::time::Duration;

use variants::{Game, Position};

use crate::{Bound, Score, Wdl};

/// One line of progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<S> {
    /// Steps looked ahead, or turns, where they have several steps.
    pub depth: u32,
    /// Steps of the longest line.
    pub seldepth: u32,
    /// Which of the best lines this is, from 1.
    pub line: usize,
    /// Its score, for the side to move at the root.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// What the score means for the result.
    pub wdl: Wdl,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time since the beginning.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The line, step by step; see [`turns`]. In games whose turns have many steps its first turn
    /// may be still unfinished.
    pub pv: Vec<S>,
}

impl<S> Report<S> {
    /// The same with another line.
    #[must_use]
    pub fn with_line<T>(&self, pv: Vec<T>) -> Report<T> {
        let Self { depth, seldepth, line, score, bound, wdl, nodes, elapsed, hashfull, .. } = *self;
        Report { depth, seldepth, line, score, bound, wdl, nodes, elapsed, hashfull, pv }
    }

    /// Nodes a second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (u128::from(self.nodes) * 1_000_000 / self.elapsed.as_micros().max(1)) as u64
    }
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<S> {
    /// The turn to play, to its end, step by step; empty when there is no legal step.
    pub turn: Vec<S>,
    /// The turn that is expected in answer, to its end; empty when there is none or not known.
    pub ponder: Vec<S>,
    /// The score, for the side to move.
    pub score: Score,
    /// Steps looked ahead, completely, or turns, where they have several steps.
    pub depth: u32,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time from beginning to end.
    pub elapsed: Duration,
}

/// Splits a line that starts at a game's position into turns; the last may be unfinished.
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

/// How many turns the first `steps` steps of a line are; past the line's end each two steps are
/// taken for a turn where turns have many.
pub(crate) fn count_turns<P: Position>(game: &Game<P>, line: &[P::Step], steps: usize) -> usize {
    let known = steps.min(line.len());
    let turns = turns(game.position(), &line[..known]).len();
    let rest = steps - known;
    if turns < known { turns + rest.div_ceil(2) } else { turns + rest }
}
