//! Score of a match, as stored and displayed.

use std::fmt;

use serde::{Deserialize, Serialize};

use arena::statistics::{EloEstimate, ResultCounts, Tally, Z95};
use arena::{SprtModel, SprtSpec};

/// SPRT hypotheses for keeping a network, in Elo.
pub const SPRT: SprtSpec =
    SprtSpec { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: SprtModel::Logistic };

/// Elo difference that is expected before a match, normally distributed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// Mean, in Elo.
    mean: f64,
    /// Standard deviation, in Elo.
    deviation: f64,
}

/// Expected difference of a net to the one before it, from fewer games: as measured in
/// `docs/decisions/0036-later-nets.md`.
pub const LATER_NET: Prior = Prior { mean: 30.0, deviation: 30.0 };

impl Prior {
    /// Returns the sign of the expected difference after a match: positive for the first player. Scores are
    /// normally distributed around a difference that they are linear in, which holds near 50 %.
    pub fn after(&self, tally: &Tally) -> f64 {
        let Some(estimate) = EloEstimate::new(tally) else { return self.mean };
        let (low, high) = estimate.score_bounds;
        let error = (high - low) / (2.0 * Z95);
        // Score per Elo at an even score.
        let slope = std::f64::consts::LN_10 / 1600.0;
        let prior = self.mean / (slope * self.deviation * self.deviation);
        prior + (estimate.score - 0.5) / (error * error)
    }
}

/// Rounds an Elo difference to a whole number, without a negative zero.
pub fn whole(elo: f64) -> f64 {
    elo.round() + 0.0
}

/// Results of a network against another, from its view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchScore {
    /// With White: wins, draws, losses.
    white: [u64; 3],
    /// With Black: wins, draws, losses.
    black: [u64; 3],
    /// Pairs of games from one opening, by the half points in both, 0 to 4.
    pairs: [u64; 5],
}

impl From<&Tally> for MatchScore {
    fn from(tally: &Tally) -> Self {
        let counts = |games: &ResultCounts| [games.wins, games.draws, games.losses];
        MatchScore { white: counts(&tally.white), black: counts(&tally.black), pairs: tally.pairs }
    }
}

impl MatchScore {
    /// Converts the score for statistics.
    pub fn tally(&self) -> Tally {
        let games = |[wins, draws, losses]: [u64; 3]| ResultCounts { wins, draws, losses };
        Tally { white: games(self.white), black: games(self.black), pairs: self.pairs }
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.white.iter().chain(&self.black).all(|&count| count == 0)
    }

    /// Whether the counts are plausible: their sums do not overflow.
    pub fn is_sound(&self) -> bool {
        let counts = self.white.iter().chain(&self.black).chain(&self.pairs);
        counts.into_iter().all(|&count| count <= u64::from(u32::MAX))
    }

    /// Returns the Elo difference, with its error bar; `None` without games.
    pub fn elo(&self) -> Option<EloEstimate> {
        EloEstimate::new(&self.tally())
    }
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(elo) = self.elo() else { return f.write_str("no games") };
        match elo.margin() {
            Some(margin) => write!(f, "Elo {:+.0} ± {margin:.0}", whole(elo.elo))?,
            None if elo.elo > 0.0 => write!(f, "Elo above {:+.0}", whole(elo.bounds.0))?,
            None => write!(f, "Elo below {:+.0}", whole(elo.bounds.1))?,
        }
        let ResultCounts { wins, draws, losses } = self.tally().total();
        write!(f, " ({wins} won, {draws} drawn, {losses} lost)")
    }
}

#[cfg(test)]
mod tests {
    use variants::Color;

    use super::*;

    /// Returns a score of so many pairs, won, drawn and lost twice each.
    fn pairs([won, drawn, lost]: [u64; 3]) -> Tally {
        let mut tally = Tally::default();
        for (pairs, points) in [(won, 2), (drawn, 1), (lost, 0)] {
            for _ in 0..pairs {
                tally.add_game(Color::White, points);
                tally.add_game(Color::Black, points);
                tally.add_pair(2 * points);
            }
        }
        tally
    }

    #[test]
    fn a_later_net_is_kept_until_games_outweigh_what_is_expected() {
        let is_kept = |pairs_of| LATER_NET.after(&pairs(pairs_of)) > 0.0;
        assert!(is_kept([0, 0, 0]) && is_kept([5, 2, 5]) && is_kept([5, 1, 6]));
        // A tenth of a point away from even: more games count more.
        assert!(is_kept([8, 0, 10]) && !is_kept([80, 0, 100]));
        assert!(!is_kept([2, 0, 8]) && !is_kept([0, 0, 8]));
        assert!(is_kept([100, 0, 90]));
    }

    #[test]
    fn scores_are_shown_with_what_is_sure() {
        let mut tally = Tally::default();
        assert_eq!(MatchScore::from(&tally).to_string(), "no games");
        tally.add_game(Color::White, 2);
        tally.add_game(Color::Black, 2);
        tally.add_pair(4);
        let score = MatchScore::from(&tally);
        assert!(score.to_string().starts_with("Elo above"), "{score}");
        assert_eq!(score.tally(), tally);
        tally.add_game(Color::White, 0);
        tally.add_game(Color::Black, 1);
        tally.add_pair(1);
        let shown = MatchScore::from(&tally).to_string();
        assert!(shown.contains('±') && shown.ends_with("(2 won, 1 drawn, 1 lost)"), "{shown}");
        tally.add_game(Color::White, 0);
        tally.add_game(Color::Black, 1);
        tally.add_pair(1);
        let even = MatchScore::from(&tally).to_string();
        assert!(even.starts_with("Elo +0 ±"), "{even}");
    }
}
