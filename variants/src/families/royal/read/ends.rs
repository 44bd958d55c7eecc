//! Keys of a royal game's ends beside mate.

use super::super::data::Stalemate;
use super::super::ends::{Bare, Connect, Ends, Goal, Minimum, Royals};
use crate::families::reading::Keys;
use crate::reading::{Item, Kinds, Section, by_side as by_side_squares};
use crate::{BoardSize, ByColor, Color, Direction, PieceType};

/// Keys of a side's value.
pub(super) const SIDES: Keys = &["white", "black"];

/// Keys of a goal.
pub(super) const GOAL: Keys =
    &["pieces", "white", "black", "count", "safe", "reply", "hold", "draws"];

/// Keys of rows that win.
pub(super) const CONNECT: Keys =
    &["pieces", "count", "horizontal", "vertical", "diagonal", "square"];

/// Keys of a number of pieces that a side must have.
pub(super) const MINIMUM: Keys = &["pieces", "least", "side"];

/// The most checks that a game can count.
const MOST_CHECKS: u32 = 9;

/// Words for the result of a stalemate.
const STALEMATE: [(&str, Stalemate); 4] = [
    ("draw", Stalemate::Draw),
    ("loss", Stalemate::Loss),
    ("win", Stalemate::Win),
    ("majority", Stalemate::Majority),
];

/// Reads the result of stalemate.
pub(super) fn stalemate(item: &Item<'_>) -> Option<ByColor<Stalemate>> {
    by_side(item, &STALEMATE)
}

/// Reads a word for both sides, or a table of one for each.
fn by_side<T: Copy + Default>(item: &Item<'_>, words: &[(&str, T)]) -> Option<ByColor<T>> {
    if !item.is_table() {
        let both = item.choice(words)?;
        return Some(ByColor::new(both, both));
    }
    let table = item.section("a word, or a table of words by side")?;
    table.expect_keys(SIDES, |_| None);
    let side = |key| table.any(key).map_or(Some(T::default()), |item| item.choice(words));
    let (white, black) = (side("white"), side("black"));
    Some(ByColor::new(white?, black?))
}

/// Reads the rule of royal pieces.
pub(super) fn royals(item: &Item<'_>) -> Option<Royals> {
    item.choice(&[
        ("one", Royals::One),
        ("any", Royals::Any),
        ("last", Royals::Last),
        ("all", Royals::All),
        ("last-of-all", Royals::LastOfAll),
    ])
}

/// Reads the ends beside mate.
pub(super) fn ends(game: &Section<'_>, size: Option<BoardSize>, kinds: &Kinds) -> Option<Ends> {
    let goal = game.read_optional("goal", |item| goal(&item, size, kinds));
    let lose_without = game.optional("lose-without").map(|item| lose_without(&item, kinds));
    let words = [
        ("allowed", Bare::Allowed),
        ("loss", Bare::Loss),
        ("loss-unless-returned", Bare::LossUnlessReturned),
    ];
    let bare = game.any("bare-king").map(|item| by_side(&item, &words));
    let check_limit = game.read_optional("check-limit", |item| item.number(1, MOST_CHECKS));
    let connect = game.read_optional("connect", |item| connect(&item, size, kinds));
    Some(Ends {
        goal: goal?,
        lose_without: lose_without.unwrap_or(Some(Vec::new()))?,
        bare: bare.unwrap_or_else(|| Some(ByColor::default()))?,
        check_limit: check_limit?.map(|limit| limit as u8),
        connect: connect?.map(Box::new),
    })
}

fn goal(item: &Item<'_>, size: Option<BoardSize>, kinds: &Kinds) -> Option<Goal> {
    let table = item.section("a table, such as { pieces = \"K\", white = \"d4 e4 d5 e5\" }")?;
    table.expect_keys(GOAL, |_| None);
    let pieces = match table.optional("pieces") {
        Some(item) => all_or_several(&item, kinds),
        None => Some(kinds.iter().collect()),
    };
    let squares = by_side_squares(&table, size);
    let count = table.optional("count").map_or(Some(1), |item| item.number(1, 256));
    let [safe, reply, hold, draws] = ["safe", "reply", "hold", "draws"]
        .map(|key| table.any(key).map_or(Some(false), |item| item.flag()));
    let squares = squares?;
    let most = Color::ALL.iter().map(|&color| squares[color].len()).max().unwrap_or(0);
    if most == 0 {
        table.fault("no squares: expected white, black, or both");
        return None;
    }
    let count = count?;
    if let Some(item) =
        table.optional("count").filter(|item| item.is_own() && count as usize > most)
    {
        item.fault(format!("'{count}': expected at most {most}, the number of the goal's squares"));
        return None;
    }
    if reply == Some(true) && hold == Some(true) {
        table.fault("reply and hold: expected one of them");
        return None;
    }
    if reply == Some(true) && draws == Some(true) {
        table.fault("reply and draws: expected one of them");
        return None;
    }
    let count = u8::try_from(count).unwrap_or(u8::MAX);
    let (safe, reply, hold, draws) = (safe?, reply?, hold?, draws?);
    Some(Goal { pieces: pieces?, squares, count, safe, reply, hold, draws })
}

fn connect(item: &Item<'_>, size: Option<BoardSize>, kinds: &Kinds) -> Option<Connect> {
    let table = item.section("a table, such as { count = 3 }")?;
    table.expect_keys(CONNECT, |_| None);
    let pieces = match table.optional("pieces") {
        Some(item) => all_or_several(&item, kinds),
        None => Some(kinds.iter().collect()),
    };
    let max = BoardSize::MAX;
    let (files, ranks) = size.map_or((max, max), |size| (size.files(), size.ranks()));
    // Inherited numbers were checked by their own board.
    let number = |key, most: u8| {
        table.optional(key).map_or(Some(0), |item| {
            item.number(2, if item.is_own() { most.max(2) } else { max }.into())
        })
    };
    let flag = |key| table.any(key).map_or(Some(true), |item| item.flag());
    let along = [flag("horizontal"), flag("vertical"), flag("diagonal")];
    let [horizontal, vertical, diagonal] = [along[0]?, along[1]?, along[2]?];
    let ways = [(horizontal, files), (vertical, ranks), (diagonal, files.min(ranks))];
    let longest = ways.into_iter().filter_map(|(on, most)| on.then_some(most)).max();
    let (count, square) =
        (number("count", longest.unwrap_or(max)), number("square", files.min(ranks)));
    let (pieces, count, square) = (pieces?, count? as u8, square? as u8);
    let all = [
        (horizontal, Direction::East),
        (vertical, Direction::North),
        (diagonal, Direction::NorthEast),
        (diagonal, Direction::NorthWest),
    ];
    let directions: Vec<_> =
        all.into_iter().filter_map(|(on, direction)| on.then_some(direction)).collect();
    if count == 0 && square == 0 || count > 0 && directions.is_empty() {
        table.fault("nothing wins: expected a count and a direction, or a square");
        return None;
    }
    Some(Connect { pieces, count, directions, square })
}

/// Reads numbers of pieces that a side must have: kinds, or an array of kinds and tables.
fn lose_without(item: &Item<'_>, kinds: &Kinds) -> Option<Vec<Minimum>> {
    if !item.is_list() {
        return Some(vec![minimum(item, kinds)?]);
    }
    let list = item.list("kinds, a table, or an array of these")?;
    let list: Vec<_> = list.iter().map(|item| minimum(item, kinds)).collect();
    list.into_iter().collect()
}

fn minimum(item: &Item<'_>, kinds: &Kinds) -> Option<Minimum> {
    const EXPECTED: &str = "kinds such as \"QR\", \"*\" for all, or a table with pieces";
    if !item.is_table() {
        let pieces = all_or_several(item, kinds)?;
        return Some(Minimum { pieces, least: 1, sides: ByColor::new(true, true) });
    }
    let table = item.section(EXPECTED)?;
    table.expect_keys(MINIMUM, |_| None);
    let pieces = table.required("pieces", EXPECTED);
    let pieces = pieces.and_then(|item| all_or_several(&item, kinds));
    let least = table.optional("least").map_or(Some(1), |item| item.number(1, 100));
    let sides = table.optional("side").map_or(Some(ByColor::new(true, true)), |item| {
        let side = item.choice(&[("white", Color::White), ("black", Color::Black)])?;
        Some(ByColor::from_fn(|color| color == side))
    });
    Some(Minimum { pieces: pieces?, least: least? as u8, sides: sides? })
}

/// Reads kinds; `*` stands for all.
fn all_or_several(item: &Item<'_>, kinds: &Kinds) -> Option<Vec<PieceType>> {
    if item.is_text("*") { Some(kinds.iter().collect()) } else { kinds.several(item) }
}
