//! Endgame tables of the games that are played.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use solver::{FileError, Tables};
use thiserror::Error;
use variants::{AnyGame, Definition};

use crate::files::shown;
use crate::fingerprint::fingerprint;

/// The most bytes of decompressed tables that are kept.
const CACHE: u64 = 256 << 20;

/// Error of a folder with tables.
#[derive(Debug, Error)]
pub enum EndingsError {
    /// The folder does not exist.
    #[error("{0}: not a folder")]
    NotAFolder(String),
}

/// Folder with endgame tables; tables of a game are opened when they are asked for.
#[derive(Debug, Default)]
pub struct Endings {
    folder: Option<PathBuf>,
    /// The tables of the game that was asked for last.
    open: Mutex<Option<Opened>>,
}

/// Tables of a game.
#[derive(Clone, Debug)]
struct Opened {
    definition: Arc<Definition>,
    tables: Arc<Tables>,
}

impl Endings {
    /// The tables in a folder; none for an empty name.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn in_folder(folder: &Path) -> Result<Self, EndingsError> {
        if folder.as_os_str().is_empty() {
            return Ok(Self::default());
        }
        if !folder.is_dir() {
            return Err(EndingsError::NotAFolder(shown(folder)));
        }
        Ok(Endings { folder: Some(folder.to_owned()), open: Mutex::default() })
    }

    /// Returns the tables of a game; `None` where there are none. Files that cannot be used are left out,
    /// and logged.
    pub fn of(&self, definition: &Arc<Definition>) -> Option<Arc<Tables>> {
        let folder = self.folder.as_deref()?;
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let known = open.as_ref().filter(|open| Arc::ptr_eq(&open.definition, definition));
        let tables = match known {
            Some(known) => Arc::clone(&known.tables),
            None => {
                let (tables, faults) = tables_in(folder, definition);
                for fault in faults {
                    log::warn!("{fault}");
                }
                let tables = Arc::new(tables);
                let definition = Arc::clone(definition);
                *open = Some(Opened { definition, tables: Arc::clone(&tables) });
                tables
            }
        };
        (tables.most_men() > 0).then_some(tables)
    }

    /// Returns the value of a game's position in words, such as `win in 10 (19 plies)`; `None` where no
    /// table has it.
    pub fn value_of(&self, game: &AnyGame) -> Option<String> {
        Some(self.of(game.definition())?.value_of(game)?.to_string())
    }
}

/// Opens the tables of a game below a folder.
pub fn tables_in(folder: &Path, definition: &Arc<Definition>) -> (Tables, Vec<FileError>) {
    Tables::open(definition, &fingerprint(definition), folder, CACHE)
}
