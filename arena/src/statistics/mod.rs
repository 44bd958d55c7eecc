//! Statistics of playing strength: scores, Elo differences with their intervals, sequential tests
//! and ratings.
//!
//! Games are counted one by one, so that the cost per game does not grow with the match.

mod bayes_elo;
mod elo;
pub mod linear;
mod logistic;
mod ratings;
mod scores;
#[cfg(test)]
mod simulate;
mod sprt;
mod tally;

pub use elo::{EloEstimate, Z95, score_of, wilson};
pub use logistic::logistic;
pub use ratings::Ratings;
pub use scores::{Counted, Scores};
pub use sprt::{Sprt, SprtDecision, SprtState};
pub use tally::{ResultCounts, Tally};

use super::{GameRecord, Match};

/// Statistics of a running match.
#[derive(Clone, Debug)]
pub struct Statistics {
    scores: Scores,
    sprt: Option<Sprt>,
    state: Option<SprtState>,
    verdict: Option<SprtDecision>,
}

impl Statistics {
    /// Returns the statistics of a new match; the engines are in its order. A shard has no SPRT:
    /// its games alone decide nothing.
    #[must_use]
    pub fn new(plan: &Match) -> Self {
        let names = plan.engines.iter().map(|engine| engine.name.as_str());
        let sprt = plan
            .sprt
            .filter(|_| plan.shard.is_none())
            .map(|spec| Sprt::new(spec, plan.games_per_round > 1));
        let mut new = Statistics { scores: Scores::new(names), sprt, state: None, verdict: None };
        new.state = new.sprt.map(|sprt| sprt.state(&new.tally()));
        new
    }

    /// Returns the statistics of games without a known match; engines are in order of appearance.
    #[must_use]
    pub fn unplanned() -> Self {
        Statistics { scores: Scores::default(), sprt: None, state: None, verdict: None }
    }

    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) -> Counted {
        let seen = self.scores.add(record);
        if let Some(sprt) = self.sprt {
            let state = sprt.state(&self.tally());
            // The test ends where a bound is reached first; games that were still being played then
            // do not reopen it.
            self.verdict = self.verdict.or(state.verdict);
            self.state = Some(state);
        }
        seen
    }

    /// Returns the scores of all pairings.
    #[must_use]
    pub fn scores(&self) -> &Scores {
        &self.scores
    }

    /// Returns the results of the first engine against the second.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.scores.between(0, 1)
    }

    /// Returns the state of the SPRT of the first engine against the second, if there is one.
    #[must_use]
    pub fn sprt(&self) -> Option<SprtState> {
        self.state
    }

    /// Takes the decision by all games, whichever bound was reached on the way: the games of shards
    /// are not counted in the order in which they were played, and did not end the match.
    pub fn decide_by_all(&mut self) {
        self.verdict = self.state.and_then(|state| state.verdict);
    }

    /// Returns the decision at the first bound that was reached; the match is to end then.
    #[must_use]
    pub fn verdict(&self) -> Option<SprtDecision> {
        self.verdict
    }
}

#[cfg(test)]
pub(super) mod tests;
