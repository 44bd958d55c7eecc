//! Making nets from positions, on the processor.
//!
//! A [`Trainer`] goes through [`Samples`](crate::Samples) epoch by epoch. The net that it trains is
//! the same as [`Net`](crate::Net), in floating point: [`Parameters`], which become a net by
//! [`Parameters::quantise`]. What is made least is the mean square of the difference between the
//! chance to win that the net foretells and the sample's `result`, which [`returns`] makes of scores
//! and of how games ended, by AdamW.
//!
//! The work is split in the same way whatever the number of threads, and sums are taken in a fixed
//! order: so the result follows from the settings and the samples alone, to the bit, on machines
//! with the same mathematical library. Threads are those of the Rayon pool that calls.

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

pub use checkpoint::CheckpointError;
pub use parameters::Parameters;
pub use scale::{fit_scale, returns};
pub use shape::ShapeError;
pub use trainer::{Losses, Trainer};

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Numbers in the hidden layer of each view: a multiple of 32 up to
    /// [`MAX_HIDDEN`](crate::MAX_HIDDEN).
    pub hidden: usize,
    /// Number of outputs, each for positions with so many pieces: 1 to 32.
    pub buckets: usize,
    /// Centipawns in which the odds to win grow e-fold: see [`fit_scale`].
    pub scale: f32,
    /// Times that all positions are gone through.
    pub epochs: u32,
    /// Positions in a step.
    pub batch: usize,
    /// The greatest step of a weight at the start. It falls to a hundredth.
    pub rate: f32,
    /// The part of a weight that is taken away at each step, in parts of the rate.
    pub decay: f32,
    /// Where chance starts.
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
