//! Jumping games: how many are left of the pieces that must not be lost.

use variants::definition::JumpingDefinition;
use variants::{Bits, Color, PieceType, Position};

use super::Tapered;

/// Centipawns against a side with so many pieces left of those it cannot do without.
const FEW: [i32; 4] = [1000, 250, 60, 0];

/// The kinds that are looked at.
pub(crate) struct JumpingTerms {
    lose_without: Vec<PieceType>,
}

impl JumpingTerms {
    pub(crate) fn new(definition: &JumpingDefinition) -> Self {
        JumpingTerms { lose_without: definition.lose_without.clone() }
    }

    /// White's surplus in centipawns.
    pub(crate) fn evaluate<P: Position>(&self, position: &P) -> Tapered {
        if self.lose_without.is_empty() {
            return Tapered::default();
        }
        let board = position.board();
        let [white, black] = Color::ALL.map(|color| {
            let left: u32 =
                self.lose_without.iter().map(|&kind| board.pieces(color, kind).count()).sum();
            FEW[FEW.len().min(left as usize + 1) - 1]
        });
        Tapered::both(black - white)
    }
}
