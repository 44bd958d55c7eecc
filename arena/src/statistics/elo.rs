//! Elo difference of a score, with its confidence interval.
//!
//! Elo differences are logistic: a score of p corresponds to −400·log10(1/p − 1), see
//! <https://www.chessprogramming.org/Match_Statistics>.
//!
//! **The interval** is Wilson's (E. B. Wilson, *Probable inference, the law of succession, and
//! statistical inference*, JASA 22, 1927), for a number of games that is corrected for draws and
//! pairs by the design effect (L. Kish, *Survey Sampling*, 1965; E. L. Korn and B. I. Graubard,
//! *Confidence intervals for proportions with small expected number of positive counts estimated
//! from survey data*, Survey Methodology 24, 1998). It stays within 0 and 1, so the interval of a
//! perfect score is bounded on one side only. For balanced results it agrees with cutechess-cli and
//! fastchess.

use super::{ResultCounts, Tally};

/// Standard normal quantile of a two-sided 95 % interval, the confidence level of all intervals.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Prior weight of independent games, in pairs. With less, intervals after ten pairs have too low a
/// coverage (see the simulations).
const PRIOR_PAIRS: f64 = 3.0;

/// Normalized Elo per standard deviation of a game: 800/ln 10.
pub(super) const NELO_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// Elo estimate of a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// Score per game, from 0 to 1.
    pub score: f64,
    /// Interval of the score.
    pub score_bounds: (f64, f64),
    /// Elo difference; infinite at a score of 0 or 1.
    pub elo: f64,
    /// Interval of the Elo difference; infinite where it is unbounded.
    pub bounds: (f64, f64),
    /// Likelihood of superiority (LOS), from 0 to 1.
    pub los: f64,
    /// Normalized Elo and half the width of its interval: the difference in standard deviations of
    /// a game, scaled as in fastchess; `None` if the variance of the results is zero.
    pub normalized: Option<(f64, f64)>,
}

impl EloEstimate {
    /// Estimates the Elo difference; returns `None` without games.
    #[must_use]
    pub fn new(tally: &Tally) -> Option<Self> {
        let total = tally.total();
        let games = total.games() as f64;
        let score = total.score()?;
        let score_bounds = wilson(score, games / design_effect(tally));
        let variance = variance(tally);
        let normalized = (variance > 1e-12).then(|| {
            let unit = NELO_SCALE / variance.sqrt();
            ((score - 0.5) * unit, Z95 * (variance / games).sqrt() * unit)
        });
        Some(EloEstimate {
            score,
            score_bounds,
            elo: elo_of(score),
            bounds: (elo_of(score_bounds.0), elo_of(score_bounds.1)),
            los: los(tally),
            normalized,
        })
    }

    /// Returns half the width of the interval, as in "+/-"; `None` if it is bounded on one side
    /// only.
    #[must_use]
    pub fn margin(&self) -> Option<f64> {
        let margin = (self.bounds.1 - self.bounds.0) / 2.0;
        margin.is_finite().then_some(margin)
    }
}

/// Converts a score to an Elo difference; infinite at 0 and 1.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// Returns the expected score at an Elo difference.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns Wilson's interval of a share `p`, from 0 to 1, of independent trials.
#[must_use]
pub fn wilson(p: f64, trials: f64) -> (f64, f64) {
    let z2 = Z95 * Z95 / trials;
    let centre = (p + z2 / 2.0) / (1.0 + z2);
    let half = (z2 * p * (1.0 - p) + z2 * z2 / 4.0).sqrt() / (1.0 + z2);
    // At 0 and 1 rounding must not make an unbounded end finite.
    let lower = if p <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let upper = if p >= 1.0 { 1.0 } else { (centre + half).min(1.0) };
    (lower, upper)
}

/// Returns the variance of a single game's score.
fn game_variance(games: &ResultCounts) -> f64 {
    let Some(mean) = games.score() else { return 0.0 };
    let ResultCounts { wins, draws, losses } = *games;
    let squares = wins as f64 * (1.0 - mean).powi(2)
        + draws as f64 * (0.5 - mean).powi(2)
        + losses as f64 * mean.powi(2);
    squares / games.games() as f64
}

/// Returns the variance of the points of a pair, 0 to 2, about twice the mean of the pairs.
fn pair_variance(pairs: &[u64; 5]) -> f64 {
    let count: u64 = pairs.iter().sum();
    if count == 0 {
        return 0.0;
    }
    let moment = |power: i32, about: f64| -> f64 {
        let terms = pairs.iter().enumerate();
        terms.map(|(half, &n)| n as f64 * (half as f64 / 2.0 - about).powi(power)).sum::<f64>()
            / count as f64
    };
    moment(2, moment(1, 0.0))
}

/// Returns the variance of the total per game: from pairs where games come in pairs.
pub(super) fn variance(tally: &Tally) -> f64 {
    let (pairs, games) = (tally.pair_count() as f64, tally.games() as f64);
    if games == 0.0 {
        return 0.0;
    }
    let single = game_variance(&tally.total());
    (pairs * pair_variance(&tally.pairs) + (games - 2.0 * pairs) * single) / games
}

/// Returns the ratio of the variance to that of the same number of games without draws and pairs.
/// With few games it is shrunk towards 1.
pub(super) fn design_effect(tally: &Tally) -> f64 {
    let total = tally.total();
    let (games, pairs) = (total.games() as f64, tally.pair_count() as f64);
    if games == 0.0 {
        return 1.0;
    }
    // Half a win and half a loss more: equal results do not imply a variance of zero.
    let mean = (total.points() + 0.5) / (games + 1.0);
    let binomial = mean * (1.0 - mean);
    let trinomial = binomial - total.draws as f64 / (4.0 * (games + 1.0));
    let draws = trinomial / binomial;
    // Variance of a pair relative to two independent games, with a prior of some pairs of such
    // games.
    let single = game_variance(&total);
    let more = PRIOR_PAIRS * 2.0 * trinomial;
    let paired = (pairs * pair_variance(&tally.pairs) + more) / (2.0 * pairs * single + more);
    draws * (2.0 * pairs * paired + games - 2.0 * pairs) / games
}

/// Cumulative distribution function of the standard normal distribution.
fn normal(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

/// Returns the likelihood of superiority.
fn los(tally: &Tally) -> f64 {
    let total = tally.total();
    let (games, points) = (total.games() as f64, total.points());
    if game_variance(&total) > 1e-12 {
        // Few pairs may be equal by accident: then the variance is that of the interval.
        let mean = (points + 0.5) / (games + 1.0);
        let variance = variance(tally).max(design_effect(tally) * mean * (1.0 - mean));
        return normal((points / games - 0.5) / (variance / games).sqrt());
    }
    // All games have the same result. With a uniform prior, the probability of a win is distributed
    // as Beta(wins + 1, losses + 1): https://www.chessprogramming.org/Match_Statistics
    let other = 0.5f64.powf((total.wins + total.losses + 1) as f64);
    if total.wins > 0 { 1.0 - other } else { other }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution() {
        // Values of <https://en.wikipedia.org/wiki/Standard_normal_table>.
        for (x, expected) in [(0.0, 0.5), (1.0, 0.841_344_746), (Z95, 0.975), (-3.0, 0.001_349_898)]
        {
            assert!((normal(x) - expected).abs() < 1e-9, "{x}: {}", normal(x));
        }
        assert_eq!([normal(f64::NEG_INFINITY), normal(f64::INFINITY)], [0.0, 1.0]);
    }
}
