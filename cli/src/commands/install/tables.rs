//! Endgame tables of an installation: a folder for each game.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use engine::endings::bundled_folder;
use engine::files::shown;
use solver::Metric;

/// Returns the tables of the running program's installation, each with its path in another folder; none
/// if it is the same folder.
pub fn to_copy(target: &Path) -> Result<Vec<(PathBuf, PathBuf)>> {
    let Some(folder) = bundled_folder() else { return Ok(Vec::new()) };
    if target.canonicalize().is_ok_and(|target| target == folder) {
        return Ok(Vec::new());
    }
    let moved = |path: PathBuf| {
        let own = target.join(path.strip_prefix(&folder).ok()?);
        Some((path, own))
    };
    Ok(in_folder(&folder)?.into_iter().filter_map(moved).collect())
}

/// Returns the tables in the folders of games below a folder, sorted; none if it does not exist.
pub fn in_folder(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut tables = Vec::new();
    for game in entries(folder)?.into_iter().filter(|path| path.is_dir()) {
        let is_table = |path: &PathBuf| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            Metric::ALL.iter().any(|metric| extension == Some(metric.extension()))
        };
        tables.extend(entries(&game)?.into_iter().filter(is_table));
    }
    tables.sort();
    Ok(tables)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let read = || fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>();
    match read() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries.with_context(|| format!("cannot read {}", shown(folder))),
    }
}
