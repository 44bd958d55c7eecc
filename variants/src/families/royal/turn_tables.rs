//! Turns of several moves: the state of one, and its rules compiled.

use super::data::RoyalDefinition;
use super::turns::TurnRule;
use crate::{BoardSize, ByColor, Color, Definition, Fen, Piece, Square};

/// The turn in progress; zeros in games whose turns have one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Series {
    /// Moves of the whole turn.
    pub(super) length: u8,
    /// Moves left.
    pub(super) left: u8,
    /// Whether a move of this turn was progress.
    pub(super) progress: bool,
    /// Whether the en passant squares are those that the side to move has passed in this turn.
    pub(super) own: bool,
    /// In games with walls, the square of the piece that has moved, by its index.
    pub(super) at: u8,
}

/// The rules of turns, compiled.
pub(super) struct Turns {
    pub(super) rule: TurnRule,
    /// Number of turns before the game's first one, by the start's move number and side.
    pub(super) begin: u32,
    /// By colour and square: the pieces that have passed it when they stand there, the nearest
    /// first.
    pub(super) passers: ByColor<Vec<Vec<(Square, Piece)>>>,
}

impl Turns {
    /// Compiles the rules of turns; `None` where turns have one move.
    pub(super) fn new(
        royal: &RoyalDefinition,
        definition: &Definition,
        start: Option<&Fen>,
    ) -> Option<Self> {
        let rule = royal.turn.clone()?;
        let begin = start.map_or(0, |fen| index(fen.number, fen.side));
        let passers = ByColor::from_fn(|color| passers(royal, definition, color));
        Some(Turns { rule, begin, passers })
    }
}

/// Number of turns before one, in games that White begins.
pub(super) fn index(number: u32, side: Color) -> u32 {
    2 * number.saturating_sub(1) + u32::from(side == Color::Black)
}

/// The pieces of a side that pass squares with their first steps, by the squares.
fn passers(
    royal: &RoyalDefinition,
    definition: &Definition,
    color: Color,
) -> Vec<Vec<(Square, Piece)>> {
    let size: BoardSize = definition.size;
    let mut passers: Vec<Vec<(usize, Square, Piece)>> = vec![Vec::new(); size.squares()];
    for kind in definition.piece_types() {
        for home in royal.initial_squares(size, kind, color) {
            for path in definition.piece(kind).moves.paths(size, home, color) {
                let Some((&last, passed)) = path.squares.split_last() else { continue };
                if path.modes.passes {
                    for (place, &square) in passed.iter().rev().enumerate() {
                        passers[square.index()].push((place, last, Piece::new(color, kind)));
                    }
                }
            }
        }
    }
    let sorted = passers.into_iter().map(|mut found| {
        found.sort_by_key(|&(place, square, piece)| (place, square, piece.kind()));
        found.dedup();
        found.into_iter().map(|(_, square, piece)| (square, piece)).collect()
    });
    sorted.collect()
}
