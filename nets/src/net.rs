//! A net as it plays.

use variants::{BoardSize, Color, Definition, Piece, Square};

use crate::error::NetError;
use crate::header::Header;
use crate::inputs::Inputs;
use crate::kernel::{Lane, ONE, WIDTH, activate, update};

/// Centipawns for an output of 1.
pub const SCALE: i32 = 400;
/// No weight of the output is more than this, in parts of a whole: see [`activate`].
pub(crate) const MAX_OUTPUT: i16 = 128;
/// Parts of a whole of the output's weights.
pub(crate) const OUTPUT_ONE: i32 = 64;
/// Parts of a whole of the output itself.
pub(crate) const OUTPUT_WHOLE: i32 = ONE as i32 * OUTPUT_ONE;

/// A net of whole numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    pub(crate) header: Header,
    pub(crate) inputs: Inputs,
    /// For each input, its part in each hidden sum.
    pub(crate) rows: Vec<Lane>,
    /// What the hidden sums are without any input.
    pub(crate) bias: Vec<Lane>,
    /// For each bucket, the weights of the hidden layer of the side to move, then of the other.
    pub(crate) output: Vec<Lane>,
    /// For each bucket, in parts of [`OUTPUT_WHOLE`].
    pub(crate) output_bias: Vec<i32>,
    /// For each bucket, what each pattern in the view of the side to move adds to the output, in the
    /// same parts. Nets without patterns have none.
    pub(crate) patterns: Vec<i16>,
}

impl Net {
    /// Where it comes from.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What it sees.
    #[must_use]
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// The board that it knows.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.inputs.size()
    }

    /// Numbers in the hidden layer of each view.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.bias.len() * WIDTH
    }

    /// Number of outputs, each for positions with so many pieces.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.output_bias.len()
    }

    /// Whether it sees a game's positions as the game's own inputs do.
    #[must_use]
    pub fn fits(&self, definition: &Definition) -> bool {
        self.inputs == Inputs::new(definition)
    }

    /// Checks that no position makes a hidden sum overflow, whatever stands on its squares.
    ///
    /// # Errors
    /// When one might.
    pub(crate) fn check(&self) -> Result<(), NetError> {
        let (kinds, squares) = (2 * self.inputs.kinds(), self.size().squares());
        let width = self.bias.len();
        for number in 0..self.hidden() {
            let part = |lanes: &[Lane], row: usize| {
                i32::from(lanes[row * width + number / WIDTH].0[number % WIDTH])
            };
            let bias = part(&self.bias, 0);
            let (mut most, mut least) = (bias, bias);
            for square in 0..squares {
                let weights = (0..kinds).map(|kind| part(&self.rows, kind * squares + square));
                most += weights.clone().max().unwrap_or(0).max(0);
                least += weights.min().unwrap_or(0).min(0);
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

    /// Which of the outputs is for so many pieces.
    #[inline]
    pub(crate) fn bucket(&self, pieces: usize) -> usize {
        bucket(pieces, self.inputs.pieces(), self.output_bias.len())
    }

    /// One side's view of an empty board: the hidden sums, then the states of the windows.
    pub(crate) fn empty_view(&self) -> Vec<Lane> {
        let windows = if self.patterns.is_empty() { 0 } else { self.inputs.patterns().width() };
        let states = std::iter::repeat_n(Lane::ZERO, windows);
        self.bias.iter().copied().chain(states).collect()
    }

    /// Adds inputs to a view, and takes others away.
    #[inline]
    pub(crate) fn update(&self, view: &mut [Lane], added: &[usize], removed: &[usize]) {
        let (sums, states) = view.split_at_mut(self.bias.len());
        update(sums, &self.rows, added, removed);
        if !states.is_empty() {
            self.inputs.patterns().update(states, added, removed);
        }
    }

    /// The output for the views of the side to move and of the other, in centipawns.
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

    /// What the patterns add to the output.
    #[inline]
    fn structure(&self, states: &[Lane], bucket: usize) -> i32 {
        if states.is_empty() {
            return 0;
        }
        let patterns = self.inputs.patterns();
        let weights = &self.patterns[bucket * patterns.len()..(bucket + 1) * patterns.len()];
        patterns.found(states).map(|pattern| i32::from(weights[pattern])).sum()
    }

    /// What it says of a position, computed afresh: centipawns for the side to move.
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

/// The inputs that are on in one side's view of a position.
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

/// Which of so many buckets positions with `pieces` pieces belong to, in games that begin with
/// `full`.
#[inline]
pub(crate) fn bucket(pieces: usize, full: usize, buckets: usize) -> usize {
    (pieces.saturating_sub(1) * buckets / full).min(buckets - 1)
}
