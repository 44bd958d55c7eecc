//! Solving a table and writing it.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use thiserror::Error;
use variants::{AnyGame, Notation, Position, with_game};

use crate::examine::Workshop;
use crate::file::{FileError, Header, Replace, TableFile, write};
use crate::index::Index;
use crate::levels;
use crate::material::Material;
use crate::store::path_of;
use crate::summary::Summary;
use crate::support::Unsupported;
use crate::tables::Tables;
use crate::value::Value;

/// Error of solving.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The game cannot be solved.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// No position has the material.
    #[error("{0}: no position with these pieces is one of a game that goes on")]
    Impossible(String),
    /// The positions are too many to be counted.
    #[error("{0}: too many positions")]
    TooMany(String),
    /// Promotions lead back to the same pieces.
    #[error("{0}: promotions lead back to the same pieces")]
    Circle(String),
    /// A table that a move leads to is missing.
    #[error("no table for '{0}', to which a move leads")]
    Missing(String),
    /// A move leads to squares that a piece was not expected to come to.
    #[error("a move leads to a position that the table does not have")]
    Index,
    /// A win is longer than a table can tell.
    #[error("a win takes more than {} plies", Value::MAX_DISTANCE)]
    TooLong,
    /// Solving was stopped.
    #[error("stopped")]
    Stopped,
    /// A file is at fault.
    #[error(transparent)]
    File(#[from] FileError),
}

impl SolveError {
    pub(crate) fn missing<P: Position>(position: &P) -> Self {
        SolveError::Missing(position.to_fen().text(&position.common().definition))
    }
}

/// Progress of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Positions are looked at for the first time.
    First {
        /// Number of entries that are done.
        done: u64,
        /// Of so many.
        of: u64,
    },
    /// Positions with a distance are worked back from.
    Level {
        /// The distance.
        plies: u16,
        /// Number of entries with it.
        positions: u64,
    },
    /// The table is counted and written.
    Writing,
}

/// Surroundings of solving.
pub struct Settings<'a> {
    /// Stops it.
    pub stop: &'a AtomicBool,
    /// Hears about progress, from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
    /// Writes a file.
    pub replace: Replace<'a>,
}

/// Solves the table of some material, on all threads of the rayon pool that it is called in, writes it
/// below a folder and adds it to the tables. Those that its moves lead to have to be there.
///
/// # Errors
/// When it cannot be solved or written.
pub fn solve(
    game: &AnyGame,
    material: &Material,
    tables: &mut Tables,
    folder: &Path,
    settings: &Settings<'_>,
) -> Result<Header, SolveError> {
    let definition = game.definition();
    let too_many = || SolveError::TooMany(material.text(definition));
    let index = Index::new(definition, material).ok_or_else(too_many)?;
    let path = path_of(folder, definition, material);
    if let Some(parent) = path.parent() {
        let io = |source| FileError::Io { path: parent.to_owned(), source };
        fs::create_dir_all(parent).map_err(io)?;
    }
    with_game!(game, game => solve_one(game.position(), &index, tables, &path, settings))?;
    let table = TableFile::open(&path, definition, tables.fingerprint())?;
    let header = table.header().clone();
    tables.add(table);
    Ok(header)
}

fn solve_one<P: Position + Notation>(
    template: &P,
    index: &Index,
    tables: &Tables,
    path: &Path,
    settings: &Settings<'_>,
) -> Result<(), SolveError> {
    let shop = Workshop::new(template, index, tables);
    levels::run(&shop, template, settings)?;
    (settings.progress)(Progress::Writing);
    let definition = &template.common().definition;
    let summary = Summary::new(template, &shop);
    let header = Header::new(definition, tables.fingerprint(), index, summary);
    write(path, header, &shop.codes, settings.replace)?;
    Ok(())
}
