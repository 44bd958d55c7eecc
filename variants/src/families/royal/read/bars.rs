//! Keys of pieces that a kind may not jump over or take.

use super::super::bar_rules::Bars;
use crate::reading::{Item, Kinds, Section};

/// Reads the kinds that each kind may not jump over or take.
pub(super) fn bars(game: &Section<'_>, kinds: &Kinds) -> Option<Vec<Bars>> {
    let Some(pieces) = game.any("pieces").filter(Item::is_table) else { return Some(Vec::new()) };
    let pieces = pieces.section("a table")?;
    let own = pieces.items().filter(|(_, item)| item.is_table()).filter_map(|(key, item)| {
        let kind = kinds.find(key)?;
        let piece = item.section("a table")?;
        let several = |key| {
            let item = piece.optional(key);
            item.map_or(Some(Vec::new()), |item| kinds.several(&item))
        };
        let (jumps, takes) = (several("cannot-jump"), several("cannot-take"));
        let bars = || Some(Bars { kind, jumps: jumps?, takes: takes? });
        Some(bars())
    });
    let all: Option<Vec<Bars>> = own.collect();
    Some(all?.into_iter().filter(|bars| !bars.jumps.is_empty() || !bars.takes.is_empty()).collect())
}
