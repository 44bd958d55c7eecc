//! Games on disk: the running one after every turn, finished ones for good.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::store::{pgn_text_of, wrap};
use arena::{GameRecord, GameResult, Termination};
use engine::files::{self, FileError, shown};
use engine::json_lines;
use serde::de::DeserializeOwned;
use thiserror::Error;
use variants::Variant;

use crate::table::{Kept, Stored, Table};
use crate::tree::Tree;

/// Event of the games in PGN.
const EVENT: &str = "Menagerie board";
/// Most bytes of kept games that a page gets.
const MOST_EARLIER: usize = 1 << 20;

/// Error of the games' folder.
#[derive(Debug, Error)]
pub enum SaveError {
    /// File that cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Game that cannot be read.
    #[error("{}: not a game of the board", path.display())]
    Content {
        /// Path of the file.
        path: PathBuf,
        /// Cause.
        source: serde_json::Error,
    },
    /// Folder that another program holds.
    #[error(
        "{}: another Menagerie keeps its games here: go on in its page or terminal, end it, or give \
         another folder with --games",
        path.display()
    )]
    InUse {
        /// Path of the folder.
        path: PathBuf,
    },
    /// File of another kind.
    #[error("{} exists, and is not a PGN file: choose another name", shown(.0))]
    Kind(PathBuf),
}

/// Folder of games.
#[derive(Debug)]
pub(crate) struct Saved {
    folder: PathBuf,
    /// Locked as long as it is open, also by the end of a program that is killed.
    _lock: Option<File>,
}

impl Saved {
    /// Opens a folder, which is created if it does not exist, for this program alone.
    ///
    /// # Errors
    /// When it cannot be created, or another program holds it.
    pub(crate) fn open(folder: &Path) -> Result<Self, SaveError> {
        let lock = folder.join("lock");
        files::make_folder(&lock)?;
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&lock);
        let file = file.map_err(|source| FileError::io("write", &lock, source))?;
        let lock = match file.try_lock() {
            Ok(()) => Some(file),
            Err(TryLockError::WouldBlock) => {
                return Err(SaveError::InUse { path: folder.to_owned() });
            }
            // Not every file system has locks.
            Err(TryLockError::Error(_)) => None,
        };
        Ok(Saved { folder: folder.to_owned(), _lock: lock })
    }

    fn running(&self) -> PathBuf {
        self.folder.join("running.json")
    }

    /// Returns the running game; `None` if there is none, or its file is damaged: the file gets
    /// another name then, and the game's PGN is kept.
    ///
    /// # Errors
    /// When a file cannot be read, or written.
    pub(crate) fn read_running(&self) -> Result<Option<Stored>, SaveError> {
        let path = self.running();
        let is_there = path.exists();
        let stored = read_json(&path)?;
        if is_there && stored.is_none() {
            self.keep_running()?;
        }
        Ok(stored)
    }

    /// Writes the running game, also as PGN, and adds it to the others once it has ended.
    ///
    /// # Errors
    /// When a file cannot be written; it is unchanged then, and the next update tries again.
    pub(crate) fn update(
        &self,
        table: &mut Table,
        tree: &Tree,
        now: Duration,
    ) -> Result<(), SaveError> {
        self.write_running(table, now)?;
        self.write_tree(table, tree, now)?;
        if table.end.is_some() && table.kept != Kept::ALL {
            self.keep(table, tree, now)?;
        }
        Ok(())
    }

    /// Writes the running game without its tree of moves.
    ///
    /// # Errors
    /// When the file cannot be written; it is unchanged then.
    pub(crate) fn write_running(&self, table: &Table, now: Duration) -> Result<(), SaveError> {
        let text = serde_json::to_string(&table.stored(now)).unwrap_or_default();
        Ok(files::write(&self.running(), text.as_bytes())?)
    }

    fn tree(&self) -> PathBuf {
        self.folder.join("variations.json")
    }

    /// Writes the tree of moves of the running game, also as PGN.
    ///
    /// # Errors
    /// When a file cannot be written; it is unchanged then.
    pub(crate) fn write_tree(
        &self,
        table: &Table,
        tree: &Tree,
        now: Duration,
    ) -> Result<(), SaveError> {
        let text = serde_json::to_string(tree).unwrap_or_default();
        files::write(&self.tree(), text.as_bytes())?;
        let text = pgn(&table.stored(now), table, tree);
        Ok(files::write(&self.folder.join("running.pgn"), text.as_bytes())?)
    }

    /// Returns the tree of moves of a game; a new one where there is none.
    pub(crate) fn read_tree(&self, table: &Table) -> Tree {
        let own = self.stored_tree(&table.began);
        let mut tree = own.unwrap_or_else(|| Tree::new(&table.began));
        tree.follow(table.turn_views());
        tree
    }

    /// Returns the tree of moves of the game that began then, as it was written.
    pub(crate) fn stored_tree(&self, began: &str) -> Option<Tree> {
        let stored = read_json(&self.tree()).unwrap_or_else(|error| {
            log::warn!("the variations are not read: {error}");
            None
        });
        stored.filter(|tree: &Tree| tree.is_of(began))
    }

    /// Adds the running game, which has ended or is left, to the others, unless it is there already.
    ///
    /// # Errors
    /// When a file cannot be written. The files that have the game are noted, on disk too: another try
    /// leaves them as they are.
    pub(crate) fn keep(
        &self,
        table: &mut Table,
        tree: &Tree,
        now: Duration,
    ) -> Result<(), SaveError> {
        let before = table.kept;
        let kept = self.add(table, tree, now);
        let noted = if table.kept == before { Ok(()) } else { self.write_running(table, now) };
        kept.and(noted)
    }

    fn add(&self, table: &mut Table, tree: &Tree, now: Duration) -> Result<(), SaveError> {
        let stored = table.stored(now);
        if stored.moves.is_empty() && !tree.is_annotated() {
            table.kept = Kept::ALL;
            return Ok(());
        }
        if stored.end.is_some() && !table.kept.record {
            json_lines::append(&self.folder.join("games.jsonl"), &record(&stored, table))?;
            table.kept.record = true;
        }
        if !table.kept.pgn {
            self.append(&pgn(&stored, table, tree))?;
            table.kept.pgn = true;
        }
        Ok(())
    }

    /// Adds a running game that cannot be continued to the others, as the PGN that was written with
    /// it.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub(crate) fn keep_running(&self) -> Result<(), SaveError> {
        let path = self.folder.join("running.pgn");
        if !path.exists() {
            return Ok(());
        }
        match files::read_text(&path) {
            Ok(text) => self.append(&text),
            Err(error) => set_aside(&path, error.into()),
        }
    }

    fn games(&self) -> PathBuf {
        self.folder.join("games.pgn")
    }

    /// Returns the games that are kept, as PGN: the last ones, where they are very many. What is not
    /// UTF-8 is replaced.
    ///
    /// # Errors
    /// When their file cannot be read.
    pub(crate) fn earlier(&self) -> Result<String, SaveError> {
        let path = self.games();
        if !path.exists() {
            return Ok(String::new());
        }
        let bytes = last_bytes(&path).map_err(|source| FileError::io("read", &path, source))?;
        let text = String::from_utf8_lossy(&bytes);
        // A game that is cut at its beginning is left out.
        let is_whole = bytes.len() < MOST_EARLIER;
        let start = if is_whole { Some(0) } else { text.find("\n\n[Event ").map(|at| at + 2) };
        Ok(start.map_or_else(String::new, |start| text[start..].to_owned()))
    }

    /// Adds games in PGN to the others.
    fn append(&self, text: &str) -> Result<(), SaveError> {
        let path = self.games();
        let file = open_to_append(&path).and_then(|mut file| append(&mut file, text));
        Ok(file.map_err(|source| FileError::io("write", &path, source))?)
    }
}

/// Returns the end of a regular file, [`MOST_EARLIER`] bytes at most.
fn last_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = files::open_regular(path, OpenOptions::new().read(true))?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MOST_EARLIER as u64)))?;
    let mut bytes = Vec::new();
    file.take(MOST_EARLIER as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a regular file to append games to, which is created if it does not exist.
fn open_to_append(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    files::open_regular(path, options.create(true).truncate(false).read(true).write(true))
}

/// Appends games in PGN to a file, after an empty line.
fn append(file: &mut File, text: &str) -> io::Result<()> {
    let length = file.metadata()?.len();
    let mut last = Vec::new();
    file.seek(SeekFrom::Start(length.saturating_sub(2)))?;
    file.read_to_end(&mut last)?;
    let gap = match last.as_slice() {
        [] | [b'\n', b'\n'] => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    };
    files::append(file, |file| file.write_all([gap, text].concat().as_bytes()))
}

/// Reads a file of the folder; `None` if there is none, or it is damaged: it gets another name then.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, SaveError> {
    if !path.exists() {
        return Ok(None);
    }
    let content = |source| SaveError::Content { path: path.to_owned(), source };
    let text = files::read_text(path).map_err(SaveError::from);
    match text.and_then(|text| serde_json::from_str(&text).map_err(content)) {
        Ok(read) => Ok(Some(read)),
        Err(error) => set_aside(path, error).map(|()| None),
    }
}

/// Gives a damaged file another name, so that it is neither read again nor lost.
///
/// # Errors
/// When it cannot be read at all, or renamed.
fn set_aside(path: &Path, error: SaveError) -> Result<(), SaveError> {
    if matches!(error, SaveError::File(FileError::Io { .. })) {
        return Err(error);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let names = (1..).map(|number| match number {
        1 => path.with_file_name(format!("{name}.bad")),
        number => path.with_file_name(format!("{name}.bad{number}")),
    });
    let Some(aside) = names.into_iter().find(|aside| !aside.exists()) else { return Ok(()) };
    fs::rename(path, &aside).map_err(|source| FileError::io("rename", path, source))?;
    log::warn!("{error}; it is kept as {}", shown(&aside));
    Ok(())
}

/// Adds a game to a PGN file, which is created if it does not exist.
///
/// # Errors
/// When it cannot be written, or is a file of another kind.
pub(crate) fn add_to_file(
    path: &Path,
    table: &Table,
    tree: &Tree,
    now: Duration,
) -> Result<(), SaveError> {
    let failed = |source| FileError::io("write", path, source);
    let mut file = open_to_append(path).map_err(failed)?;
    let mut first = String::new();
    let read = (&file).take(1).read_to_string(&mut first);
    if read.is_err() || !first.is_empty() && first != "[" {
        return Err(SaveError::Kind(path.to_owned()));
    }
    let text = pgn(&table.stored(now), table, tree);
    Ok(append(&mut file, &text).map_err(failed)?)
}

/// Returns the time of day as records state it: RFC 3339 in UTC, to the millisecond. A game is known by it.
pub(crate) fn time_of_day() -> String {
    arena::TimeOfDay::now().millis()
}

/// Returns a game as PGN: with the variations and comments of its tree, or else with its times. A game
/// that was loaded has no times.
pub(crate) fn pgn(stored: &Stored, table: &Table, tree: &Tree) -> String {
    let variant: &Variant = table.variant();
    let (end, origin) = (stored.end.as_ref().map(|end| end.result), stored.origin());
    let text = pgn_text_of(&record(stored, table), end, EVENT, variant, origin);
    if !tree.is_annotated() && origin.is_none() {
        return text;
    }
    let (tags, moves) = text.split_once("\n\n").unwrap_or((&text, ""));
    let mut words = tree.words();
    words.extend(moves.split_whitespace().next_back().map(str::to_owned));
    format!("{tags}\n\n{}\n", wrap(&words))
}

fn record(stored: &Stored, table: &Table) -> GameRecord {
    let [white, black] = stored.players();
    let limits = stored
        .setup
        .clock
        .map_or_else(|| "inf".to_owned(), |clock| format!("{}+{}", clock.seconds, clock.increment));
    let end = stored.end.clone();
    GameRecord {
        number: 1,
        round: 1,
        white,
        black,
        variant: stored.setup.variant.clone(),
        size: stored.setup.size.clone(),
        fen: stored.fen.clone(),
        opening: Vec::new(),
        moves: stored.moves.clone(),
        result: end.as_ref().map_or(GameResult::Draw, |end| end.result),
        termination: end.as_ref().map_or(Termination::Rules, |end| end.termination),
        // Alone, it would be read as a person's comment.
        reason: match end {
            Some(end) => end.reason,
            None if stored.moves.is_empty() => String::new(),
            None => "unfinished".to_owned(),
        },
        faults: Vec::new(),
        white_limits: limits.clone(),
        black_limits: limits,
        began: stored.began.clone(),
        duration_ms: stored.moves.iter().map(|mv| mv.time_us / 1000).sum(),
        final_fen: table.game().fen(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_very_many_games_the_last_ones_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let saved = Saved::open(folder.path()).unwrap();
        assert_eq!(saved.earlier().unwrap(), "");
        let game = "[Event \"é\"]\n\n1. e4 *\n\n";
        saved.append(game).unwrap();
        assert_eq!(saved.earlier().unwrap(), game);
        fs::write(saved.games(), game.repeat(MOST_EARLIER / game.len() + 2)).unwrap();
        let text = saved.earlier().unwrap();
        assert!(text.starts_with("[Event ") && text.ends_with(game) && text.len() <= MOST_EARLIER);
        assert!(text.len() > MOST_EARLIER - 2 * game.len());
    }

    #[test]
    fn games_are_appended_after_an_empty_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        for old in ["", "1. e4 *\n\n", "1. e4 *\n", "1. e4 *"] {
            fs::write(&path, old).unwrap();
            append(&mut open_to_append(&path).unwrap(), "[Event \"x\"]\n\n*\n\n").unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let begin = if old.is_empty() { "" } else { "1. e4 *\n\n" };
            assert_eq!(text, format!("{begin}[Event \"x\"]\n\n*\n\n"), "{old:?}");
        }
    }
}
