//! Files that appear all at once or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use tempfile::{Builder, NamedTempFile};

/// A path, fit for a message.
pub fn shown(path: &Path) -> String {
    protocol::text::printable(&path.to_string_lossy()).into_owned()
}

/// Writes a file so that, whatever happens, its name has the old content or the new.
///
/// # Errors
/// When it cannot be written; it is as it was then.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    replace(path, |file| file.write_all(bytes))
        .with_context(|| format!("cannot write {}", shown(path)))
}

/// [`write()`], by a function. What is there and no file, such as a terminal, is written to as it
/// is: it has no other content that could be lost.
///
/// # Errors
/// When it cannot be written; a file is as it was then.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return write(&mut OpenOptions::new().write(true).open(path)?);
    }
    let mut file = draft(path)?;
    write(file.as_file_mut())?;
    place(file, path)?;
    sync_folder(path);
    Ok(())
}

/// Makes the folder that a file shall be in. Whoever works long before the file is written calls
/// it first.
///
/// # Errors
/// When it cannot be made.
pub fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(folder(path))
        .with_context(|| format!("cannot make a folder for {}", shown(path)))
}

/// A file beside another, with the rights of any that the caller makes; dropped, it is gone.
///
/// # Errors
/// When nothing can be written there.
pub fn draft(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder(path))
}

/// Puts a draft where it shall be.
///
/// # Errors
/// When it cannot be there.
pub fn place(file: NamedTempFile, path: &Path) -> io::Result<()> {
    // Else a crash soon after could leave the name with nothing in it.
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

/// Makes the name of a new file last, where folders can be told so.
pub fn sync_folder(path: &Path) {
    #[cfg(unix)]
    if let Err(error) = File::open(folder(path)).and_then(|folder| folder.sync_all()) {
        log::debug!("{}: {error}", folder(path).display());
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_leaves_the_old_content_and_no_trace() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/kept.txt");
        assert!(write(&path, b"").is_err(), "there is no such folder");
        make_folder(&path).unwrap();
        write(&path, b"old").unwrap();
        let failed = replace(&path, |file| {
            file.write_all(b"half")?;
            Err(io::Error::other("full"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "full");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        write(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        assert!(write(folder.path(), b"").is_err(), "a folder is no file");
    }

    #[cfg(unix)]
    #[test]
    fn files_have_the_usual_rights_and_devices_stay() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt};
        let folder = tempfile::tempdir().unwrap();
        let [ours, plain] = ["ours", "plain"].map(|name| folder.path().join(name));
        write(&ours, b"").unwrap();
        fs::write(&plain, b"").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&plain));

        let link = folder.path().join("null");
        std::os::unix::fs::symlink("/dev/null", &link).unwrap();
        write(&link, b"nothing").unwrap();
        assert!(fs::metadata(&link).unwrap().file_type().is_char_device());
    }
}
