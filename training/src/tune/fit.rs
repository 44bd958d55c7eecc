//! Fit of the evaluation weights to game results.
//!
//! The winning probability is a logistic function of the evaluation. The fit minimizes the cross
//! entropy to the observed results plus a normal prior around the initial weights, by Adam
//! (<https://arxiv.org/abs/1412.6980>). The evaluation is linear in the weights, so each position
//! is a short list of coefficients.

use std::ops::ControlFlow;

use arena::statistics::logistic;
use nets::train::{DEFAULT_SCALE, adam_step, best_scale, bias_correction};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use search::{Layout, Trace, Weight, Weights};

/// Position of the training data.
#[derive(Clone, Debug)]
pub struct Position {
    /// Coefficients of the weights.
    pub trace: Trace,
    /// Search score, in centipawns from White's view.
    pub score: f64,
    /// Result for White, from 0 to 1.
    pub result: f64,
    /// Number of its game.
    pub game: u32,
}

/// Settings of a fit.
#[derive(Clone, Copy, Debug)]
pub struct FitSettings {
    /// Weight of the result relative to the search score, from 0 to 1.
    pub result: f64,
    /// Scale of the prior's standard deviation: 1 as given by `spread`.
    pub freedom: f64,
    /// Epochs.
    pub epochs: u32,
    /// Random seed.
    pub seed: u64,
}

/// Result of a fit.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// Fitted weights.
    pub weights: Weights,
    /// Scale: centipawns per unit of log-odds.
    pub scale: f64,
    /// Mean loss on the training positions: before and after.
    pub training: [f64; 2],
    /// Mean loss on positions of the validation games: before and after.
    pub validation: [f64; 2],
}

/// One game in this number is a validation game.
const VALIDATION: u32 = 10;
/// Batch size.
const BATCH: usize = 2048;
/// Number of positions of a game that count as one, because they are correlated.
const ALIKE: f64 = 10.0;
/// Maximum learning rate, in centipawns.
const STEP: f64 = 1.0;

/// Returns the prior's standard deviation of a weight, in centipawns. Looser priors predict results
/// a little better, and have not played better.
fn spread(name: &str, piece: bool, first: Weight) -> f64 {
    let size = f64::from(first.opening.abs().max(first.ending.abs()));
    match (piece, name) {
        (true, "value") => 0.25 * size,
        (true, "placement") => 12.0,
        (true, "mobility") => 8.0,
        (true, _) => 1.5,
        // Wins against a bare king are predicted whatever these are: games cannot determine them.
        (false, "mop-edge" | "mop-near") => 0.0,
        (false, _) => 4.0 + 0.4 * size,
    }
}

/// Returns the winning probability at a value in centipawns.
fn win_probability(value: f64, scale: f64) -> f64 {
    logistic(value / scale)
}

/// Returns the cross entropy.
fn loss(probability: f64, seen: f64) -> f64 {
    let probability = probability.clamp(1e-9, 1.0 - 1e-9);
    -(seen * probability.ln() + (1.0 - seen) * (1.0 - probability).ln())
}

/// Fits the scale (centipawns per unit of log-odds) of the search scores to the results.
fn fit_scale(positions: &[Position]) -> f64 {
    if positions.is_empty() {
        return DEFAULT_SCALE.into();
    }
    best_scale(&|scale| {
        positions.iter().map(|p| loss(win_probability(p.score, scale), p.result)).sum()
    })
}

/// Weights as parameters of the fit: one pair of numbers for all that are tied.
struct Problem<'a> {
    layout: &'a Layout,
    /// Index of each weight's middlegame value; its endgame value follows.
    places: Vec<usize>,
    first: Vec<f64>,
    spread: Vec<f64>,
}

impl<'a> Problem<'a> {
    fn new(layout: &'a Layout, weights: &Weights, freedom: f64) -> Self {
        let mut places = vec![usize::MAX; layout.len()];
        let (mut first, mut spreads) = (Vec::new(), Vec::new());
        for group in layout.groups() {
            for index in group.start..group.start + group.len {
                let tied = layout.tied(index);
                if places[tied] == usize::MAX {
                    places[tied] = first.len();
                    let weight = weights.all().get(tied).copied().unwrap_or_default();
                    first.extend([f64::from(weight.opening), f64::from(weight.ending)]);
                    let spread = spread(group.name, group.piece.is_some(), weight) * freedom;
                    spreads.extend([spread.max(1e-3); 2]);
                }
                places[index] = places[tied];
            }
        }
        Problem { layout, places, first, spread: spreads }
    }

    fn value(&self, numbers: &[f64], trace: &Trace) -> f64 {
        let phase = f64::from(trace.phase);
        let sum = trace.counts.iter().map(|&(index, times)| {
            let place = self.places[index as usize];
            f64::from(times) * (numbers[place] * phase + numbers[place + 1] * (1.0 - phase))
        });
        let sum = sum.sum::<f64>() + f64::from(trace.bias);
        sum * f64::from(trace.scale[usize::from(sum < 0.0)])
    }

    /// Adds the gradient of a position's loss, and returns the loss.
    fn learn(
        &self,
        numbers: &[f64],
        position: &Position,
        seen: f64,
        scale: f64,
        gradient: &mut [f64],
    ) -> f64 {
        let trace = &position.trace;
        let value = self.value(numbers, trace);
        let probability = win_probability(value, scale);
        let phase = f64::from(trace.phase);
        let slope = (probability - seen) / scale * f64::from(trace.scale[usize::from(value < 0.0)]);
        for &(index, times) in &trace.counts {
            let place = self.places[index as usize];
            let slope = slope * f64::from(times);
            gradient[place] += slope * phase;
            gradient[place + 1] += slope * (1.0 - phase);
        }
        loss(probability, seen)
    }

    fn weights(&self, weights: &Weights, numbers: &[f64]) -> Weights {
        let mut weights = weights.clone();
        for index in 0..self.layout.len() {
            let place = self.places[index];
            let pair = Weight::new(numbers[place] as f32, numbers[place + 1] as f32);
            weights.set_at(index, pair);
        }
        weights
    }
}

/// Fits weights, starting from these. `progress` receives the completed part, from 0 to 1, and may
/// stop the fit, which then returns nothing.
pub fn fit(
    positions: &[Position],
    start: &Weights,
    settings: &FitSettings,
    progress: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Option<Fitted> {
    let scale = fit_scale(positions);
    let problem = Problem::new(start.layout(), start, settings.freedom);
    let seen = |position: &Position| {
        let by_score = win_probability(position.score, scale);
        settings.result * position.result + (1.0 - settings.result) * by_score
    };
    let mean = |numbers: &[f64], list: &[&Position]| {
        let loss =
            |p: &&Position| loss(win_probability(problem.value(numbers, &p.trace), scale), seen(p));
        list.iter().map(loss).sum::<f64>() / list.len().max(1) as f64
    };
    let is_kept = |p: &&Position| p.game % VALIDATION == VALIDATION - 1;
    let (validation, mut training): (Vec<_>, Vec<_>) = positions.iter().partition(is_kept);
    let mut numbers = problem.first.clone();
    let before = [mean(&numbers, &training), mean(&numbers, &validation)];

    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let (mut first, mut second) = (vec![0.0; numbers.len()], vec![0.0; numbers.len()]);
    let mut gradient = vec![0.0; numbers.len()];
    let mut steps = 0;
    // Weight of the prior relative to a position's loss.
    let pull = ALIKE / training.len().max(1) as f64;
    for epoch in 0..settings.epochs {
        training.shuffle(&mut random);
        // Learning rate decay.
        let part = f64::from(epoch) / f64::from(settings.epochs);
        let rate = STEP * (0.02 + 0.98 * (1.0 + (std::f64::consts::PI * part).cos()) / 2.0);
        for (number, batch) in training.chunks(BATCH).enumerate() {
            let done = (number * BATCH) as f64 / training.len() as f64;
            let part = (f64::from(epoch) + done) / f64::from(settings.epochs);
            if progress(part).is_break() {
                return None;
            }
            gradient.fill(0.0);
            for position in batch {
                problem.learn(&numbers, position, seen(position), scale, &mut gradient);
            }
            steps += 1;
            let correction = bias_correction(steps);
            for (index, number) in numbers.iter_mut().enumerate() {
                let away = *number - problem.first[index];
                let slope = gradient[index] / batch.len() as f64
                    + pull * away / problem.spread[index].powi(2);
                let (first, second) = (&mut first[index], &mut second[index]);
                let step = adam_step(slope as f32, first, second, correction);
                *number -= rate * f64::from(step);
            }
        }
    }
    let after = [mean(&numbers, &training), mean(&numbers, &validation)];
    Some(Fitted {
        weights: problem.weights(start, &numbers),
        scale,
        training: [before[0], after[0]],
        validation: [before[1], after[1]],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use variants::{AnyGame, Variant};

    use arena::{Purpose, random_stream, random_turn};
    use engine::library::Library;

    /// Returns random positions, with results drawn from the winning probability of these weights.
    fn positions(variant: &Variant, weights: &Weights, games: u32) -> Vec<Position> {
        let tracer = search::tracer(&variant.start(), weights);
        let mut positions = Vec::new();
        for game in 0..games {
            let mut numbers = random_stream(7, Purpose::Game, game as usize);
            let mut at: AnyGame = variant.start();
            for _ in 0..40 {
                if at.outcome().is_some() || random_turn(&mut at, &mut numbers).is_none() {
                    break;
                }
            }
            let trace = tracer(&at).unwrap();
            let score = f64::from(trace.value(weights.all()));
            let result = super::win_probability(score, 200.0);
            positions.push(Position { trace, score, result, game });
        }
        positions
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        for name in ["chess", "cheskers", "chesimals"] {
            let variant = Library::builtin().variant(name, None).unwrap();
            let weights = Weights::generic(variant.definition());
            let problem = Problem::new(weights.layout(), &weights, 1.0);
            for position in positions(&variant, &weights, 4) {
                let mut gradient = vec![0.0; problem.first.len()];
                let mut ignored = gradient.clone();
                let mut numbers = problem.first.clone();
                problem.learn(&numbers, &position, 0.3, 250.0, &mut gradient);
                for index in (0..numbers.len()).step_by(7) {
                    let mut at = |numbers: &mut Vec<f64>, away: f64| {
                        let before = numbers[index];
                        numbers[index] = before + away;
                        let loss = problem.learn(numbers, &position, 0.3, 250.0, &mut ignored);
                        numbers[index] = before;
                        loss
                    };
                    let (up, down) = (at(&mut numbers, 0.01), at(&mut numbers, -0.01));
                    let slope = (up - down) / 0.02;
                    let near = (slope - gradient[index]).abs() < 1e-6;
                    assert!(near, "{name} {index}: {slope} {}", gradient[index]);
                }
            }
        }
    }

    #[test]
    fn a_fit_finds_the_worth_of_pieces_again() {
        let variant = Library::builtin().variant("chess", None).unwrap();
        let generic = Weights::generic(variant.definition());
        let queen = |g: &&search::Group| g.piece.as_deref() == Some("Q") && g.name == "value";
        let group = generic.layout().groups().iter().find(queen).unwrap();
        let worth = generic.group(group)[0].opening + 80.0;
        let mut truth = generic.clone();
        truth.set(Some("Q"), "value", &[Weight::both(worth)]).unwrap();
        let positions = positions(&variant, &truth, 600);
        let settings = FitSettings { result: 1.0, freedom: 10.0, epochs: 400, seed: 1 };
        let run = || fit(&positions, &generic, &settings, &mut |_| ControlFlow::Continue(()));
        let fitted = run().unwrap();
        let value = fitted.weights.group(group)[0].opening;
        assert!((value - worth).abs() < 40.0, "{value}");
        assert!(fitted.training[1] < fitted.training[0]);
        assert!(fitted.validation[1] < fitted.validation[0]);
        assert_eq!(run().unwrap().weights, fitted.weights);
        let broken_off = fit(&positions, &generic, &settings, &mut |_| ControlFlow::Break(()));
        assert!(broken_off.is_none());
    }
}
