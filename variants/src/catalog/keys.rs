//! The keys that every game and every piece may have in a definition file.

use crate::families::{FAMILIES, FamilyEntry, Keys};

/// Keys of every game.
pub(super) const COMMON: Keys = &[
    "inherits",
    "title",
    "description",
    "template",
    "family",
    "board",
    "start",
    "repetition",
    "repetition-count",
    "move-rule",
    "misere",
    "pieces",
];

/// Keys of every piece.
pub(super) const PIECE: Keys = &["name", "picture", "moves", "value"];

/// Keys of a table of arrays.
pub(super) const ARRAY: Keys = &["min", "max", "rows"];

/// Returns the family of which a list of keys has this key.
pub(super) fn family_of_key(
    key: &str,
    keys: impl Fn(&FamilyEntry) -> Keys,
) -> Option<&'static FamilyEntry> {
    FAMILIES.iter().find(|family| keys(family).contains(&key))
}
