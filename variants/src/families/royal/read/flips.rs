//! The key of pieces that moves turn over.

use super::super::data::RoyalDefinition;
use super::super::flips::Flips;
use super::goes_without;
use crate::reading::Item;

/// Words for the pieces that a move turns over.
const WORDS: [(&str, Flips); 4] = [
    ("none", Flips::None),
    ("enclosed", Flips::Enclosed),
    ("around", Flips::Around),
    ("around-joined", Flips::AroundJoined),
];

/// Reads which pieces a move turns over.
pub(super) fn flips(item: &Item<'_>) -> Option<Flips> {
    item.choice(&WORDS)
}

/// Checks that the game's other rules go with turning pieces over.
pub(super) fn fits(item: &Item<'_>, game: &RoyalDefinition) -> bool {
    let rules = [
        (game.turn.is_some(), "turn"),
        (game.walls.is_some(), "walls"),
        (game.blast.is_some(), "blast"),
        (game.counting.is_some(), "counting"),
        (game.castling.is_some(), "castling"),
        (game.must_capture, "must-capture"),
        (game.ends.goal.as_ref().is_some_and(|goal| goal.reply), "goal.reply"),
        (game.hand.as_ref().is_some_and(|hand| hand.gates), "hand.gates"),
    ];
    game.flips == Flips::None || goes_without(item, &rules)
}
