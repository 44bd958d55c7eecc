//! The key of first moves of pieces that have not moved.

use super::super::data::RoyalDefinition;
use super::super::unmoved_rules::Unmoved;
use super::goes_without;
use crate::BoardSize;
use crate::families::reading::Keys;
use crate::reading::{Item, Kinds};

/// Keys of a table of pieces that have not moved.
pub(super) const UNMOVED: Keys = &["pieces", "ended-by"];

/// The most files of a board whose files have letters of their own beside those of castling.
const MOST_FILES: u8 = 10;

/// Reads which kinds make their first moves only before they have moved.
pub(super) fn unmoved(item: &Item<'_>, size: Option<BoardSize>, kinds: &Kinds) -> Option<Unmoved> {
    let table = item.section("a table, such as { pieces = \"K\" }")?;
    table.expect_keys(UNMOVED, |_| None);
    let pieces = table.required("pieces", "kinds, such as \"K\"");
    let pieces = pieces.and_then(|item| kinds.several(&item));
    let ended_by = table.optional("ended-by");
    let ended_by = ended_by.map_or(Some(Vec::new()), |item| kinds.several(&item));
    if size.is_some_and(|size| size.files() > MOST_FILES) {
        item.fault(format!("expected a board of at most {MOST_FILES} files"));
        return None;
    }
    Some(Unmoved { pieces: pieces?, ended_by: ended_by? })
}

/// Checks that the game's other rules go with it.
pub(super) fn fits(item: &Item<'_>, game: &RoyalDefinition) -> bool {
    let rules = [
        (game.castling.is_some(), "castling"),
        (game.hand.as_ref().is_some_and(|hand| hand.gates), "hand.gates"),
        (game.turn.is_some(), "turn"),
        (game.walls.is_some(), "walls"),
        (game.blast.is_some(), "blast"),
        (game.shuffled, "shuffled"),
    ];
    game.unmoved.is_none() || goes_without(item, &rules)
}
