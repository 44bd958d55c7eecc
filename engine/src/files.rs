//! Files that appear all at once or not at all, and files that cannot block whoever opens them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use tempfile::{Builder, NamedTempFile};

/// How the names of drafts begin and end.
const DRAFT: [&str; 2] = [".draft-", ".tmp"];

/// A path, fit for a message.
pub fn shown(path: &Path) -> String {
    protocol::text::printable(&path.to_string_lossy()).into_owned()
}

/// Opens a regular file; `what` are the ways to open it.
///
/// Pipes, devices and sockets are refused: opening or reading them may block for ever.
///
/// # Errors
/// When it cannot be opened, or is not a regular file.
pub fn open_regular(path: &Path, what: &mut OpenOptions) -> io::Result<File> {
    // Before it is opened: to open some devices is to change something.
    if let Ok(found) = fs::metadata(path) {
        check_regular(&found)?;
    }
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        what,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    let file = what.open(path)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

fn check_regular(found: &fs::Metadata) -> io::Result<()> {
    if found.is_file() {
        return Ok(());
    }
    let kind = if found.is_dir() { "a folder" } else { "a pipe, a device or a socket" };
    Err(io::Error::new(
        io::ErrorKind::InvalidInput,
        format!("it is {kind}: expected a regular file"),
    ))
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
    let (mut builder, [prefix, suffix]) = (Builder::new(), DRAFT);
    builder.prefix(prefix).suffix(suffix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder(path))
}

/// Removes the drafts that programs which were killed have left in a folder. Nobody else may be
/// writing there.
pub fn remove_drafts(folder: &Path) {
    let [prefix, suffix] = DRAFT;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_draft =
            name.to_str().is_some_and(|name| name.starts_with(prefix) && name.ends_with(suffix));
        if is_draft && let Err(error) = fs::remove_file(entry.path()) {
            log::warn!("{}: {error}", shown(&entry.path()));
        }
    }
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

    #[test]
    fn drafts_that_were_left_behind_are_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let draft = draft(&folder.path().join("kept.txt")).unwrap();
        let (_file, left) = draft.keep().unwrap();
        let own = [".tmp", ".draft-mine", "notes.tmp"].map(|name| folder.path().join(name));
        for path in &own {
            fs::write(path, b"").unwrap();
        }
        remove_drafts(folder.path());
        assert!(!left.exists());
        assert!(own.iter().all(|path| path.exists()));
        remove_drafts(&folder.path().join("no such folder"));
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_devices_are_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&fifo, &link).unwrap();
        for path in [&*fifo, &link, Path::new("/dev/zero"), Path::new("/dev/full"), folder.path()] {
            for what in
                [OpenOptions::new().read(true), OpenOptions::new().append(true).create(true)]
            {
                let error = open_regular(path, what).unwrap_err().to_string();
                assert!(error.ends_with("expected a regular file"), "{path:?}: {error}");
            }
        }
        let plain = folder.path().join("plain");
        open_regular(&plain, OpenOptions::new().append(true).create(true)).unwrap();
        open_regular(&plain, OpenOptions::new().read(true)).unwrap();
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
