//! The key of promotion in place of a move.

use super::super::data::RoyalDefinition;
use super::super::in_place_rules::InPlace;
use super::goes_without;
use super::pawns::pieces;
use crate::families::reading::Keys;
use crate::reading::{Item, Kinds, Section};

/// Keys of a table of promotion in place of a move.
pub(super) const IN_PLACE: Keys = &["pieces", "step", "last-anywhere", "attack", "forced"];

/// Reads which kinds promote in place of a move, and how.
pub(super) fn in_place(item: &Item<'_>, kinds: &Kinds) -> Option<InPlace> {
    let table = item.section("a table, such as { pieces = \"P\" }")?;
    table.expect_keys(IN_PLACE, |_| None);
    let pieces = table.required("pieces", "kinds, such as \"P\"");
    let pieces = pieces.and_then(|item| kinds.several(&item));
    let flag = |key, default| table.any(key).map_or(Some(default), |item| item.flag());
    let (step, last_anywhere) = (flag("step", false), flag("last-anywhere", false));
    let (attack, forced) = (flag("attack", true), flag("forced", true));
    Some(InPlace {
        pieces: pieces?,
        step: step?,
        last_anywhere: last_anywhere?,
        attack: attack?,
        forced: forced?,
    })
}

/// Checks that the kinds promote, and that the game's other rules go with it.
pub(super) fn fits(
    item: &Item<'_>,
    game: &RoyalDefinition,
    section: &Section<'_>,
    kinds: &Kinds,
) -> bool {
    let Some(own) = &game.pawns.in_place else { return true };
    let mut others = pieces(section, kinds)
        .into_iter()
        .filter(|(kind, piece)| own.pieces.contains(kind) && piece.optional("promotes").is_none());
    if others.next().is_some() {
        item.fault("the pieces do not all promote: expected kinds with the key promotes");
        return false;
    }
    let has_way =
        |kind| game.pawns.by_capture.contains(kind) || game.pawns.by_leaving.contains(kind);
    let rules = [
        (game.hand.as_ref().is_some_and(|hand| hand.gates), "hand.gates"),
        (game.turn.is_some(), "turn"),
        (game.walls.is_some(), "walls"),
        (game.pass.is_some(), "pass"),
        (own.pieces.iter().any(has_way), "promotes-by of these kinds"),
    ];
    goes_without(item, &rules)
}
