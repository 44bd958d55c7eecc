//! Piece moves in Betza notation.
//!
//! The letters are those of Betza's funny notation
//! (<https://www.chessvariants.com/d.betza/pieces/notation.html>) with XBoard's `i`, `n` and `e`
//! and bracketed paths as in the Interactive Diagram:
//!
//! | text | meaning |
//! | --- | --- |
//! | `W F D A N H C L J Z G` | leaps of (0,1) (1,1) (0,2) (2,2) (1,2) (0,3) (1,3) (1,3) (2,3) (2,3) (3,3) |
//! | `(1,4)` | leaps by their length across and along |
//! | `K R B Q` | `WF`, `WW`, `FF`, `RB` |
//! | `W3`, `R3`, `NN`, `N0` | up to three leaps in a row; any number, through empty squares |
//! | `f b l r s v` | only forwards, backwards, left, right, sideways, up and down, as the mover sees the board; `ff bb` the steep and `ll rr` the flat leaps alone; for diagonal and oblique leaps a vertical and a horizontal letter together name a quarter |
//! | `m c` | only without taking, only taking; neither: both |
//! | `i` | only from where the piece stands at the start (for promoting pieces: its home rank) |
//! | `n` | lame: every square passed must be empty (`nD`, `nH`, `nA`, `nG`, and several in a row: `nDD`, `nN3`), oblique leaps straight first, then diagonally (`nN`, `nC`, `nZ`); with `i`, the squares passed can be taken on en passant |
//! | `e` | with `c`: may take en passant too |
//! | `p` | over one piece, the hurdle, on its way and on over empty squares (`cpR`: the cannon of xiangqi) |
//! | `g` | just behind the first piece on its way (`gQ`: the grasshopper) |
//! | `z q` | in a zigzag, each step at right angles to the one before (`zB`); around in a circle (`qN`) |
//! | `[K-K]`, `[W-fD]`, `[F-fR]` | a step, then another, each over empty squares: `f` as straight on as can be, `s` at right angles, else in any direction but straight back; the last may slide |
//! | `[F?fR]` | the same, and the step before `?` may be all (the griffon) |

mod bracket;
mod leap;
mod parse;
mod shape;

pub use parse::BetzaError;
pub use shape::{Hop, Modes};

use self::bracket::bracket;
use self::parse::Parser;
use self::shape::Shape;
use crate::{BoardSize, Color, Square};

/// One way for a piece to go from a square: the squares visited, in order.
///
/// A square can be landed on when those before it in the path are empty, or hold the hurdle of a
/// hopper and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The squares, in order.
    pub squares: Vec<Square>,
    /// Index of the first square that can be landed on; those before are only passed.
    pub first_landing: usize,
    /// When the move may be made.
    pub modes: Modes,
}

impl Path {
    /// The squares that can be landed on, by which squares are occupied: up to the first occupied
    /// one, that included.
    #[inline]
    pub fn landings(&self, mut is_occupied: impl FnMut(Square) -> bool) -> &[Square] {
        let mut first_occupied = |start: usize| {
            let rest = self.squares.get(start..)?;
            rest.iter().position(|&square| is_occupied(square)).map(|index| start + index)
        };
        let open = |occupied: Option<usize>| occupied.map_or(self.squares.len(), |index| index + 1);
        let Some(hop) = self.modes.hop else {
            let end = open(first_occupied(0));
            return self.squares.get(self.first_landing..end).unwrap_or(&[]);
        };
        let Some(hurdle) = first_occupied(0) else { return &[] };
        let end = match hop {
            Hop::Far => open(first_occupied(hurdle + 1)),
            Hop::Near => (hurdle + 2).min(self.squares.len()),
        };
        self.squares.get(self.first_landing.max(hurdle + 1)..end).unwrap_or(&[])
    }
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
        let mut parser = Parser::new(text);
        let mut moves = Vec::new();
        while !parser.is_done() {
            if parser.takes('[') {
                bracket(&mut parser, &mut moves)?;
            } else {
                parser.simple(&mut moves)?;
            }
        }
        Ok(Betza { text: text.to_owned(), moves })
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

    /// The leaps, each with the number of times that it is repeated at most, any number being
    /// `u8::MAX`; `None` if there are other moves.
    pub(crate) fn leaps(&self) -> Option<Vec<((i32, i32), u8)>> {
        let leap = |(shape, _): &(Shape, Modes)| match shape {
            Shape::Rider { leap, range: 0 } => Some((*leap, u8::MAX)),
            Shape::Rider { leap, range } => Some((*leap, *range)),
            _ => None,
        };
        self.moves.iter().map(leap).collect()
    }

    /// The most squares that each move visits, on boards whose longer side has `longest` squares.
    pub(crate) fn lengths(&self, longest: u8) -> impl Iterator<Item = usize> {
        let longest = longest.saturating_sub(1);
        self.moves.iter().map(move |(shape, _)| match shape {
            Shape::Rider { leap: (dx, dy), range } => {
                let most = usize::from(longest) / dx.abs().max(dy.abs()).max(1) as usize;
                if *range == 0 { most } else { most.min((*range).into()) }
            }
            Shape::Chain(leaps) => leaps.len(),
            Shape::Bent { lead, tail, range } => {
                // A slide leaves the board after `longest` steps, a zigzag after twice as many.
                let most = 2 * usize::from(longest).max(tail.len());
                lead.len() + if *range == 0 { most } else { most.min((*range).into()) }
            }
        })
    }

    /// Whether some moves are made from the piece's first place alone.
    pub(crate) fn is_initial(&self) -> bool {
        self.moves.iter().any(|(_, modes)| modes.initial)
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
                    let squares = walk(size, square, forward, leaps.iter());
                    if squares.len() < leaps.len() {
                        continue;
                    }
                    (squares, leaps.len() - 1)
                }
                Shape::Bent { lead, tail, range } => {
                    let limit = if *range == 0 { usize::MAX } else { *range as usize };
                    let leaps = lead.iter().chain(tail.iter().cycle().take(limit));
                    let squares = walk(size, square, forward, leaps);
                    if squares.len() <= lead.len() {
                        continue;
                    }
                    (squares, lead.len())
                }
            };
            // A hopper needs room for its hurdle.
            if squares.len() > usize::from(modes.hop.is_some()) {
                paths.push(Path { squares, first_landing, modes: *modes });
            }
        }
        paths
    }
}

/// The squares that leaps lead to, one after the other, as long as they are on the board.
fn walk<'a>(
    size: BoardSize,
    from: Square,
    forward: i32,
    leaps: impl Iterator<Item = &'a (i32, i32)>,
) -> Vec<Square> {
    let mut at = Some(from);
    leaps
        .map_while(|(dx, dy)| {
            at = size.offset(at?, dx * forward, dy * forward);
            at
        })
        .collect()
}

#[cfg(test)]
mod tests;
