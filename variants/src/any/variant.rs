//! A game that can be played: a definition with its compiled rules.

use std::sync::Arc;

use super::AnyGame;
use super::erased::Rules;
use crate::pdn::parse_fen;
use crate::{Definition, Fen, FenError};

/// A definition with its compiled rules. A clone shares them.
#[derive(Clone, Debug)]
pub struct Variant(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    definition: Arc<Definition>,
    rules: Rules,
    start: AnyGame,
}

impl Variant {
    /// Compiles a definition.
    ///
    /// # Errors
    /// When its start is no position of the game.
    pub fn compile(definition: Arc<Definition>) -> Result<Self, FenError> {
        let fen = Fen::parse(&definition.start, &definition)?;
        let rules = Rules::compile(Arc::clone(&definition));
        let start = rules.game(&fen)?;
        Ok(Variant(Arc::new(Inner { definition, rules, start })))
    }

    /// The definition.
    #[must_use]
    pub fn definition(&self) -> &Arc<Definition> {
        &self.0.definition
    }

    /// A new game.
    #[must_use]
    pub fn start(&self) -> AnyGame {
        self.0.start.clone()
    }

    /// A game from a position: a FEN, or one in Portable Draughts Notation where the game has it.
    ///
    /// # Errors
    /// When the FEN is malformed, or no position of this game.
    pub fn game(&self, fen: &str) -> Result<AnyGame, FenError> {
        self.0.rules.game(&parse_fen(fen, self.definition())?)
    }

    /// A game from a position's fields.
    ///
    /// # Errors
    /// When they make no position of this game.
    pub fn set_up(&self, fen: &Fen) -> Result<AnyGame, FenError> {
        self.0.rules.game(fen)
    }
}
