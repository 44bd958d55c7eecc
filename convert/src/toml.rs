//! Games as TOML text.

use variants::{Setting, Settings};

/// The longest line of the text.
const LONGEST_LINE: usize = 100;

/// Keys in the order in which they are written; others come before `pieces`.
const ORDER: [&str; 12] = [
    "inherits",
    "title",
    "description",
    "family",
    "board",
    "start",
    "template",
    "repetition",
    "move-rule",
    "misere",
    "initial-rank",
    "promotion-rank",
];

/// Tables that are always written as such.
const LAST: [&str; 2] = ["pieces", "castling"];

/// Returns the text of a game.
pub(crate) fn game(name: &str, settings: &Settings) -> String {
    let mut text = format!("[{name}]\n");
    let mut keys: Vec<&(String, Setting)> = settings.iter().collect();
    let place = |key: &str| {
        let last = LAST.iter().position(|last| *last == key).map(|at| 100 + at);
        last.unwrap_or_else(|| ORDER.iter().position(|first| *first == key).unwrap_or(50))
    };
    keys.sort_by_key(|(key, _)| place(key));
    let mut tables = Vec::new();
    for (key, value) in keys {
        match value {
            Setting::Table(table) if is_long(key, value) => tables.push((key, table)),
            _ => text += &format!("{} = {}\n", bare(key), inline(value)),
        }
    }
    for (key, table) in tables {
        text += &format!("\n[{name}.{}]\n", bare(key));
        for (key, value) in table {
            match value {
                // One key of a piece that is inherited.
                Setting::Table(one) if one.len() == 1 && is_change(one) => {
                    let (inner, value) = &one[0];
                    text += &format!("{}.{} = {}\n", bare(key), bare(inner), inline(value));
                }
                _ => text += &format!("{} = {}\n", bare(key), inline(value)),
            }
        }
    }
    text
}

fn is_change(table: &Settings) -> bool {
    !matches!(table[0].1, Setting::Table(_))
}

fn is_long(key: &str, value: &Setting) -> bool {
    LAST.contains(&key) && !matches!(value, Setting::Table(table) if table.is_empty())
        || key.len() + inline(value).len() + 3 > LONGEST_LINE
}

/// Returns a key, in quotes where TOML wants them.
fn bare(key: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !key.is_empty() && key.chars().all(plain) { key.to_owned() } else { text(key) }
}

fn text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            '\t' => quoted += "\\t",
            _ if letter.is_control() => quoted += &format!("\\u{:04X}", u32::from(letter)),
            _ => quoted.push(letter),
        }
    }
    quoted + "\""
}

/// Returns a value on one line.
fn inline(value: &Setting) -> String {
    match value {
        Setting::Text(content) => text(content),
        Setting::Number(number) => number.to_string(),
        Setting::Flag(flag) => flag.to_string(),
        Setting::List(list) => {
            format!("[{}]", list.iter().map(inline).collect::<Vec<_>>().join(", "))
        }
        Setting::Table(table) if table.is_empty() => "{}".to_owned(),
        Setting::Table(table) => {
            let entries =
                table.iter().map(|(key, value)| format!("{} = {}", bare(key), inline(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Returns a text as lines of comments.
pub(crate) fn comment(text: &str) -> String {
    let plain = |line: &str| {
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        format!("# {line}\n")
    };
    text.lines().map(plain).collect()
}
