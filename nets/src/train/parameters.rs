//! Parameters of a net in floating point.

use std::ops::Range;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use variants::{Color, Piece, Square};

use super::Settings;
use super::block::Block;
use super::shape::{Shape, ShapeError};
use crate::error::NetError;
use crate::header::NetHeader;
use crate::inputs::Inputs;
use crate::kernel::{Lane, ONE, WIDTH};
use crate::net::{MAX_OUTPUT, Net, OUTPUT_ONE, OUTPUT_WHOLE, SCALE, bucket, view};

/// Quantisation factor of the output.
const WHOLE: f32 = OUTPUT_WHOLE as f32;

/// Weights and biases of a net.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    pub(super) inputs: Inputs,
    pub(super) shape: Shape,
    /// Numbers in the order of [`Shape`].
    pub(super) numbers: Vec<Block>,
}

impl Parameters {
    /// Creates random weights, small enough that the hidden sums of a game's start are usually
    /// within 0 and 1, with biases in between. Pattern weights are 0. The same seed gives the same
    /// weights.
    ///
    /// # Errors
    /// If the hidden layer width or the number of output buckets is invalid.
    pub fn new(inputs: &Inputs, settings: &Settings) -> Result<Self, ShapeError> {
        let shape = Shape::new(inputs, settings)?;
        let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
        let mut numbers = shape.zeros();
        let hidden = 0.5 / (shape.pieces as f32).sqrt();
        let output = 1.0 / (2.0 * shape.hidden() as f32).sqrt();
        for row in (0..shape.first_patterns()).filter(|&row| shape.has_weights(row)) {
            let spread = if row < shape.inputs { hidden } else { output };
            for number in numbers[shape.row(row)].iter_mut().flat_map(|block| &mut block.0) {
                *number = random.random_range(-spread..spread);
            }
        }
        numbers[shape.row(shape.bias())].fill(Block([0.25; WIDTH]));
        Ok(Parameters { inputs: inputs.clone(), shape, numbers })
    }

    /// Returns the net grown to the hidden layer width and output buckets of the settings. New
    /// hidden units have random input weights and output weights of 0, and new buckets are copies
    /// of those for about as many pieces: a net with as many buckets, or several times as many,
    /// gives the same evaluations (as in Net2Net, <https://arxiv.org/abs/1511.05641>).
    ///
    /// # Errors
    /// If the shape is invalid, or smaller than this one.
    pub fn grown(&self, settings: &Settings) -> Result<Self, ShapeError> {
        let mut grown = Parameters::new(&self.inputs, settings)?;
        let (old, new) = (self.shape, grown.shape);
        if new.width < old.width || new.buckets < old.buckets {
            return Err(ShapeError {
                hidden: new.hidden(),
                buckets: new.buckets,
                least_hidden: old.hidden(),
                least_buckets: old.buckets,
            });
        }
        let copy = |grown: &mut Parameters, from: usize, to: usize| {
            let (known, row) = (&self.numbers[old.row(from)], new.row(to));
            grown.numbers[row.start..row.start + known.len()].copy_from_slice(known);
        };
        (0..=old.bias()).for_each(|row| copy(&mut grown, row, row));
        for bucket in 0..new.buckets {
            let known = bucket * old.buckets / new.buckets;
            for view in 0..2 {
                let row = new.output(bucket, view);
                grown.numbers[new.row(row)].fill(Block::ZERO);
                copy(&mut grown, old.output(known, view), row);
            }
            for pattern in 0..old.patterns {
                let (block, place) = new.pattern(bucket, pattern);
                grown.numbers[block].0[place] = self.pattern(known, pattern);
            }
            let bias = self.numbers[old.row(old.output_bias())][0].0[known];
            grown.numbers[new.row(new.output_bias())][0].0[bucket] = bias;
        }
        Ok(grown)
    }

    /// Returns the hidden layer width of each view.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.shape.hidden()
    }

    /// Returns the number of output buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.shape.buckets
    }

    /// Returns the inputs.
    #[must_use]
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Returns the weight of a pattern for a bucket.
    #[inline]
    pub(super) fn pattern(&self, bucket: usize, pattern: usize) -> f32 {
        let (block, place) = self.shape.pattern(bucket, pattern);
        self.numbers[block].0[place]
    }

    /// Evaluates a position, in centipawns for the side to move. A reference implementation, in 64
    /// bits and slow.
    #[must_use]
    pub fn evaluate(
        &self,
        pieces: impl IntoIterator<Item = (Square, Piece), IntoIter: Clone>,
        side: Color,
    ) -> f64 {
        let shape = &self.shape;
        let pieces = pieces.into_iter();
        let count = pieces.clone().count();
        let bucket = bucket(count, shape.pieces, shape.buckets);
        let number = |row: usize, index: usize| {
            f64::from(self.numbers[row * shape.width + index / WIDTH].0[index % WIDTH])
        };
        let mut output = number(shape.output_bias(), bucket);
        for (place, color) in [side, !side].into_iter().enumerate() {
            for hidden in 0..shape.hidden() {
                let mut sum = number(shape.bias(), hidden);
                sum += view(&self.inputs, pieces.clone(), color)
                    .map(|input| number(input, hidden))
                    .sum::<f64>();
                output += sum.clamp(0.0, 1.0).powi(2) * number(shape.output(bucket, place), hidden);
            }
        }
        let own: Vec<usize> = view(&self.inputs, pieces, side).collect();
        let patterns = self.inputs.patterns();
        let mut states = patterns.empty();
        patterns.update(&mut states, &own, &[]);
        output += patterns
            .found(&states)
            .map(|pattern| f64::from(self.pattern(bucket, pattern)))
            .sum::<f64>();
        output * f64::from(SCALE)
    }

    /// Quantises the net. The header names the variant that it was trained for, and its origin.
    ///
    /// # Errors
    /// If numbers are too large to quantise; a [`Trainer`](super::Trainer)'s never are.
    pub fn quantise(&self, variant: &str, origin: &str) -> Result<Net, NetError> {
        let (inputs, shape) = (&self.inputs, &self.shape);
        let header = NetHeader {
            variant: variant.to_owned(),
            board: inputs.size().to_string(),
            pieces: inputs.letters().to_vec(),
            hidden: shape.hidden(),
            buckets: shape.buckets,
            patterns: shape.patterns,
            hands: self.inputs.slots(),
            origin: origin.to_owned(),
        };
        let part = |rows: Range<usize>, one: f32, most: i16| -> Vec<Lane> {
            let blocks = &self.numbers[rows.start * shape.width..rows.end * shape.width];
            let whole = |number: f32| ((number * one).round() as i16).clamp(-most, most);
            blocks.iter().map(|block| Lane(block.0.map(whole))).collect()
        };
        let (bias, end) = (shape.bias(), shape.output_bias());
        // The patterns of all buckets are contiguous.
        let patterns = (0..shape.buckets * shape.patterns).map(|number| self.pattern(0, number));
        let output_bias = &self.numbers[shape.row(end)][0].0[..shape.buckets];
        let net = Net {
            header,
            inputs: inputs.clone(),
            rows: part(0..bias, f32::from(ONE), i16::MAX),
            bias: part(bias..bias + 1, f32::from(ONE), i16::MAX),
            output: part(bias + 1..shape.first_patterns(), OUTPUT_ONE as f32, MAX_OUTPUT),
            output_bias: output_bias.iter().map(|b| (b * WHOLE).round() as i32).collect(),
            patterns: patterns.map(|weight| (weight * WHOLE).round() as i16).collect(),
        };
        net.check()?;
        Ok(net)
    }
}

impl From<&Net> for Parameters {
    /// Converts a quantised net back to parameters, with the precision that it has.
    fn from(net: &Net) -> Self {
        let shape = Shape::sound(&net.inputs, net.bias.len(), net.output_bias.len());
        let part = |lanes: &[Lane], one: f32| -> Vec<Block> {
            lanes.iter().map(|lane| Block(lane.0.map(|number| f32::from(number) / one))).collect()
        };
        let mut numbers = part(&net.rows, f32::from(ONE));
        numbers.extend(part(&net.bias, f32::from(ONE)));
        numbers.extend(part(&net.output, OUTPUT_ONE as f32));
        let mut last = Block::ZERO;
        for (number, &bias) in last.0.iter_mut().zip(&net.output_bias) {
            *number = bias as f32 / WHOLE;
        }
        numbers.resize(shape.blocks() - 1, Block::ZERO);
        numbers.push(last);
        // Patterns of all buckets, one after the other; none in nets without patterns.
        for (number, &weight) in net.patterns.iter().enumerate() {
            let (block, place) = shape.pattern(0, number);
            numbers[block].0[place] = f32::from(weight) / WHOLE;
        }
        Parameters { inputs: net.inputs.clone(), shape, numbers }
    }
}
