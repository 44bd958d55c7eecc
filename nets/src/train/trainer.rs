//! Training loop: epochs and validation.

use std::f32::consts::PI;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::Settings;
use super::adam::Adam;
use super::gradient::{Gradient, Pass};
use super::parameters::Parameters;
use super::shape::ShapeError;
use crate::inputs::Inputs;
use crate::samples::Samples;

/// One game in this number is held out for validation.
const VALIDATION: u32 = 20;
/// Number of parts of a batch that are processed in parallel.
const PARTS: usize = 16;
/// Samples per parallel task of validation.
const PIECE: usize = 1024;

/// Losses of an epoch: mean squared errors of the predicted scores of games; 0 without samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Loss on the training samples, each at the time of its step.
    pub training: f64,
    /// Loss on the held-out games, after the epoch.
    pub validation: f64,
}

/// Trainer of a net.
#[derive(Clone, Debug)]
pub struct Trainer {
    pub(super) settings: Settings,
    pub(super) parameters: Parameters,
    pub(super) adam: Adam,
    /// Completed epochs.
    pub(super) epochs: u32,
}

impl Trainer {
    /// Creates a trainer of a randomly initialised net.
    ///
    /// # Errors
    /// If the hidden layer width or the number of output buckets is invalid.
    pub fn new(inputs: &Inputs, settings: &Settings) -> Result<Self, ShapeError> {
        Ok(Trainer::from_parameters(Parameters::new(inputs, settings)?, settings))
    }

    /// Creates a trainer of an earlier net, whose shape overrides that of the settings.
    #[must_use]
    pub fn from_parameters(parameters: Parameters, settings: &Settings) -> Self {
        let (hidden, buckets) = (parameters.hidden(), parameters.buckets());
        let adam = Adam::new(&parameters.shape);
        let settings = Settings { hidden, buckets, ..*settings };
        Trainer { settings, parameters, adam, epochs: 0 }
    }

    /// Returns the current parameters.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Returns the training settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the number of completed epochs.
    #[must_use]
    pub fn epochs(&self) -> u32 {
        self.epochs
    }

    /// Trains for one epoch on the samples of all games but one in twenty, in random order.
    /// `progress` is called from time to time with the completed part of the epoch, from 0 to 1.
    /// Soon after `stop` is set the result is `None`, and the trainer is as it was before the
    /// epoch.
    pub fn epoch(
        &mut self,
        samples: &Samples,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(f32),
    ) -> Option<Losses> {
        let before = (self.parameters.numbers.clone(), self.adam.clone());
        let losses = self.go_through(samples, stop, progress);
        match losses {
            Some(_) => self.epochs += 1,
            None => (self.parameters.numbers, self.adam) = before,
        }
        losses
    }

    fn go_through(
        &mut self,
        samples: &Samples,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(f32),
    ) -> Option<Losses> {
        let count = u32::try_from(samples.len()).unwrap_or(u32::MAX);
        let (kept, mut order): (Vec<u32>, Vec<u32>) =
            (0..count).partition(|&index| is_kept(samples.sample(index as usize).game));
        let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed);
        // A separate random stream for each epoch; the initial weights use stream 0.
        random.set_stream(u64::from(self.epochs) + 1);
        order.shuffle(&mut random);

        let shape = self.parameters.shape;
        let mut gradients = vec![Gradient::new(&shape); PARTS];
        let mut total = shape.zeros();
        let (mut loss, mut done) = (0.0, 0);
        for batch in order.chunks(self.settings.batch.max(1)) {
            let rate = self.rate(done as f32 / order.len() as f32);
            let part = batch.len().div_ceil(PARTS);
            let used = batch.len().div_ceil(part);
            let parts = gradients.par_iter_mut().zip(batch.par_chunks(part));
            parts.for_each(|(gradient, part)| self.learn(samples, part, stop, gradient));
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            loss += gradients[..used].iter().map(|gradient| gradient.loss).sum::<f64>();
            self.adam.step(
                &mut self.parameters,
                &gradients[..used],
                &mut total,
                batch.len(),
                [rate, self.settings.decay],
            );
            done += batch.len();
            progress(done as f32 / samples.len() as f32);
        }
        let validation = self.validate(samples, &kept, stop)?;
        progress(1.0);
        Some(Losses { training: loss / order.len().max(1) as f64, validation })
    }

    /// Returns the learning rate at a part of the epoch: cosine decay
    /// (<https://arxiv.org/abs/1608.03983>).
    fn rate(&self, part: f32) -> f32 {
        let part = (self.epochs as f32 + part) / self.settings.epochs.max(1) as f32;
        let least = self.settings.rate / 100.0;
        least + (self.settings.rate - least) * (1.0 + (PI * part.min(1.0)).cos()) / 2.0
    }

    /// Computes the gradient of some samples.
    fn learn(&self, samples: &Samples, part: &[u32], stop: &AtomicBool, gradient: &mut Gradient) {
        gradient.clear();
        for &index in part {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            gradient.add(&self.parameters, &self.settings, samples, index as usize);
        }
    }

    /// Returns the mean loss of some samples.
    fn validate(&self, samples: &Samples, kept: &[u32], stop: &AtomicBool) -> Option<f64> {
        let losses = |pass: &mut Pass, piece: &[u32]| {
            let loss = |&index: &u32| {
                pass.loss(&self.parameters, &self.settings, samples, index as usize).0
            };
            let goes_on = !stop.load(Ordering::Relaxed);
            goes_on.then(|| piece.iter().map(loss).map(f64::from).sum::<f64>())
        };
        let start = || Pass::new(&self.parameters.shape);
        let sums: Option<Vec<f64>> = kept.par_chunks(PIECE).map_init(start, losses).collect();
        Some(sums?.iter().sum::<f64>() / kept.len().max(1) as f64)
    }
}

/// Whether a game is held out for validation: by a hash of its number, so that it does not depend
/// on how games are numbered. The hash is the finaliser of MurmurHash3
/// (<https://github.com/aappleby/smhasher/wiki/MurmurHash3>).
fn is_kept(game: u32) -> bool {
    let mut hash = game ^ game >> 16;
    hash = hash.wrapping_mul(0x85eb_ca6b);
    hash ^= hash >> 13;
    hash = hash.wrapping_mul(0xc2b2_ae35);
    hash ^= hash >> 16;
    hash.is_multiple_of(VALIDATION)
}
