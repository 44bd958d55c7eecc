//! Generic piece-square tables (<https://www.chessprogramming.org/Piece-Square_Tables>), from the
//! moves of the pieces.

use variants::{Definition, PieceType, Square};

use super::values::Values;
use super::weight::Weight;

/// Returns the centrality of a square, from 0 in the corner to 1 in the middle.
fn centrality(definition: &Definition, square: Square) -> f64 {
    let size = definition.size;
    let along = |at: u8, length: u8| {
        let half = f64::from(length - 1) / 2.0;
        1.0 - (f64::from(at) - half).abs() / half
    };
    let (file, rank) =
        (along(size.file(square), size.files()), along(size.rank(square), size.ranks()));
    (file + rank + file.min(rank)) / 3.0
}

/// A piece on a square, as White, with what generic piece-square values depend on.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    definition: &'a Definition,
    values: &'a Values,
    kind: PieceType,
    square: Square,
    /// Centrality, from 0 in the corner to 1 in the middle.
    pub center: f64,
    /// Rank, from 0.
    pub rank: f64,
    /// The last rank.
    pub last: f64,
    /// Value of the piece, in centipawns.
    pub value: f64,
}

impl<'a> Place<'a> {
    pub(crate) fn new(
        definition: &'a Definition,
        values: &'a Values,
        kind: PieceType,
        square: Square,
    ) -> Self {
        Place {
            definition,
            values,
            kind,
            square,
            center: centrality(definition, square),
            rank: f64::from(definition.size.rank(square)),
            last: f64::from(definition.size.ranks() - 1),
            value: f64::from(values.worth(kind)),
        }
    }

    /// Whether the piece is royal.
    pub(crate) fn is_royal(&self) -> bool {
        self.definition.is_royal(self.kind)
    }

    /// Returns the gain by the best promotion, in centipawns; `None` for pieces that do not
    /// promote.
    pub(crate) fn promotion_gain(&self) -> Option<f64> {
        let promotes = &self.definition.piece(self.kind).promotes;
        let best = promotes.iter().map(|&to| f64::from(self.values.worth(to))).fold(0.0, f64::max);
        let is_goal = self.definition.promotes_for_good(self.kind);
        is_goal.then(|| (best - self.value).max(0.0))
    }

    /// Returns the mobility from the square less the mean, in squares.
    pub(crate) fn freedom(&self) -> f64 {
        self.values.freedom(self.kind, self.square)
    }

    /// Returns a weight of these values for middlegame and endgame, in centipawns.
    pub(crate) fn tapered(&self, middlegame: f64, endgame: f64) -> Weight {
        Weight::new(middlegame as f32, endgame as f32)
    }
}
