//! Ends beside mate.

use std::collections::BTreeMap;

use variants::royal::{Bare, RoyalDefinition, Royals, Stalemate};
use variants::{Color, Direction, PieceType};

use super::Writer;

impl Writer<'_> {
    pub(super) fn stalemate(&mut self, own: &RoyalDefinition) {
        let [white, black] = Color::ALL.map(|color| own.stalemate[color]);
        if white != black {
            self.refuse("stalemate", "differs by side");
        }
        let word = match (white, self.definition.misere) {
            (Stalemate::Draw, _) => return,
            (Stalemate::Majority, _) => {
                self.put("stalematePieceCount", true);
                if self.definition.misere { "win" } else { "loss" }
            }
            (Stalemate::Loss, false) | (Stalemate::Win, true) => "loss",
            _ => "win",
        };
        self.put("stalemateValue", word);
    }

    pub(super) fn ends(&mut self, own: &RoyalDefinition) {
        let misere = self.definition.misere;
        let lost = if misere { "win" } else { "loss" };
        let royal: Vec<PieceType> = self
            .definition
            .piece_types()
            .filter(|&kind| self.definition.piece(kind).royal)
            .collect();
        if misere && !royal.is_empty() {
            self.put("checkmateValue", "win");
        }
        let ends = &own.ends;
        if let Some(goal) = &ends.goal {
            if misere {
                self.refuse("goal", "with misere");
            }
            if goal.draws {
                self.refuse("goal.draws", "squares that draw");
            }
            let letters = self.letters(&goal.pieces);
            if letters.len() > 1 {
                self.refuse("goal.pieces", "several kinds");
            }
            self.put("flagPiece", letters);
            self.put_squares("flagRegion", "", |color| &goal.squares[color]);
            if goal.count > 1 {
                self.put("flagPieceCount", goal.count);
            }
            if goal.safe {
                self.put("flagPieceSafe", true);
            }
            if goal.reply || goal.hold {
                self.put("flagMove", true);
            }
        }
        let mut types: BTreeMap<u8, String> = BTreeMap::new();
        for minimum in &ends.lose_without {
            let all = minimum.pieces.len() == self.definition.pieces.len();
            let Some(&kind) = minimum.pieces.first() else { continue };
            // Royal pieces cannot be taken.
            let covered =
                own.royals != Royals::One && minimum.pieces.iter().all(|kind| royal.contains(kind));
            if covered {
                continue;
            }
            if minimum.pieces.len() > 1 && !all {
                self.refuse("lose-without", "kinds that are counted together");
            }
            let sides = Color::ALL.map(|color| minimum.sides[color]);
            if sides != [true, true] && !all {
                self.refuse("lose-without.side", "for one side");
            }
            let letter = if all { '*' } else { self.letter(kind) };
            types.entry(minimum.least).or_default().push(letter);
        }
        let bare = Color::ALL.map(|color| ends.bare[color]);
        let mut conditions = types.len();
        if bare[0] != bare[1] {
            self.refuse("bare-king", "differs by side");
        }
        if bare[0] != Bare::Allowed {
            conditions += 1;
            self.put("extinctionPieceTypes", "*");
            self.put("extinctionPieceCount", 1);
            if bare[0] == Bare::LossUnlessReturned {
                self.put("extinctionClaim", true);
                self.put("extinctionOpponentPieceCount", 2);
            }
        }
        for (least, letters) in &types {
            self.put("extinctionPieceTypes", letters);
            if *least > 1 {
                self.put("extinctionPieceCount", least - 1);
            }
        }
        // Where captures blow up, kings can be lost: there they are pieces like others.
        if own.royals != Royals::One || own.blast.is_some() && !royal.is_empty() {
            conditions += 1;
            self.put("extinctionPieceTypes", self.letters(&royal));
            self.put("extinctionPseudoRoyal", true);
            match own.royals {
                Royals::Any => self.put("extinctionPieceCount", 64),
                Royals::All => self.put("dupleCheck", true),
                Royals::LastOfAll if royal.len() > 1 => {
                    self.refuse("royals", "the last of several kinds together");
                }
                _ => {}
            }
        }
        if conditions > 1 {
            self.refuse("lose-without", "several ends by lost pieces at once");
        }
        if conditions > 0 {
            self.put("extinctionValue", lost);
        }
    }

    /// Rows and squares of pieces that win.
    pub(super) fn connect(&mut self, own: &RoyalDefinition) {
        let Some(connect) = &own.ends.connect else { return };
        if connect.pieces.len() < self.definition.pieces.len() {
            self.put("connectPieceTypes", self.letters(&connect.pieces));
        }
        for (key, number) in [("connectN", connect.count), ("connectNxN", connect.square)] {
            if number > 0 {
                self.put(key, number);
            }
        }
        for (key, direction) in [
            ("connectHorizontal", Direction::East),
            ("connectVertical", Direction::North),
            ("connectDiagonal", Direction::NorthEast),
        ] {
            if !connect.directions.contains(&direction) {
                self.put(key, false);
            }
        }
        if self.definition.misere {
            self.put("connectValue", "loss");
        }
    }
}
