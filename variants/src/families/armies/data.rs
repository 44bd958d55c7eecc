//! Rules of an armies game, as its definition states them.

use crate::definition::{FamilyData, TurnForm};
use crate::{PieceType, RuleMap};

/// Rules of the armies family.
#[derive(Clone, Debug, Default)]
pub struct ArmiesDefinition {
    /// The armies of each side.
    pub armies: Vec<Army>,
    /// A side without any of these chiefs has lost.
    pub royal_chiefs: Vec<PieceType>,
}

/// One army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// Name for people.
    pub name: String,
    /// The chief's kind.
    pub chief: PieceType,
    /// All its kinds, the chief's first.
    pub units: Vec<PieceType>,
}

impl FamilyData for ArmiesDefinition {
    const NAME: &'static str = "armies";

    fn turn_form(&self) -> TurnForm {
        TurnForm::Steps
    }

    /// No rule names a square or a side.
    fn is_preserved(&self, _map: &RuleMap<'_>) -> bool {
        true
    }

    fn royal_chiefs(&self) -> &[PieceType] {
        &self.royal_chiefs
    }
}
