//! Rules of blasts, compiled: captures that remove the pieces around them too.

use super::data::BlastDefinition;
use crate::{Bits, Board, Definition, Direction, Geometry, Piece, PieceType, Square};

/// Rules of blasts, compiled.
#[derive(Clone, Debug)]
pub(super) struct Blast<B> {
    survivors: Vec<PieceType>,
    /// The squares around each square.
    pub(super) around: Vec<B>,
}

/// The pieces that a blast has removed: those around it, in the order of their squares, and whether
/// the one that captured is among them.
pub(super) type Debris = [Option<Piece>; 8];

impl<B: Bits> Blast<B> {
    pub(super) fn new(
        own: &BlastDefinition,
        definition: &Definition,
        geometry: &Geometry<B>,
    ) -> Self {
        let around = |square: Square| {
            let here = B::bit(square);
            Direction::ALL
                .into_iter()
                .fold(B::EMPTY, |set, direction| set | geometry.shift(here, direction))
        };
        Blast {
            survivors: own.survivors.clone(),
            around: definition.size.iter().map(around).collect(),
        }
    }

    /// The squares of the pieces around a square that a blast there removes.
    pub(super) fn reached(&self, board: &Board<B>, square: Square) -> B {
        self.around[square.index()] & board.occupied() & !board.kinds(&self.survivors)
    }
}
