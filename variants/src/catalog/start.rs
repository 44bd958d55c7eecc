//! The position at the start.

use std::sync::Arc;

use crate::families::Keys;
use crate::reading::{Item, Section};
use crate::{ByColor, Definition, Fen, Variant};

/// Reads the start of a game of which its kinds and its board alone are known.
pub(super) fn placement(item: &Item<'_>, definition: &Definition) -> Option<Fen> {
    let text = item.words("the FEN of the position at the start")?;
    Fen::parse(text, definition).map_err(|error| item.fault(error.to_string())).ok()
}

/// Reads the pieces of the start alone: those in hand, missing squares and the other fields are for
/// the rules, which could not be read.
pub(super) fn pieces_of_start(item: &Item<'_>, definition: &Definition) -> Option<()> {
    let text = item.words("the FEN of the position at the start")?;
    let pieces = text.split(['[', ' ']).next().filter(|pieces| !pieces.contains('*'))?;
    Fen::parse(&format!("{pieces} w"), definition)
        .map_err(|error| item.fault(error.to_string()))
        .ok()
        .map(drop)
}

/// Notes a start that the rules do not know or where the game is over: at the game's own key of `ends`,
/// where it inherits its start.
pub(super) fn expect_playable(
    item: &Item<'_>,
    game: &Section<'_>,
    ends: Keys,
    definition: &Definition,
) -> Option<()> {
    let over = match Variant::compile(Arc::new(definition.clone())) {
        Ok(variant) => variant.start().outcome().map(|outcome| {
            format!("the game is over at its start, {outcome}: expected one that can be played")
        }),
        Err(error) => Some(error.to_string()),
    };
    match over {
        Some(message) => {
            let mut ends = ends.iter().filter_map(|key| game.any(key));
            let own = ends.find(Item::is_own).filter(|_| !item.is_own());
            own.as_ref().unwrap_or(item).fault(message);
            None
        }
        None => Some(()),
    }
}

/// Reads the start of a game that is complete but for it, and writes it with all six fields.
pub(super) fn start(
    item: &Item<'_>,
    game: &Section<'_>,
    definition: &Definition,
) -> Option<String> {
    let mut fen = placement(item, definition)?;
    let checked = definition.family.check_start(&fen, definition);
    if let Err(fault) = checked {
        let key = fault.key.and_then(|key| game.any(key));
        key.as_ref().unwrap_or(item).fault(fault.message);
        return None;
    }
    // All checks are still to be given, however many an heir of the game counts.
    let limit = definition.family.check_limit();
    fen.checks = fen.checks.or(limit.map(|limit| ByColor::new(limit, limit)));
    Some(fen.text(definition))
}

/// Notes a game whose array for its own board is not its start.
pub(super) fn expect_array(game: &Section<'_>, definition: &Definition) -> Option<()> {
    let Some(array) = &definition.array else { return Some(()) };
    let made = definition.start_from(array, definition.size);
    if made.as_ref() == Some(&definition.start) {
        return Some(());
    }
    let what = match made {
        Some(start) => format!("makes '{start}' on the game's own board: expected its start"),
        None => format!("has nothing for the game's own board of {}: expected it", definition.size),
    };
    game.optional("array")?.fault(format!("{what}, or array = false"));
    None
}
