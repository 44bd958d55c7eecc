//! Conversion of scores and game results to training targets.

use variants::Color;

use crate::samples::{Sample, Samples};

/// The logistic function.
pub(super) fn win_probability(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Returns the training target for the side to move.
pub(super) fn target(sample: &Sample) -> f32 {
    if sample.side == Color::White { sample.result } else { 1.0 - sample.result }
}

/// Replaces the game results of samples by TD(λ) returns, which are less noisy targets: each
/// position's `result` becomes a weighted mean of the predicted scores of the game by its own
/// search score and by those of the positions after it in its game, each weighted `lambda` times
/// the one before, and of the game's result, which takes the rest of the weight. With `lambda` 0
/// the search score alone counts, with 1 the result alone.
///
/// The positions of a game must be contiguous, in the order of play. `scale` is that of the
/// training's [`Settings`](super::Settings).
///
/// This is TD(λ) (Sutton, "Learning to predict by the methods of temporal differences", 1988) on
/// scores of searches, as in KnightCap (<https://arxiv.org/abs/cs/9901002>).
pub fn returns(samples: &mut Samples, scale: f32, lambda: f32) {
    let mut after: Option<Sample> = None;
    for index in (0..samples.len()).rev() {
        let sample = samples.sample_mut(index);
        let rest = after.filter(|after| after.game == sample.game);
        let rest = rest.map_or(sample.result, |after| after.result);
        let own = win_probability(f32::from(sample.score) / scale);
        sample.result = own + lambda * (rest - own);
        after = Some(*sample);
    }
}

/// Range of the scale.
const SCALES: [f64; 2] = [20.0, 2000.0];
/// Number of narrowings of the range: to less than a thousandth of the scale.
const STEPS: u32 = 20;

/// Scale without samples to fit it to.
pub const DEFAULT_SCALE: f32 = 200.0;

/// Fits the scale, the centipawns that multiply the odds of a win by e, to the samples: minimises
/// the cross entropy between search scores and results. Without samples it is
/// [`DEFAULT_SCALE`].
#[must_use]
pub fn fit_scale(samples: &Samples) -> f32 {
    if samples.is_empty() {
        return DEFAULT_SCALE;
    }
    // Number of samples with each score, and the sum of their results.
    let lowest = i32::from(i16::MIN);
    let mut tallies = vec![(0_u32, 0.0); 1 << 16];
    for sample in (0..samples.len()).map(|index| samples.sample(index)) {
        let (count, won) = &mut tallies[(i32::from(sample.score) - lowest) as usize];
        *count += 1;
        *won += f64::from(sample.result);
    }
    let loss = |scale: f64| -> f64 {
        let seen = tallies.iter().enumerate().filter(|(_, (count, _))| *count > 0);
        let losses = seen.map(|(index, &(count, won))| {
            let value = f64::from(index as i32 + lowest) / scale;
            // Negative logarithms of the probabilities of win and loss.
            let (win, lose) = (softplus(-value), softplus(value));
            won * win + (f64::from(count) - won) * lose
        });
        losses.sum()
    };
    best_scale(&loss) as f32
}

/// Returns the scale with the least loss, where that has one minimum: by a golden section search
/// (<https://en.wikipedia.org/wiki/Golden-section_search>) between 20 and 2000 centipawns.
pub fn best_scale(loss: &dyn Fn(f64) -> f64) -> f64 {
    let loss = |log: f64| loss(log.exp());
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let [mut low, mut high] = SCALES.map(f64::ln);
    let mut inner = [high - golden * (high - low), low + golden * (high - low)];
    let mut losses = inner.map(loss);
    for _ in 0..STEPS {
        if losses[0] <= losses[1] {
            high = inner[1];
            inner = [high - golden * (high - low), inner[0]];
            losses = [loss(inner[0]), losses[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + golden * (high - low)];
            losses = [losses[1], loss(inner[1])];
        }
    }
    f64::midpoint(low, high).exp()
}

/// Returns `ln(1 + exp(value))`, for values of any size.
fn softplus(value: f64) -> f64 {
    value.max(0.0) + (-value.abs()).exp().ln_1p()
}
