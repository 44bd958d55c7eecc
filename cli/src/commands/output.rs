//! Files that commands write: a file that is there already is replaced only if the command has written
//! it before.

use std::path::Path;

use anyhow::{Result, ensure};

use engine::files::{read_text, shown, write};

/// Writes a file that is not there yet.
pub fn write_new(path: &Path, text: &[u8]) -> Result<()> {
    check(path, |_| false)?;
    Ok(write(path, text)?)
}

/// Checks that a file is not there, or that the command may replace it: `is_own` is asked about its
/// text. Devices, such as a terminal, have no content that could be lost.
pub fn check(path: &Path, is_own: impl FnOnce(&str) -> bool) -> Result<()> {
    let may_write = !path.is_file() || read_text(path).is_ok_and(|text| is_own(&text));
    ensure!(may_write, "{} exists already: choose another name", shown(path));
    Ok(())
}
