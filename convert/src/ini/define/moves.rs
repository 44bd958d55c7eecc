//! Moves of kinds.

use std::collections::BTreeSet;

use variants::{Setting, Settings};

use super::super::betza::{Word, words};
use super::super::kinds::Kind;
use super::super::rules::{SIDES, Squares, zone};
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
                self.refuse(&key, what);
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
            if let Some(what) = unsupported(word) {
                self.refuse(&key, what);
                continue;
            }
            match word.text() {
                Ok(word) => text += &word,
                Err(what) => self.refuse(&key, what),
            }
        }
        if key == "soldier" && self.soldier_rank() > 0 {
            text = text.replace("fsW", "fW");
        }
        text += self.first_move(kind).unwrap_or_default();
        text
    }

    /// Rank from which soldiers step sideways, from 0.
    fn soldier_rank(&self) -> u8 {
        self.rules.number("soldierPromotionRank", 0) as u8
    }

    /// Adds the squares that a kind may stand on, and its moves on some squares.
    pub fn zone_of(&mut self, kind: Kind, piece: &mut Settings) {
        let (barred, is_barred) = self.immobile_outside(kind);
        let zones = SIDES.map(|side| {
            let zone = self.rules.zone(kind, side).map(|(zone, _)| self.board.inside(zone));
            let mut zone = zone.unwrap_or_else(|| self.board.all().collect());
            if is_barred {
                zone.retain(|at| !barred[side].contains(at));
            }
            Some(zone).filter(|zone| zone.len() < self.board.all().count())
        });
        if zones.iter().any(Option::is_some) {
            let all: Squares = self.board.all().collect();
            let [white, black] = zones.map(|zone| zone.unwrap_or_else(|| all.clone()));
            piece.push(("zone".to_owned(), self.board.by_side([&white, &black])));
        }
        let mut local = Vec::new();
        let [white, black] = self.triple_squares();
        if kind == Kind::PAWN && !(white.is_empty() && black.is_empty()) {
            let squares = self.board.by_side([&white, &black]);
            let moves = Setting::Text("ifmnH".to_owned());
            let table = vec![("squares".to_owned(), squares), ("moves".to_owned(), moves)];
            local.push(Setting::Table(table));
        }
        if kind.key() == "soldier" && self.soldier_rank() > 0 {
            let ranks = self.board.ranks;
            let squares = zone(self.soldier_rank() + 1, ranks, ranks, 0);
            let squares = Setting::Text(self.board.text(&squares));
            let moves = Setting::Text("sW".to_owned());
            let table = vec![("squares".to_owned(), squares), ("moves".to_owned(), moves)];
            local.push(Setting::Table(table));
        }
        local.extend(self.along_lines(kind));
        let moves_in = match <[Setting; 1]>::try_from(local) {
            Ok([one]) => Some(one),
            Err(list) => Some(Setting::List(list)).filter(|list| *list != Setting::List(vec![])),
        };
        piece.extend(moves_in.map(|value| ("moves-in".to_owned(), value)));
        self.bars(kind, piece);
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
        let (double, triple) = (self.first_squares(), self.triple_squares());
        if SIDES.iter().any(|&side| !triple[side].is_subset(&double[side])) {
            self.refuse("tripleStepRegion", "triple steps from where no double step starts");
        }
    }

    /// Squares from which pawns of each side may move three squares.
    pub fn triple_squares(&self) -> [Squares; 2] {
        SIDES.map(|side| {
            let squares = self.rules.squares("tripleStepRegion", side);
            squares.map_or_else(Squares::new, |squares| self.board.inside(squares))
        })
    }

    /// Whether pieces of a kind take en passant, by side.
    pub fn takes_en_passant(&self, kind: Kind) -> [bool; 2] {
        SIDES.map(|side| {
            let squares = self.rules.squares("enPassantRegion", side);
            let somewhere = squares.is_none_or(|squares| !self.board.inside(squares).is_empty());
            // The pawn does whether it is named or not.
            let takes =
                kind == Kind::PAWN || self.rules.kinds("enPassantTypes", side).contains(kind);
            takes && somewhere
        })
    }

    /// Marks the captures that may be en passant.
    fn mark_en_passant(&mut self, kind: Kind, list: &mut [Word]) {
        let own = self.of_both_sides(kind, self.takes_en_passant(kind));
        let mut differs = false;
        let passes = self.first_squares().iter().any(|squares| !squares.is_empty());
        let quiet: BTreeSet<Leap> = list
            .iter()
            .filter(|word| word.quiet && !word.initial)
            .flat_map(|word| word.leaps.clone())
            .collect();
        for word in list.iter_mut() {
            let free = word.leaps.iter().all(|leap| !quiet.contains(leap));
            let may = passes && word.capture && !word.quiet && word.range.is_none() && free;
            word.en_passant = may && own.unwrap_or(true);
            differs |= may && own.is_none();
        }
        if differs {
            let message = format!("'{}' takes en passant for one side alone", self.letter(kind));
            self.refuse("enPassantTypes", message);
        }
    }

    /// Sets the squares of first moves, and those of en passant.
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
                self.set("initial-rank", Setting::Number(rank));
            }
            _ => self.set("initial", self.board.by_side([&white, &black])),
        }
        // A side's squares are those of the other side's captures.
        let squares = [1, 0].map(|side| match self.rules.squares("enPassantRegion", side) {
            Some(squares) => self.board.inside(squares),
            None => self.board.all().collect(),
        });
        let all = self.board.all().count();
        let partly = |squares: &Squares| !squares.is_empty() && squares.len() < all;
        if squares.iter().any(partly) {
            self.set("en-passant", self.board.by_side([&squares[0], &squares[1]]));
        }
    }
}

/// Returns the part of a word that this program's notation lacks.
fn unsupported(word: &Word) -> Option<String> {
    let atom = word.atom;
    if word.hopper.is_some() && word.range.is_none_or(|range| range > 0) {
        let hopper = word.hopper.unwrap_or('p');
        return Some(format!("hoppers '{hopper}{atom}' of limited range cannot be stated"));
    }
    if word.lame && word.range.is_none() && !LAME.contains(atom) {
        return Some(format!("lame leaps 'n{atom}' cannot be stated"));
    }
    None
}
