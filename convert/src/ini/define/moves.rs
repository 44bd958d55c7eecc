//! Moves of kinds.

use std::collections::BTreeSet;

use super::super::betza::{Word, words};
use super::super::kinds::Kind;
use super::super::rules::{KindSet, SIDES, Squares, zone};
use super::Define;
use crate::moves::Leap;

/// Leaps that can be lame.
const LAME: &str = "NADZ";

impl Define<'_> {
    /// Moves of a kind, in this program's notation.
    pub fn moves_of(&mut self, kind: Kind) -> String {
        let key = kind.key();
        let own = self.rules.piece(kind).and_then(|piece| piece.moves.clone());
        let own = own.unwrap_or_else(|| kind.moves().to_owned());
        let mut list = match words(&own) {
            Ok(list) => list,
            Err(what) => {
                self.cannot(&key, what);
                return String::new();
            }
        };
        if kind == Kind::PAWN {
            self.add_steps(&mut list);
        }
        if self.first_squares().iter().all(Squares::is_empty) {
            list.retain(|word| !word.initial);
        }
        self.mark_en_passant(kind, &mut list);
        let mut text = String::new();
        for word in &list {
            if let Some(what) = unsaid(word) {
                self.cannot(&key, what);
                continue;
            }
            match word.text() {
                Ok(word) => text += &word,
                Err(what) => self.cannot(&key, what),
            }
        }
        let squares = SIDES.map(|side| {
            let zone = self.rules.zone(kind, side);
            zone.filter(|(zone, _)| self.board.all().any(|at| !zone.contains(&at)))
        });
        if let Some((_, line)) = squares.into_iter().flatten().next() {
            let message = format!("{key} may not leave a zone: this rule cannot be stated");
            self.faults.push(crate::fault::Fault::new(*line, "mobilityRegion", message));
        }
        if key == "soldier" && self.rules.number("soldierPromotionRank", 0) > 0 {
            self.cannot("soldierPromotionRank", "this rule cannot be stated");
        }
        text
    }

    /// Squares from which the first moves of each side's pieces start.
    pub fn first_squares(&self) -> [Squares; 2] {
        if !self.rules.flag("doubleStep") {
            return [Squares::new(), Squares::new()];
        }
        // The default is that of a board of eight ranks, on any board.
        let own = |side| self.rules.squares("doubleStepRegion", side).cloned();
        SIDES.map(|side| self.board.inside(&own(side).unwrap_or_else(|| zone(2, 2, 8, side))))
    }

    /// Adds the pawn's double and triple steps.
    fn add_steps(&mut self, list: &mut Vec<Word>) {
        if self.first_squares().iter().any(|squares| !squares.is_empty()) {
            list.extend(words("ifmnD").unwrap_or_default());
        }
        let triple = SIDES.map(|side| self.rules.squares("tripleStepRegion", side));
        if triple.into_iter().flatten().any(|squares| !squares.is_empty()) {
            self.cannot("tripleStepRegion", "first moves of three squares from ranks of their own");
        }
    }

    /// Whether pieces of a kind take en passant, by side.
    fn takes_en_passant(&self, kind: Kind) -> [bool; 2] {
        SIDES.map(|side| {
            let squares = self.rules.squares("enPassantRegion", side);
            let somewhere = squares.is_none_or(|squares| !self.board.inside(squares).is_empty());
            let takes = match self.rules.kinds("enPassantTypes", side) {
                KindSet::All => true,
                KindSet::Some(kinds) => kinds.contains(&kind),
            };
            takes && somewhere
        })
    }

    /// Marks the captures that may be en passant.
    fn mark_en_passant(&mut self, kind: Kind, list: &mut [Word]) {
        let takes = self.takes_en_passant(kind);
        let passes = self.first_squares().iter().any(|squares| !squares.is_empty());
        let quiet: BTreeSet<Leap> = list
            .iter()
            .filter(|word| word.quiet && !word.initial)
            .flat_map(|word| word.leaps.clone())
            .collect();
        for word in list.iter_mut() {
            let free = word.leaps.iter().all(|leap| !quiet.contains(leap));
            word.en_passant =
                takes[0] && passes && word.capture && !word.quiet && word.range.is_none() && free;
        }
        if takes[0] != takes[1] && passes && self.is_pawn_of(kind, 0) && self.is_pawn_of(kind, 1) {
            self.cannot("enPassantTypes", "en passant for one side alone");
        }
        let partly = SIDES.iter().any(|&side| {
            let squares = self.rules.squares("enPassantRegion", side);
            squares.is_some_and(|squares| {
                let inside = self.board.inside(squares);
                !inside.is_empty() && inside.len() < self.board.all().count()
            })
        });
        if partly && passes && list.iter().any(|word| word.en_passant) {
            self.cannot("enPassantRegion", "en passant on some squares alone");
        }
    }

    /// Sets the rank of first moves.
    pub fn steps(&mut self, kinds: &[Kind]) {
        let [white, black] = self.first_squares();
        let moves = |kind: &Kind| {
            let own = self.rules.piece(*kind).and_then(|piece| piece.moves.as_deref());
            *kind == Kind::PAWN || own.is_some_and(|moves| moves.contains('i'))
        };
        if white.is_empty() && black.is_empty() || !kinds.iter().any(moves) {
            return;
        }
        match self.board.common_ranks([&white, &black]).as_deref() {
            Some([rank]) => {
                let rank = i64::from(*rank) + 1;
                self.set("initial-rank", variants::Setting::Number(rank));
            }
            _ => self.cannot("doubleStepRegion", "first moves from other squares than one rank"),
        }
    }
}

/// Part of a word that this program's notation lacks.
fn unsaid(word: &Word) -> Option<String> {
    let atom = word.atom;
    if let Some(hopper) = word.hopper {
        return Some(format!("hoppers ('{hopper}{atom}') cannot be stated"));
    }
    if word.lame && word.range.is_none() && (!LAME.contains(atom) || atom == 'Z') {
        return Some(format!("lame leaps 'n{atom}' cannot be stated"));
    }
    None
}
