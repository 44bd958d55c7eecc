//! Walls.

use variants::Color;
use variants::royal::{RoyalDefinition, WallPlace};

use super::Writer;

impl Writer<'_> {
    /// Writes where walls are placed.
    pub(super) fn walls(&mut self, own: &RoyalDefinition) {
        let Some(walls) = &own.walls else { return };
        let rule = match (walls.place, walls.single) {
            (WallPlace::Any, true) => "duck",
            (WallPlace::Any, false) => "static",
            (WallPlace::Origin, false) => "past",
            (WallPlace::Reach, false) => "arrow",
            (_, true) => {
                self.refuse("walls.single", "a single wall that is not placed on any square");
                return;
            }
        };
        self.put("wallingRule", rule);
        if self.definition.has_royals() {
            self.refuse("walls", "a royal piece: there, no wall parries a check");
        } else if own.blast.is_some() {
            self.refuse("walls", "walls where a blast has been");
        }
        let size = self.definition.size;
        if let Some(squares) = &walls.squares {
            if walls.place == WallPlace::Origin {
                self.refuse("walls.squares", "moves without a wall");
            }
            self.put_squares("wallingRegion", "", |color| &squares[color]);
        }
        let promotes = |color: Color| {
            let mut kinds = self.definition.pieces.iter();
            kinds.any(|piece| !piece.promotes_of(color).is_empty())
        };
        let several = Color::ALL.into_iter().any(promotes);
        if walls.place == WallPlace::Reach && several {
            self.refuse("walls.place", format!("what a piece has become reaches, on {size}"));
        }
    }
}
