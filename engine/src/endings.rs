//! Endgame tables of the games that are played.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use solver::{FileError, Tables};
pub use solver::{Metric, Value, ValueInTime};
use thiserror::Error;
use variants::{AnyGame, Definition};

use crate::files::shown;
use crate::fingerprint::fingerprint;

/// The name that stands for the tables of this installation.
pub const BUNDLED: &str = "bundled";

/// The most bytes of decompressed tables that are kept.
const CACHE: u64 = 256 << 20;

/// Error of a folder with tables.
#[derive(Debug, Error)]
pub enum EndingsError {
    /// The folder does not exist.
    #[error("{0}: not a folder")]
    NotAFolder(String),
}

/// Folder with endgame tables; those of a game are opened on first use.
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
    /// The tables of this installation, if it has some.
    #[must_use]
    pub fn bundled() -> Self {
        Endings { folder: bundled_folder(), open: Mutex::default() }
    }

    /// The tables in a folder, or those of this installation for the name [`BUNDLED`]; none for an empty
    /// name.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn in_folder(folder: &Path) -> Result<Self, EndingsError> {
        if folder.as_os_str().is_empty() {
            return Ok(Self::default());
        }
        if folder.as_os_str() == BUNDLED {
            return Ok(Self::bundled());
        }
        check_folder(folder)?;
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

    /// Returns the value of a game's position; `None` where no table has it.
    pub fn probe(&self, game: &AnyGame, metric: Metric) -> Option<Value> {
        self.of(game.definition())?.value_of(game, metric)
    }

    /// Returns the value of a game's position under the move rule; `None` where no table has it, or the rule may end
    /// the game first.
    pub fn probe_in_time(&self, game: &AnyGame) -> Option<ValueInTime> {
        self.of(game.definition())?.value_in_time(game)
    }

    /// Returns the legal turns of a game's position with their values; `None` where one is unknown.
    pub fn turns(&self, game: &AnyGame, metric: Metric) -> Option<Vec<(String, Value)>> {
        self.of(game.definition())?.turns_of(game, metric)
    }
}

/// Returns the folder of the tables that were installed with the running program, if there is one.
#[must_use]
pub fn bundled_folder() -> Option<PathBuf> {
    let program = env::current_exe().and_then(|program| program.canonicalize()).ok()?;
    bundled_folder_of(&program).filter(|folder| folder.is_dir())
}

/// Returns the folder for tables that are installed with a program: `share/menagerie/tables` beside its
/// folder `bin`, or `tables` in its own folder on Windows.
#[must_use]
pub fn bundled_folder_of(program: &Path) -> Option<PathBuf> {
    let own = program.parent()?;
    Some(if cfg!(windows) {
        own.join("tables")
    } else {
        own.parent()?.join("share/menagerie/tables")
    })
}

/// Checks that a folder with tables is there.
///
/// # Errors
/// If there is no such folder.
pub fn check_folder(folder: &Path) -> Result<(), EndingsError> {
    match folder.is_dir() {
        true => Ok(()),
        false => Err(EndingsError::NotAFolder(shown(folder))),
    }
}

/// Opens the tables of a game below a folder.
pub fn tables_in(folder: &Path, definition: &Arc<Definition>) -> (Tables, Vec<FileError>) {
    Tables::open(definition, &fingerprint(definition), folder, CACHE)
}
