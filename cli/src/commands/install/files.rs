//! Installation of files and folders, all or none, and their removal.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::NamedTempFile;

use super::ours::IsOurs;
use engine::files::{draft, place, shown};

/// Returns the metadata of a path, links not followed; `None` if it does not exist.
pub fn found(path: &Path) -> Result<Option<Metadata>> {
    match fs::symlink_metadata(path) {
        Ok(data) => Ok(Some(data)),
        Err(error) if is_absence(&error) => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot access {}", shown(path))),
    }
}

fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// Files written beside their destinations. A rename moves them into place, so that no incomplete
/// file is ever visible, and a running program is replaced safely. A stage that is dropped leaves
/// no trace.
#[derive(Debug, Default)]
pub struct Stage {
    /// Each file, and its destination.
    files: Vec<(NamedTempFile, PathBuf)>,
    /// Folders created for them, outer ones first.
    folders: Vec<PathBuf>,
}

impl Stage {
    /// Writes a file, with the folders that it needs.
    pub fn add(
        &mut self,
        target: &Path,
        mode: u32,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<()> {
        self.make_parents(target)?;
        let made = || -> io::Result<NamedTempFile> {
            let mut file = draft(target)?;
            write(file.as_file_mut())?;
            set_mode(file.as_file(), mode)?;
            Ok(file)
        };
        let file = made().with_context(|| format!("cannot write {}", shown(target)))?;
        self.files.push((file, target.to_owned()));
        Ok(())
    }

    /// Moves all files to their destinations.
    pub fn commit(mut self) -> Result<()> {
        for (file, target) in self.files.drain(..) {
            place(file, &target).with_context(|| format!("cannot write {}", shown(&target)))?;
        }
        self.folders.clear();
        Ok(())
    }

    fn make_parents(&mut self, target: &Path) -> Result<()> {
        let missing: Vec<&Path> =
            target.ancestors().skip(1).take_while(|folder| !folder.is_dir()).collect();
        for folder in missing.into_iter().rev() {
            match fs::create_dir(folder) {
                Ok(()) => self.folders.push(folder.to_owned()),
                // Another process was faster.
                Err(_) if folder.is_dir() => {}
                Err(error) => {
                    return Err(error)
                        .with_context(|| format!("cannot create the folder {}", shown(folder)));
                }
            }
        }
        Ok(())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // Folders have to be empty before they can be removed.
        self.files.clear();
        for folder in self.folders.iter().rev() {
            // Fails, as intended, where the folder is not empty.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Sets the permissions of an installed file, regardless of its source and the umask: all users
/// must be able to run the programs that an administrator installs.
#[cfg(unix)]
fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &File, _: u32) -> io::Result<()> {
    Ok(())
}

/// Whether this user may write a file, in folders that may have to be created first.
#[cfg(unix)]
pub fn is_writable(target: &Path) -> bool {
    let Some(folder) = target.ancestors().skip(1).find(|folder| folder.is_dir()) else {
        return false;
    };
    // Permissions are not enough: a file system may be read-only, or have rules of its own.
    draft(&folder.join("menagerie")).is_ok()
}

/// Result of removing a file.
#[derive(Debug)]
pub enum Removed {
    Yes,
    Absent,
    Foreign,
}

/// Removes a file, if it is ours.
pub fn remove(path: &Path, is_ours: IsOurs) -> Result<Removed> {
    let Some(found) = found(path)? else { return Ok(Removed::Absent) };
    if !found.is_file() || !is_ours(path).with_context(|| format!("cannot read {}", shown(path)))? {
        return Ok(Removed::Foreign);
    }
    fs::remove_file(path).with_context(|| format!("cannot remove {}", shown(path)))?;
    Ok(Removed::Yes)
}

/// Removes a folder if it is empty; returns whether it was.
pub fn remove_if_empty(folder: &Path) -> bool {
    fs::remove_dir(folder).is_ok()
}
