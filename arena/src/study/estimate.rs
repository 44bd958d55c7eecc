//! Estimates with their intervals.

use serde::Serialize;

use crate::statistics::{EloEstimate, ResultCounts, Tally};

/// Estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Value.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    pub(super) fn around((value, half): (f64, f64)) -> Self {
        Estimate { value, low: value - half, high: value + half }
    }

    /// Returns the expected score and the advantage in Elo; `None` without results.
    pub(super) fn of_results(results: ResultCounts) -> (Option<Self>, Option<Self>) {
        let elo = EloEstimate::new(&Tally { white: results, ..Tally::default() });
        let estimate = |value, (low, high)| Estimate { value, low, high };
        (
            elo.as_ref().map(|elo| estimate(elo.score, elo.score_bounds)),
            elo.as_ref().map(|elo| estimate(elo.elo, elo.bounds)),
        )
    }

    /// Formats a difference in Elo with its interval: `+54 (+41 to +66)`.
    pub(super) fn in_elo(self) -> String {
        format!("{} ({} to {})", whole(self.value), whole(self.low), whole(self.high))
    }

    /// Formats a difference in Elo with half of its interval: `+54 ± 12`.
    pub(super) fn in_elo_with_half(self) -> String {
        format!("{} ± {:.0}", whole(self.value), self.half())
    }

    /// Half of the interval.
    #[must_use]
    pub fn half(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Formats a difference in whole Elo, with its sign; zero is `+0`.
pub(super) fn whole(elo: f64) -> String {
    format!("{:+.0}", elo.round() + 0.0)
}
