//! Quantised network and its inference.

use variants::{BoardSize, Color, Definition, Piece, Square};

use crate::error::NetError;
use crate::header::NetHeader;
use crate::inputs::Inputs;
use crate::kernel::{Lane, ONE, WIDTH, activate, update};

/// Centipawns per output of 1.
pub const SCALE: i32 = 400;
/// Maximum absolute output weight, quantised: see [`activate`].
pub(crate) const MAX_OUTPUT: i16 = 128;
/// Quantisation factor of the output weights.
pub(crate) const OUTPUT_ONE: i32 = 64;
/// Quantisation factor of the output.
pub(crate) const OUTPUT_WHOLE: i32 = ONE as i32 * OUTPUT_ONE;

/// Quantised network.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    pub(crate) header: NetHeader,
    pub(crate) inputs: Inputs,
    /// Weights of the hidden layer, a row for each input.
    pub(crate) rows: Vec<Lane>,
    /// Biases of the hidden layer.
    pub(crate) bias: Vec<Lane>,
    /// Output weights: for each bucket, those of the hidden layer of the side to move, then of the
    /// other.
    pub(crate) output: Vec<Lane>,
    /// Output biases of the buckets, in units of 1/[`OUTPUT_WHOLE`].
    pub(crate) output_bias: Vec<i32>,
    /// Pattern weights of the buckets, for the view of the side to move, in the same units. Empty
    /// in nets without patterns.
    pub(crate) patterns: Vec<i16>,
}

impl Net {
    /// Returns the header of the net's file.
    #[must_use]
    pub fn header(&self) -> &NetHeader {
        &self.header
    }

    /// Returns the inputs.
    #[must_use]
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Returns the board size.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.inputs.size()
    }

    /// Returns the hidden layer width of each view.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.bias.len() * WIDTH
    }

    /// Returns the number of output buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.output_bias.len()
    }

    /// Whether the net's inputs are those of the game.
    #[must_use]
    #[inline]
    pub fn fits(&self, definition: &Definition) -> bool {
        self.inputs == Inputs::new(definition)
    }

    /// Checks that no position makes an accumulator overflow, whatever is on its squares.
    ///
    /// # Errors
    /// If one might, or if an output weight is out of range.
    pub(crate) fn check(&self) -> Result<(), NetError> {
        let (kinds, places) = (2 * self.inputs.kinds(), self.inputs.places());
        let width = self.bias.len();
        for number in 0..self.hidden() {
            let part = |lanes: &[Lane], row: usize| {
                i32::from(lanes[row * width + number / WIDTH].0[number % WIDTH])
            };
            let bias = part(&self.bias, 0);
            let (mut most, mut least) = (bias, bias);
            for place in 0..places {
                let weights = (0..kinds).map(|kind| part(&self.rows, kind * places + place));
                if place < self.size().squares() {
                    most += weights.clone().max().unwrap_or(0).max(0);
                    least += weights.min().unwrap_or(0).min(0);
                } else {
                    // Pieces in hand of several kinds stand on one square.
                    let held = (0..kinds)
                        .filter(|kind| self.inputs.can_be_held(kind % self.inputs.kinds()));
                    let weights = held.map(|kind| part(&self.rows, kind * places + place));
                    most += weights.clone().map(|weight| weight.max(0)).sum::<i32>();
                    least += weights.map(|weight| weight.min(0)).sum::<i32>();
                }
            }
            if most > i32::from(i16::MAX) || least < i32::from(i16::MIN) {
                return Err(NetError::Overflow { number });
            }
        }
        // `-MAX_OUTPUT..=MAX_OUTPUT` holds for every 16-bit number; `abs` of the lowest overflows.
        let bound = -MAX_OUTPUT..=MAX_OUTPUT;
        match self.output.iter().flat_map(|lane| lane.0).find(|weight| !bound.contains(weight)) {
            Some(weight) => Err(NetError::Output { weight }),
            None => Ok(()),
        }
    }

    /// Returns the output bucket for a number of pieces.
    #[inline]
    pub(crate) fn bucket(&self, pieces: usize) -> usize {
        bucket(pieces, self.inputs.pieces(), self.output_bias.len())
    }

    /// Returns one side's view of an empty board: the hidden sums, then the states of the windows.
    pub(crate) fn empty_view(&self) -> Vec<Lane> {
        let windows = if self.patterns.is_empty() { 0 } else { self.inputs.patterns().width() };
        let states = std::iter::repeat_n(Lane::ZERO, windows);
        self.bias.iter().copied().chain(states).collect()
    }

    /// Adds inputs to a view, and removes others.
    #[inline]
    pub(crate) fn update(&self, view: &mut [Lane], added: &[usize], removed: &[usize]) {
        let (sums, states) = view.split_at_mut(self.bias.len());
        update(sums, &self.rows, added, removed);
        if !states.is_empty() {
            self.inputs.patterns().update(states, added, removed);
        }
    }

    /// Returns the output for the views of the side to move and of the other, in centipawns.
    #[inline]
    pub(crate) fn output(&self, own: &[Lane], other: &[Lane], pieces: usize) -> i32 {
        let (bucket, width) = (self.bucket(pieces), self.bias.len());
        let weights = &self.output[2 * bucket * width..2 * (bucket + 1) * width];
        let (own, states) = own.split_at(width);
        let sum = i64::from(activate(own, &weights[..width]))
            + i64::from(activate(&other[..width], &weights[width..]));
        let value = sum / i64::from(ONE)
            + i64::from(self.output_bias[bucket])
            + i64::from(self.structure(states, bucket));
        (value * i64::from(SCALE) / i64::from(OUTPUT_WHOLE)) as i32
    }

    /// Returns the patterns' part of the output.
    #[inline]
    fn structure(&self, states: &[Lane], bucket: usize) -> i32 {
        if states.is_empty() {
            return 0;
        }
        let patterns = self.inputs.patterns();
        let weights = &self.patterns[bucket * patterns.len()..(bucket + 1) * patterns.len()];
        patterns.found(states).map(|pattern| i32::from(weights[pattern])).sum()
    }

    /// Evaluates a position from scratch, without accumulators: centipawns for the side to move.
    #[must_use]
    pub fn evaluate(
        &self,
        pieces: impl IntoIterator<Item = (Square, Piece), IntoIter: Clone>,
        side: Color,
    ) -> i32 {
        let pieces = pieces.into_iter();
        let count = pieces.clone().count();
        let layer = |color: Color| {
            let inputs: Vec<usize> = view(&self.inputs, pieces.clone(), color).collect();
            let mut view = self.empty_view();
            self.update(&mut view, &inputs, &[]);
            view
        };
        self.output(&layer(side), &layer(!side), count)
    }
}

/// Returns the active inputs in one side's view of a position.
pub(crate) fn view(
    inputs: &Inputs,
    pieces: impl Iterator<Item = (Square, Piece)> + Clone,
    color: Color,
) -> impl Iterator<Item = usize> {
    let king = inputs.king().and_then(|king| {
        let king = Piece::new(color, king);
        pieces.clone().find(|&(_, piece)| piece == king)
    });
    let mirrored = king.is_some_and(|(square, _)| inputs.is_mirrored(square));
    pieces.map(move |(square, piece)| inputs.index(color, mirrored, piece, square))
}

/// Returns the output bucket of positions with `pieces` pieces, in games that start with `full`.
#[inline]
pub(crate) fn bucket(pieces: usize, full: usize, buckets: usize) -> usize {
    (pieces.saturating_sub(1) * buckets / full).min(buckets - 1)
}
