//! Ends beside mate.

use std::collections::BTreeMap;

use variants::royal::{Bare, RoyalDefinition, Royals, Stalemate};
use variants::{Color, Direction, PieceType};

use super::super::kinds::Kind;
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
        let royal: Vec<PieceType> = self
            .definition
            .piece_types()
            .filter(|&kind| self.definition.piece(kind).royal)
            .collect();
        if misere && !royal.is_empty() {
            self.put("checkmateValue", "win");
        }
        if misere && own.ends.check_limit.is_some() {
            self.refuse("check-limit", "with misere");
        }
        self.goal(own);
        let types = self.types_to_keep(own, &royal);
        let bare = self.bare(own);
        for (least, letters) in &types {
            self.put("extinctionPieceTypes", letters);
            if *least > 1 {
                self.put("extinctionPieceCount", least - 1);
            }
        }
        let royals = self.royals_to_keep(own, &royal);
        let conditions = types.len() + usize::from(bare) + usize::from(royals);
        if conditions > 1 {
            self.refuse("lose-without", "several ends by lost pieces at once");
        }
        if own.blast.is_some() && (bare || !types.is_empty()) {
            let message = "with blasts: where one takes the last pieces of both sides, the other side wins there";
            self.refuse(if bare { "bare-king" } else { "lose-without" }, message);
        }
        if conditions > 0 {
            self.put("extinctionValue", if misere { "win" } else { "loss" });
        }
    }

    /// Squares that win.
    fn goal(&mut self, own: &RoyalDefinition) {
        let Some(goal) = &own.ends.goal else { return };
        if self.definition.misere {
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
            // In Fairy-Stockfish `flagMove` is a last move of the other side if the piece is a
            // king; other pieces have to hold their square for a move.
            let is_king = goal.pieces.iter().all(|&kind| self.kind_of(kind) == Some(Kind::KING));
            if is_king != goal.reply {
                let key = if goal.reply { "goal.reply" } else { "goal.hold" };
                let what = if is_king { "for a king" } else { "for other pieces than a king" };
                self.refuse(key, what);
            }
            self.put("flagMove", true);
        }
    }

    /// Letters of kinds other than royal ones that a side must have, by the least number of each.
    fn types_to_keep(
        &mut self,
        own: &RoyalDefinition,
        royal: &[PieceType],
    ) -> BTreeMap<u8, String> {
        let mut types: BTreeMap<u8, String> = BTreeMap::new();
        for minimum in &own.ends.lose_without {
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
        types
    }

    /// Bare kings: whether they end a game.
    fn bare(&mut self, own: &RoyalDefinition) -> bool {
        let [white, black] = Color::ALL.map(|color| own.ends.bare[color]);
        if white != black {
            self.refuse("bare-king", "differs by side");
        }
        if white == Bare::Allowed {
            return false;
        }
        self.put("extinctionPieceTypes", "*");
        self.put("extinctionPieceCount", 1);
        if white == Bare::LossUnlessReturned {
            self.put("extinctionClaim", true);
            self.put("extinctionOpponentPieceCount", 2);
        }
        true
    }

    /// Royal pieces that are counted: whether their loss ends a game.
    fn royals_to_keep(&mut self, own: &RoyalDefinition, royal: &[PieceType]) -> bool {
        // With blasts kings can be lost: Fairy-Stockfish treats them as ordinary pieces then.
        if own.royals == Royals::One && (own.blast.is_none() || royal.is_empty()) {
            return false;
        }
        self.put("extinctionPieceTypes", self.letters(royal));
        self.put("extinctionPseudoRoyal", true);
        match own.royals {
            Royals::Any => self.put("extinctionPieceCount", 64),
            Royals::All => self.put("dupleCheck", true),
            Royals::LastOfAll if royal.len() > 1 => {
                self.refuse("royals", "the last of several kinds together");
            }
            _ => {}
        }
        true
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
