//! Calibration of a WDL model: a reliability table
//! (<https://en.wikipedia.org/wiki/Probabilistic_classification#Probability_calibration>).

use search::WdlModel;

use super::samples::Sample;

/// Number of bands of the expected score.
const BANDS: usize = 10;

/// Positions with a similar expected score.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Band {
    /// Number of positions.
    pub positions: usize,
    /// Mean probabilities of the model: win, draw and loss.
    pub expected: [f64; 3],
    /// Observed frequencies.
    pub seen: [f64; 3],
}

/// Returns the bands of the expected score: up to a tenth, two tenths and so on.
#[must_use]
pub fn bands(samples: &[Sample], model: &WdlModel) -> [Band; BANDS] {
    let mut bands = [Band::default(); BANDS];
    for sample in samples {
        let chances = model.chances(sample.score);
        let points = model.expectation(sample.score);
        let band = &mut bands[((points * BANDS as f64) as usize).min(BANDS - 1)];
        band.positions += 1;
        band.seen[sample.outcome as usize] += 1.0;
        for (sum, probability) in band.expected.iter_mut().zip(chances) {
            *sum += probability;
        }
    }
    for band in &mut bands {
        let count = band.positions.max(1) as f64;
        band.expected = band.expected.map(|sum| sum / count);
        band.seen = band.seen.map(|sum| sum / count);
    }
    bands
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::samples::Outcome;

    #[test]
    fn positions_fall_into_their_bands() {
        let model = WdlModel { half: 0.0, slope: 100.0 };
        let sample = |score, outcome| Sample { game: 0, score, outcome };
        let samples = [
            sample(-1e6, Outcome::Loss),
            sample(1.0, Outcome::Win),
            sample(1.0, Outcome::Loss),
            sample(1e6, Outcome::Win),
        ];
        let bands = bands(&samples, &model);
        assert_eq!(bands.map(|band| band.positions), [1, 0, 0, 0, 0, 2, 0, 0, 0, 1]);
        assert_eq!(bands[0].seen, [0.0, 0.0, 1.0]);
        assert_eq!(bands[5].seen, [0.5, 0.0, 0.5]);
        assert!((bands[5].expected[0] - 0.5025).abs() < 1e-4);
        assert!(bands[9].expected[0] > 0.999);
    }
}
