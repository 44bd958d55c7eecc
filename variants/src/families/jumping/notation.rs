//! Text for people, and reasons why a move is illegal.

use super::explain::explain;
use super::{Jumping, JumpingStep};
use crate::explain::Case;
use crate::illegal::Illegal;
use crate::{Bits, Notation, Position};

impl<B: Bits> Notation for Jumping<B> {
    fn step_text(&self, step: JumpingStep<B>) -> String {
        let definition = &self.common().definition;
        let size = definition.size;
        let squares = self.squares_of(step);
        let legs: Vec<String> = squares
            .windows(2)
            .map(|leg| leg.iter().map(|&square| size.name(square)).collect())
            .collect();
        let mut text = legs.join(",");
        let choices = self
            .board
            .get(step.from)
            .map_or(0, |piece| definition.piece(piece.kind()).promotes.len());
        if let Some(kind) = step.promotion.filter(|_| choices > 1) {
            text.push(definition.piece(kind).letter.to_ascii_lowercase());
        }
        text
    }

    fn reads(&self, steps: &[JumpingStep<B>], text: &str) -> Option<JumpingStep<B>> {
        self.read_other(steps, text)
    }

    fn begins(&self, steps: &[JumpingStep<B>], text: &str) -> Option<String> {
        self.read_begun(steps, text)
    }

    fn pdn(&self, steps: &[JumpingStep<B>], step: JumpingStep<B>) -> Option<String> {
        self.pdn_text(steps, step)
    }

    fn legs_of_pdn(&self, text: &str) -> Option<String> {
        self.legs_of_other(text)
    }

    fn notes(&self) -> String {
        let must_take = !self.is_lost() && self.is_forced();
        if must_take { "must take".to_owned() } else { String::new() }
    }

    fn explain(case: &Case<'_, Self>) -> Illegal {
        explain(case)
    }
}
