//! What games say about strength: scores, Elo differences with their intervals, sequential tests
//! and ratings.
//!
//! Everything is counted game by game, so that a match of any length costs the same for each.

mod bayes_elo;
mod elo;
pub mod linear;
mod ratings;
mod scores;
#[cfg(test)]
mod simulate;
mod sprt;
mod tally;

pub use elo::{EloEstimate, Z95, score_of, wilson};
pub use ratings::Ratings;
pub use scores::{Scores, Seen};
pub use sprt::{Sprt, SprtState, Verdict};
pub use tally::{Tally, Wdl};

use super::{GameRecord, Match};

/// Everything that is counted while a match runs.
#[derive(Clone, Debug)]
pub struct Statistics {
    scores: Scores,
    sprt: Option<Sprt>,
    state: Option<SprtState>,
    verdict: Option<Verdict>,
}

impl Statistics {
    /// For games of this match; its engines come in its order.
    #[must_use]
    pub fn new(plan: &Match) -> Self {
        let names = plan.engines.iter().map(|engine| engine.name.as_str());
        let sprt = plan.sprt.map(|spec| Sprt::new(spec, plan.games_per_round > 1));
        let mut new = Statistics { scores: Scores::new(names), sprt, state: None, verdict: None };
        new.state = new.sprt.map(|sprt| sprt.state(&new.tally()));
        new
    }

    /// For games of which nothing is known before: engines come in the order of appearance.
    #[must_use]
    pub fn unplanned() -> Self {
        Statistics { scores: Scores::default(), sprt: None, state: None, verdict: None }
    }

    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) -> Seen {
        let seen = self.scores.add(record);
        if let Some(sprt) = self.sprt {
            let state = sprt.state(&self.tally());
            // The test ends where a bound is met first; games that were still being played then
            // do not reopen it.
            self.verdict = self.verdict.or(state.verdict);
            self.state = Some(state);
        }
        seen
    }

    /// The scores of all pairings.
    #[must_use]
    pub fn scores(&self) -> &Scores {
        &self.scores
    }

    /// The first engine against the second.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.scores.between(0, 1)
    }

    /// Where the sequential test of the first engine against the second stands, if there is one.
    #[must_use]
    pub fn sprt(&self) -> Option<SprtState> {
        self.state
    }

    /// What the test said when it met a bound for the first time; the match is to end then.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }
}

#[cfg(test)]
pub(super) mod tests;
