//! Kinds of pieces.

use super::PieceDefinition;
use super::fault::{quoted, suggestion};
use super::keys::FamilyName;
use super::pictures::PICTURES;
use super::section::{Item, Section};
use crate::betza::Betza;
use crate::{Color, PieceType};

/// The kinds of a game by the text that stands for White's piece in a FEN, in their order.
pub(super) struct Kinds(Vec<String>);

/// The longest notation of moves.
const LONGEST_MOVES: usize = 200;

/// The most that a piece can be worth, in centipawns.
const MOST_VALUE: u32 = 20_000;

impl Kinds {
    /// Reads the keys, and notes those that cannot stand for a piece.
    pub fn read(section: &Section<'_>) -> Self {
        let mut kinds = Vec::new();
        for (key, item) in section.items() {
            let letter = key.strip_prefix('+').unwrap_or(key);
            if letter.len() == 1 && letter.bytes().all(|b| b.is_ascii_uppercase()) {
                kinds.push(key.to_owned());
            } else {
                let found = quoted(key);
                item.fault(format!(
                    "{found}: expected a capital letter from A to Z, or \"+\" and the letter for \
                     a promoted piece"
                ));
            }
        }
        if kinds.is_empty() {
            section.fault("no pieces: expected at least one");
        }
        if kinds.len() > PieceType::MAX {
            let (found, max) = (kinds.len(), PieceType::MAX);
            section.fault(format!("{found} kinds of pieces: expected at most {max}"));
            kinds.truncate(max);
        }
        Kinds(kinds)
    }

    /// The kind that a text stands for.
    pub fn find(&self, text: &str) -> Option<PieceType> {
        self.0.iter().position(|kind| kind == text).map(PieceType::from_index)
    }

    /// The text that stands for a kind.
    pub fn name(&self, kind: PieceType) -> &str {
        &self.0[kind.index()]
    }

    /// All kinds.
    pub fn iter(&self) -> impl Iterator<Item = PieceType> {
        (0..self.0.len()).map(PieceType::from_index)
    }

    /// Reads a text of kinds one after the other, such as `QRBN` or `+B+R`, each at most once.
    pub fn several(&self, item: &Item<'_>) -> Option<Vec<PieceType>> {
        let text = item.words("letters of pieces, such as \"QRBN\"")?;
        let mut kinds = Vec::new();
        let mut sound = true;
        for word in split(text) {
            match self.find(word) {
                None => self.unknown(item, word),
                Some(kind) if kinds.contains(&kind) => {
                    item.fault(format!("{}: '{word}' is listed twice", quoted(text)));
                }
                Some(kind) => {
                    kinds.push(kind);
                    continue;
                }
            }
            sound = false;
        }
        sound.then_some(kinds)
    }

    /// Reads one kind.
    pub fn one(&self, item: &Item<'_>) -> Option<PieceType> {
        let text = item.words("the letter of a piece")?;
        let kind = self.find(text);
        if kind.is_none() {
            self.unknown(item, text);
        }
        kind
    }

    /// Notes that a word stands for none of the kinds.
    pub fn unknown(&self, item: &Item<'_>, word: &str) {
        let found = quoted(word);
        item.fault(format!("unknown piece {found}: expected one of {}", self.all()));
    }

    /// All kinds, for a message.
    fn all(&self) -> String {
        self.0.join(" ")
    }
}

/// Splits a text of kinds: a character each, with a `+` before it if there is one.
pub(super) fn split(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    for (index, letter) in text.char_indices() {
        let end = index + letter.len_utf8();
        if letter != '+' || end == text.len() {
            words.push(&text[start..end]);
            start = end;
        }
    }
    words
}

/// The kinds of a game.
pub(super) struct Pieces {
    /// All that are named; one with a fault has its letter and no moves.
    pub list: Vec<PieceDefinition>,
    /// Whether none has a fault.
    pub sound: bool,
}

/// Reads all kinds, which `kinds` names.
pub(super) fn pieces(section: &Section<'_>, kinds: &Kinds, family: FamilyName) -> Pieces {
    let items = || section.items().filter(|(key, _)| kinds.find(key).is_some());
    let mut sound = true;
    let list: Vec<PieceDefinition> = items()
        .map(|(key, item)| {
            let table = item.section("a table, such as { name = \"rook\", moves = \"R\" }");
            table.and_then(|table| piece(key, &table, kinds, family)).unwrap_or_else(|| {
                sound = false;
                nameless(key)
            })
        })
        .collect();
    if sound {
        sound = expect_promotions(items().map(|(_, item)| item), &list).is_some();
    }
    if sound && family == FamilyName::Royal {
        sound = expect_one_royal(items().map(|(_, item)| item), &list).is_some();
    }
    Pieces { list, sound }
}

/// A kind of which no more is known than how a FEN writes it.
fn nameless(key: &str) -> PieceDefinition {
    PieceDefinition {
        letter: key.chars().last().unwrap_or('?'),
        promoted: key.starts_with('+'),
        name: String::new(),
        picture: None,
        moves: Betza::none(),
        jumps: None,
        promotes: Vec::new(),
        royal: false,
        value: None,
    }
}

/// Notes a second kind of which each side would have one that must not be lost.
fn expect_one_royal<'a>(
    items: impl Iterator<Item = Item<'a>>,
    pieces: &[PieceDefinition],
) -> Option<()> {
    let mut royal = pieces.iter().zip(items).filter(|(piece, _)| piece.royal);
    let (first, _) = royal.next()?;
    let Some((_, item)) = royal.next() else { return Some(()) };
    let name = first.fen(Color::White);
    let key = item.section("a table").and_then(|table| table.optional("royal"));
    key.unwrap_or(item).fault(format!(
        "'{name}' is royal too: expected one kind, of which both sides have one piece"
    ));
    None
}

/// Notes royal pieces on either side of a promotion, kinds to promote to that promote themselves,
/// and promotions that moves do not tell apart.
///
/// A piece that promotes never stands where it would have promoted; positions of every family are
/// read by that rule.
fn expect_promotions<'a>(
    items: impl Iterator<Item = Item<'a>>,
    pieces: &[PieceDefinition],
) -> Option<()> {
    let mut sound = true;
    for (piece, item) in pieces.iter().zip(items) {
        let targets = || piece.promotes.iter().map(|kind| &pieces[kind.index()]);
        let letters: Vec<char> = targets().map(|target| target.letter).collect();
        let mut twice = letters.iter().enumerate().filter(|(i, l)| letters[..*i].contains(l));
        let message = if piece.royal && !letters.is_empty() {
            "a royal piece promotes: expected promotes = false".to_owned()
        } else if let Some(target) = targets().find(|target| target.royal) {
            format!("promotes to {}, which is royal", quoted(&target.name))
        } else if let Some((_, letter)) = twice.next() {
            format!("promotes to two kinds that moves write as '{letter}': expected one")
        } else if let Some(target) = targets().find(|target| !target.promotes.is_empty()) {
            let fen = target.fen(Color::White);
            format!("'{fen}' promotes itself: expected kinds that do not")
        } else {
            continue;
        };
        let key = item.section("a table").and_then(|table| table.optional("promotes"));
        key.unwrap_or(item).fault(message);
        sound = false;
    }
    sound.then_some(())
}

fn piece(
    key: &str,
    table: &Section<'_>,
    kinds: &Kinds,
    family: FamilyName,
) -> Option<PieceDefinition> {
    table.expect_keys(family.piece_keys(), |key| {
        let other = FamilyName::of_key(key, FamilyName::piece_keys)?.as_str();
        let own = family.as_str();
        Some(format!("a key of pieces in the {other} family: this game's family is {own}"))
    });
    let name = table.required("name", "the piece's name");
    let name = name.and_then(|item| item.words("the piece's name"));
    let moves = table
        .required("moves", "the moves in Betza notation")
        .and_then(|item| moves(&item, family));
    let jumps = table.optional("jumps").map(|item| jumps(&item));
    let promotes = table.optional("promotes").map(|item| kinds.several(&item));
    let royal = table.any("royal").map(|item| item.flag());
    let picture = table.optional("picture").map(|item| picture(&item));
    let value = table.optional("value").map(|item| item.number(0, MOST_VALUE));
    Some(PieceDefinition {
        letter: key.chars().last()?,
        promoted: key.starts_with('+'),
        name: name?.to_owned(),
        picture: match picture {
            Some(picture) => Some(picture?.to_owned()),
            None => None,
        },
        moves: moves?,
        jumps: match jumps {
            Some(jumps) => Some(jumps?),
            None => None,
        },
        promotes: promotes.unwrap_or(Some(Vec::new()))?,
        royal: royal.unwrap_or(Some(false))?,
        value: match value {
            Some(value) => Some(value? as i32),
            None => None,
        },
    })
}

fn picture<'a>(item: &Item<'a>) -> Option<&'a str> {
    let name = item.words("the name of a picture")?;
    if PICTURES.contains(&name) {
        return Some(name);
    }
    let known = suggestion(name, PICTURES);
    item.unexpected(&format!("the name of a picture that XBoard has, such as \"knight\"{known}"));
    None
}

fn betza(item: &Item<'_>) -> Option<Betza> {
    let text = item.text("moves in Betza notation")?;
    if text.len() > LONGEST_MOVES {
        item.fault(format!(
            "{} bytes long: expected at most {LONGEST_MOVES} of Betza notation",
            text.len()
        ));
        return None;
    }
    Betza::parse(text).map_err(|error| item.fault(error.to_string())).ok()
}

fn moves(item: &Item<'_>, family: FamilyName) -> Option<Betza> {
    let betza = betza(item)?;
    if family != FamilyName::Royal
        && let Some(mode) = betza.text().chars().find(|c| matches!(c, 'i' | 'e'))
    {
        item.fault(format!(
            "{}: the {} family has no moves with '{mode}', expected none",
            quoted(betza.text()),
            family.as_str()
        ));
        return None;
    }
    Some(betza)
}

fn jumps(item: &Item<'_>) -> Option<Betza> {
    let betza = betza(item)?;
    let plain = |c: char| "fblrsvWFK".contains(c);
    if !betza.is_single_leaps() || !betza.text().chars().all(plain) {
        item.unexpected(
            "single leaps W, F or K, maybe with directions, to the neighbours that it can take",
        );
        return None;
    }
    Some(betza)
}
