//! The rules once more, written for clarity on a list of pieces, to compare with.

use std::collections::{BTreeMap, BTreeSet};

use super::games::{CHESIMALS, SKIRMISH};
use crate::{Color, Definition, Fen};

/// File and rank, from 0.
type Place = (i32, i32);

const KING: [Place; 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A position of one of the test games.
#[derive(Clone, Debug)]
pub(super) struct World {
    game: String,
    files: i32,
    ranks: i32,
    pub(super) pieces: BTreeMap<Place, (Color, char)>,
    pub(super) side: Color,
    pub(super) clock: u32,
    pub(super) number: u32,
    army: Option<&'static str>,
    moved: BTreeSet<Place>,
    took: bool,
}

/// Contents of a target square.
#[derive(Clone, Copy, PartialEq)]
enum Ends {
    Empty,
    Enemy,
    Either,
}

fn name((x, y): Place) -> String {
    format!("{}{}", (b'a' + x as u8) as char, y + 1)
}

fn place(text: &str) -> Place {
    ((text.as_bytes()[0] - b'a').into(), text[1..].parse::<i32>().unwrap() - 1)
}

impl World {
    pub(super) fn new(definition: &Definition, fen: &Fen) -> Self {
        let size = definition.size;
        let pieces = fen.pieces.iter().map(|&(square, piece)| {
            let letter = definition.piece(piece.kind()).letter;
            ((size.file(square).into(), size.rank(square).into()), (piece.color(), letter))
        });
        World {
            game: definition.name.clone(),
            files: size.files().into(),
            ranks: size.ranks().into(),
            pieces: pieces.collect(),
            side: fen.side,
            clock: fen.clock,
            number: fen.number,
            army: None,
            moved: BTreeSet::new(),
            took: false,
        }
    }

    fn armies(&self) -> &'static [&'static str] {
        if self.game == "skirmish" { SKIRMISH } else { CHESIMALS }
    }

    pub(super) fn is_over(&self) -> bool {
        Color::ALL.iter().any(|&color| {
            !self.pieces.values().any(|&(other, letter)| other == color && "KQ".contains(letter))
        })
    }

    /// All legal steps, sorted.
    pub(super) fn steps(&self) -> Vec<String> {
        let mut steps = Vec::new();
        if self.is_over() {
            return steps;
        }
        for army in self.armies().iter().filter(|&&army| self.army.is_none_or(|a| a == army)) {
            for from in self.chain(army) {
                if !self.moved.contains(&from) {
                    let targets = self.targets(from);
                    steps.extend(targets.into_iter().map(|to| name(from) + &name(to)));
                }
            }
        }
        if self.army.is_some() {
            steps.push("end".to_owned());
        }
        steps.sort();
        steps
    }

    /// The places of an army's units that are joined to a chief.
    fn chain(&self, army: &str) -> BTreeSet<Place> {
        let is_unit = |place: &Place, letters: &str| match self.pieces.get(place) {
            Some(&(color, letter)) => color == self.side && letters.contains(letter),
            None => false,
        };
        let mut open: Vec<Place> =
            self.pieces.keys().copied().filter(|place| is_unit(place, &army[..1])).collect();
        let mut found = BTreeSet::new();
        while let Some((x, y)) = open.pop() {
            if found.insert((x, y)) {
                open.extend(
                    KING.map(|(dx, dy)| (x + dx, y + dy)).iter().filter(|p| is_unit(p, army)),
                );
            }
        }
        found
    }

    fn is_on_board(&self, (x, y): Place) -> bool {
        (0..self.files).contains(&x) && (0..self.ranks).contains(&y)
    }

    fn is_free(&self, place: Place) -> bool {
        self.is_on_board(place) && !self.pieces.contains_key(&place)
    }

    fn can_end(&self, place: Place, ends: Ends) -> bool {
        match self.pieces.get(&place) {
            None => self.is_on_board(place) && ends != Ends::Enemy,
            Some(&(color, _)) => color != self.side && ends != Ends::Empty,
        }
    }

    fn targets(&self, (x, y): Place) -> BTreeSet<Place> {
        let mut found = BTreeSet::new();
        let (color, letter) = self.pieces[&(x, y)];
        let forward = if color == Color::White { 1 } else { -1 };
        let at = |dx: i32, dy: i32, times: i32| (x + dx * times, y + dy * times);
        let mut leap = |dx, dy, ends| {
            if self.can_end(at(dx, dy, 1), ends) {
                found.insert(at(dx, dy, 1));
            }
        };
        let around = |distance: fn(i32, i32) -> bool| {
            (-3..=3)
                .flat_map(|dx| (-3..=3).map(move |dy| (dx, dy)))
                .filter(move |&(dx, dy): &Place| distance(dx.abs(), dy.abs()))
        };
        let straight = || around(|a, b| a + b == 1);
        let diagonal = || around(|a, b| a == 1 && b == 1);
        let knight = || around(|a, b| a * b == 2);
        let is_second = self.game == "chesimals2";
        let mut ride = |leaps: &mut dyn Iterator<Item = Place>, limit, ends| {
            for (dx, dy) in leaps {
                for times in 1..=limit {
                    leap(dx * times, dy * times, ends);
                    if !self.is_free(at(dx, dy, times)) {
                        break;
                    }
                }
            }
        };
        match (self.game.as_str(), letter) {
            ("skirmish", 'R') => ride(&mut straight(), 16, Ends::Either),
            ("skirmish", 'C') => ride(&mut knight(), 16, Ends::Either),
            ("skirmish", 'P') => {
                leap(0, forward, Ends::Empty);
                leap(-1, forward, Ends::Enemy);
                leap(1, forward, Ends::Enemy);
            }
            ("skirmish", 'Q') => {
                ride(&mut straight(), 2, Ends::Either);
                ride(&mut diagonal(), 1, Ends::Either);
            }
            ("skirmish", 'B') => {
                ride(&mut diagonal(), 16, Ends::Empty);
                ride(&mut knight(), 1, Ends::Enemy);
            }
            ("skirmish", 'L') => {
                for (dx, dy) in straight() {
                    if self.is_free(at(dx, dy, 1)) {
                        if self.is_free(at(dx, dy, 2)) {
                            leap(3 * dx, 3 * dy, Ends::Either);
                        }
                        for side in [-1, 1] {
                            leap(2 * dx + side * dy, 2 * dy + side * dx, Ends::Either);
                        }
                    }
                }
            }
            ("skirmish", 'M') => {
                ride(&mut KING.into_iter(), 1, Ends::Enemy);
                straight().for_each(|(dx, dy)| leap(2 * dx, 2 * dy, Ends::Empty));
                for (dx, dy) in diagonal().filter(|&(dx, dy)| self.is_free(at(dx, dy, 1))) {
                    leap(2 * dx, 2 * dy, Ends::Either);
                }
            }
            ("skirmish", 'D') => ride(&mut KING.into_iter(), 1, Ends::Either),
            ("skirmish", 'T') => {
                ride(&mut KING.into_iter(), 1, Ends::Empty);
                ride(&mut straight(), 3, Ends::Enemy);
                for (dx, dy) in straight().filter(|&(dx, dy)| self.is_free(at(dx, dy, 1))) {
                    diagonal().for_each(|(a, b)| leap(dx + a, dy + b, Ends::Either));
                }
            }
            (_, 'D' | 'Q' | 'K' | 'O') => {
                for (dx, dy) in KING {
                    leap(dx, dy, Ends::Either);
                    if self.is_free(at(dx, dy, 1)) {
                        let on = KING.into_iter().filter(|&(a, b)| (dx + a, dy + b) != (0, 0));
                        on.for_each(|(a, b)| leap(dx + a, dy + b, Ends::Either));
                    }
                }
            }
            (_, 'S' | 'N') => ride(&mut knight(), 1, Ends::Either),
            (_, 'W' | 'E') => {
                let lines: Vec<Place> =
                    if letter == 'W' { straight().collect() } else { diagonal().collect() };
                for (dx, dy) in lines {
                    leap(dx, dy, Ends::Either);
                    leap(2 * dx, 2 * dy, Ends::Either);
                    if is_second && [1, 2].iter().any(|&times| self.is_free(at(dx, dy, times))) {
                        leap(3 * dx, 3 * dy, Ends::Either);
                    }
                }
            }
            _ => ride(&mut KING.into_iter(), if is_second { 2 } else { 1 }, Ends::Either),
        }
        found
    }

    /// Makes a legal step.
    pub(super) fn play(&mut self, step: &str) {
        if step == "end" {
            return self.end();
        }
        let (from, to) = step.split_at(1 + step[1..].find(char::is_alphabetic).unwrap());
        let (from, to) = (place(from), place(to));
        let unit = self.pieces.remove(&from).unwrap();
        self.took |= self.pieces.insert(to, unit).is_some();
        self.army = self.armies().iter().copied().find(|army| army.contains(unit.1));
        self.moved.insert(to);
        if self.is_over() {
            self.end();
        }
    }

    fn end(&mut self) {
        self.clock = if self.took { 0 } else { self.clock + 1 };
        self.number += u32::from(self.side == Color::Black);
        self.side = !self.side;
        self.army = None;
        self.moved.clear();
        self.took = false;
    }
}
