//! Names of files and folders.

use std::path::{Path, PathBuf};

use variants::Definition;

use crate::material::Material;
use crate::metric::Metric;

/// The folder of a game's tables, below the folder of all: `cheskers-8x8`.
#[must_use]
pub fn folder_name(definition: &Definition) -> String {
    format!("{}-{}", definition.name, definition.size)
}

/// The file of a table.
pub(crate) fn path_of(
    folder: &Path,
    definition: &Definition,
    material: &Material,
    metric: Metric,
) -> PathBuf {
    let name = format!("{}.{}", material.text(definition), metric.extension());
    folder.join(folder_name(definition)).join(name)
}
