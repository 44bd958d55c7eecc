//! Vectorised kernels of training, compiled for several instruction sets, one of which is selected
//! at the first call. Products are never fused with sums, and the order of sums does not depend on
//! the processor, so results are the same everywhere.

use multiversion::multiversion;

use crate::kernel::WIDTH;

/// Block of numbers that are processed together.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(super) struct Block(pub [f32; WIDTH]);

impl Block {
    pub(super) const ZERO: Self = Block([0.0; WIDTH]);
}

/// Sums rows: `rows` has a row for each input, each as long as `sums`.
#[multiversion(targets("x86_64+avx+avx2+fma+avx512f", "x86_64+avx+avx2+fma", "aarch64+neon"))]
pub(super) fn sum_rows(sums: &mut [Block], rows: &[Block], inputs: &[u32]) {
    let width = sums.len();
    // One block after the other, so that its sum stays in registers.
    for (part, sum) in sums.iter_mut().enumerate() {
        let mut total = [0.0; WIDTH];
        for &input in inputs {
            let row = &rows[input as usize * width + part];
            for (total, number) in total.iter_mut().zip(&row.0) {
                *total += number;
            }
        }
        sum.0 = total;
    }
}

/// Adds the same numbers to several rows, each as long as `added`.
#[multiversion(targets("x86_64+avx+avx2+fma+avx512f", "x86_64+avx+avx2+fma", "aarch64+neon"))]
pub(super) fn add_to_rows(rows: &mut [Block], inputs: &[u32], added: &[Block]) {
    let width = added.len();
    // As above. Row after row is far slower with wide layers: the compiler then gathers numbers of
    // several blocks.
    for (part, added) in added.iter().enumerate() {
        for &input in inputs {
            let row = &mut rows[input as usize * width + part];
            for (number, added) in row.0.iter_mut().zip(&added.0) {
                *number += added;
            }
        }
    }
}

/// Returns the weighted sum of the activations of a hidden layer: squares of the sums clipped to
/// 0..=1.
#[multiversion(targets("x86_64+avx+avx2+fma+avx512f", "x86_64+avx+avx2+fma", "aarch64+neon"))]
pub(super) fn activate(sums: &[Block], weights: &[Block]) -> f32 {
    let mut totals = [0.0; WIDTH];
    for (sums, weights) in sums.iter().zip(weights) {
        for ((total, sum), weight) in totals.iter_mut().zip(&sums.0).zip(&weights.0) {
            let clipped = sum.clamp(0.0, 1.0);
            *total += clipped * clipped * weight;
        }
    }
    // Pairwise summation is faster than one after the other.
    let mut half = WIDTH / 2;
    while half > 0 {
        for index in 0..half {
            totals[index] += totals[index + half];
        }
        half /= 2;
    }
    totals[0]
}

/// Backward pass of [`activate`]: adds to the weights' gradient, and replaces the sums by their
/// gradient. `slope` is the derivative with respect to the result.
#[multiversion(targets("x86_64+avx+avx2+fma+avx512f", "x86_64+avx+avx2+fma", "aarch64+neon"))]
pub(super) fn differentiate(
    sums: &mut [Block],
    weights: &[Block],
    slope: f32,
    gradient: &mut [Block],
) {
    for ((sums, weights), gradient) in sums.iter_mut().zip(weights).zip(gradient) {
        for ((sum, weight), gradient) in sums.0.iter_mut().zip(&weights.0).zip(&mut gradient.0) {
            let clipped = sum.clamp(0.0, 1.0);
            *gradient += slope * clipped * clipped;
            // The gradient is 0 where the sum is clipped.
            *sum = if *sum < 1.0 { 2.0 * slope * clipped * weight } else { 0.0 };
        }
    }
}
