//! The games of a match on disk: JSON lines, which are the truth, and PGN, for other programs.

mod jsonl;
mod pgn;
#[cfg(test)]
pub(super) mod tests;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use variants::Variant;

use super::{GameRecord, Match};

pub use jsonl::{Resumed, Saved, Store, load};
#[cfg(test)]
use pgn::pgn_text;
pub use pgn::{PgnFile, pgn_path};

/// Where a match's games are kept: on the disk, or nowhere.
#[derive(Debug, Default)]
pub struct Files {
    store: Option<Store>,
    pgn: Option<PgnFile>,
}

impl Files {
    /// Nowhere.
    #[cfg(test)]
    pub fn nowhere() -> Self {
        Files::default()
    }

    /// The files of a new match: the given one, and one for PGN beside it.
    ///
    /// # Errors
    /// When there is such a file already, or it cannot be written.
    pub fn create(path: &Path, plan: &Match, variant: &Variant) -> Result<Self, StoreError> {
        let store = Store::create(path, plan)?;
        let pgn = PgnFile::create(&pgn_path(path), &plan.event, variant)?;
        Ok(Files { store: Some(store), pgn: Some(pgn) })
    }

    /// The files of a match that goes on; PGN is written anew.
    ///
    /// # Errors
    /// When PGN cannot be written.
    pub fn resume(resumed: Resumed, variant: &Variant) -> Result<(Self, Saved), StoreError> {
        let (saved, store) = resumed.begin()?;
        let path = pgn_path(store.path());
        let pgn = PgnFile::rewrite(&path, &saved.plan.event, variant, &saved.games)?;
        Ok((Files { store: Some(store), pgn: Some(pgn) }, saved))
    }

    /// Keeps a game: when this returns it is in the match's file for good. What is wrong with the
    /// PGN file alone is but a warning, and it is not written any more.
    ///
    /// # Errors
    /// When the match's file cannot be written.
    pub fn keep(&mut self, record: &GameRecord) -> Result<Option<String>, StoreError> {
        if let Some(store) = &mut self.store {
            store.append(record)?;
        }
        let Some(Err(error)) = self.pgn.as_mut().map(|pgn| pgn.append(record)) else {
            return Ok(None);
        };
        self.pgn = None;
        Ok(Some(format!("{error}; it is written anew when the match is resumed")))
    }
}

/// A match's files that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file holds a match already.
    #[error(
        "{path} exists already: go on with its games (menagerie match --resume {path}), or choose \
         another name (--out)",
        path = .0.display()
    )]
    Exists(PathBuf),
    /// The file would be overwritten by its own games.
    #[error("{}: a match's file cannot end in .pgn: its games are written so beside it", .0.display())]
    PgnName(PathBuf),
    /// Another process plays this match.
    #[error("{} is in use: another process plays its match", .0.display())]
    Locked(PathBuf),
    /// The system says no.
    #[error("cannot {what} {}: {error}", path.display())]
    Io {
        /// What was tried.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// Nothing was played, and what was to be played is not known.
    #[error(
        "{} has no settings of a match in its first line, or not all: delete it and begin anew",
        .0.display()
    )]
    NoHeader(PathBuf),
    /// The first line is no match's.
    #[error("{}: line 1: no settings of a match: {what}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A line that cannot be.
    #[error("{}: line {line}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

impl StoreError {
    fn io(what: &'static str, path: &Path, error: std::io::Error) -> Self {
        StoreError::Io { what, path: path.to_owned(), error }
    }
}

/// Refuses names that the PGN file would have.
fn check_name(path: &Path) -> Result<(), StoreError> {
    let is_pgn =
        path.extension().is_some_and(|found| found.eq_ignore_ascii_case(OsStr::new("pgn")));
    if is_pgn { Err(StoreError::PgnName(path.to_owned())) } else { Ok(()) }
}
