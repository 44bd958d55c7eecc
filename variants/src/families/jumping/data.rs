//! Rules of a jumping game, as its definition states them.

use std::fmt;

use crate::definition::{FamilyData, PdnDefinition, TurnForm};
use crate::{PieceType, RuleMap};

/// Rules of the jumping family.
#[derive(Clone, Default)]
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
    /// Rules that English draughts does not need.
    pub chains: ChainRules,
    /// Portable Draughts Notation.
    pub pdn: Option<PdnDefinition>,
}

/// The rules of chains are left out where a game has none, and its notation always, so that the
/// fingerprint of a game is that of its rules.
impl fmt::Debug for JumpingDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("JumpingDefinition");
        out.field("duty", &self.duty)
            .field("capture", &self.capture)
            .field("lose_without", &self.lose_without)
            .field("progress", &self.progress);
        if self.chains != ChainRules::default() {
            out.field("chains", &self.chains);
        }
        out.finish()
    }
}

/// Rules of chains of jumps, and of draws, in which games of draughts differ from the English one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChainRules {
    /// Preferred captures, by these criteria one after the other; empty: see `capture`.
    pub priority: Vec<Priority>,
    /// When jumped pieces leave the board.
    pub removal: Removal,
    /// Squares on which long jumps land.
    pub landing: Landing,
    /// When a piece promotes that comes to the last rank in a chain.
    pub promotion: ChainPromotion,
    /// Whether a jump may not go back the way of the jump before.
    pub no_half_turn: bool,
    /// For each kind the kinds that it cannot jump over; none for kinds that jump over all.
    pub spares: Vec<(PieceType, Vec<PieceType>)>,
    /// Value of each kind for [`Priority::Value`]; 1 for the others.
    pub prizes: Vec<(PieceType, u32)>,
    /// Number of moves in a row, none of them a capture, that a side with men may make with the
    /// same king.
    pub king_moves: Option<u32>,
    /// Endings with a move rule of their own.
    pub endings: Vec<Ending>,
}

/// Criteria of captures. A king is a piece that does not promote, in a game where others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Those that take two or more, when there are such.
    Multiple,
    /// Those that take the most.
    Most,
    /// Those that take the most value.
    Value,
    /// Those by a king.
    ByKing,
    /// Those that take the most kings.
    MostKings,
    /// Those that take a king the earliest.
    KingsFirst,
}

/// When jumped pieces leave the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Removal {
    /// As they are jumped.
    #[default]
    AtOnce,
    /// When the chain has ended; until then they are in the way, and are not jumped again.
    AtEnd,
}

/// Squares on which long jumps land.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Landing {
    /// Any empty square behind the jumped piece, and if the chain can go on, one where it can.
    #[default]
    Any,
    /// The square just behind.
    Next,
}

/// When a piece promotes that comes to the last rank in a chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChainPromotion {
    /// At once, and the move ends.
    #[default]
    Stops,
    /// At once, and it jumps on as what it has become.
    GoesOn,
    /// Only where the chain ends.
    AtEnd,
}

/// An ending with a move rule of its own: kings alone against few pieces, a king among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The most pieces of the stronger side.
    pub pieces: u32,
    /// The number of kings of the weaker side, which has nothing else.
    pub against: u32,
    /// Whether the stronger side has kings alone.
    pub kings_alone: bool,
    /// Number of plies without progress after which the game is drawn.
    pub plies: u32,
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

    fn turn_form(&self) -> TurnForm {
        TurnForm::MultiJump
    }

    fn is_preserved(&self, _map: &RuleMap<'_>) -> bool {
        true
    }

    fn pdn(&self) -> Option<&PdnDefinition> {
        self.pdn.as_ref()
    }
}
