//! Keys of the counting of moves in royal games.

use super::super::counting::{Counting, CountingRule};
use crate::families::reading::Keys;
use crate::reading::{Item, Kinds};

/// Keys of a count.
pub(super) const COUNTING: Keys = &["rule", "pawn", "rook", "khon", "knight"];

/// Reads a table of the counting rule and the kinds that it looks at.
pub(super) fn counting(item: &Item<'_>, kinds: &Kinds) -> Option<Counting> {
    let table =
        item.section("a table, such as { rule = \"makruk\", pawn = \"P\", rook = \"R\" }")?;
    table.expect_keys(COUNTING, |_| None);
    let rule = table.required("rule", "\"makruk\", \"cambodian\" or \"asean\"");
    let rule = rule.and_then(|item| {
        item.choice(&[
            ("makruk", CountingRule::Makruk),
            ("cambodian", CountingRule::Cambodian),
            ("asean", CountingRule::Asean),
        ])
    });
    let [pawns, rooks, khons, knights] = ["pawn", "rook", "khon", "knight"]
        .map(|key| table.optional(key).map_or(Some(Vec::new()), |item| kinds.several(&item)));
    Some(Counting { rule: rule?, pawns: pawns?, rooks: rooks?, khons: khons?, knights: knights? })
}
