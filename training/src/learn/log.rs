//! Log of a run: one JSON line per completed stage, with the time of day.

use std::fs::OpenOptions;
use std::io::Write;

use anyhow::{Context, Result};
use serde::Serialize;

use super::folder::Folder;

#[derive(Serialize)]
struct Line<'a, T> {
    time: String,
    round: usize,
    stage: &'a str,
    /// Time used by the round so far, in seconds.
    seconds: f64,
    #[serde(flatten)]
    what: &'a T,
}

/// Appends a line about a stage of a round, counted from 0.
///
/// # Errors
/// When the file cannot be written.
pub fn log(
    folder: &Folder,
    round: usize,
    stage: &str,
    seconds: f64,
    what: &impl Serialize,
) -> Result<()> {
    let path = folder.log();
    let time = arena::time_of_day().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
    let line = Line { time, round: round + 1, stage, seconds, what };
    let mut text = serde_json::to_string(&line)?;
    text.push('\n');
    let mut options = OpenOptions::new();
    let file = options.create(true).append(true).open(&path);
    file.and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write {}", path.display()))
}
