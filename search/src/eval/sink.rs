//! Sinks of the evaluation's walk: the sum of the weights, or the list of their counts.

use variants::{Color, PieceType, Square};

use super::layout::{Layout, MAX_REACH, mobility};
use super::weight::{Packed, Weight};
use super::weights::Weights;

/// Receiver of the terms of a position.
pub trait Sink {
    /// Counts a piece on a square.
    fn piece(&mut self, color: Color, kind: PieceType, square: Square);
    /// Counts the mobility of an officer, in squares.
    fn reach(&mut self, color: Color, kind: PieceType, squares: u32);
    /// Adds the term at an index to a side, `times` times.
    fn add(&mut self, color: Color, index: usize, times: i32);
}

/// Weights precomputed for summation.
pub(super) struct Compiled {
    squares: usize,
    /// Value of each piece on each square, piece-square value included, by colour, piece type and
    /// square.
    placed: Vec<Packed>,
    /// Mobility by piece type and number of squares.
    reach: Vec<Packed>,
    /// All weights, by index.
    weights: Vec<Packed>,
}

impl Compiled {
    pub fn new(weights: &Weights) -> Self {
        let layout = weights.layout();
        let squares = layout.squares();
        let kinds = layout.kinds();
        let mut placed = vec![Packed::default(); 2 * PieceType::MAX * squares];
        let mut reach = vec![Packed::default(); PieceType::MAX * MAX_REACH];
        for kind in (0..kinds).map(PieceType::from_index) {
            for color in Color::ALL {
                for square in (0..squares).map(|index| Square::from_index(index as u8)) {
                    let place = layout.piece_square(color, kind, square);
                    let worth = weights.at(layout.value(kind)) + weights.at(place);
                    placed[place_index(squares, color, kind, square)] = worth.into();
                }
            }
            if let Some(index) = layout.mobility(kind) {
                let weight = weights.at(index);
                for count in 0..MAX_REACH {
                    let times = mobility(layout, kind, count as u32);
                    reach[kind.index() * MAX_REACH + count] = (weight * times).into();
                }
            }
        }
        let weights = weights.all().iter().map(|&weight: &Weight| weight.into()).collect();
        Compiled { squares, placed, reach, weights }
    }

    /// Returns the value of a piece on a square.
    #[inline]
    fn worth(&self, color: Color, kind: PieceType, square: Square) -> Packed {
        self.placed[place_index(self.squares, color, kind, square)]
    }
}

#[inline]
fn place_index(squares: usize, color: Color, kind: PieceType, square: Square) -> usize {
    (color as usize * PieceType::MAX + kind.index()) * squares + square.index()
}

/// Sums of the piece and piece-square values, of White and of Black.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Placed([Packed; 2]);

impl Placed {
    /// Adds a piece on a square.
    #[inline]
    pub fn put(&mut self, compiled: &Compiled, color: Color, kind: PieceType, square: Square) {
        self.0[color as usize] += compiled.worth(color, kind, square);
    }

    /// Removes a piece from a square.
    #[inline]
    pub fn lift(&mut self, compiled: &Compiled, color: Color, kind: PieceType, square: Square) {
        self.0[color as usize] += -compiled.worth(color, kind, square);
    }
}

/// Sums the weights: White's less Black's.
pub(super) struct Sum<'a> {
    compiled: &'a Compiled,
    sums: [Packed; 2],
}

impl<'a> Sum<'a> {
    #[inline]
    pub fn new(compiled: &'a Compiled) -> Self {
        Sum::of(compiled, Placed::default())
    }

    /// Creates a sum that starts from the pieces' values.
    #[inline]
    pub fn of(compiled: &'a Compiled, placed: Placed) -> Self {
        Sum { compiled, sums: placed.0 }
    }

    #[inline]
    pub fn total(self) -> Packed {
        let [mut white, black] = self.sums;
        white += -black;
        white
    }
}

impl Sink for Sum<'_> {
    #[inline]
    fn piece(&mut self, color: Color, kind: PieceType, square: Square) {
        self.sums[color as usize] += self.compiled.worth(color, kind, square);
    }

    #[inline]
    fn reach(&mut self, color: Color, kind: PieceType, squares: u32) {
        let count = (squares as usize).min(MAX_REACH - 1);
        self.sums[color as usize] += self.compiled.reach[kind.index() * MAX_REACH + count];
    }

    #[inline]
    fn add(&mut self, color: Color, index: usize, times: i32) {
        self.sums[color as usize] += self.compiled.weights[index] * times;
    }
}

/// Lists the count of each weight, White's less Black's.
pub(super) struct Tracer<'a> {
    layout: &'a Layout,
    pub counts: Vec<f32>,
}

impl<'a> Tracer<'a> {
    pub fn new(layout: &'a Layout) -> Self {
        Tracer { layout, counts: vec![0.0; layout.len()] }
    }

    fn count(&mut self, color: Color, index: usize, times: f32) {
        self.counts[index] += if color == Color::White { times } else { -times };
    }
}

impl Sink for Tracer<'_> {
    fn piece(&mut self, color: Color, kind: PieceType, square: Square) {
        self.count(color, self.layout.value(kind), 1.0);
        self.count(color, self.layout.piece_square(color, kind, square), 1.0);
    }

    fn reach(&mut self, color: Color, kind: PieceType, squares: u32) {
        if let Some(index) = self.layout.mobility(kind) {
            self.count(color, index, mobility(self.layout, kind, squares));
        }
    }

    fn add(&mut self, color: Color, index: usize, times: i32) {
        self.count(color, index, times as f32);
    }
}
