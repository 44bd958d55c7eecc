//! Layout of a net's parameters.

use std::ops::Range;

use thiserror::Error;

use super::Settings;
use super::block::Block;
use crate::header::MAX_HIDDEN;
use crate::inputs::Inputs;
use crate::kernel::{ONE, WIDTH};
use crate::net::{MAX_OUTPUT, OUTPUT_ONE, OUTPUT_WHOLE};

/// Error of an invalid shape of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a hidden layer of {hidden} with {buckets} outputs: expected a multiple of {WIDTH} from {least_hidden} to {MAX_HIDDEN}, and {least_buckets} to {WIDTH}"
)]
pub struct ShapeError {
    /// Hidden layer width.
    pub hidden: usize,
    /// Number of output buckets.
    pub buckets: usize,
    /// Minimum hidden layer width.
    pub least_hidden: usize,
    /// Minimum number of output buckets.
    pub least_buckets: usize,
}

/// Layout of a net's parameters, of their gradients and of their moments: rows, each as long as the
/// hidden layer, and a single block at the end. The rows are the weights of each input, the biases
/// of the hidden layer, for each bucket the output weights of the hidden layer of the side to move
/// and of the other's, and the weights of each bucket's patterns, one after the other. The block
/// holds the output biases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Number of inputs.
    pub inputs: usize,
    /// Blocks per hidden layer.
    pub width: usize,
    /// Number of output buckets.
    pub buckets: usize,
    /// Number of patterns per bucket.
    pub patterns: usize,
    /// The most pieces that a position can have.
    pub most_pieces: usize,
    /// Number of pieces at the start.
    pub pieces: usize,
}

impl Shape {
    pub(super) fn new(inputs: &Inputs, settings: &Settings) -> Result<Self, ShapeError> {
        let &Settings { hidden, buckets, .. } = settings;
        let is_whole = hidden > 0 && hidden.is_multiple_of(WIDTH) && hidden <= MAX_HIDDEN;
        if !is_whole || !(1..=WIDTH).contains(&buckets) {
            return Err(ShapeError { hidden, buckets, least_hidden: WIDTH, least_buckets: 1 });
        }
        Ok(Shape::sound(inputs, hidden / WIDTH, buckets))
    }

    /// Returns the shape of a valid net.
    pub(super) fn sound(inputs: &Inputs, width: usize, buckets: usize) -> Self {
        Shape {
            inputs: inputs.len(),
            width,
            buckets,
            patterns: inputs.patterns().len(),
            most_pieces: inputs.most_pieces(),
            pieces: inputs.pieces(),
        }
    }

    pub(super) fn hidden(&self) -> usize {
        self.width * WIDTH
    }

    /// Returns the number of rows, the block at the end included.
    pub(super) fn rows(&self) -> usize {
        self.first_patterns() + (self.buckets * self.patterns).div_ceil(self.hidden()) + 1
    }

    /// Returns the number of blocks.
    pub(super) fn blocks(&self) -> usize {
        (self.rows() - 1) * self.width + 1
    }

    pub(super) fn zeros(&self) -> Vec<Block> {
        vec![Block::ZERO; self.blocks()]
    }

    /// Returns the row of the hidden layer's biases: an input that is always active.
    pub(super) fn bias(&self) -> usize {
        self.inputs
    }

    /// Returns the row of a bucket's output weights of the side to move (0) or of the other (1).
    pub(super) fn output(&self, bucket: usize, view: usize) -> usize {
        self.inputs + 1 + 2 * bucket + view
    }

    /// Returns the first row of patterns.
    pub(super) fn first_patterns(&self) -> usize {
        self.output(self.buckets, 0)
    }

    /// Returns the block of a pattern of a bucket, and its index there.
    #[inline]
    pub(super) fn pattern(&self, bucket: usize, pattern: usize) -> (usize, usize) {
        let number = self.first_patterns() * self.hidden() + bucket * self.patterns + pattern;
        (number / WIDTH, number % WIDTH)
    }

    /// Returns the row of the output biases.
    pub(super) fn output_bias(&self) -> usize {
        self.rows() - 1
    }

    /// Returns the blocks of a row.
    pub(super) fn row(&self, row: usize) -> Range<usize> {
        let start = row * self.width;
        start..(start + self.width).min(self.blocks())
    }

    /// Returns the maximum absolute value of a row's numbers. Within it quantisation clips nothing,
    /// and no position makes an accumulator overflow (see `Net::check`).
    pub(super) fn limit(&self, row: usize) -> f32 {
        if row == self.output_bias() {
            f32::MAX
        } else if row >= self.first_patterns() {
            0.99 * f32::from(i16::MAX) / OUTPUT_WHOLE as f32
        } else if row > self.bias() {
            0.99 * f32::from(MAX_OUTPUT) / OUTPUT_ONE as f32
        } else {
            // Each piece is an input; the bias counts as one more.
            let most = (f32::from(i16::MAX) / (self.most_pieces + 1) as f32).floor();
            (most / f32::from(ONE)).min(1.98)
        }
    }

    /// Whether a row has weights, not biases.
    pub(super) fn has_weights(&self, row: usize) -> bool {
        row != self.bias() && row != self.output_bias()
    }
}
