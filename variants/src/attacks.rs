//! Attacks and mobility, as evaluation and move ordering use them.

use crate::{Bits, Color, Piece, Position, Square};

/// Squares that pieces attack or can go to.
pub trait Attacks: Position {
    /// The pieces of both sides that attack a square when these squares are occupied, pins and
    /// duties disregarded, for static exchange evaluation. Pieces outside `occupied` are left out.
    /// Empty in families whose captures are not exchanges on one square.
    fn attackers(&self, square: Square, occupied: Self::Bits) -> Self::Bits {
        let _ = (square, occupied);
        Self::Bits::EMPTY
    }

    /// Returns [`Attacks::attackers`] with fewer squares occupied than when it returned
    /// `attackers`: pieces behind others may join in.
    fn attackers_from_afar(
        &self,
        square: Square,
        occupied: Self::Bits,
        attackers: Self::Bits,
    ) -> Self::Bits {
        let _ = attackers;
        self.attackers(square, occupied)
    }

    /// Whether the piece that a step moves attacks the enemy's royal piece from where it comes to
    /// stand. Attacks that the step uncovers are not looked at. Never, where nothing is royal.
    fn gives_check(&self, step: Self::Step) -> bool {
        let _ = step;
        false
    }

    /// The squares that the piece on a square attacks (in games that jump or march: can go to), by
    /// its own moves, without regard to check, duty or contact, and without those of its own side.
    /// Empty where nothing stands.
    fn reach(&self, square: Square) -> Self::Bits;

    /// The squares that such a piece attacks from a square on this board, those of its own side
    /// included; in games that jump or march: [`Attacks::reach`] of the piece that stands there.
    fn attacks(&self, piece: Piece, square: Square) -> Self::Bits {
        let _ = piece;
        self.reach(square)
    }

    /// Number of squares that a side's pieces attack or can go to, counted piece by piece: a cheap
    /// measure of freedom for evaluation, without regard to check or duty.
    fn mobility(&self, color: Color) -> u32;
}
