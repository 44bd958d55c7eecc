//! A definition file's values, with their places, and how one game's take the place of another's.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    /// The number, when it is in range, as it was written.
    Integer(Option<i64>, String),
    Flag(bool),
    List(Vec<Node>),
    Table(Table),
    /// A value of a type that no key has.
    Other(String),
}

/// A value and its place: a byte of the text, or none when another game hands it down.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub at: Option<usize>,
    pub value: Value,
}

/// A key of a table, its place, and its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub key: String,
    pub at: Option<usize>,
    pub node: Node,
}

/// Keys and values, in the order in which they were written.
pub(crate) type Table = Vec<Entry>;

/// The table of a parsed text, without values that have no place: the parser makes them up where the text is
/// no TOML.
pub(crate) fn table(parsed: &DeTable<'_>) -> Table {
    let mut entries: Table = parsed
        .iter()
        .filter(|(_, value)| !value.span().is_empty())
        .map(|(key, value)| Entry {
            key: key.get_ref().to_string(),
            at: Some(key.span().start),
            node: node(value),
        })
        .collect();
    entries.sort_by_key(|entry| entry.at);
    entries
}

fn node(parsed: &Spanned<DeValue<'_>>) -> Node {
    let value = match parsed.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(integer) => {
            let number = i64::from_str_radix(integer.as_str(), integer.radix()).ok();
            Value::Integer(number, integer.to_string())
        }
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Array(list) => Value::List(list.iter().map(node).collect()),
        DeValue::Table(entries) => Value::Table(table(entries)),
        DeValue::Float(float) => Value::Other(float.to_string()),
        DeValue::Datetime(time) => Value::Other(time.to_string()),
    };
    Node { at: Some(parsed.span().start), value }
}

/// Keys whose tables replace the inherited one as a whole: missing keys are absent.
const REPLACED: [&str; 1] = ["dead"];

/// A game's table when it inherits `parent`'s: a table is merged key by key, any other value takes
/// the parent's place.
pub(crate) fn merged(parent: &[Entry], child: Table) -> Table {
    let mut result: Table = parent.iter().map(handed_down).collect();
    for entry in child {
        let Some(old) = result.iter_mut().find(|old| old.key == entry.key) else {
            result.push(entry);
            continue;
        };
        let value = match (&old.node.value, entry.node.value) {
            (Value::Table(parent), Value::Table(child))
                if !REPLACED.contains(&entry.key.as_str()) =>
            {
                Value::Table(merged(parent, child))
            }
            (_, value) => value,
        };
        old.at = entry.at;
        old.node = Node { at: entry.node.at, value };
    }
    result
}

fn handed_down(entry: &Entry) -> Entry {
    Entry { key: entry.key.clone(), at: None, node: node_handed_down(&entry.node) }
}

fn node_handed_down(node: &Node) -> Node {
    let value = match &node.value {
        Value::List(list) => Value::List(list.iter().map(node_handed_down).collect()),
        Value::Table(table) => Value::Table(table.iter().map(handed_down).collect()),
        other => other.clone(),
    };
    Node { at: None, value }
}
