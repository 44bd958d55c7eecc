//! A definition of the family, compiled.

use std::sync::Arc;

use super::data::{ArmiesDefinition, Army};
use super::moves::Moves;
use crate::{Bits, Board, Color, Common, Definition, PieceType};

/// The tables of one game of the family.
#[derive(Debug)]
pub struct ArmiesRules<B> {
    pub(super) common: Common<B>,
    pub(super) armies: Vec<Army>,
    pub(super) moves: Moves<B>,
    /// The army of each kind; a kind of none never moves.
    army_of: [Option<u8>; PieceType::MAX],
    royal_chiefs: Vec<PieceType>,
}

impl<B: Bits> ArmiesRules<B> {
    /// Compiles a definition.
    ///
    /// # Panics
    /// When the definition is another family's, or its board has more squares than the sets hold.
    pub(super) fn new(definition: Arc<Definition>) -> Self {
        let Some(family) = ArmiesDefinition::of(&definition) else {
            panic!("{} is of the family {}", definition.name, definition.family.name());
        };
        assert!(definition.size.squares() <= B::WIDTH, "{} needs larger sets", definition.name);
        let mut army_of = [None; PieceType::MAX];
        for (index, army) in family.armies.iter().enumerate() {
            for kind in &army.units {
                army_of[kind.index()].get_or_insert(index as u8);
            }
        }
        ArmiesRules {
            armies: family.armies.clone(),
            royal_chiefs: family.royal_chiefs.clone(),
            army_of,
            moves: Moves::new(&definition),
            common: Common::new(definition),
        }
    }

    /// The index of a kind's army.
    #[inline]
    pub(super) fn army_of(&self, kind: PieceType) -> Option<u8> {
        self.army_of[kind.index()]
    }

    /// Whether losing a piece of a kind can lose the game.
    #[inline]
    pub(super) fn is_royal(&self, kind: PieceType) -> bool {
        self.royal_chiefs.contains(&kind)
    }

    /// Whether a side has a royal chief left.
    #[inline]
    pub(super) fn has_royal(&self, board: &Board<B>, color: Color) -> bool {
        self.royal_chiefs.iter().any(|&kind| board.pieces(color, kind).any())
    }
}
