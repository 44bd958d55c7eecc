//! Log of a run: one JSON line per completed stage, with the time of day.

use engine::files::FileError;
use engine::json_lines::append;
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
) -> Result<(), FileError> {
    let time = arena::TimeOfDay::now().seconds();
    let line = Line { time, round: round + 1, stage, seconds, what };
    append(&folder.log(), &line)
}
