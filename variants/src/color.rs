//! The two sides, and values that each side has one of.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two sides. White's pieces are the upper-case letters of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// The side at the bottom of the board: upper-case letters.
    White = 0,
    /// The side at the top of the board: lower-case letters.
    Black = 1,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The name of the side, as a sentence begins with it: `White` or `Black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "White",
            Color::Black => "Black",
        }
    }

    /// The name of the side within a sentence, and in data: `white` or `black`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// The letter of the side in a FEN: `w` or `b`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// A value for each side, indexed by [`Color`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T>([T; 2]);

impl<T> ByColor<T> {
    /// White's value, then Black's.
    pub const fn new(white: T, black: T) -> Self {
        ByColor([white, black])
    }

    /// Computes the value of each side.
    pub fn from_fn(mut f: impl FnMut(Color) -> T) -> Self {
        ByColor([f(Color::White), f(Color::Black)])
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::White => &self.0[0],
            Color::Black => &self.0[1],
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.0[0],
            Color::Black => &mut self.0[1],
        }
    }
}
