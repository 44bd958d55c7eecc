//! Kinds of pieces.

use super::keys::{PIECE, family_of_key};
use super::pictures::PICTURES;
use crate::betza::Betza;
use crate::definition::{LocalMoves, PieceDefinition};
use crate::families::FamilyEntry;
use crate::reading::{Item, Kinds, LOCAL, Section, quoted, squares_by_side, suggestion};
use crate::{BoardSize, ByColor, Color, PieceType};

/// The longest notation of moves.
const LONGEST_MOVES: usize = 200;

/// The most squares sets that a kind has moves of its own in.
const MOST_LOCAL: usize = 16;

/// The most that a piece can be worth, in centipawns.
const MOST_VALUE: u32 = 20_000;

/// The kinds of a game.
pub(super) struct Pieces {
    /// All that are named; one with a fault has its letter and no moves.
    pub list: Vec<PieceDefinition>,
    /// Whether none has a fault.
    pub sound: bool,
}

/// Reads all kinds, which `kinds` names. `several_royals`: whether there may be several royal kinds.
pub(super) fn pieces(
    section: &Section<'_>,
    kinds: &Kinds,
    family: &FamilyEntry,
    size: Option<BoardSize>,
    several_royals: bool,
) -> Pieces {
    let items = || section.items().filter(|(key, _)| kinds.find(key).is_some());
    let mut sound = true;
    let list: Vec<PieceDefinition> = items()
        .map(|(key, item)| {
            let table = item.section("a table, such as { name = \"rook\", moves = \"R\" }");
            table.and_then(|table| piece(key, &table, kinds, family, size)).unwrap_or_else(|| {
                sound = false;
                nameless(key)
            })
        })
        .collect();
    if sound {
        let items = items().map(|(_, item)| item);
        sound = expect_promotions(items, &list, family, several_royals).is_some();
    }
    if sound && !several_royals {
        sound = expect_one_royal(items().map(|(_, item)| item), &list).is_some();
    }
    Pieces { list, sound }
}

/// A kind of which only the letter in FENs is known.
fn nameless(key: &str) -> PieceDefinition {
    PieceDefinition {
        letter: key.chars().last().unwrap_or('?'),
        promoted: key.starts_with('+'),
        name: String::new(),
        picture: None,
        moves: Betza::none(),
        jumps: None,
        promotes: Vec::new(),
        promotes_by_side: None,
        royal: false,
        value: None,
        reverts: None,
        zone: None,
        moves_in: Vec::new(),
    }
}

/// Notes a second royal kind.
fn expect_one_royal<'a>(
    items: impl Iterator<Item = Item<'a>>,
    pieces: &[PieceDefinition],
) -> Option<()> {
    let mut royal = pieces.iter().zip(items).filter(|(piece, _)| piece.royal);
    let Some((first, _)) = royal.next() else { return Some(()) };
    let Some((_, item)) = royal.next() else { return Some(()) };
    let name = first.fen(Color::White);
    let key = item.section("a table").and_then(|table| table.optional("royal"));
    key.unwrap_or(item).fault(format!(
        "'{name}' is royal too: expected one kind, of which both sides have one piece"
    ));
    None
}

/// Notes royal pieces on either side of a promotion, promotions that moves do not distinguish, and, in
/// families whose pieces never stand where they would have promoted, kinds to promote to that promote
/// themselves.
fn expect_promotions<'a>(
    items: impl Iterator<Item = Item<'a>>,
    pieces: &[PieceDefinition],
    family: &FamilyEntry,
    several_royals: bool,
) -> Option<()> {
    let goes_on = promotes_on_squares(family);
    let mut sound = true;
    for (piece, item) in pieces.iter().zip(items) {
        let targets = || piece.promotes.iter().map(|kind| &pieces[kind.index()]);
        let letters: Vec<char> = targets().map(|target| target.letter).collect();
        let mut twice = letters.iter().enumerate().filter(|(i, l)| letters[..*i].contains(l));
        let message = if piece.royal && !letters.is_empty() {
            "a royal piece promotes: expected promotes = false".to_owned()
        } else if let Some(target) = targets().find(|target| target.royal && !several_royals) {
            format!("promotes to {}, which is royal", quoted(&target.name))
        } else if let Some((_, letter)) = twice.next() {
            format!("promotes to two kinds that moves write as '{letter}': expected one")
        } else if targets().any(|target| std::ptr::eq(target, piece)) {
            format!("promotes to '{}', which it is: expected other kinds", piece.fen(Color::White))
        } else if let Some(target) =
            targets().find(|target| !goes_on && !target.promotes.is_empty())
        {
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
    family: &FamilyEntry,
    size: Option<BoardSize>,
) -> Option<PieceDefinition> {
    let known = [PIECE, family.piece_keys].concat();
    table.expect_keys(&known, |key| {
        let other = family_of_key(key, |family| family.piece_keys)?.name;
        let own = family.name;
        Some(format!("a key of pieces in the {other} family: this game's family is {own}"))
    });
    let name = table.required("name", "the piece's name");
    let name = name.and_then(|item| item.words("the piece's name"));
    let moves = table
        .required("moves", "the moves in Betza notation")
        .and_then(|item| moves(&item, family));
    let jumps = table.read_optional("jumps", |item| jumps(&item));
    let promotes = table.optional("promotes").map(|item| promotes(&item, kinds, family));
    let royal = table.any("royal").map(|item| item.flag());
    let picture = table.read_optional("picture", |item| picture(&item));
    let value = table.read_optional("value", |item| item.number(0, MOST_VALUE));
    let zone = table.read_optional("zone", |item| squares_by_side(&item, size));
    let moves_in = table.read_optional("moves-in", |item| moves_in(&item, family, size));
    let (all, by_side) = promotes.unwrap_or(Some((Vec::new(), None)))?;
    Some(PieceDefinition {
        letter: key.chars().last()?,
        promoted: key.starts_with('+'),
        name: name?.to_owned(),
        picture: picture?.map(str::to_owned),
        moves: moves?,
        jumps: jumps?,
        promotes: all,
        promotes_by_side: by_side.map(Box::new),
        royal: royal.unwrap_or(Some(false))?,
        value: value?.map(|value| value as i32),
        reverts: None,
        zone: zone?,
        moves_in: moves_in?.unwrap_or_default(),
    })
}

/// Whether the family's games state on which squares pieces promote.
fn promotes_on_squares(family: &FamilyEntry) -> bool {
    family.piece_keys.contains(&"promotes-by")
}

/// Kinds that a piece promotes to: of both sides, and by side where these differ.
type Promotions = (Vec<PieceType>, Option<ByColor<Vec<PieceType>>>);

/// Reads kinds to promote to; in the royal family also a table of these by side.
fn promotes(item: &Item<'_>, kinds: &Kinds, family: &FamilyEntry) -> Option<Promotions> {
    if !item.is_table() || !promotes_on_squares(family) {
        return Some((kinds.several(item)?, None));
    }
    let table = item.section("kinds, or a table of these by side")?;
    table.expect_keys(&["white", "black"], |_| None);
    let side = |key| table.optional(key).map_or(Some(Vec::new()), |item| kinds.several(&item));
    let (white, black) = (side("white"), side("black"));
    let own = ByColor::new(white?, black?);
    let mut all = own[Color::White].clone();
    all.extend(own[Color::Black].iter().filter(|kind| !own[Color::White].contains(kind)));
    Some((all, Some(own).filter(|own| own[Color::White] != own[Color::Black])))
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

fn moves(item: &Item<'_>, family: &FamilyEntry) -> Option<Betza> {
    let betza = betza(item)?;
    let is_foreign = |c: &char| matches!(c, 'i' | 'e' | 'p' | 'g') && !family.modes.contains(*c);
    if let Some(mode) = betza.text().chars().find(is_foreign) {
        item.fault(format!(
            "{}: the {} family has no moves with '{mode}', expected none",
            quoted(betza.text()),
            family.name
        ));
        return None;
    }
    Some(betza)
}

/// Reads moves that a kind has on some squares alone: a table of `squares` and `moves`, or an array
/// of these.
fn moves_in(
    item: &Item<'_>,
    family: &FamilyEntry,
    size: Option<BoardSize>,
) -> Option<Vec<LocalMoves>> {
    const EXPECTED: &str = "a table of squares and moves";
    if item.is_list() {
        let list = item.list("a table of squares and moves, or an array of these")?;
        if list.len() > MOST_LOCAL {
            item.fault(format!("{} tables: expected at most {MOST_LOCAL}", list.len()));
            return None;
        }
        let list: Vec<_> = list.iter().map(|item| moves_in(item, family, size)).collect();
        return Some(list.into_iter().collect::<Option<Vec<_>>>()?.concat());
    }
    let table = item.section(EXPECTED)?;
    table.expect_keys(LOCAL, |_| None);
    let squares = table.required("squares", "the squares on which it has these moves");
    let squares = squares.and_then(|item| squares_by_side(&item, size));
    let own = table.required("moves", "the moves in Betza notation");
    let own = own.and_then(|item| moves(&item, family));
    let inside = table.any("inside").map_or(Some(false), |item| item.flag());
    Some(vec![LocalMoves { squares: squares?, moves: own?, inside: inside? }])
}

fn jumps(item: &Item<'_>) -> Option<Betza> {
    let betza = betza(item)?;
    let plain = |c: char| "fblrsvWFKDRBQ".contains(c) || c.is_ascii_digit();
    let leaps = betza.leaps().filter(|leaps| !leaps.is_empty());
    if leaps.is_none() || !betza.text().chars().all(plain) {
        item.unexpected(
            "leaps W, F, K or D, maybe with directions, to the pieces that it can take, or riders \
             such as B, B3 and DD, which take from afar",
        );
        return None;
    }
    Some(betza)
}
