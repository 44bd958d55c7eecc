//! Inheritance: a game's keys over its parent's, without inherited values that they invalidate.

use super::node::{Entry, Node, Table, Value, merged};
use crate::definition::split_letters;

/// Keys of a piece that state its moves and abilities.
const ABILITIES: [&str; 5] = ["moves", "jumps", "promotes", "zone", "moves-in"];

/// A game's table when it inherits `parent`'s.
///
/// Drops the parent's piece values and insufficient material where they do not outlive a
/// change of what that kind, or the royal one, can do, or of what a stalemate is worth.
pub(crate) fn inherited(parent: &[Entry], own: Table) -> Table {
    let changed = changed_kinds(parent, &own);
    let mates_otherwise =
        differs(parent, &own, "stalemate") || changed.iter().any(|kind| is_royal(parent, kind));
    let own_values: Vec<String> =
        changed.iter().filter(|kind| has_value(&own, kind)).cloned().collect();
    let own_dead = find(&own, "dead").is_some();
    let mut table = merged(parent, own);
    if let Some(Value::Table(pieces)) = find_mut(&mut table, "pieces") {
        for kind in changed.iter().filter(|kind| !own_values.contains(kind)) {
            if let Some(Value::Table(piece)) = find_mut(pieces, kind) {
                piece.retain(|entry| entry.key != "value");
            }
        }
    }
    if !own_dead && let Some(Value::Table(dead)) = find_mut(&mut table, "dead") {
        if mates_otherwise {
            dead.clear();
        }
        for entry in dead.iter_mut() {
            if let Value::Text(kinds) = &mut entry.node.value {
                *kinds = without(kinds, &changed);
            }
        }
        dead.retain(|entry| !matches!(&entry.node.value, Value::Text(kinds) if kinds.is_empty()));
    }
    table
}

/// The inherited kinds that can do something else in the game.
fn changed_kinds(parent: &[Entry], own: &[Entry]) -> Vec<String> {
    let (Some(Value::Table(before)), Some(Value::Table(after))) =
        (find(parent, "pieces"), find(own, "pieces"))
    else {
        return Vec::new();
    };
    let changed = |kind: &&Entry| match (find(before, &kind.key), &kind.node.value) {
        (Some(Value::Table(before)), Value::Table(after)) => {
            ABILITIES.iter().any(|key| differs(before, after, key))
        }
        _ => false,
    };
    after.iter().filter(changed).map(|kind| kind.key.clone()).collect()
}

/// Whether a table has another value than the one that it inherits.
fn differs(parent: &[Entry], own: &[Entry], key: &str) -> bool {
    match (find(parent, key), find(own, key)) {
        (_, None) => false,
        (Some(Value::Text(before)), Some(Value::Text(after))) => before != after,
        _ => true,
    }
}

fn is_royal(parent: &[Entry], kind: &str) -> bool {
    let Some(Value::Table(pieces)) = find(parent, "pieces") else { return false };
    let Some(Value::Table(piece)) = find(pieces, kind) else { return false };
    matches!(find(piece, "royal"), Some(Value::Flag(true)))
}

fn has_value(own: &[Entry], kind: &str) -> bool {
    let Some(Value::Table(pieces)) = find(own, "pieces") else { return false };
    matches!(find(pieces, kind), Some(Value::Table(piece)) if find(piece, "value").is_some())
}

/// A text of kinds without some.
fn without(kinds: &str, removed: &[String]) -> String {
    split_letters(kinds)
        .into_iter()
        .filter(|kind| !removed.iter().any(|gone| gone == kind))
        .collect()
}

fn find<'t>(table: &'t [Entry], key: &str) -> Option<&'t Value> {
    table.iter().find(|entry| entry.key == key).map(|entry| &entry.node.value)
}

fn find_mut<'t>(table: &'t mut Table, key: &str) -> Option<&'t mut Value> {
    let entry = table.iter_mut().find(|entry| entry.key == key)?;
    let Node { value, .. } = &mut entry.node;
    Some(value)
}
