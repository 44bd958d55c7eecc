//! Sets of measurements: JSON files with their origin.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Folder of the sets, from the root of the repository.
pub(super) const FOLDER: &str = "docs/measurements/data";

/// Measurements of one subject.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// Subject, a few words.
    pub title: String,
    /// Commands that were run, or what was done where no single command was.
    pub commands: Vec<String>,
    /// Date or dates of the measurement, or of the commit that recorded it.
    pub date: String,
    /// Machine that it was made on.
    pub machine: String,
    /// Build that was measured, or "not recorded". Rows with the field `recorded` name the commit
    /// that first wrote their numbers down.
    pub commit: String,
    /// Columns of the table.
    pub columns: Vec<Column>,
    /// Rows of the table.
    pub rows: Vec<Row>,
}

/// Column of a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// Heading.
    pub title: String,
    /// Field of the rows. `result` stands for wins, losses and draws; a field `NAME` is shown with
    /// `NAME_low` and `NAME_high` (the 95 % interval) or `NAME_error`, where a row has them.
    pub field: String,
    /// Digits after the decimal point [default: those of the number].
    pub decimals: Option<usize>,
    /// Whether the texts are names to be typed.
    #[serde(default)]
    pub code: bool,
}

/// Row of a table: fields by name.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct Row(Map<String, Value>);

impl Row {
    /// Returns a number.
    pub fn number(&self, field: &str) -> Option<f64> {
        self.0.get(field).and_then(Value::as_f64)
    }

    /// Returns a text.
    pub fn text(&self, field: &str) -> Option<&str> {
        self.0.get(field).and_then(Value::as_str)
    }

    /// Returns wins, losses and draws.
    pub fn result(&self) -> Option<[f64; 3]> {
        Some([self.number("wins")?, self.number("losses")?, self.number("draws")?])
    }

    /// Returns the games that were played.
    pub fn games(&self) -> Option<f64> {
        self.number("games").or_else(|| self.result().map(|result| result.iter().sum()))
    }

    /// Returns whether the row has a tag.
    pub fn has_tag(&self, tag: &str) -> bool {
        let tags = self.0.get("tags").and_then(Value::as_array);
        tags.is_some_and(|tags| tags.iter().any(|other| other == tag))
    }

    /// Returns the names of the fields.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

impl Set {
    /// Checks that each column has values, and that texts fit into a line of a table.
    fn check(&self) -> Result<()> {
        ensure!(!self.rows.is_empty(), "no rows");
        for Column { title, field, .. } in &self.columns {
            let has_value = |row: &Row| match field.as_str() {
                "result" => row.result().is_some(),
                "games" => row.games().is_some(),
                field => row.number(field).is_some() || row.text(field).is_some(),
            };
            ensure!(self.rows.iter().any(has_value), "column '{title}': no row has '{field}'");
        }
        for row in &self.rows {
            for field in row.fields() {
                let text = row.text(field).unwrap_or_default();
                ensure!(!text.contains(['|', '\n']), "'|' or a line break in '{text}'");
            }
        }
        for text in [&self.title, &self.date, &self.machine, &self.commit] {
            ensure!(!text.is_empty() && !text.contains(['|', '\n']), "invalid text '{text}'");
        }
        let titles: HashSet<&str> = self.columns.iter().map(|c| c.title.as_str()).collect();
        ensure!(titles.len() == self.columns.len(), "two columns with one title");
        Ok(())
    }
}

/// Reads all sets, by the names of their files.
///
/// # Errors
/// If a file cannot be read, or is no valid set.
pub fn load(root: &Path) -> Result<BTreeMap<String, Set>> {
    let folder = root.join(FOLDER);
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let mut sets = BTreeMap::new();
    for entry in entries {
        let path = entry?.path();
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else { continue };
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let read = || -> Result<Set> {
            let set: Set = serde_json::from_str(&fs::read_to_string(&path)?)?;
            set.check()?;
            Ok(set)
        };
        sets.insert(name.to_owned(), read().with_context(|| path.display().to_string())?);
    }
    Ok(sets)
}
