//! Games of a match on disk: JSON lines, which are authoritative, and PGN or PDN for other programs.

mod jsonl;
mod pgn;
#[cfg(test)]
pub(super) mod tests;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use engine::causes::with_causes;
use engine::files::FileError;
use variants::Variant;

use super::{GameRecord, Match};

pub use jsonl::{Resumed, Saved, Store, load};
pub use pgn::{PgnFile, pgn_path, pgn_text, pgn_text_of, wrap};

/// Files of a match, or none.
#[derive(Debug, Default)]
pub struct Files {
    store: Option<Store>,
    pgn: Option<PgnFile>,
}

impl Files {
    /// Returns a store that writes no files.
    #[cfg(test)]
    pub fn nowhere() -> Self {
        Files::default()
    }

    /// Creates the files of a new match: the given one, and a PGN file beside it.
    ///
    /// # Errors
    /// When one of the files exists or cannot be written.
    pub fn create(path: &Path, plan: &Match, variant: &Variant) -> Result<Self, StoreError> {
        check_name(path)?;
        // Otherwise it would be found too late, when the match file exists.
        let pgn = pgn_path(path, variant);
        if pgn.exists() && !path.exists() {
            return Err(StoreError::PgnExists(pgn));
        }
        let store = Store::create(path, plan)?;
        let pgn = PgnFile::create(&pgn, &plan.event, variant)?;
        Ok(Files { store: Some(store), pgn: Some(pgn) })
    }

    /// Opens the files of a resumed match; the PGN file is rewritten.
    ///
    /// # Errors
    /// When the PGN file cannot be written.
    pub fn resume(resumed: Resumed, variant: &Variant) -> Result<(Self, Saved), StoreError> {
        let (saved, store) = resumed.begin()?;
        let path = pgn_path(store.path(), variant);
        let pgn = PgnFile::rewrite(&path, &saved.plan.event, variant, &saved.games)?;
        Ok((Files { store: Some(store), pgn: Some(pgn) }, saved))
    }

    /// Stores a game: when this returns it is on disk in the match file. An error of the PGN file
    /// alone is returned as a warning, and the file is not written any more.
    ///
    /// # Errors
    /// When the match file cannot be written.
    pub fn keep(&mut self, record: &GameRecord) -> Result<Option<String>, StoreError> {
        if let Some(store) = &mut self.store {
            store.append(record)?;
        }
        let Some(Err(error)) = self.pgn.as_mut().map(|pgn| pgn.append(record)) else {
            return Ok(None);
        };
        self.pgn = None;
        Ok(Some(format!("{}; it is rewritten when the match is resumed", with_causes(&error))))
    }
}

/// Error of a match's files.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// File that exists already.
    #[error(
        "{path} exists already: resume it (menagerie match --resume {path}), or choose \
         another name (--out)",
        path = .0.display()
    )]
    Exists(PathBuf),
    /// PGN file that exists already, without a match beside it.
    #[error("{} exists already: choose another name (--out)", .0.display())]
    PgnExists(PathBuf),
    /// File name that is that of its own PGN file.
    #[error("{}: expected a name that does not end in .pgn or .pdn: that file is written beside it", .0.display())]
    PgnName(PathBuf),
    /// File that another process has locked.
    #[error("{} is in use: another process plays its match", .0.display())]
    Locked(PathBuf),
    /// File that cannot be read or written.
    #[error(transparent)]
    File(FileError),
    /// File without games whose header is incomplete.
    #[error(
        "{} has missing or incomplete match settings in line 1: expected the games of a match; where \
         one was interrupted at once, delete the file and start again",
        .0.display()
    )]
    NoHeader(PathBuf),
    /// File of another kind.
    #[error("{}: line 1: expected the settings of a match: only .jsonl files of this program have them", .0.display())]
    Foreign(PathBuf),
    /// First line that is not the header of a match.
    #[error("{}: line 1: invalid match settings: {what}", path.display())]
    Header {
        /// Path of the file.
        path: PathBuf,
        /// Description of the error.
        what: String,
    },
    /// Invalid line.
    #[error("{}: line {line}: {what}", path.display())]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// Description of the error.
        what: String,
    },
}

impl From<FileError> for StoreError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::InUse(path) => StoreError::Locked(path),
            error => StoreError::File(error),
        }
    }
}

impl StoreError {
    fn io(action: &'static str, path: &Path, error: std::io::Error) -> Self {
        StoreError::File(FileError::io(action, path, error))
    }
}

/// Rejects file names that collide with the PGN file.
fn check_name(path: &Path) -> Result<(), StoreError> {
    let is = |name: &str| {
        path.extension().is_some_and(|found| found.eq_ignore_ascii_case(OsStr::new(name)))
    };
    if is("pgn") || is("pdn") { Err(StoreError::PgnName(path.to_owned())) } else { Ok(()) }
}
