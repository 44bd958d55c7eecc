//! Keys of passes, of royal pieces that face each other, and of points.

use super::super::data::RoyalDefinition;
use super::super::pass_rules::{FacingKings, PassRule, Points};
use super::super::walls::WallPlace;
use crate::families::reading::Keys;
use crate::reading::{Item, Kinds};
use crate::{ByColor, Color};

/// Keys of a table of points.
pub(super) const POINTS: Keys = &["pieces", "white", "black", "equal", "full-board"];

/// The most points of a piece, and beside those of pieces.
const MOST: u32 = 1000;

/// Reads who may pass.
#[allow(clippy::option_option)]
pub(super) fn pass(item: &Item<'_>) -> Option<Option<PassRule>> {
    if item.is_text("stalemate") {
        return Some(Some(PassRule::Stalemate));
    }
    let flag = item.as_flag();
    if flag.is_none() {
        item.unexpected("true, false or \"stalemate\"");
    }
    flag.map(|flag| flag.then_some(PassRule::Always))
}

/// Reads whether royal pieces may face each other.
pub(super) fn facing_kings(item: &Item<'_>) -> Option<FacingKings> {
    if item.is_text("part-or-pass") {
        return Some(FacingKings::Part);
    }
    let flag = item.as_flag();
    if flag.is_none() {
        item.unexpected("true, false or \"part-or-pass\"");
    }
    flag.map(|flag| if flag { FacingKings::Allowed } else { FacingKings::Forbidden })
}

/// Reads the points that decide drawn games.
pub(super) fn points(item: &Item<'_>, kinds: &Kinds) -> Option<Points> {
    let table = item.section("a table, such as { pieces = { R = 5 }, equal = \"black\" }")?;
    table.expect_keys(POINTS, |_| None);
    let pieces = table.optional("pieces").map_or(Some(Vec::new()), |item| {
        let own = item.section("a table of points by kind, such as { R = 5 }")?;
        let points = own.items().map(|(key, item)| {
            let kind = kinds.find(key);
            if kind.is_none() {
                kinds.unknown(&item, key);
            }
            Some((kind?, item.number(0, MOST)? as u16))
        });
        let points: Vec<_> = points.collect();
        points.into_iter().collect()
    });
    let extra = |key| table.any(key).map_or(Some(0), |item| item.number(0, MOST));
    let (white, black) = (extra("white"), extra("black"));
    let equal = table.any("equal").map_or(Some(None), |item| {
        item.choice(&[("draw", None), ("white", Some(Color::White)), ("black", Some(Color::Black))])
    });
    let full_board = table.any("full-board").map_or(Some(false), |item| item.flag());
    let extra = ByColor::new(white? as u16, black? as u16);
    let pieces = pieces?;
    let (equal, full_board) = (equal?, full_board?);
    let counts = !pieces.is_empty() || extra[Color::White] != extra[Color::Black];
    let is_known = table.items().all(|(key, _)| POINTS.contains(&key));
    if !counts && equal.is_none() && !full_board && is_known && item.is_own() {
        item.fault("no points: expected pieces, white, black, equal, or full-board");
        return None;
    }
    Some(Points { pieces, extra, equal, full_board })
}

/// Finds the key of passes, facing royal pieces or walls that does not go with the game's other
/// rules, and what was expected.
pub(super) fn clash(own: &RoyalDefinition) -> Option<(&'static str, &'static str)> {
    let has_more = own.turn.is_some() || own.walls.is_some() || own.counting.is_some();
    if own.pass.is_some() && has_more {
        return Some(("pass", "expected a game without `turn`, `walls` and `counting`"));
    }
    let has_more = own.turn.is_some() || own.walls.is_some() || own.blast.is_some();
    if own.facing_kings == FacingKings::Part && (has_more || own.hand.is_some()) {
        return Some((
            "facing-kings",
            "\"part-or-pass\": expected a game without `turn`, `walls`, `blast` and `hand`",
        ));
    }
    if own.facing_kings == FacingKings::Part && own.pass != Some(PassRule::Always) {
        return Some(("facing-kings", "\"part-or-pass\": expected `pass = true` too"));
    }
    if own.blast.is_some()
        && own.walls.as_ref().is_some_and(|walls| walls.place == WallPlace::Reach)
    {
        let what = "place = \"reach\": expected a game without `blast`, which removes the piece that \
                    could reach the square";
        return Some(("walls", what));
    }
    None
}
