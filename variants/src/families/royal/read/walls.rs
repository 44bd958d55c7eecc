//! Keys of walls.

use super::super::data::RoyalDefinition;
use super::super::ends::Royals;
use super::super::walls::{WallDefinition, WallPlace};
use crate::BoardSize;
use crate::families::reading::Keys;
use crate::reading::{Item, squares_by_side};

/// Keys of a table of walls.
pub(super) const WALLS: Keys = &["place", "squares", "single", "name"];

/// Reads the rules of walls.
pub(super) fn walls(item: &Item<'_>, size: Option<BoardSize>) -> Option<WallDefinition> {
    let table = item.section("a table, such as { place = \"any\" }")?;
    table.expect_keys(WALLS, |_| None);
    let places =
        [("any", WallPlace::Any), ("origin", WallPlace::Origin), ("reach", WallPlace::Reach)];
    let place = table.any("place").map(|item| {
        let found = places.iter().find(|(word, _)| item.is_text(word));
        if found.is_none() {
            item.unexpected("any, origin or reach");
        }
        found.map(|&(_, place)| place)
    });
    let squares = table.read_optional("squares", |item| squares_by_side(&item, size));
    let single = table.any("single").map_or(Some(false), |item| item.flag());
    const NAME: &str = "a name for a wall, such as \"duck\"";
    let name = table.read_optional("name", |item| item.words(NAME).map(str::to_owned));
    Some(WallDefinition {
        place: place.unwrap_or(Some(WallPlace::Any))?,
        squares: squares?,
        single: single?,
        name: name?,
    })
}

/// Checks that the game's other rules go with its walls.
pub(super) fn fits(item: &Item<'_>, game: &RoyalDefinition) -> bool {
    if game.walls.is_none() {
        return true;
    }
    let clash = if game.hand.is_some() {
        "a game without hand"
    } else if game.turn.is_some() {
        "a game without turn"
    } else if game.counting.is_some() {
        "a game without counting"
    } else if game.ends.check_limit.is_some() {
        "a game without check-limit"
    } else if game.royals == Royals::Last {
        "royals = \"one\", \"any\" or \"all\""
    } else {
        return true;
    };
    item.fault(format!("expected {clash}"));
    false
}
