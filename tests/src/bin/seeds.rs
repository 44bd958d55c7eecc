//! Writes the seeds of the fuzz targets: `seeds FOLDER` makes a folder for each target in it.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use menagerie_tests::inputs::FORMATS;

fn main() -> Result<()> {
    let root = std::env::args_os().nth(1).map(PathBuf::from).context("expected a folder")?;
    for format in FORMATS {
        let folder = root.join(format.name);
        fs::create_dir_all(&folder)?;
        for (number, seed) in (format.seeds)().iter().enumerate() {
            fs::write(folder.join(format!("{number:03}")), seed)?;
        }
    }
    Ok(())
}
