//! Match file: a header line with the settings, then one finished game per line.
//!
//! A game counts once its line is on disk, so that neither a crash nor a power cut loses or
//! duplicates one: an incomplete last line is removed and its game is played again.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

use engine::files::FileError;
use engine::json_lines::{JsonLines, Lines};
use protocol::text::excerpt;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::StoreError;
use crate::game_record::invalid_game;
use crate::{GameRecord, GameSpec, Match, Tournament, game_specs, known_games};

/// First line of a file, for writing.
#[derive(Serialize)]
struct MatchHeaderRef<'a> {
    menagerie: &'a str,
    r#match: &'a Match,
}

/// First line of a file, for reading.
#[derive(Deserialize)]
struct MatchHeader {
    /// Version of the program that wrote the file, for people.
    #[allow(dead_code)]
    menagerie: String,
    r#match: Match,
}

/// Match file, open for appending games and locked against other processes.
#[derive(Debug)]
pub struct Store {
    lines: JsonLines,
}

/// Contents of a match file.
#[derive(Clone, Debug)]
pub struct Saved {
    /// Settings of the match.
    pub plan: Match,
    /// Games so far, in the order in which they ended.
    pub games: Vec<GameRecord>,
    /// Repairs, for people.
    pub warnings: Vec<String>,
}

/// Match to be resumed.
#[derive(Debug)]
pub struct Resumed {
    /// Contents of the file.
    pub saved: Saved,
    /// Store to append to.
    store: Store,
    /// Length of the complete lines, in bytes.
    length: u64,
    /// Whether the last line is complete but for its line ending.
    unended: bool,
}

impl Resumed {
    /// Resumes the match. An incomplete last line is removed.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn begin(self) -> Result<(Saved, Store), StoreError> {
        let Resumed { saved, mut store, length, unended } = self;
        store.lines.cut(length)?;
        if unended {
            store.lines.end_line()?;
        }
        store.lines.sync()?;
        Ok((saved, store))
    }
}

/// Complete part of a file.
struct Whole {
    saved: Saved,
    length: u64,
    /// Whether the last line is complete but for its line ending.
    unended: bool,
}

/// Reads a match file, without changing it or blocking its writer. On Windows it cannot be read
/// while the match is played.
///
/// # Errors
/// When the file cannot be read, or is damaged elsewhere than at its end.
pub fn load(path: &Path) -> Result<Saved, StoreError> {
    let file = File::open(path).map_err(|error| StoreError::io("open", path, error))?;
    Ok(read(path, Lines::new(path, &file))?.saved)
}

impl Store {
    /// Creates a match file.
    ///
    /// # Errors
    /// When the file exists or cannot be written.
    pub fn create(path: &Path, plan: &Match) -> Result<Self, StoreError> {
        super::check_name(path)?;
        let header = MatchHeaderRef { menagerie: env!("CARGO_PKG_VERSION"), r#match: plan };
        let lines = JsonLines::create(path).map_err(|error| match error {
            FileError::Io { source, .. } if source.kind() == ErrorKind::AlreadyExists => {
                StoreError::Exists(path.to_owned())
            }
            error => error.into(),
        })?;
        let mut store = Store { lines };
        store.write(&header)?;
        Ok(store)
    }

    /// Opens a match file to resume the match; the file is not changed yet.
    ///
    /// # Errors
    /// When the file is in use, cannot be read, or is damaged elsewhere than at its end.
    pub fn resume(path: &Path) -> Result<Resumed, StoreError> {
        super::check_name(path)?;
        let lines = JsonLines::open(path)?;
        let Whole { saved, length, unended } = read(path, lines.lines())?;
        Ok(Resumed { saved, store: Store { lines }, length, unended })
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.lines.path()
    }

    /// Appends a game. It is on disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written; it is restored then as far as possible.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        self.write(record)
    }

    fn write(&mut self, value: &impl Serialize) -> Result<(), StoreError> {
        self.lines.append(value)?;
        Ok(self.lines.sync()?)
    }
}

fn read(path: &Path, mut lines: Lines<'_>) -> Result<Whole, StoreError> {
    let damaged = |line, what: String| StoreError::Damaged { path: path.to_owned(), line, what };
    let header = lines.next().transpose()?.filter(|line| line.ended);
    let Some(header) = header else { return Err(StoreError::NoHeader(path.to_owned())) };
    let mut length = header.end;
    let header: MatchHeader = serde_json::from_slice(&header.bytes).map_err(|error| {
        let path = path.to_owned();
        match has_match(&header.bytes) {
            true => StoreError::Header { path, what: error.to_string() },
            false => StoreError::Foreign(path),
        }
    })?;
    let plan = header.r#match;
    plan.check()
        .map_err(|error| StoreError::Header { path: path.to_owned(), what: error.to_string() })?;
    let mut games_of_match = game_specs(&plan);
    let mut recorded = vec![false; games_of_match.len()];
    let mut games: Vec<GameRecord> = Vec::new();
    let mut warnings = Vec::new();
    let mut unended = false;
    for line in lines {
        let line = line?;
        let record: GameRecord = match serde_json::from_slice(&line.bytes) {
            Ok(record) => record,
            Err(_) if !line.ended => {
                warnings.push(format!(
                    "{}: line {} is incomplete; its game is replayed",
                    path.display(),
                    line.number
                ));
                break;
            }
            Err(error) => {
                let shown = excerpt(&line.bytes);
                let what = invalid_game(&line.bytes, &error);
                return Err(damaged(line.number, format!("{what}: '{shown}'")));
            }
        };
        if plan.tournament == Tournament::Knockout && record.number > games_of_match.len() {
            games_of_match = known_games(&plan, &games);
            recorded.resize(games_of_match.len(), false);
        }
        check(&record, &plan, &games_of_match, &mut recorded)
            .map_err(|what| damaged(line.number, what))?;
        games.push(record);
        length = line.end;
        unended = !line.ended;
    }
    Ok(Whole { saved: Saved { plan, games, warnings }, length, unended })
}

/// Whether a first line is that of a match, if perhaps with invalid settings.
fn has_match(line: &[u8]) -> bool {
    serde_json::from_slice::<Value>(line).is_ok_and(|line| line.get("match").is_some())
}

/// Checks that a game belongs to the match and is not a duplicate; returns the error otherwise.
fn check(
    record: &GameRecord,
    plan: &Match,
    game_specs: &[GameSpec],
    recorded: &mut [bool],
) -> Result<(), String> {
    let number = record.number;
    let index = number.checked_sub(1);
    let Some(game_spec) = index.and_then(|index| game_specs.get(index)) else {
        return Err(format!("game {number}: the match has games 1 to {}", game_specs.len()));
    };
    let name = |index: usize| plan.engines.get(index).map_or("", |engine| engine.name.as_str());
    if let Some(shard) = plan.shard.filter(|_| !plan.plays(game_spec)) {
        return Err(format!("game {number} belongs to another shard than {shard}"));
    }
    let (white, black) = (name(game_spec.white), name(game_spec.black));
    if (record.white.as_str(), record.black.as_str()) != (white, black) {
        let (found_white, found_black) = (excerpt(&record.white), excerpt(&record.black));
        return Err(format!(
            "game {number}: {found_white} - {found_black}: expected {white} - {black}"
        ));
    }
    match recorded.get_mut(game_spec.number) {
        Some(recorded) if !*recorded => *recorded = true,
        _ => return Err(format!("game {number} is recorded twice")),
    }
    Ok(())
}
