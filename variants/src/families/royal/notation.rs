//! Text for people, and reasons why a move is illegal.

use super::Royal;
use super::explain::explain;
use super::step::{RoyalStep, StepKind};
use crate::explain::Case;
use crate::illegal::Illegal;
use crate::{Bits, Common, Notation, Position};

impl<B: Bits> Notation for Royal<B> {
    const HAS_SAN: bool = true;

    fn step_text(&self, step: RoyalStep) -> String {
        let Common { definition, .. } = self.common();
        let mut text = definition.size.name(step.from()) + &definition.size.name(self.told(step));
        text.extend(
            step.promotion().map(|kind| definition.piece(kind).letter.to_ascii_lowercase()),
        );
        text
    }

    fn notes(&self) -> String {
        let Common { definition, .. } = self.common();
        let king = B::bit(self.king(self.side));
        let them = !self.side;
        let mut seen = self.clone();
        seen.side = them;
        let checkers = self.board.side(them).iter().filter(|&from| {
            self.board.get(from).is_some_and(|piece| {
                let targets = seen.targets(
                    piece.kind(),
                    from,
                    self.board.occupied(),
                    self.board.side(self.side),
                );
                (targets & king).any()
            })
        });
        let names: Vec<String> = checkers.map(|square| definition.size.name(square)).collect();
        if names.is_empty() { String::new() } else { format!("in check from {}", names.join(", ")) }
    }

    fn castling_text(&self, step: RoyalStep) -> Option<&'static str> {
        let castling = self.rules.royal.castling.as_ref()?;
        if step.kind() != StepKind::Castling {
            return None;
        }
        let file = self.common().definition.size.file(step.to());
        Some(if file == castling.king_side.king_to { "O-O" } else { "O-O-O" })
    }

    fn explain(case: &Case<'_, Self>) -> Illegal {
        explain(case)
    }
}
