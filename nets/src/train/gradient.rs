//! Forward and backward pass, position by position.

use variants::{Color, Piece, Square};

use super::Settings;
use super::block::{Block, activate, add_to_rows, differentiate, sum_rows};
use super::parameters::Parameters;
use super::scale::{target, win_probability};
use super::shape::Shape;
use crate::kernel::Lane;
use crate::net::{SCALE, bucket, view};
use crate::patterns::Patterns;
use crate::samples::Samples;

/// Buffers of a pass.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    /// Active rows of the side to move and of the other.
    rows: [Vec<u32>; 2],
    sums: [Vec<Block>; 2],
    bucket: usize,
    /// Patterns of the side to move.
    patterns: Vec<usize>,
    /// Buffer of window states.
    states: Vec<Lane>,
    inputs: Vec<usize>,
}

impl Pass {
    pub(super) fn new(shape: &Shape) -> Self {
        let sums = vec![Block::ZERO; shape.width];
        Pass {
            rows: [Vec::new(), Vec::new()],
            sums: [sums.clone(), sums],
            bucket: 0,
            patterns: Vec::new(),
            states: Vec::new(),
            inputs: Vec::new(),
        }
    }

    /// Returns the output for a position, in units of [`SCALE`] centipawns.
    fn forward(
        &mut self,
        parameters: &Parameters,
        pieces: impl Iterator<Item = (Square, Piece)> + Clone,
        side: Color,
    ) -> f32 {
        let Parameters { inputs, shape, numbers } = parameters;
        for (rows, color) in self.rows.iter_mut().zip([side, !side]) {
            rows.clear();
            rows.push(shape.bias() as u32);
            rows.extend(view(inputs, pieces.clone(), color).map(|input| input as u32));
        }
        self.bucket = bucket(self.rows[0].len() - 1, shape.pieces, shape.buckets);
        let mut output = numbers[shape.row(shape.output_bias())][0].0[self.bucket];
        for (place, (sums, rows)) in self.sums.iter_mut().zip(&self.rows).enumerate() {
            sum_rows(sums, numbers, rows);
            output += activate(sums, &numbers[shape.row(shape.output(self.bucket, place))]);
        }
        self.find_patterns(inputs.patterns());
        let bucket = self.bucket;
        output + self.patterns.iter().map(|&at| parameters.pattern(bucket, at)).sum::<f32>()
    }

    /// Finds the patterns of the side to move from its active rows.
    fn find_patterns(&mut self, patterns: &Patterns) {
        self.patterns.clear();
        if patterns.len() == 0 {
            return;
        }
        self.inputs.clear();
        self.inputs.extend(self.rows[0].iter().skip(1).map(|&row| row as usize));
        self.states.clear();
        self.states.resize(patterns.width(), Lane::ZERO);
        patterns.update(&mut self.states, &self.inputs, &[]);
        self.patterns.extend(patterns.found(&self.states));
    }

    /// Returns the loss of a sample and its derivative with respect to the output: the squared
    /// error of the predicted score of the game. Stockfish's nets are trained in the same way, with
    /// an exponent of 2.5 by now:
    /// <https://github.com/official-stockfish/nnue-pytorch/blob/master/docs/nnue.md>.
    pub(super) fn loss(
        &mut self,
        parameters: &Parameters,
        settings: &Settings,
        samples: &Samples,
        index: usize,
    ) -> (f32, f32) {
        let sample = samples.sample(index);
        let output = self.forward(parameters, samples.pieces(index), sample.side);
        let one = SCALE as f32 / settings.scale;
        let probability = win_probability(output * one);
        let away = probability - target(&sample);
        (away * away, 2.0 * away * probability * (1.0 - probability) * one)
    }
}

/// Sum of the gradients of the losses of some samples.
#[derive(Clone, Debug)]
pub(super) struct Gradient {
    shape: Shape,
    /// Numbers in the order of [`Shape`].
    pub numbers: Vec<Block>,
    /// Whether each row has numbers other than 0.
    pub touched: Vec<bool>,
    /// Sum of the losses.
    pub loss: f64,
    pass: Pass,
}

impl Gradient {
    pub(super) fn new(shape: &Shape) -> Self {
        Gradient {
            shape: *shape,
            numbers: shape.zeros(),
            touched: vec![false; shape.rows()],
            loss: 0.0,
            pass: Pass::new(shape),
        }
    }

    /// Sets the gradient to 0.
    pub(super) fn clear(&mut self) {
        for (row, touched) in self.touched.iter_mut().enumerate() {
            if std::mem::take(touched) {
                self.numbers[self.shape.row(row)].fill(Block::ZERO);
            }
        }
        self.loss = 0.0;
    }

    /// Adds the gradient of a sample.
    pub(super) fn add(
        &mut self,
        parameters: &Parameters,
        settings: &Settings,
        samples: &Samples,
        index: usize,
    ) {
        let (shape, pass) = (&self.shape, &mut self.pass);
        let (loss, slope) = pass.loss(parameters, settings, samples, index);
        self.loss += f64::from(loss);
        for (place, (sums, rows)) in pass.sums.iter_mut().zip(&pass.rows).enumerate() {
            let output = shape.output(pass.bucket, place);
            let weights = &parameters.numbers[shape.row(output)];
            differentiate(sums, weights, slope, &mut self.numbers[shape.row(output)]);
            add_to_rows(&mut self.numbers, rows, sums);
            self.touched[output] = true;
            for &row in rows {
                self.touched[row as usize] = true;
            }
        }
        for &pattern in &pass.patterns {
            let (block, place) = shape.pattern(pass.bucket, pattern);
            self.numbers[block].0[place] += slope;
            self.touched[block / shape.width] = true;
        }
        self.numbers[shape.row(shape.output_bias())][0].0[pass.bucket] += slope;
        self.touched[shape.output_bias()] = true;
    }
}
