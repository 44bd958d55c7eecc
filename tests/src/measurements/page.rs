//! Pages in Markdown with tables of measurements.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::set::{FOLDER, Set};
use super::table;

const BEGIN: &str = "<!-- table: ";
const END: &str = "<!-- end -->";

/// Returns the Markdown files at the root of the repository and under `docs/`, relative to the
/// root, sorted.
///
/// # Errors
/// If a folder cannot be read.
pub fn pages(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![(PathBuf::new(), false), (PathBuf::from("docs"), true)];
    while let Some((folder, inner)) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder))? {
            let path = folder.join(entry?.file_name());
            if root.join(&path).is_dir() {
                if inner {
                    folders.push((path, true));
                }
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns a page with its tables generated afresh, and the names of the sets that it shows.
///
/// # Errors
/// If a marker names no set, or has no end.
pub fn render(
    page: &Path,
    text: &str,
    sets: &BTreeMap<String, Set>,
) -> Result<(String, Vec<String>)> {
    let folder = data_folder(page);
    let (mut out, mut shown) = (String::with_capacity(text.len()), Vec::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out += line;
        out.push('\n');
        let Some(name) = line.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(" -->")) else {
            continue;
        };
        if !lines.by_ref().any(|line| line == END) {
            bail!("table '{name}': missing '{END}'");
        }
        out += &block(name, sets, &folder).with_context(|| format!("table '{name}'"))?;
        out = out + END + "\n";
        shown.push(name.split('.').next().unwrap_or(name).to_owned());
    }
    Ok((out, shown))
}

/// Returns the lines between a table's markers.
fn block(name: &str, sets: &BTreeMap<String, Set>, folder: &str) -> Result<String> {
    if name == "sets" {
        return Ok(format!("{}\n", table::sets(sets, folder)));
    }
    let (name, tag) = match name.split_once('.') {
        Some((name, tag)) => (name, Some(tag)),
        None => (name, None),
    };
    let set = sets.get(name).context("no such set of measurements")?;
    let table = table::table(set, tag)?;
    Ok(format!("{table}\nData: [{name}]({folder}/{name}.json), {}.\n", set.date))
}

/// Returns the link from a page to the folder of the data.
fn data_folder(page: &Path) -> String {
    let up = page.components().count() - 1;
    match FOLDER.strip_prefix("docs/") {
        Some(inner) if up > 0 => "../".repeat(up - 1) + inner,
        _ => FOLDER.to_owned(),
    }
}
