//! Values of a game's keys, without their places in a file.

use super::node::{Entry, Node, Value};

/// Value of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Text.
    Text(String),
    /// Whole number.
    Number(i64),
    /// `true` or `false`.
    Flag(bool),
    /// Array.
    List(Vec<Setting>),
    /// Table.
    Table(Settings),
}

/// Keys and their values, in order.
pub type Settings = Vec<(String, Setting)>;

/// Returns the keys of a table.
pub(crate) fn settings(table: &[Entry]) -> Settings {
    let entries = table.iter().filter_map(|entry| Some((entry.key.clone(), value(&entry.node)?)));
    entries.collect()
}

fn value(node: &Node) -> Option<Setting> {
    Some(match &node.value {
        Value::Text(text) => Setting::Text(text.clone()),
        Value::Integer(number, _) => Setting::Number((*number)?),
        Value::Flag(flag) => Setting::Flag(*flag),
        Value::List(list) => Setting::List(list.iter().filter_map(value).collect()),
        Value::Table(table) => Setting::Table(settings(table)),
        Value::Other(_) => return None,
    })
}
