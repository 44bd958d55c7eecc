//! The truth about a match: a header line with its settings, then one finished game a line.
//!
//! A game counts when its line is on the disk, so that neither a crash nor a power cut loses or
//! doubles one: what was being written then is cut off and the game is played again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use protocol::text::excerpt;
use serde::{Deserialize, Serialize};

use super::StoreError;
use crate::{Fixture, GameRecord, Match, fixtures};

/// The longest line that is read, in bytes: far beyond any game.
const MAX_LINE: u64 = 64 << 20;

/// The first line of a file, as it is written.
#[derive(Serialize)]
struct HeaderRef<'a> {
    menagerie: &'a str,
    r#match: &'a Match,
}

/// The first line of a file, as it is read.
#[derive(Deserialize)]
struct Header {
    /// The version that wrote it: for people.
    #[allow(dead_code)]
    menagerie: String,
    r#match: Match,
}

/// A match's file, open for games. Nobody else can open it so.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    /// The length of what is whole, in bytes.
    length: u64,
}

/// What a match's file holds.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The match.
    pub plan: Match,
    /// Its games so far, in the order in which they ended.
    pub games: Vec<GameRecord>,
    /// What was mended, for people.
    pub warnings: Vec<String>,
}

/// A match that goes on.
#[derive(Debug)]
pub struct Resumed {
    /// What was played.
    pub saved: Saved,
    /// Where to go on.
    store: Store,
    /// Whether the last line is whole but for its end.
    unended: bool,
}

impl Resumed {
    /// Goes on. A last line that was cut off in the middle is removed.
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

/// What is whole in a file.
struct Whole {
    saved: Saved,
    length: u64,
    /// Whether the last line is whole but for its end.
    unended: bool,
}

/// Reads a match's file, without changing it or hindering who writes it. On Windows it cannot be
/// read while the match is played.
///
/// # Errors
/// When it cannot be read, or is damaged elsewhere than at its end.
pub fn load(path: &Path) -> Result<Saved, StoreError> {
    let file = File::open(path).map_err(|error| StoreError::io("open", path, error))?;
    Ok(read(path, &file)?.saved)
}

impl Store {
    /// Begins a match's file.
    ///
    /// # Errors
    /// When there is a file already, or it cannot be written.
    pub fn create(path: &Path, plan: &Match) -> Result<Self, StoreError> {
        super::check_name(path)?;
        // It would be found too late, when the match's file is there.
        let pgn = super::pgn_path(path);
        if pgn.exists() {
            return Err(StoreError::Exists(pgn));
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

    /// Opens a match's file to go on with it; it is not changed yet.
    ///
    /// # Errors
    /// When it is in use or cannot be read, or is damaged elsewhere than at its end.
    pub fn resume(path: &Path) -> Result<Resumed, StoreError> {
        super::check_name(path)?;
        let file = OpenOptions::new().read(true).write(true).open(path);
        let file = file.map_err(|error| StoreError::io("open", path, error))?;
        lock(path, &file)?;
        let Whole { saved, length, unended } = read(path, &file)?;
        let store = Store { path: path.to_owned(), file, length };
        Ok(Resumed { saved, store, unended })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a game. It is on the disk when this returns.
    ///
    /// # Errors
    /// When it cannot be written; the file is as it was then, as far as that can be had.
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
                // A full disk leaves half a line.
                let _ = self.file.set_len(self.length);
                let _ = self.file.seek(SeekFrom::Start(self.length));
                Err(StoreError::io("write", &self.path, error))
            }
        }
    }
}

/// Keeps others from writing the file, as long as it is open.
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
                    "{}: line {} was cut off in the middle; its game is played again",
                    path.display(),
                    lines.number
                ));
                break;
            }
            Err(error) => {
                let shown = excerpt(&line.bytes);
                return Err(damaged(lines.number, format!("no game: {error}: '{shown}'")));
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

/// Whether a game is one of the match's and new; else why not.
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

/// A line of a file.
struct Line {
    bytes: Vec<u8>,
    /// Whether it has its end.
    ended: bool,
}

/// The lines of a file, as they are needed.
struct Lines<'a> {
    path: &'a Path,
    reader: BufReader<&'a File>,
    /// The number of the last line, from 1.
    number: usize,
    /// Where it ends, in bytes.
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
