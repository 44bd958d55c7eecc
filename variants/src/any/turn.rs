//! Turns of games of any kind.

use std::any::Any;
use std::sync::Arc;

use super::AnyGame;
use crate::turn::read_turns;
use crate::{Game, Notation, Position, TurnForm, courses};

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
    pub fn read_turns(&mut self, texts: &[&str]) -> Vec<Option<AnyTurn>> {
        with_game!(self, game => {
            let turns = read_turns(game, texts);
            turns.into_iter().map(|steps| steps.map(|steps| AnyTurn(Arc::new(steps)))).collect()
        })
    }

    /// The legal turns, or the ways to finish the one in progress, as text, sorted by bytes; `None` if there
    /// are more than `most`.
    #[must_use]
    pub fn turn_texts(&mut self, most: usize) -> Option<Vec<String>> {
        let form = self.definition().family.turn_form();
        let mut texts = if matches!(form, TurnForm::OneMove | TurnForm::MultiJump) {
            let texts = self.step_texts();
            (texts.len() <= most).then_some(texts)?
        } else {
            let mut texts = Vec::new();
            with_game!(self, game => extend(game, &mut Vec::new(), &mut texts, most))
                .then_some(())?;
            texts
        };
        texts.sort_unstable();
        Some(texts)
    }
}

/// Adds the turns that begin with some steps, which have been made; false if there are too many.
fn extend<P: Notation>(
    game: &mut Game<P>,
    made: &mut Vec<P::Step>,
    texts: &mut Vec<String>,
    most: usize,
) -> bool {
    let mut steps = Vec::new();
    if game.position().decided().is_none() {
        game.legal_steps(&mut steps);
    }
    for step in steps {
        let is_end = game.position().step_info(step).is_none();
        // A pass alone is no text.
        if is_end && made.is_empty() {
            continue;
        }
        game.play(step);
        made.push(step);
        let fits = if game.is_turn_over() {
            add(game, made, texts);
            texts.len() <= most
        } else {
            extend(game, made, texts, most)
        };
        made.pop();
        game.undo();
        if !fits {
            return false;
        }
    }
    true
}

/// Adds the turn of some steps, which have just been made.
fn add<P: Notation>(game: &mut Game<P>, made: &[P::Step], texts: &mut Vec<String>) {
    for _ in made {
        game.undo();
    }
    texts.extend(courses(game.position(), made).into_iter().next().map(|turn| turn.text));
    for &step in made {
        game.play(step);
    }
}
