//! Training of networks on the CPU.
//!
//! A [`Trainer`] trains on [`Samples`](crate::Samples) epoch by epoch. Its net is the same as
//! [`Net`](crate::Net), in floating point: [`Parameters`], which [`Parameters::quantise`] converts
//! to a net. The loss is the mean squared error between the net's predicted score of the game and
//! the sample's `result`, which [`returns`] computes from search scores and game results; the
//! optimiser is AdamW.
//!
//! The work is split in the same way for any number of threads, and sums are taken in a fixed
//! order: so the result depends on the settings and the samples only, to the bit, on machines with
//! the same mathematical library. Training runs on the Rayon pool of the caller.

mod adam;
mod block;
mod checkpoint;
mod gradient;
mod parameters;
mod scale;
mod shape;
mod trainer;

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub use adam::{adam_step, bias_correction};
pub use checkpoint::CheckpointError;
pub use parameters::Parameters;
pub use scale::{DEFAULT_SCALE, best_scale, fit_scale, returns};
pub use shape::ShapeError;
pub use trainer::{Losses, Trainer};

/// Training settings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Hidden layer width of each view: a multiple of 32 up to [`MAX_HIDDEN`](crate::MAX_HIDDEN).
    pub hidden: usize,
    /// Number of output buckets, selected by the number of pieces: 1 to 32.
    pub buckets: usize,
    /// Centipawns that multiply the odds of a win by e: see [`fit_scale`].
    pub scale: f32,
    /// Number of epochs.
    pub epochs: u32,
    /// Batch size, in positions.
    pub batch: usize,
    /// Peak learning rate; decays to 1 % by the last epoch.
    pub rate: f32,
    /// Weight decay per step, relative to the learning rate.
    pub decay: f32,
    /// Random seed.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hidden: 128,
            buckets: 8,
            scale: 200.0,
            epochs: 20,
            batch: 16384,
            rate: 1e-3,
            decay: 1e-2,
            seed: 1,
        }
    }
}
