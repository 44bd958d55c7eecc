//! Where the evaluation's walk over a position puts what it finds: a sum, or the list of what was
//! counted how often.

use variants::{Color, PieceType, Square};

use super::layout::{Layout, MAX_REACH, mobility};
use super::weight::{Packed, Weight};
use super::weights::Weights;

/// What the walk tells.
pub(super) trait Sink {
    /// A piece stands on a square.
    fn piece(&mut self, color: Color, kind: PieceType, square: Square);
    /// An officer reaches so many squares.
    fn reach(&mut self, color: Color, kind: PieceType, squares: u32);
    /// The term at an index counts so many times for a side.
    fn add(&mut self, color: Color, index: usize, times: i32);
}

/// Weights made ready to be added up.
pub(super) struct Compiled {
    squares: usize,
    /// The worth of each piece on each square, its value included, by colour, kind and square.
    placed: Vec<Packed>,
    /// By kind and number of squares.
    reach: Vec<Packed>,
    /// All others, by index.
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

    /// What a piece is worth on a square.
    #[inline]
    fn worth(&self, color: Color, kind: PieceType, square: Square) -> Packed {
        self.placed[place_index(self.squares, color, kind, square)]
    }
}

#[inline]
fn place_index(squares: usize, color: Color, kind: PieceType, square: Square) -> usize {
    (color as usize * PieceType::MAX + kind.index()) * squares + square.index()
}

/// What pieces are worth where they stand, White's and Black's.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Placed([Packed; 2]);

impl Placed {
    /// A piece comes to a square.
    #[inline]
    pub fn put(&mut self, compiled: &Compiled, color: Color, kind: PieceType, square: Square) {
        self.0[color as usize] += compiled.worth(color, kind, square);
    }

    /// A piece leaves a square.
    #[inline]
    pub fn lift(&mut self, compiled: &Compiled, color: Color, kind: PieceType, square: Square) {
        self.0[color as usize] += -compiled.worth(color, kind, square);
    }
}

/// Adds up what the walk tells: White's worth less Black's.
pub(super) struct Sum<'a> {
    compiled: &'a Compiled,
    sums: [Packed; 2],
}

impl<'a> Sum<'a> {
    #[inline]
    pub fn new(compiled: &'a Compiled) -> Self {
        Sum::of(compiled, Placed::default())
    }

    /// A sum that begins with the pieces.
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

/// Lists how often each weight counts, for White less for Black.
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
