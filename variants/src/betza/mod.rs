//! Piece moves in Betza notation.
//!
//! The letters are those of Betza's funny notation
//! (<https://www.chessvariants.com/d.betza/pieces/notation.html>) with XBoard's `i`, `n` and `e`
//! and bracketed paths as in the Interactive Diagram:
//!
//! | text | meaning |
//! | --- | --- |
//! | `W F D A N H C L J Z G` | leaps of (0,1) (1,1) (0,2) (2,2) (1,2) (0,3) (1,3) (1,3) (2,3) (2,3) (3,3) |
//! | `K R B Q` | `WF`, `WW`, `FF`, `RB` |
//! | `W3`, `R3`, `NN`, `N0` | up to three leaps in a row; any number, through empty squares |
//! | `f b l r s v` | only forwards, backwards, left, right, sideways, up and down, as the mover sees the board; `ff bb` the steep and `ll rr` the flat leaps alone; for diagonal and oblique leaps a vertical and a horizontal letter together name a quarter |
//! | `m c` | only without taking, only taking; neither: both |
//! | `i` | only from where the piece stands at the start (for promoting pieces: its home rank) |
//! | `n` | lame: every square passed must be empty (`nD`, `nH`, `nA`, `nG`, `nN`, and several in a row: `nDD`, `nN3`); with `i`, the squares passed can be taken on en passant |
//! | `e` | with `c`: may take en passant too |
//! | `[K-K]`, `[W-fD]` | a step, then another: `f` in the same direction, else in any but straight back; the square between must be empty |

mod parse;
mod shape;

pub use parse::BetzaError;
pub use shape::Modes;

use self::shape::Shape;
use crate::{BoardSize, Color, Square};

/// One way for a piece to go from a square: the squares visited, in order.
///
/// A square can be landed on when those before it in the path are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The squares, in order.
    pub squares: Vec<Square>,
    /// Index of the first square that can be landed on; those before are only passed.
    pub first_landing: usize,
    /// When the move may be made.
    pub modes: Modes,
}

/// The moves of a kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Betza {
    text: String,
    moves: Vec<(Shape, Modes)>,
}

impl Betza {
    /// Reads a piece's moves.
    ///
    /// # Errors
    /// When the text is not in the notation that this module's table describes.
    pub fn parse(text: &str) -> Result<Self, BetzaError> {
        Ok(Betza { text: text.to_owned(), moves: parse::parse(text)? })
    }

    /// No moves.
    pub(crate) fn none() -> Self {
        Betza { text: String::new(), moves: Vec::new() }
    }

    /// The notation, as it was read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The leaps, each with whether it is repeated any number of times; `None` if there are other
    /// moves.
    pub(crate) fn leaps(&self) -> Option<Vec<((i32, i32), bool)>> {
        let leap = |(shape, _): &(Shape, Modes)| match shape {
            Shape::Rider { leap, range: range @ (0 | 1) } => Some((*leap, *range == 0)),
            _ => None,
        };
        self.moves.iter().map(leap).collect()
    }

    /// The most squares that each move visits, on boards whose longer side has so many squares.
    pub(crate) fn lengths(&self, longest: u8) -> impl Iterator<Item = usize> {
        let longest = longest.saturating_sub(1);
        self.moves.iter().map(move |(shape, _)| match shape {
            Shape::Rider { leap: (dx, dy), range } => {
                let most = usize::from(longest) / dx.abs().max(dy.abs()).max(1) as usize;
                if *range == 0 { most } else { most.min((*range).into()) }
            }
            Shape::Chain(leaps) => leaps.len(),
        })
    }

    /// All paths of a piece of that side that stands on `square`. Some may lead to the same square.
    #[must_use]
    pub fn paths(&self, size: BoardSize, square: Square, color: Color) -> Vec<Path> {
        let forward = match color {
            Color::White => 1,
            Color::Black => -1,
        };
        let mut paths = Vec::new();
        for (shape, modes) in &self.moves {
            let (squares, first_landing) = match shape {
                Shape::Rider { leap: (dx, dy), range } => {
                    let next = |&s: &Square| size.offset(s, dx * forward, dy * forward);
                    let limit = if *range == 0 { usize::MAX } else { *range as usize };
                    (std::iter::successors(next(&square), next).take(limit).collect(), 0)
                }
                Shape::Chain(leaps) => {
                    let mut at = Some(square);
                    let squares: Vec<Square> = leaps
                        .iter()
                        .map_while(|(dx, dy)| {
                            at = size.offset(at?, dx * forward, dy * forward);
                            at
                        })
                        .collect();
                    if squares.len() < leaps.len() {
                        continue;
                    }
                    (squares, leaps.len() - 1)
                }
            };
            if !squares.is_empty() {
                paths.push(Path { squares, first_landing, modes: *modes });
            }
        }
        paths
    }
}

#[cfg(test)]
mod tests;
