//! Generalized sequential probability ratio test (GSPRT).
//!
//! The likelihood under a hypothesis is that of the most likely distribution of results with the
//! hypothesis' strength. See Michel Van den Bergh, *Comparing the approximations for the
//! generalized log likelihood ratio of a multinomial distribution*,
//! <https://www.cantate.be/Fishtest/comparing_approximations.pdf>, and *Comments on normalized
//! Elo*, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>. The results equal those of
//! fastchess (`app/src/matchmaking/sprt/sprt.cpp`, <https://github.com/Disservin/fastchess>).

use crate::{SprtModel, SprtSpec};

use super::elo::NELO_SCALE;
use super::{Tally, bayes_elo, score_of};

/// Count of a result that did not occur, so that its probability is not zero; as in fastchess.
const UNSEEN: f64 = 1e-3;

/// SPRT of the first engine against the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    spec: SprtSpec,
    in_pairs: bool,
}

/// State of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// Log-likelihood ratio (LLR) of H1 to H0.
    pub llr: f64,
    /// Lower bound: H0 is accepted at or below it.
    pub lower: f64,
    /// Upper bound: H1 is accepted at or above it.
    pub upper: f64,
    /// Decision; `None` if the test continues.
    pub verdict: Option<SprtDecision>,
}

/// Decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// H0 accepted: the difference is `elo0` rather than `elo1`.
    H0,
    /// H1 accepted: the difference is `elo1` rather than `elo0`.
    H1,
}

impl Sprt {
    /// Returns a test of pairs (pentanomial) or of games (trinomial).
    #[must_use]
    pub fn new(spec: SprtSpec, in_pairs: bool) -> Self {
        Sprt { spec, in_pairs }
    }

    /// Returns the state after these games; in a test of pairs, games without their counterpart do
    /// not count.
    #[must_use]
    pub fn state(&self, tally: &Tally) -> SprtState {
        let SprtSpec { alpha, beta, .. } = self.spec;
        let (lower, upper) = ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln());
        let llr = self.llr(tally);
        // Invalid settings give no decision.
        let verdict = if llr >= upper && upper > 0.0 {
            Some(SprtDecision::H1)
        } else if llr <= lower && lower < 0.0 {
            Some(SprtDecision::H0)
        } else {
            None
        };
        SprtState { llr, lower, upper, verdict }
    }

    /// Returns the log-likelihood ratio; 0 without games.
    fn llr(&self, tally: &Tally) -> f64 {
        let total = tally.total();
        let SprtSpec { elo0, elo1, model, .. } = self.spec;
        let llr = if model == SprtModel::BayesElo {
            if total.games() == 0 { 0.0 } else { bayes_elo::llr(&total, elo0, elo1) }
        } else if self.in_pairs {
            let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
            self.llr_of(scores, tally.pairs, std::f64::consts::SQRT_2)
        } else {
            self.llr_of([0.0, 0.5, 1.0], [total.losses, total.draws, total.wins], 1.0)
        };
        if llr.is_finite() { llr } else { 0.0 }
    }

    /// `root` is the square root of the number of games per count.
    fn llr_of<const N: usize>(&self, scores: [f64; N], counts: [u64; N], root: f64) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = counts.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = Observed { scores, shares: counts.map(|count| count / total) };
        let SprtSpec { elo0, elo1, model, .. } = self.spec;
        let (p0, p1) = match model {
            SprtModel::Logistic | SprtModel::BayesElo => {
                (seen.with_mean(score_of(elo0)), seen.with_mean(score_of(elo1)))
            }
            SprtModel::Normalized => {
                let unit = root / NELO_SCALE;
                (seen.with_effect(elo0 * unit), seen.with_effect(elo1 * unit))
            }
        };
        let ratios = p0.iter().zip(&p1).zip(&counts);
        ratios.map(|((p0, p1), count)| count * (p1.ln() - p0.ln())).sum()
    }
}

impl SprtState {
    /// Returns the progress towards the bound on the side of the LLR, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        let bound = if self.llr < 0.0 { self.lower } else { self.upper };
        let share = self.llr / bound;
        if share.is_finite() { share } else { 0.0 }
    }
}

/// Observed distribution of results.
struct Observed<const N: usize> {
    scores: [f64; N],
    shares: [f64; N],
}

impl<const N: usize> Observed<N> {
    /// Returns the most likely distribution with this mean: proposition 1.1 of *Comparing the
    /// approximations*.
    fn with_mean(&self, mean: f64) -> [f64; N] {
        self.tilted(&self.scores.map(|score| score - mean)).unwrap_or(self.shares)
    }

    /// Returns the most likely distribution whose mean is `effect` standard deviations above one
    /// half: section 4.1 of *Comments on normalized Elo*.
    fn with_effect(&self, effect: f64) -> [f64; N] {
        let mut p = [1.0 / N as f64; N];
        for _ in 0..10 {
            let mean: f64 = self.scores.iter().zip(&p).map(|(a, p)| a * p).sum();
            let variance: f64 =
                self.scores.iter().zip(&p).map(|(a, p)| p * (a - mean).powi(2)).sum();
            let sigma = variance.sqrt();
            let values = self.scores.map(|score| {
                let out = (score - mean) / sigma;
                score - 0.5 - 0.5 * effect * sigma * (1.0 + out * out)
            });
            let Some(next) = self.tilted(&values) else { return p };
            let change = p.iter().zip(&next).map(|(p, next)| (next - p).abs());
            let done = change.fold(0.0, f64::max) < 1e-4;
            p = next;
            if done {
                break;
            }
        }
        p
    }

    /// Returns the shares over 1 + θ·value, with the θ for which the mean of the values is 0;
    /// `None` if there is none.
    fn tilted(&self, values: &[f64; N]) -> Option<[f64; N]> {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(least < 0.0 && most > 0.0 && least.is_finite() && most.is_finite()) {
            return None;
        }
        // The mean falls from plus to minus infinity between these.
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let mut theta = 0.0;
        for _ in 0..100 {
            let (mut mean, mut slope) = (0.0, 0.0);
            for (share, value) in self.shares.iter().zip(values) {
                let part = value / (1.0 + theta * value);
                mean += share * part;
                slope -= share * part * part;
            }
            if mean > 0.0 {
                low = theta;
            } else {
                high = theta;
            }
            // Newton's step, or the midpoint where that leaves the bracket.
            let newton = theta - mean / slope;
            let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
            let step = (next - theta).abs();
            theta = next;
            if step < 1e-12 * (1.0 + theta.abs()) {
                break;
            }
        }
        let mut p = self.shares;
        for (p, value) in p.iter_mut().zip(values) {
            *p /= 1.0 + theta * value;
        }
        Some(p)
    }
}
