//! Vectorised kernels of inference, compiled for several instruction sets, one of which is selected
//! at the first call. All give the same integer results.

use multiversion::multiversion;

/// Numbers per lane.
pub(crate) const WIDTH: usize = 32;

/// Lane: part of a hidden layer, or of the weights to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Lane(pub [i16; WIDTH]);

impl Lane {
    pub(crate) const ZERO: Self = Lane([0; WIDTH]);
}

/// Quantised 1.0 of the hidden layer: upper bound of clipped sums.
pub(crate) const ONE: i16 = 255;

/// Adds and subtracts rows of weights; `rows` has a row for each input, each as long as `sums`.
#[multiversion(targets(
    "x86_64+avx+avx2+avx512f+avx512bw+avx512vl",
    "x86_64+avx+avx2",
    "aarch64+neon"
))]
pub(crate) fn update(sums: &mut [Lane], rows: &[Lane], added: &[usize], removed: &[usize]) {
    let width = sums.len();
    let row = |input: usize| &rows[input * width..(input + 1) * width];
    for &input in added {
        for (sum, weights) in sums.iter_mut().zip(row(input)) {
            for (sum, weight) in sum.0.iter_mut().zip(&weights.0) {
                *sum = sum.wrapping_add(*weight);
            }
        }
    }
    for &input in removed {
        for (sum, weights) in sums.iter_mut().zip(row(input)) {
            for (sum, weight) in sum.0.iter_mut().zip(&weights.0) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
    }
}

/// Returns the weighted sum of the activations of a hidden layer: squares of the sums clipped to
/// 0..=[`ONE`]. No weight is over 128, so that a product fits into 16 bits; with up to 256 numbers
/// the result fits into 32.
#[multiversion(targets(
    "x86_64+avx+avx2+avx512f+avx512bw+avx512vl",
    "x86_64+avx+avx2",
    "aarch64+neon"
))]
pub(crate) fn activate(sums: &[Lane], weights: &[Lane]) -> i32 {
    let mut total = 0_i32;
    for (sums, weights) in sums.iter().zip(weights) {
        for (&sum, &weight) in sums.0.iter().zip(&weights.0) {
            let clipped = sum.clamp(0, ONE);
            total =
                total.wrapping_add(i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped));
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lanes(count: usize, limit: i16) -> impl Strategy<Value = Vec<Lane>> {
        let lane = proptest::collection::vec(-limit..=limit, WIDTH);
        proptest::collection::vec(lane.prop_map(|l| Lane(l.try_into().unwrap())), count)
    }

    fn numbers(lanes: &[Lane]) -> Vec<i64> {
        lanes.iter().flat_map(|lane| lane.0).map(i64::from).collect()
    }

    proptest! {
        #[test]
        fn activations_are_the_squares_of_clipped_sums(
            sums in lanes(8, i16::MAX), weights in lanes(8, 128),
        ) {
            let expected: i64 = numbers(&sums).iter().zip(numbers(&weights))
                .map(|(&sum, weight)| sum.clamp(0, 255).pow(2) * weight).sum();
            prop_assert_eq!(i64::from(activate(&sums, &weights)), expected);
        }

        #[test]
        fn rows_are_added_and_taken_away(sums in lanes(2, 900), rows in lanes(8, 900)) {
            let mut found = sums.clone();
            update(&mut found, &rows, &[3, 0], &[2]);
            let row = |index: usize| numbers(&rows[2 * index..2 * index + 2]);
            let expected: Vec<i64> = (0..2 * WIDTH)
                .map(|i| numbers(&sums)[i] + row(3)[i] + row(0)[i] - row(2)[i]).collect();
            prop_assert_eq!(numbers(&found), expected);
        }
    }

    #[test]
    fn the_greatest_result_fits() {
        let (sums, weights) = ([Lane([ONE; WIDTH]); 8], [Lane([128; WIDTH]); 8]);
        assert_eq!(i64::from(activate(&sums, &weights)), 256 * 255 * 255 * 128);
    }
}
