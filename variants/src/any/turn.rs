//! Turns of games of any kind.

use std::any::Any;
use std::sync::Arc;

use super::AnyGame;
use crate::Position;
use crate::turn::read_turns;

/// A legal turn of a game of any kind: its steps, with their type erased.
#[derive(Clone, Debug)]
pub struct AnyTurn(Arc<dyn Any + Send + Sync>);

impl AnyTurn {
    /// Returns the steps; `None` if the turn was read by a game of another family or width.
    #[must_use]
    pub fn steps<P: Position>(&self) -> Option<&[P::Step]> {
        self.0.downcast_ref::<Vec<P::Step>>().map(Vec::as_slice)
    }
}

impl AnyGame {
    /// Reads turns, as [`read_turns`]; `None` for those that are not legal.
    #[must_use]
    pub fn read_turns(&mut self, texts: &[impl AsRef<str>]) -> Vec<Option<AnyTurn>> {
        with_game!(self, game => {
            let turns = read_turns(game, texts);
            turns.into_iter().map(|steps| steps.map(|steps| AnyTurn(Arc::new(steps)))).collect()
        })
    }
}
