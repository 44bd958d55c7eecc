//! Moves and positions as text.

use crate::explain::Case;
use crate::illegal::{Illegal, NoCastling};
use crate::{PieceType, Position, Square};

/// Text of a family's moves and positions.
pub trait Notation: Position {
    /// Whether moves can be written in Standard Algebraic Notation: where a turn is one move of
    /// one piece.
    const HAS_SAN: bool = false;

    /// The step as text: legs joined by commas, a promotion letter last; `end` for the end of a
    /// turn.
    fn step_text(&self, step: Self::Step) -> String;

    /// Finds the step of a text in another notation than that of [`Notation::step_text`], if the
    /// family has one.
    fn reads(&self, steps: &[Self::Step], text: &str) -> Option<Self::Step> {
        let _ = (steps, text);
        None
    }

    /// The legs, as [`Notation::step_text`] writes them, of a step that a text in another notation
    /// begins and does not end.
    fn begins(&self, steps: &[Self::Step], text: &str) -> Option<String> {
        let _ = (steps, text);
        None
    }

    /// A legal step in Portable Draughts Notation, given all of them; `None` in games without it.
    fn pdn(&self, steps: &[Self::Step], step: Self::Step) -> Option<String> {
        let _ = (steps, step);
        None
    }

    /// The legs of a move in Portable Draughts Notation, whether it is legal or not, as
    /// [`Notation::step_text`] writes legs; `None` for other texts, and in games without it.
    #[doc(hidden)]
    fn legs_of_pdn(&self, text: &str) -> Option<String> {
        let _ = text;
        None
    }

    /// A short text for people on checks, duties, and the army that is moving; may be empty.
    fn notes(&self) -> String;

    /// Castling in Standard Algebraic Notation, `O-O` or `O-O-O`; `None` for other steps, and for
    /// castling that is written as a move of the king.
    fn castling_text(&self, step: Self::Step) -> Option<&'static str> {
        let _ = step;
        None
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        false
    }

    /// Returns the reason why castling, `O-O` or `O-O-O`, is not legal.
    #[doc(hidden)]
    fn explain_castling(&self, text: &str) -> Illegal {
        let _ = text;
        Illegal::Castling(NoCastling::Right)
    }

    /// Returns the reason why a piece of the side to move cannot be dropped on a square.
    #[doc(hidden)]
    fn explain_drop(&self, kind: PieceType, to: Square) -> Illegal {
        let _ = (kind, to);
        Illegal::NoHands
    }

    /// Returns the reason why a well-formed text is not a legal step.
    #[doc(hidden)]
    fn explain(case: &Case<'_, Self>) -> Illegal;
}
