//! Optimiser: Adam (<https://arxiv.org/abs/1412.6980>) with decoupled weight decay
//! (<https://arxiv.org/abs/1711.05101>).

use multiversion::multiversion;
use rayon::prelude::*;

use super::block::{Block, add_to_rows};
use super::gradient::Gradient;
use super::parameters::Parameters;
use super::shape::Shape;

/// Decay rates of the moments of the gradient; [`EPSILON`] keeps the divisor from 0.
const BETAS: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;
/// Moments below this are set to 0: arithmetic on subnormal numbers is slow.
const TINY: f32 = 1e-30;

/// Returns the bias correction of both moments after this number of steps.
pub fn bias_correction(steps: u32) -> [f32; 2] {
    BETAS.map(|beta| 1.0 - beta.powf(steps as f32))
}

/// Updates the moments of a parameter by its gradient, and returns the step against it, in units of
/// the learning rate.
#[inline(always)]
pub fn adam_step(slope: f32, first: &mut f32, second: &mut f32, correction: [f32; 2]) -> f32 {
    let mean = BETAS[0] * *first + (1.0 - BETAS[0]) * slope;
    let square = BETAS[1] * *second + (1.0 - BETAS[1]) * slope * slope;
    *first = if mean.abs() < TINY { 0.0 } else { mean };
    *second = if square < TINY { 0.0 } else { square };
    mean / correction[0] / ((square / correction[1]).sqrt() + EPSILON)
}

/// State of Adam: first and second moments of the gradient, in the order of [`Shape`].
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Adam {
    pub first: Vec<Block>,
    pub second: Vec<Block>,
    /// Number of steps made.
    pub steps: u32,
}

/// Parameters of a step.
#[derive(Clone, Copy, Debug)]
struct Step {
    rate: f32,
    /// Factor of a weight after decay.
    kept: f32,
    limit: f32,
    /// Reciprocal of the number of samples in the gradient.
    part: f32,
    correction: [f32; 2],
}

impl Adam {
    pub(super) fn new(shape: &Shape) -> Self {
        Adam { first: shape.zeros(), second: shape.zeros(), steps: 0 }
    }

    /// Makes a step against the mean of gradients that are the sums over `count` samples. `total`
    /// is scratch space for the sum of the gradients.
    pub(super) fn step(
        &mut self,
        parameters: &mut Parameters,
        gradients: &[Gradient],
        total: &mut [Block],
        count: usize,
        [rate, decay]: [f32; 2],
    ) {
        let shape = parameters.shape;
        // A damaged checkpoint may have any step count.
        self.steps = self.steps.saturating_add(1);
        let correction = bias_correction(self.steps);
        let width = shape.width;
        let numbers = parameters.numbers.par_chunks_mut(width);
        let first = self.first.par_chunks_mut(width);
        let second = self.second.par_chunks_mut(width);
        let rows = total.par_chunks_mut(width).zip(numbers).zip(first).zip(second).enumerate();
        rows.with_min_len(32).for_each(|(row, (((total, numbers), first), second))| {
            total.fill(Block::ZERO);
            for gradient in gradients.iter().filter(|gradient| gradient.touched[row]) {
                add_to_rows(total, &[0], &gradient.numbers[shape.row(row)]);
            }
            let kept = if shape.has_weights(row) { 1.0 - rate * decay } else { 1.0 };
            let limit = shape.limit(row);
            let step = Step { rate, kept, limit, part: 1.0 / count as f32, correction };
            descend(step, total, numbers, first, second);
        });
    }
}

#[multiversion(targets("x86_64+avx+avx2+fma+avx512f", "x86_64+avx+avx2+fma", "aarch64+neon"))]
fn descend(
    step: Step,
    gradient: &[Block],
    numbers: &mut [Block],
    first: &mut [Block],
    second: &mut [Block],
) {
    let Step { rate, kept, limit, part, correction } = step;
    for (((slopes, numbers), first), second) in gradient.iter().zip(numbers).zip(first).zip(second)
    {
        for index in 0..slopes.0.len() {
            let slope = slopes.0[index] * part;
            let (first, second) = (&mut first.0[index], &mut second.0[index]);
            let step = adam_step(slope, first, second, correction);
            numbers.0[index] = (kept * numbers.0[index] - rate * step).clamp(-limit, limit);
        }
    }
}
