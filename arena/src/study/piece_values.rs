//! Piece values, measured from game results.
//!
//! The expected result is a logistic function of the material balance
//! (<https://www.chessprogramming.org/Logistic_Regression>). Positions of one game are not
//! independent, so the uncertainty is computed over whole games (a cluster-robust "sandwich"
//! covariance: Liang and Zeger 1986).

use variants::PieceType;

use super::{Sample, Study};
use crate::statistics::linear::{Matrix, clustered, dot};
use crate::statistics::{Z95, logistic};

/// Elo per unit of the logistic function: 400 / ln 10.
const ELO: f64 = 173.717_792_761_3;
/// Standard deviation of the weights' prior, in units of the logistic function: one more such piece
/// wins nearly always.
const PRIOR_SPREAD: f64 = 3.0;
/// Minimum number of positions, and of games, with an imbalance of a piece type.
const FEWEST: (usize, usize) = (50, 10);
const MAX_ITERATIONS: usize = 50;

/// Value of one more piece of a type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceValue {
    /// Piece type.
    pub kind: PieceType,
    /// Value in Elo, in an otherwise even game; `None` if there are too few imbalances.
    pub elo: Option<(f64, f64)>,
    /// Value in hundredths of the most frequent piece; `None` if either is too uncertain.
    pub relative: Option<(f64, f64)>,
}

/// Returns the value of each piece type that can be lost, with half of the 95 % interval, and the
/// advantage of moving first in Elo, with its own.
#[must_use]
pub fn piece_values(study: &Study) -> (Vec<PieceValue>, Option<(f64, f64)>) {
    let kinds: Vec<PieceType> = study.definition().piece_types().collect();
    let seen: Vec<PieceType> =
        kinds.iter().copied().filter(|kind| is_seen(&study.samples, *kind)).collect();
    let fit = Fit::new(&study.samples, &seen);
    let unit = study.commonest().and_then(|kind| seen.iter().position(|&seen| seen == kind));
    let mut list = Vec::new();
    for kind in kinds {
        if study.definition().piece(kind).royal && !seen.contains(&kind) {
            continue;
        }
        let index = seen.iter().position(|&seen| seen == kind);
        let fitted = index.zip(fit.as_ref());
        list.push(PieceValue {
            kind,
            elo: fitted.map(|(index, fit)| (ELO * fit.weights[index], ELO * fit.half(index))),
            relative: fitted.zip(unit).and_then(|((index, fit), unit)| fit.ratio(index, unit)),
        });
    }
    let first = fit.map(|fit| (ELO * fit.weights[seen.len()], ELO * fit.half(seen.len())));
    (list, first)
}

fn is_seen(samples: &[Sample], kind: PieceType) -> bool {
    let out: Vec<usize> = samples
        .iter()
        .filter(|sample| sample.balance[kind.index()] != 0.0)
        .map(|sample| sample.game)
        .collect();
    let mut games = out.clone();
    games.dedup();
    out.len() >= FEWEST.0 && games.len() >= FEWEST.1
}

/// Fitted logistic model: a weight per piece type, and one for moving first.
struct Fit {
    weights: Vec<f64>,
    covariance: Matrix,
}

impl Fit {
    /// Fits by Newton's method; returns `None` without data, or if it does not converge.
    fn new(samples: &[Sample], kinds: &[PieceType]) -> Option<Self> {
        if samples.is_empty() || kinds.is_empty() {
            return None;
        }
        let size = kinds.len() + 1;
        let row = |sample: &Sample| -> Vec<f64> {
            let balance = kinds.iter().map(|kind| sample.balance[kind.index()]);
            balance.chain([sample.first]).collect()
        };
        let prior = 1.0 / (PRIOR_SPREAD * PRIOR_SPREAD);
        let mut weights = vec![0.0; size];
        for _ in 0..MAX_ITERATIONS {
            let mut gradient: Vec<f64> = weights.iter().map(|weight| -prior * weight).collect();
            let mut hessian = Matrix::diagonal(size, prior);
            for sample in samples {
                let row = row(sample);
                let probability = logistic(dot(&row, &weights));
                add(&mut gradient, sample.result - probability, &row);
                hessian.add_outer(probability * (1.0 - probability), &row);
            }
            let cholesky = hessian.cholesky()?;
            let change = cholesky.solve(&gradient);
            add(&mut weights, 1.0, &change);
            if change.iter().all(|change| change.abs() < 1e-8) {
                let inverse = cholesky.inverse();
                let meat = clustered(
                    samples,
                    size,
                    |sample| sample.game,
                    |sample| {
                        let row = row(sample);
                        let error = sample.result - logistic(dot(&row, &weights));
                        row.iter().map(|number| error * number).collect()
                    },
                );
                let covariance = inverse.product(&meat).product(&inverse);
                return Some(Fit { weights, covariance });
            }
        }
        None
    }

    fn half(&self, index: usize) -> f64 {
        Z95 * self.covariance[(index, index)].max(0.0).sqrt()
    }

    /// Returns the ratio of two weights in hundredths, by the delta method; `None` where the
    /// denominator may be zero.
    fn ratio(&self, index: usize, unit: usize) -> Option<(f64, f64)> {
        let base = self.weights[unit];
        if base <= self.half(unit) {
            return None;
        }
        let ratio = self.weights[index] / base;
        let c = &self.covariance;
        let variance =
            c[(index, index)] - 2.0 * ratio * c[(index, unit)] + ratio * ratio * c[(unit, unit)];
        Some((100.0 * ratio, 100.0 * Z95 * variance.max(0.0).sqrt() / base))
    }
}

/// Adds a multiple of a vector to another.
fn add(sum: &mut [f64], factor: f64, vector: &[f64]) {
    sum.iter_mut().zip(vector).for_each(|(sum, number)| *sum += factor * number);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Returns samples of known weights: three piece types, the last never out of balance.
    fn simulated(games: usize, truth: [f64; 2], seed: u64) -> Vec<Sample> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut samples = Vec::new();
        for game in 0..games {
            let a = f64::from(random.random_range(-2..=2));
            let b = f64::from(random.random_range(-1..=1));
            let probability = logistic(truth[0] * a + truth[1] * b + 0.2);
            let result = if random.random_bool(probability) { 1.0 } else { 0.0 };
            for _ in 0..8 {
                samples.push(Sample { game, balance: vec![a, b, 0.0], first: 1.0, result });
            }
        }
        samples
    }

    #[test]
    fn a_known_truth_is_found() {
        let kinds: Vec<PieceType> = (0..3).map(PieceType::from_index).collect();
        let samples = simulated(3000, [0.5, 1.5], 7);
        assert!(is_seen(&samples, kinds[0]) && !is_seen(&samples, kinds[2]));
        let fit = Fit::new(&samples, &kinds[..2]).unwrap();
        for (index, truth) in [(0, 0.5), (1, 1.5), (2, 0.2)] {
            let found = fit.weights[index];
            assert!((found - truth).abs() < 1.5 * fit.half(index), "{index}: {found}");
        }
        let (ratio, half) = fit.ratio(1, 0).unwrap();
        assert!((ratio - 300.0).abs() < 1.5 * half && half < 80.0, "{ratio} ± {half}");
    }

    #[test]
    fn the_interval_counts_games_and_not_positions() {
        // The intervals of 200 simulated studies contain the true value about 19 times in 20.
        let kinds: Vec<PieceType> = (0..2).map(PieceType::from_index).collect();
        let mut held = 0;
        for seed in 0..200 {
            let fit = Fit::new(&simulated(300, [0.4, 0.9], seed), &kinds).unwrap();
            held += usize::from((fit.weights[0] - 0.4).abs() < fit.half(0));
        }
        assert!((180..=199).contains(&held), "{held} of 200");
    }

    #[test]
    fn nothing_to_fit() {
        assert!(Fit::new(&[], &[PieceType::from_index(0)]).is_none());
    }
}
