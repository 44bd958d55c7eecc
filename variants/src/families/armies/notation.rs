//! Text for people, and reasons why a move is illegal.

use super::explain::explain;
use super::{Armies, Step};
use crate::explain::Case;
use crate::illegal::Illegal;
use crate::{Bits, Notation, Position};

impl<B: Bits> Notation for Armies<B> {
    fn step_text(&self, step: Step) -> String {
        step.text(self.rules.common.definition.size)
    }

    fn notes(&self) -> String {
        let Some(army) = self.moving_army() else { return String::new() };
        let name = &self.rules.armies[army].name;
        match self.turn.moved.count() {
            1 => format!("{name}: 1 unit has moved"),
            count => format!("{name}: {count} units have moved"),
        }
    }

    fn explain(case: &Case<'_, Self>) -> Illegal {
        explain(case)
    }
}
