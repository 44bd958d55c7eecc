//! Rules of a section: the values of its keys over those of its base.

mod queries;

use std::collections::{BTreeMap, BTreeSet};

use super::keys::{Form, Key, find, renamed};
use super::kinds::Kind;
use super::lines::{Entry, Section};
use crate::fault::{Fault, quoted};

/// The most files and ranks of a board.
pub(super) const MOST_FILES: u8 = 12;
const MOST_RANKS: u8 = 10;

/// White and Black, as indices of values by side.
pub(super) const SIDES: [usize; 2] = [0, 1];

/// A square: file and rank, from 0.
pub(super) type At = (u8, u8);

/// Squares.
pub(super) type Squares = BTreeSet<At>;

/// A set of kinds; all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KindSet {
    All,
    Some(BTreeSet<Kind>),
}

impl KindSet {
    /// Whether a kind is among them.
    pub fn contains(&self, kind: Kind) -> bool {
        match self {
            KindSet::All => true,
            KindSet::Some(kinds) => kinds.contains(&kind),
        }
    }
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Flag(bool),
    /// Number; files and ranks count from 0.
    Number(i64),
    Word(&'static str),
    Text(String),
    Squares(Squares),
    Kinds(KindSet),
    Limits(BTreeMap<Kind, i64>),
    Forms(BTreeMap<Kind, Option<Kind>>),
    Ignored,
}

/// A value, and the line that has set it: 0 in a game that Fairy-Stockfish knows by itself.
#[derive(Clone, Debug)]
struct Set {
    value: Value,
    line: usize,
}

/// A kind in use: its letter, and its moves where a section gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub letter: char,
    pub moves: Option<String>,
    pub line: usize,
}

/// All rules of a game of Fairy-Stockfish.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// Values by key and side; those of keys without sides are White's.
    values: BTreeMap<(&'static str, usize), Set>,
    pieces: Vec<Option<Piece>>,
    /// Squares that a kind may stand on, by kind and side.
    zones: BTreeMap<(Kind, usize), (Squares, usize)>,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { values: BTreeMap::new(), pieces: vec![None; Kind::COUNT], zones: BTreeMap::new() }
    }
}

impl Rules {
    /// Rules of a section with a base's.
    pub fn of_section(base: Option<&Rules>, section: &Section, faults: &mut Vec<Fault>) -> Rules {
        let mut rules = base.cloned().unwrap_or_else(Rules::blank);
        let find = |key: &str| section.entries.iter().find(|entry| entry.key == key);
        for kind in Kind::all() {
            if let Some(entry) = find(&kind.key()) {
                rules.set_piece(kind, entry, faults);
            }
        }
        if let Some(entry) = find("pawnTypes") {
            for name in ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"] {
                rules.set(name, entry, faults);
            }
        }
        // Values for both sides come before those for one.
        let last = |entry: &&Entry| {
            let name = renamed(&entry.key);
            name.ends_with("White") || name.ends_with("Black")
        };
        let (sided, plain): (Vec<&Entry>, Vec<&Entry>) = section.entries.iter().partition(last);
        for entry in plain.into_iter().chain(sided) {
            let name = renamed(&entry.key);
            let is_piece = Kind::of_key(name).is_some() || name == "pawnTypes";
            let handled = is_piece || rules.set_zone(name, entry, faults);
            if !handled && !rules.set_older(name, entry, faults) {
                rules.set(name, entry, faults);
            }
        }
        rules.settle_steps();
        rules
    }

    /// Without double steps no squares are left for them: a later section has to name some again.
    fn settle_steps(&mut self) {
        if !self.flag("doubleStep") {
            let line = self.line("doubleStep");
            for side in SIDES {
                self.put("doubleStepRegion", side, Value::Squares(Squares::new()), line);
            }
        }
    }

    /// Rules of a section without a base: nothing promotes unless a key states it.
    fn blank() -> Rules {
        let mut rules = Rules::default();
        for side in SIDES {
            rules.put("promotionPieceTypes", side, Value::Kinds(KindSet::Some(BTreeSet::new())), 0);
        }
        rules
    }

    /// Drops the line numbers: the rules become those of a base that no line of the file defines.
    pub fn forget_lines(&mut self) {
        self.values.values_mut().for_each(|set| set.line = 0);
        self.zones.values_mut().for_each(|(_, line)| *line = 0);
        self.pieces.iter_mut().flatten().for_each(|piece| piece.line = 0);
    }

    fn put(&mut self, name: &'static str, side: usize, value: Value, line: usize) {
        self.values.insert((name, side), Set { value, line });
    }

    fn set_piece(&mut self, kind: Kind, entry: &Entry, faults: &mut Vec<Fault>) {
        let mut letters = entry.value.chars();
        let letter = letters.next().unwrap_or('-');
        if !letter.is_ascii_alphabetic() {
            if letter != '-' {
                let message = format!("{}: expected a letter, or -", quoted(&entry.value));
                faults.push(Fault::new(entry.line, &entry.key, message));
            }
            self.remove(kind);
            return;
        }
        let moves: Option<String> =
            (letters.next().is_some()).then(|| letters.as_str().trim().to_owned());
        if kind.is_custom() && moves.is_none() {
            let message = format!("{}: expected a letter, a colon and moves", quoted(&entry.value));
            faults.push(Fault::new(entry.line, &entry.key, message));
        }
        let moves = moves.filter(|_| kind.is_custom() || kind == Kind::KING);
        let letter = letter.to_ascii_uppercase();
        if let Some(other) = self.by_letter(letter) {
            self.remove(other);
        }
        if kind.is_custom() && moves.as_ref().is_some_and(|moves| moves.contains('e')) {
            for side in SIDES {
                let mut kinds = self.kinds("enPassantTypes", side);
                if let KindSet::Some(kinds) = &mut kinds {
                    kinds.insert(kind);
                }
                self.put("enPassantTypes", side, Value::Kinds(kinds), entry.line);
            }
        }
        self.pieces[kind.index()] = Some(Piece { letter, moves, line: entry.line });
    }

    /// A kind that is removed is nothing to promote to any more.
    fn remove(&mut self, kind: Kind) {
        self.pieces[kind.index()] = None;
        for side in SIDES {
            if let KindSet::Some(mut kinds) = self.kinds("promotionPieceTypes", side)
                && kinds.remove(&kind)
            {
                let line = self.line("promotionPieceTypes");
                let value = Value::Kinds(KindSet::Some(kinds));
                self.put("promotionPieceTypes", side, value, line);
            }
        }
    }

    /// Sets the squares of a kind: `mobilityRegionWhiteRook`.
    fn set_zone(&mut self, name: &str, entry: &Entry, faults: &mut Vec<Fault>) -> bool {
        let Some(rest) = name.strip_prefix("mobilityRegion") else { return false };
        let side = if rest.starts_with("White") { 0 } else { 1 };
        let kind = rest.strip_prefix(["White", "Black"][side]).and_then(|rest| {
            let mut letters = rest.chars();
            let first = letters.next()?.to_ascii_lowercase();
            Kind::of_key(&format!("{first}{}", letters.as_str()))
        });
        let Some(kind) = kind else {
            faults.push(Fault::new(entry.line, &entry.key, "unknown key"));
            return true;
        };
        match squares(&entry.value) {
            Some(squares) => {
                self.zones.insert((kind, side), (squares, entry.line));
            }
            None => faults.push(expected(entry, "squares")),
        }
        true
    }

    /// Sets the value of an older key in its newer form.
    fn set_older(&mut self, name: &str, entry: &Entry, faults: &mut Vec<Fault>) -> bool {
        let rank = || entry.value.parse().ok().filter(|rank| (1..=MOST_RANKS).contains(rank));
        match name {
            "promotionRank" | "doubleStepRank" | "doubleStepRankMin" => {
                let Some(rank) = rank() else {
                    faults.push(expected(entry, "a rank"));
                    return true;
                };
                let ranks = self.ranks();
                let last = if name == "promotionRank" { ranks } else { rank };
                let first = if name == "doubleStepRank" { rank.min(2) } else { rank };
                let key =
                    if name == "promotionRank" { "promotionRegion" } else { "doubleStepRegion" };
                for side in SIDES {
                    let zone = zone(first, last, ranks, side);
                    self.put(key, side, Value::Squares(zone), entry.line);
                }
            }
            "dropOnTop" if entry.value == "true" => {
                self.put("enclosingDrop", 0, Value::Word("top"), entry.line);
            }
            "dropOnTop" => {}
            _ => return false,
        }
        true
    }

    fn set(&mut self, name: &str, entry: &Entry, faults: &mut Vec<Fault>) {
        let Some((key, sides)) = find(name) else {
            faults.push(Fault::new(entry.line, &entry.key, "unknown key"));
            return;
        };
        let value = match self.value(key, &entry.value) {
            Ok(value) => value,
            Err(what) => {
                faults.push(expected(entry, &what));
                return;
            }
        };
        for side in SIDES.into_iter().filter(|&side| sides[side] && (key.by_side || side == 0)) {
            self.put(key.name, side, value.clone(), entry.line);
        }
    }

    /// Reads a value; the error names what was expected.
    fn value(&self, key: &Key, text: &str) -> Result<Value, String> {
        let number = |most: i64| {
            let found = text.parse().ok().filter(|found| (0..=most).contains(found));
            found.ok_or_else(|| format!("a number from 0 to {most}"))
        };
        Ok(match key.form {
            Form::Ignored => Value::Ignored,
            Form::Text => Value::Text(text.to_owned()),
            Form::Flag => match text {
                "true" => Value::Flag(true),
                "false" => Value::Flag(false),
                _ => return Err("true or false".to_owned()),
            },
            Form::Number => Value::Number(number(1000)?),
            Form::Rank => match number(MOST_RANKS.into()) {
                Ok(rank @ 1..) => Value::Number(rank - 1),
                _ => return Err(format!("a rank from 1 to {MOST_RANKS}")),
            },
            Form::File => {
                let mut letters = text.bytes();
                let letter = letters.next().filter(u8::is_ascii_lowercase);
                let file = match letter.filter(|_| letters.next().is_none()) {
                    Some(letter) => i64::from(letter - b'a') + 1,
                    None => number(MOST_FILES.into()).unwrap_or(0),
                };
                if !(1..=i64::from(MOST_FILES)).contains(&file) {
                    return Err(format!("a file, as a letter or a number from 1 to {MOST_FILES}"));
                }
                Value::Number(file - 1)
            }
            Form::Word(words) => match words.iter().find(|word| **word == text) {
                Some(word) => Value::Word(word),
                None => return Err(format!("one of {}", words.join(" "))),
            },
            Form::Squares => Value::Squares(squares(text).ok_or("squares")?),
            Form::Kind | Form::Kinds => Value::Kinds(self.read_kinds(text)?),
            Form::Limits => {
                let mut limits = match self.get("promotionLimit", 0) {
                    Some(Value::Limits(limits)) => limits.clone(),
                    _ => BTreeMap::new(),
                };
                for (kind, number) in self.pairs(text)? {
                    let number = number.parse().ok().filter(|number| (0..100).contains(number));
                    limits.insert(kind, number.ok_or("numbers by kind, such as q:1 r:2")?);
                }
                Value::Limits(limits)
            }
            Form::Forms => {
                let mut forms = self.forms();
                for (kind, form) in self.pairs(text)? {
                    let form = match form {
                        "-" => None,
                        letter => {
                            let letter = letter.chars().next().unwrap_or(' ');
                            Some(self.by_letter(letter).ok_or("kinds by kind, such as p:g s:g")?)
                        }
                    };
                    forms.insert(kind, form);
                }
                Value::Forms(forms)
            }
        })
    }

    /// Reads pairs of a kind and something, such as `q:1 r:2`.
    fn pairs<'t>(&self, text: &'t str) -> Result<Vec<(Kind, &'t str)>, String> {
        let pair = |word: &'t str| {
            let (kind, rest) = word.split_once(':')?;
            let mut letters = kind.chars();
            let kind = self.by_letter(letters.next()?)?;
            (letters.next().is_none() && !rest.is_empty()).then_some((kind, rest))
        };
        let all: Option<Vec<_>> =
            text.split_whitespace().filter(|word| *word != "-").map(pair).collect();
        all.ok_or_else(|| "pairs of a letter and a value, such as q:1 r:2".to_owned())
    }

    fn read_kinds(&self, text: &str) -> Result<KindSet, String> {
        let mut kinds = BTreeSet::new();
        for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
            match letter {
                '*' => return Ok(KindSet::All),
                '-' => break,
                _ => match self.by_letter(letter) {
                    Some(kind) => kinds.insert(kind),
                    None => return Err("letters of pieces".to_owned()),
                },
            };
        }
        Ok(KindSet::Some(kinds))
    }
}

fn expected(entry: &Entry, what: &str) -> Fault {
    let message = format!("{}: expected {what}", quoted(&entry.value));
    Fault::new(entry.line, &entry.key, message)
}

/// Ranks from `first` to `last`, counted from 1 at the side's own.
pub(super) fn zone(first: u8, last: u8, ranks: u8, side: usize) -> Squares {
    let rank = |rank: u8| if side == 0 { rank - 1 } else { ranks.saturating_sub(rank) };
    let all = (first..=last).flat_map(|at| (0..MOST_FILES).map(move |file| (file, rank(at))));
    all.collect()
}

/// Reads squares: `d4`, a rank `*8`, a file `a*`; `-` ends them.
fn squares(text: &str) -> Option<Squares> {
    let mut found = Squares::new();
    for word in text.split_whitespace().take_while(|word| *word != "-") {
        let file = |letter: u8| {
            let file = letter.to_ascii_lowercase().checked_sub(b'a')?;
            (file < MOST_FILES).then_some(file)
        };
        let rank = |text: &str| {
            let rank: u8 = text.parse().ok()?;
            (1..=MOST_RANKS).contains(&rank).then(|| rank - 1)
        };
        let (&first, rest) = word.as_bytes().split_first()?;
        let rest = std::str::from_utf8(rest).ok()?;
        match (first, rest) {
            (b'*', _) => {
                let rank = rank(rest)?;
                found.extend((0..MOST_FILES).map(|file| (file, rank)));
            }
            (_, "*") => {
                let file = file(first)?;
                found.extend((0..MOST_RANKS).map(|rank| (file, rank)));
            }
            _ => {
                found.insert((file(first)?, rank(rest)?));
            }
        }
    }
    Some(found)
}
