//! Kinds of pieces.

use variants::{Setting, Settings};

use super::super::kinds::{Kind, name_of_moves};
use super::super::rules::{KindSet, SIDES};
use super::Define;
use super::royal::Royals;
use super::start::Start;

/// Kinds that are listed first, in the order of chess.
const FIRST: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

impl Define<'_> {
    /// The kinds that can be on the board: those of the start, and what they promote to.
    pub fn kinds(&self, start: &Start) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = Vec::new();
        let mut left: Vec<Kind> = start.pieces.iter().map(|&(_, _, kind)| kind).collect();
        left.extend(start.promoted.iter().copied());
        left.extend(start.hand.iter().flat_map(|hand| self.in_hand(hand)));
        while let Some(kind) = left.pop() {
            if kinds.contains(&kind) || self.rules.piece(kind).is_none() {
                continue;
            }
            kinds.push(kind);
            for side in SIDES {
                left.extend(self.promotions(kind, side));
            }
        }
        let order = |kind: &Kind| {
            let place = FIRST.iter().position(|key| *key == kind.key());
            let pawn = self.is_pawn(*kind);
            (!pawn, place.unwrap_or(FIRST.len()), *kind)
        };
        kinds.sort_by_key(order);
        kinds
    }

    /// Whether a kind promotes as a pawn, for either side.
    pub fn is_pawn(&self, kind: Kind) -> bool {
        SIDES.iter().any(|&side| self.is_pawn_of(kind, side))
    }

    /// The pawn does for both, whether it is named or not.
    pub fn is_pawn_of(&self, kind: Kind, side: usize) -> bool {
        kind == Kind::PAWN || self.rules.kinds("promotionPawnTypes", side).contains(kind)
    }

    /// The kinds that a side's pieces of a kind can become as pawns.
    pub fn promotions(&self, kind: Kind, side: usize) -> Vec<Kind> {
        if !self.is_pawn_of(kind, side) {
            return Vec::new();
        }
        match self.rules.kinds("promotionPieceTypes", side) {
            KindSet::All => Kind::all().filter(|kind| self.rules.piece(*kind).is_some()).collect(),
            KindSet::Some(kinds) => {
                kinds.into_iter().filter(|kind| self.rules.piece(*kind).is_some()).collect()
            }
        }
    }

    /// The letter of a kind.
    pub fn letter(&self, kind: Kind) -> char {
        self.rules.piece(kind).map_or('?', |piece| piece.letter)
    }

    /// Kinds as letters.
    pub fn letters(&self, kinds: impl IntoIterator<Item = Kind>) -> String {
        let mut kinds: Vec<Kind> = kinds.into_iter().collect();
        // Queen and rook before bishop and knight, as promotions are listed.
        let order = |kind: &Kind| match kind.key().as_str() {
            "queen" => 0,
            "rook" => 2,
            "bishop" => 3,
            "knight" => 4,
            _ => 1,
        };
        kinds.sort_by_key(|kind| (order(kind), *kind));
        kinds.into_iter().map(|kind| self.letter(kind)).collect()
    }

    /// Kinds as text, with the promoted forms that count as one of them.
    pub fn with_forms(&self, wanted: &[Kind], kinds: &[Kind]) -> String {
        let mut text = self.letters(wanted.iter().copied().filter(|kind| kinds.contains(kind)));
        for &kind in kinds {
            if self.form(kind).is_some_and(|form| wanted.contains(&form)) {
                text.push('+');
                text.push(self.letter(kind));
            }
        }
        text
    }

    /// Adds the table of kinds.
    pub fn pieces(&mut self, start: &Start, kinds: &[Kind], royals: &Royals) {
        let mut table: Settings = Vec::new();
        for &kind in kinds {
            let mut piece: Settings = Vec::new();
            let moves = self.moves_of(kind);
            let name = self.name(kind);
            piece.push(("name".to_owned(), Setting::Text(name)));
            piece.push(("moves".to_owned(), Setting::Text(moves)));
            self.zone_of(kind, &mut piece);
            if self.first_move(kind).is_some() {
                piece.push(("initial".to_owned(), Setting::Text("*1".to_owned())));
            }
            self.promotes(kind, start, kinds, &mut piece);
            self.drops(kind, &mut piece);
            if royals.kinds.contains(&kind) {
                piece.push(("royal".to_owned(), Setting::Flag(true)));
            }
            table.push((self.letter(kind).to_string(), Setting::Table(piece)));
        }
        for &kind in kinds {
            table.extend(self.promoted_form(kind, royals));
        }
        self.set("pieces", Setting::Table(table));
    }

    pub fn name(&self, kind: Kind) -> String {
        let known = kind.name();
        if !known.is_empty() {
            return known.to_owned();
        }
        let moves = self.rules.piece(kind).and_then(|piece| piece.moves.as_deref()).unwrap_or("");
        match name_of_moves(moves) {
            Some(name) => name.to_owned(),
            None if self.is_pawn(kind) => "pawn".to_owned(),
            None => format!("piece {}", self.letter(kind)),
        }
    }
}
