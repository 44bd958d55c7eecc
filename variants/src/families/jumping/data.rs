//! Rules of a jumping game, as its definition states them.

use crate::PieceType;
use crate::definition::{FamilyData, TurnForm};

/// Rules of the jumping family.
#[derive(Clone, Debug, Default)]
pub struct JumpingDefinition {
    /// Mandatory captures: the legal moves when a jump is available.
    pub duty: Duty,
    /// Captures that satisfy the duty.
    pub capture: CaptureRule,
    /// A side without any of these kinds has lost; empty: without any piece.
    pub lose_without: Vec<PieceType>,
    /// Kinds whose every move is progress and starts the move rule's clock again, as captures and
    /// promotions do.
    pub progress: Vec<PieceType>,
}

/// Legal moves when a jump is available.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duty {
    /// Jumps alone.
    #[default]
    Jumps,
    /// Every capture, also on the enemy's square.
    Captures,
}

/// Captures from which a side may choose when a capture is mandatory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CaptureRule {
    /// All.
    #[default]
    Free,
    /// Those that take two or more, when there are such.
    Multiple,
    /// Those that take the most.
    Most,
}

impl FamilyData for JumpingDefinition {
    const NAME: &'static str = "jumping";
    const TURN_FORM: TurnForm = TurnForm::MultiJump;
}
