//! Sides that have pieces of a kind, and rules that differ by side.

use std::collections::BTreeMap;

use super::super::kinds::Kind;
use super::super::rules::SIDES;
use super::Define;
use super::start::Start;

impl Define<'_> {
    /// Whether each side can have pieces of a kind.
    pub fn sides(&self, kind: Kind) -> [bool; 2] {
        self.sides.get(&kind).copied().unwrap_or([true; 2])
    }

    /// Whether a rule for kinds holds for a kind of both sides where both can have it: `None` where it
    /// holds for one of them alone.
    pub fn of_both_sides(&self, kind: Kind, holds: [bool; 2]) -> Option<bool> {
        match self.sides(kind) {
            [true, true] => (holds[0] == holds[1]).then_some(holds[0]),
            [white, black] => Some(white && holds[0] || black && holds[1]),
        }
    }

    /// The sides that can have pieces of each kind: at the start, by promotion, or since pieces change
    /// sides.
    pub(super) fn sides_of(&self, start: &Start, kinds: &[Kind]) -> BTreeMap<Kind, [bool; 2]> {
        let change = self.has_hands() && self.rules.flag("capturesToHand")
            || self.rules.word("flipEnclosedPieces") != "none";
        let mut found: BTreeMap<Kind, [bool; 2]> =
            kinds.iter().map(|&kind| (kind, [change; 2])).collect();
        if change {
            return found;
        }
        let mut left: Vec<(usize, Kind)> =
            start.pieces.iter().map(|&(_, side, kind)| (side, kind)).collect();
        left.extend(start.promoted.iter().flat_map(|&kind| SIDES.map(|side| (side, kind))));
        let held = start.hand.iter().flat_map(|hand| hand.chars());
        left.extend(held.filter_map(|letter| {
            Some((usize::from(letter.is_ascii_lowercase()), self.rules.by_letter(letter)?))
        }));
        while let Some((side, kind)) = left.pop() {
            let Some(sides) = found.get_mut(&kind).filter(|sides| !sides[side]) else { continue };
            sides[side] = true;
            left.extend(self.promotions(kind, side).into_iter().map(|made| (side, made)));
        }
        found
    }

    /// Notes kinds whose moves are progress in one of the games alone: here, those that promote for good.
    pub(super) fn progress(&mut self, kinds: &[Kind]) {
        const KEY: &str = "nMoveRuleTypes";
        if self.rules.number("nMoveRule", 50) == 0 {
            return;
        }
        let differs = |&&kind: &&Kind| {
            let turns = self.form(kind).is_some() && !self.rules.flag("pieceDemotion");
            let own = turns || self.promotes_at_all(kind);
            let theirs = |side| self.rules.kinds(KEY, side).contains(kind);
            SIDES.iter().any(|&side| self.sides(kind)[side] && theirs(side) != own)
        };
        let letters = self.letters(kinds.iter().filter(differs).copied());
        if !letters.is_empty() {
            let message = format!(
                "moves of {letters}: those of kinds that promote count as progress, of both sides"
            );
            self.note(KEY, message);
        }
    }
}
