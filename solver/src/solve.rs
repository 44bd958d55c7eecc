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
use crate::metric::Metric;
use crate::placement::Placement;
use crate::settings::{Progress, Settings};
use crate::slow::slow_wins;
use crate::store::path_of;
use crate::summary::Summary;
use crate::tables::Tables;
use crate::write::write;

/// Solves the table of some material, on all threads of the rayon pool that it is called in, writes it
/// below a folder and adds it to the tables. Those that its moves lead to have to be there, and for a distance
/// to conversion that of the same material to the end.
///
/// # Errors
/// When it cannot be solved or written.
pub fn solve(
    game: &AnyGame,
    material: &Material,
    metric: Metric,
    tables: &mut Tables,
    folder: &Path,
    settings: &Settings<'_>,
) -> Result<Header, SolveError> {
    let definition = game.definition();
    let too_many = || SolveError::TooMany(material.text(definition));
    let index = Index::new(definition, material).ok_or_else(too_many)?;
    let path = path_of(folder, definition, material, metric);
    if let Some(parent) = path.parent() {
        let io = |cause| FileError::Io { path: parent.to_owned(), cause };
        fs::create_dir_all(parent).map_err(io)?;
    }
    with_game!(game, game => {
        let job = Job { template: game.position(), index: &index, tables, settings };
        match metric {
            Metric::End => job.to_end(&path),
            Metric::Conversion => job.to_conversion(&path),
        }
    })?;
    let table = TableFile::open(&path, definition, tables.fingerprint())?;
    let header = table.header().clone();
    tables.add(table);
    Ok(header)
}

/// A table to solve.
struct Job<'a, P> {
    template: &'a P,
    index: &'a Index,
    tables: &'a Tables,
    settings: &'a Settings<'a>,
}

impl<P: Position + Notation> Job<'_, P> {
    fn to_end(&self, path: &Path) -> Result<(), SolveError> {
        let shop = Workshop::new(self.template, self.index, self.tables, None);
        let mut summary = self.solved(&shop)?;
        summary.slow = slow_wins(self.template, &shop, &summary, self.settings)?;
        self.write(path, &shop, Metric::End, summary)
    }

    fn to_conversion(&self, path: &Path) -> Result<(), SolveError> {
        let material = self.index.material();
        let definition = &self.template.common().definition;
        let missing = || SolveError::Missing(material.text(definition));
        let to_end = self.tables.file(material, Metric::End).ok_or_else(missing)?;
        to_end.check()?;
        let whole = |placement: &Placement| self.tables.stored(placement).ok().flatten();
        let shop = Workshop::new(self.template, self.index, self.tables, Some(&whole));
        let mut summary = self.solved(&shop)?;
        summary.slow.clone_from(&to_end.header().summary.slow);
        self.write(path, &shop, Metric::Conversion, summary)
    }

    fn solved(&self, shop: &Workshop<'_>) -> Result<Summary, SolveError> {
        levels::run(shop, self.template, self.settings)?;
        (self.settings.progress)(Progress::Writing);
        Ok(summarize(self.template, shop))
    }

    fn write(
        &self,
        path: &Path,
        shop: &Workshop<'_>,
        metric: Metric,
        summary: Summary,
    ) -> Result<(), SolveError> {
        let definition = &self.template.common().definition;
        let header =
            Header::new(definition, self.tables.fingerprint(), self.index, metric, summary);
        Ok(write(path, header, &shop.codes, self.settings.replace)?)
    }
}
