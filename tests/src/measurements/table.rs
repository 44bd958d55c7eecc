//! Tables in Markdown.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Result, ensure};

use super::set::{Column, Row, Set};

/// Returns the table of a set: all rows, or those with a tag.
pub(super) fn table(set: &Set, tag: Option<&str>) -> Result<String> {
    let rows: Vec<&Row> =
        set.rows.iter().filter(|row| tag.is_none_or(|tag| row.has_tag(tag))).collect();
    ensure!(!rows.is_empty(), "no row has the tag '{}'", tag.unwrap_or_default());
    let mut text = line(set.columns.iter().map(|column| column.title.clone()));
    text += &line(set.columns.iter().map(|_| "---".to_owned()));
    for row in rows {
        text += &line(set.columns.iter().map(|column| cell(row, column)));
    }
    Ok(text)
}

/// Returns the table of all sets, with links into a folder.
pub(super) fn sets(sets: &BTreeMap<String, Set>, folder: &str) -> String {
    let heads = ["data", "subject", "date", "machine", "build"];
    let mut text = line(heads.map(str::to_owned).into_iter());
    text += &line(heads.map(|_| "---".to_owned()).into_iter());
    for (name, set) in sets {
        let link = format!("[{name}]({folder}/{name}.json)");
        let cells = [link, set.title.clone(), set.date.clone(), set.machine.clone()];
        text += &line(cells.into_iter().chain([set.commit.clone()]));
    }
    text
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let mut text = String::from("|");
    for cell in cells {
        text += &format!(" {cell} |");
    }
    text.replace("|  |", "| |").replace("|  |", "| |") + "\n"
}

/// Returns a cell; empty if the row has no value for the column.
fn cell(row: &Row, column: &Column) -> String {
    let field = column.field.as_str();
    if let Some(text) = row.text(field) {
        return if column.code { format!("`{text}`") } else { text.to_owned() };
    }
    if field == "result" {
        return row.result().map_or_else(String::new, |[wins, losses, draws]| {
            let mark = if row.has_tag("older") { " *" } else { "" };
            format!("{wins} - {losses} - {draws}{mark}")
        });
    }
    let value = if field == "games" { row.games() } else { row.number(field) };
    let Some(value) = value else { return String::new() };
    let show = |value: f64| number(value, column);
    let mut text = show(value);
    if let Some(error) = row.number(&format!("{field}_error")) {
        let unsigned = Column { field: String::new(), ..column.clone() };
        let _ = write!(text, " ± {}", number(error, &unsigned));
    }
    let bound = |end: &str| row.number(&format!("{field}_{end}"));
    if let (Some(low), Some(high)) = (bound("low"), bound("high")) {
        if low > 0.0 || high < 0.0 {
            text = format!("**{text}**");
        }
        let _ = write!(text, " ({} to {})", show(low), show(high));
    }
    text
}

/// Returns a number as text; differences in Elo have their sign.
fn number(value: f64, column: &Column) -> String {
    let text = match column.decimals {
        Some(decimals) => format!("{value:.decimals$}"),
        None => value.to_string(),
    };
    if column.field.starts_with("elo") && value > 0.0 { format!("+{text}") } else { text }
}
