//! Solving a table and writing it.

use std::fs;
use std::path::Path;

use variants::{AnyGame, Notation, Position, with_game};

use crate::count::summarize;
use crate::error::SolveError;
use crate::examine::Workshop;
use crate::file::TableFile;
use crate::format::{FileError, Header};
use crate::index::Index;
use crate::levels;
use crate::material::Material;
use crate::settings::{Progress, Settings};
use crate::slow::slow_wins;
use crate::store::path_of;
use crate::tables::Tables;
use crate::write::write;

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
    let mut summary = summarize(template, &shop);
    summary.slow = slow_wins(template, &shop, &summary, settings)?;
    let header = Header::new(definition, tables.fingerprint(), index, summary);
    write(path, header, &shop.codes, settings.replace)?;
    Ok(())
}
