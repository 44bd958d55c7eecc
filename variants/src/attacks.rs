//! Attacks and mobility, as evaluation and move ordering use them.

use crate::{Bits, Color, Piece, Position, Square};

/// Squares that pieces attack or can go to.
pub trait Attacks: Position {
    /// The pieces of both sides that attack a square when these squares are occupied, whatever
    /// holds them back: what exchanges on the square are counted with. Pieces outside `occupied`
    /// are left out. Empty in families where taking is no exchange on one square.
    fn attackers(&self, square: Square, occupied: Self::Bits) -> Self::Bits {
        let _ = (square, occupied);
        Self::Bits::EMPTY
    }

    /// Returns [`Attacks::attackers`] with fewer squares occupied than when it returned
    /// `attackers`: pieces may join in that others stood before.
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

    /// The squares that the piece on a square attacks (in games that jump or march: can go to), as
    /// far as its own moves say, without regard to check, duty or contact; those that its own side
    /// holds left out. Empty where nothing stands.
    fn reach(&self, square: Square) -> Self::Bits;

    /// The squares that such a piece attacks from a square as the board is, those that its own side
    /// holds included; in games that jump or march: what [`Attacks::reach`] says of the piece that
    /// stands there.
    fn attacks(&self, piece: Piece, square: Square) -> Self::Bits {
        let _ = piece;
        self.reach(square)
    }

    /// Number of squares that a side's pieces attack or can go to, counted piece by piece: a cheap
    /// measure of freedom for evaluation, without regard to check or duty.
    fn mobility(&self, color: Color) -> u32;
}
