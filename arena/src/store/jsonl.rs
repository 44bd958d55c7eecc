//! Match file: a header line with the settings, then one finished game per line.
//!
//! A game counts once its line is on disk, so that neither a crash nor a power cut loses or
//! duplicates one: an incomplete last line is removed and its game is played again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use protocol::text::excerpt;
use serde::{Deserialize, Serialize};

use super::StoreError;
use crate::{Fixture, GameRecord, Match, fixtures};

/// Maximum length of a line, in bytes: far beyond any game.
const MAX_LINE: u64 = 64 << 20;

/// First line of a file, for writing.
#[derive(Serialize)]
struct HeaderRef<'a> {
    menagerie: &'a str,
    r#match: &'a Match,
}

/// First line of a file, for reading.
#[derive(Deserialize)]
struct Header {
    /// Version of the program that wrote the file, for people.
    #[allow(dead_code)]
    menagerie: String,
    r#match: Match,
}

/// Match file, open for appending games and locked against other processes.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    /// Length of the complete lines, in bytes.
    length: u64,
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
    /// Whether the last line is complete but for its line ending.
    unended: bool,
}

impl Resumed {
    /// Resumes the match. An incomplete last line is removed.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn begin(self) -> Result<(Saved, Store), StoreError> {
        let Resumed { saved, mut store, unended } = self;
        let path = store.path.clone();
        let failed = |error| StoreError::io("write", &path, error);
        store.file.set_len(store.length).map_err(failed)?;
        store.file.seek(SeekFrom::Start(store.length)).map_err(failed)?;
        if unended {
            store.write(b"\n")?;
        }
        store.file.sync_data().map_err(failed)?;
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
    Ok(read(path, &file)?.saved)
}

impl Store {
    /// Creates a match file.
    ///
    /// # Errors
    /// When the file exists or cannot be written.
    pub fn create(path: &Path, plan: &Match) -> Result<Self, StoreError> {
        super::check_name(path)?;
        // Otherwise it would be found too late, when the match file exists.
        let pgn = super::pgn_path(path);
        if pgn.exists() && !path.exists() {
            return Err(StoreError::PgnExists(pgn));
        }
        let header = HeaderRef { menagerie: env!("CARGO_PKG_VERSION"), r#match: plan };
        let mut line = serde_json::to_string(&header)
            .map_err(|error| StoreError::io("write", path, error.into()))?;
        line.push('\n');
        let options = OpenOptions::new().read(true).write(true).create_new(true).open(path);
        let file = options.map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => StoreError::Exists(path.to_owned()),
            _ => StoreError::io("create", path, error),
        })?;
        lock(path, &file)?;
        let mut store = Store { path: path.to_owned(), file, length: 0 };
        store.write(line.as_bytes())?;
        engine::files::sync_folder(path);
        Ok(store)
    }

    /// Opens a match file to resume the match; the file is not changed yet.
    ///
    /// # Errors
    /// When the file is in use, cannot be read, or is damaged elsewhere than at its end.
    pub fn resume(path: &Path) -> Result<Resumed, StoreError> {
        super::check_name(path)?;
        let file = OpenOptions::new().read(true).write(true).open(path);
        let file = file.map_err(|error| StoreError::io("open", path, error))?;
        lock(path, &file)?;
        let Whole { saved, length, unended } = read(path, &file)?;
        let store = Store { path: path.to_owned(), file, length };
        Ok(Resumed { saved, store, unended })
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a game. It is on disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written; it is restored then as far as possible.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        let mut line = serde_json::to_string(record)
            .map_err(|error| StoreError::io("write", &self.path, error.into()))?;
        line.push('\n');
        self.write(line.as_bytes())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        let mut write = || {
            self.file.write_all(bytes)?;
            self.file.flush()?;
            self.file.sync_data()
        };
        match write() {
            Ok(()) => {
                self.length += bytes.len() as u64;
                Ok(())
            }
            Err(error) => {
                // A full disk leaves an incomplete line.
                let _ = self.file.set_len(self.length);
                let _ = self.file.seek(SeekFrom::Start(self.length));
                Err(StoreError::io("write", &self.path, error))
            }
        }
    }
}

/// Locks the file against other writers, as long as it is open.
fn lock(path: &Path, file: &File) -> Result<(), StoreError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(path.to_owned())),
        // Some network drives have no locks.
        Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {
            log::warn!("{} cannot be locked: {error}", path.display());
            Ok(())
        }
        Err(TryLockError::Error(error)) => Err(StoreError::io("lock", path, error)),
    }
}

fn read(path: &Path, file: &File) -> Result<Whole, StoreError> {
    let mut lines = Lines { path, reader: BufReader::new(file), number: 0, length: 0 };
    let damaged = |line, what: String| StoreError::Damaged { path: path.to_owned(), line, what };
    let header = lines.next()?.filter(|line| line.ended);
    let Some(header) = header else { return Err(StoreError::NoHeader(path.to_owned())) };
    let header: Header = serde_json::from_slice(&header.bytes)
        .map_err(|error| StoreError::Header { path: path.to_owned(), what: error.to_string() })?;
    let plan = header.r#match;
    plan.check()
        .map_err(|error| StoreError::Header { path: path.to_owned(), what: error.to_string() })?;
    let fixtures = fixtures(&plan);
    let mut recorded = vec![false; fixtures.len()];
    let mut games: Vec<GameRecord> = Vec::new();
    let mut warnings = Vec::new();
    let mut length = lines.length;
    let mut unended = false;
    while let Some(line) = lines.next()? {
        let record: GameRecord = match serde_json::from_slice(&line.bytes) {
            Ok(record) => record,
            Err(_) if !line.ended => {
                warnings.push(format!(
                    "{}: line {} is incomplete; its game is replayed",
                    path.display(),
                    lines.number
                ));
                break;
            }
            Err(error) => {
                let shown = excerpt(&line.bytes);
                return Err(damaged(lines.number, format!("invalid game: {error}: '{shown}'")));
            }
        };
        check(&record, &plan, &fixtures, &mut recorded)
            .map_err(|what| damaged(lines.number, what))?;
        games.push(record);
        length = lines.length;
        unended = !line.ended;
    }
    Ok(Whole { saved: Saved { plan, games, warnings }, length, unended })
}

/// Checks that a game belongs to the match and is not a duplicate; returns the error otherwise.
fn check(
    record: &GameRecord,
    plan: &Match,
    fixtures: &[Fixture],
    recorded: &mut [bool],
) -> Result<(), String> {
    let number = record.number;
    let index = number.checked_sub(1);
    let Some(fixture) = index.and_then(|index| fixtures.get(index)) else {
        return Err(format!("game {number}: the match has games 1 to {}", fixtures.len()));
    };
    let name = |index: usize| plan.engines.get(index).map_or("", |engine| engine.name.as_str());
    let (white, black) = (name(fixture.white), name(fixture.black));
    if (record.white.as_str(), record.black.as_str()) != (white, black) {
        let (found_white, found_black) = (excerpt(&record.white), excerpt(&record.black));
        return Err(format!(
            "game {number}: {found_white} - {found_black}: expected {white} - {black}"
        ));
    }
    match recorded.get_mut(fixture.number) {
        Some(recorded) if !*recorded => *recorded = true,
        _ => return Err(format!("game {number} is recorded twice")),
    }
    Ok(())
}

/// Line of a file.
struct Line {
    bytes: Vec<u8>,
    /// Whether it has its line ending.
    ended: bool,
}

/// Iterator over the lines of a file.
struct Lines<'a> {
    path: &'a Path,
    reader: BufReader<&'a File>,
    /// Number of the last line, from 1.
    number: usize,
    /// End of the last line, in bytes.
    length: u64,
}

impl Lines<'_> {
    fn next(&mut self) -> Result<Option<Line>, StoreError> {
        let mut bytes = Vec::new();
        let mut limited = (&mut self.reader).take(MAX_LINE);
        let read = limited.read_until(b'\n', &mut bytes);
        let read = read.map_err(|error| StoreError::io("read", self.path, error))?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        self.length += read as u64;
        if read as u64 == MAX_LINE {
            let what = "the line is too long".to_owned();
            return Err(StoreError::Damaged {
                path: self.path.to_owned(),
                line: self.number,
                what,
            });
        }
        let ended = bytes.last() == Some(&b'\n');
        Ok(Some(Line { bytes, ended }))
    }
}
