//! WDL model of scores: [`WdlModel`] fitted to games by maximum likelihood.
//!
//! With a = 1/slope and b = half/slope the probability of a win is σ(as-b), that of a loss
//! σ(-as-b): an ordered logit (<https://en.wikipedia.org/wiki/Ordered_logit>), whose likelihood has
//! a single maximum. Newton's method finds it. The positions of a game share one result, so the
//! standard errors are clustered by game
//! (<https://en.wikipedia.org/wiki/Clustered_standard_errors>).

use arena::statistics::linear::{Matrix, clustered, dot};
use arena::statistics::logistic;
use search::WdlModel;
use thiserror::Error;

use super::samples::{Outcome, Sample};

/// Maximum number of iterations; Newton's method converges long before, or never.
const MAX_ITERATIONS: usize = 200;
/// Unit of scores in the fit, in centipawns, so that both parameters are near 1.
const UNIT: f64 = 100.0;
/// Lower bound of probabilities in logarithms.
const MIN_PROBABILITY: f64 = 1e-9;
/// Minimum slope, in centipawns.
const MIN_SLOPE: f64 = 1.0;
/// Maximum slope, in centipawns.
const MAX_SLOPE: f64 = 10_000.0;

/// Error of a fit.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum FitError {
    /// No data, or draws only.
    #[error("no scores in decided games")]
    NoWins,
    /// Scores that do not predict the results, or predict them perfectly.
    #[error("the scores do not fit a WDL model")]
    NoModel,
}

/// Fitted model with its uncertainty.
#[derive(Clone, Copy, Debug)]
pub struct WdlFit {
    /// Fitted model.
    pub model: WdlModel,
    /// Standard error of `half`, in centipawns.
    pub half_error: f64,
    /// Standard error of `slope`, in centipawns.
    pub slope_error: f64,
}

/// Fits the model by maximum likelihood. Positions of one game must be consecutive.
///
/// # Errors
/// When the likelihood has no maximum within the bounds of the slope.
pub fn fit(samples: &[Sample]) -> Result<WdlFit, FitError> {
    if samples.iter().all(|sample| sample.outcome == Outcome::Draw) {
        return Err(FitError::NoWins);
    }
    // Without draws the best b is 0, at the end of its range.
    let has_draws = samples.iter().any(|sample| sample.outcome == Outcome::Draw);
    let mut at = [1.0, if has_draws { 1.0 } else { 0.0 }];
    let mut best = likelihood(samples, at);
    for _ in 0..MAX_ITERATIONS {
        let (gradient, hessian) = derivatives(samples, at, has_draws);
        let change = hessian.cholesky().ok_or(FitError::NoModel)?.solve(&gradient);
        // Step halving, until the likelihood increases.
        let mut step = 1.0;
        let next = loop {
            let next = [at[0] + change[0] * step, at[1] + change[1] * step];
            let is_valid = next[0] > 0.0 && (next[1] > 0.0 || !has_draws);
            let value = if is_valid { likelihood(samples, next) } else { f64::NEG_INFINITY };
            if value >= best {
                best = value;
                break next;
            }
            step /= 2.0;
            if step < 1e-12 {
                break at;
            }
        };
        let moved = (next[0] - at[0]).abs().max((next[1] - at[1]).abs());
        at = next;
        if moved < 1e-9 {
            return finish(samples, at, has_draws);
        }
        let slope = UNIT / at[0];
        if !(MIN_SLOPE..MAX_SLOPE).contains(&slope) {
            break;
        }
    }
    Err(FitError::NoModel)
}

/// Returns the model, with standard errors by the delta method.
fn finish(samples: &[Sample], at: [f64; 2], has_draws: bool) -> Result<WdlFit, FitError> {
    let (_, hessian) = derivatives(samples, at, has_draws);
    let inverse = hessian.cholesky().ok_or(FitError::NoModel)?.inverse();
    let mut unused = Matrix::zeros(2);
    let spread = clustered(
        samples,
        2,
        |sample| sample.game,
        |sample| {
            let [first, second] = derivative(sample, at, &mut unused);
            vec![first, if has_draws { second } else { 0.0 }]
        },
    );
    let covariance = inverse.product(&spread).product(&inverse);
    let [a, b] = [at[0], at[1]];
    let error = |row: [f64; 2]| covariance.form(&row).max(0.0).sqrt();
    Ok(WdlFit {
        model: WdlModel { half: UNIT * b / a, slope: UNIT / a },
        half_error: UNIT * error([-b / (a * a), 1.0 / a]),
        slope_error: UNIT * error([-1.0 / (a * a), 0.0]),
    })
}

/// Returns the log-likelihood of all results.
fn likelihood(samples: &[Sample], at: [f64; 2]) -> f64 {
    let model = WdlModel { half: UNIT * at[1] / at[0], slope: UNIT / at[0] };
    -log_loss(samples, &model) * samples.len() as f64
}

/// Returns the log loss of a model: the mean negative natural logarithm of the probabilities of the
/// results (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>).
#[must_use]
pub fn log_loss(samples: &[Sample], model: &WdlModel) -> f64 {
    let loss = |sample: &Sample| {
        let probability = model.chances(sample.score)[sample.outcome as usize];
        -probability.max(MIN_PROBABILITY).ln()
    };
    samples.iter().map(loss).sum::<f64>() / samples.len().max(1) as f64
}

/// Returns the gradient of a sample's log-likelihood by a and b; its negative second derivatives
/// are added to `hessian`.
fn derivative(sample: &Sample, at: [f64; 2], hessian: &mut Matrix) -> [f64; 2] {
    let score = sample.score / UNIT;
    // Of σ(as-b), the winning probability, and of σ(-as-b), the losing probability.
    let (win, loss) = ([score, -1.0], [-score, -1.0]);
    let (p, q) = (logistic(dot(&at, &win)), logistic(dot(&at, &loss)));
    if sample.outcome != Outcome::Loss {
        hessian.add_outer(p * (1.0 - p), &win);
    }
    if sample.outcome != Outcome::Win {
        hessian.add_outer(q * (1.0 - q), &loss);
    }
    match sample.outcome {
        Outcome::Win => win.map(|x| x * (1.0 - p)),
        Outcome::Loss => loss.map(|x| x * (1.0 - q)),
        // 1-p-q = p̄ q̄ (1 - e^-2b) with p̄ = 1-p and q̄ = 1-q.
        Outcome::Draw => {
            let (rest, gap) = ((-2.0 * at[1]).exp(), -(-2.0 * at[1]).exp_m1());
            hessian[(1, 1)] += 4.0 * rest / (gap * gap);
            [-win[0] * p - loss[0] * q, -win[1] * p - loss[1] * q + 2.0 * rest / gap]
        }
    }
}

/// Returns the sums of [`derivative`]; b is fixed if there are no draws to fit it to.
fn derivatives(samples: &[Sample], at: [f64; 2], has_draws: bool) -> ([f64; 2], Matrix) {
    let (mut gradient, mut hessian) = ([0.0; 2], Matrix::zeros(2));
    for sample in samples {
        let own = derivative(sample, at, &mut hessian);
        gradient = [gradient[0] + own[0], gradient[1] + own[1]];
    }
    if !has_draws {
        gradient[1] = 0.0;
        let first = hessian[(0, 0)];
        hessian = Matrix::diagonal(2, 1.0);
        hessian[(0, 0)] = first;
    }
    (gradient, hessian)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use arena::statistics::Z95;

    /// Simulates games of some positions each, with results drawn from a model at the first score.
    fn simulated(games: usize, positions: usize, truth: &WdlModel, seed: u64) -> Vec<Sample> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut samples = Vec::new();
        for game in 0..games {
            let score: f64 = random.random_range(-600.0..600.0);
            let [win, draw, _] = truth.chances(score);
            let probability: f64 = random.random();
            let outcome = if probability < win {
                Outcome::Win
            } else if probability < win + draw {
                Outcome::Draw
            } else {
                Outcome::Loss
            };
            samples.extend((0..positions).map(|_| Sample { game, score, outcome }));
        }
        samples
    }

    #[test]
    fn a_known_model_is_found() {
        for (half, slope) in [(180.0, 90.0), (40.0, 250.0), (400.0, 30.0), (5.0, 120.0)] {
            let truth = WdlModel { half, slope };
            let samples = simulated(20_000, 1, &truth, 3);
            let found = fit(&samples).unwrap();
            assert!((found.model.half - half).abs() < 3.0 * found.half_error, "{found:?}");
            assert!((found.model.slope - slope).abs() < 3.0 * found.slope_error, "{found:?}");
            assert!(found.half_error < 0.05 * half + 3.0 && found.slope_error < 0.05 * slope);
            assert!(log_loss(&samples, &found.model) <= log_loss(&samples, &truth));
        }
    }

    #[test]
    fn no_neighbour_is_better() {
        let samples = simulated(500, 1, &WdlModel::default(), 9);
        let WdlModel { half, slope } = fit(&samples).unwrap().model;
        let best = log_loss(&samples, &WdlModel { half, slope });
        for (by_half, by_slope) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
            let other = WdlModel { half: half + by_half, slope: slope + by_slope };
            assert!(log_loss(&samples, &other) > best);
        }
    }

    #[test]
    fn games_without_draws() {
        let truth = WdlModel { half: 0.0, slope: 200.0 };
        let found = fit(&simulated(5000, 1, &truth, 5)).unwrap();
        assert_eq!(found.model.half, 0.0);
        assert_eq!(found.half_error, 0.0);
        assert!((found.model.slope - 200.0).abs() < 3.0 * found.slope_error, "{found:?}");
    }

    #[test]
    fn errors_count_games_and_not_positions() {
        let truth = WdlModel::default();
        let once = fit(&simulated(1000, 1, &truth, 1)).unwrap();
        let often = fit(&simulated(1000, 20, &truth, 1)).unwrap();
        assert!((often.model.half - once.model.half).abs() < 1e-6);
        assert!((often.half_error / once.half_error - 1.0).abs() < 1e-6);
        // The intervals of 200 simulated matches contain the true value about 19 times in 20.
        let holds = |seed| {
            let found = fit(&simulated(300, 3, &truth, seed)).unwrap();
            let half = (found.model.half - truth.half).abs() < Z95 * found.half_error;
            let slope = (found.model.slope - truth.slope).abs() < Z95 * found.slope_error;
            [half, slope]
        };
        let held: Vec<[bool; 2]> = (0..200).map(holds).collect();
        for index in [0, 1] {
            let count = held.iter().filter(|held| held[index]).count();
            assert!((178..=199).contains(&count), "{index}: {count} of 200");
        }
    }

    #[test]
    fn what_cannot_be_fitted() {
        let sample = |score, outcome| Sample { game: 0, score, outcome };
        assert_eq!(fit(&[]).unwrap_err(), FitError::NoWins);
        assert_eq!(fit(&[sample(5.0, Outcome::Draw)]).unwrap_err(), FitError::NoWins);
        // The side ahead always won; then the side behind.
        for sign in [1.0, -1.0] {
            let samples = [sample(sign * 50.0, Outcome::Win), sample(sign * -50.0, Outcome::Loss)];
            assert_eq!(fit(&samples).unwrap_err(), FitError::NoModel);
        }
        assert_eq!(fit(&[sample(0.0, Outcome::Win)]).unwrap_err(), FitError::NoModel);
    }
}
