//! Atomic file replacement, and reading of regular files only, which cannot block.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use protocol::text::excerpt;
use tempfile::{Builder, NamedTempFile};
use thiserror::Error;

/// Maximum size of a file that is read, in bytes.
const MAX_FILE: u64 = 32 << 20;
/// Maximum length of a path, in bytes; no system supports longer ones.
const MAX_PATH: usize = 1 << 16;
/// Prefix and suffix of the names of drafts.
const DRAFT: [&str; 2] = [".draft-", ".tmp"];

/// Error of a file.
#[derive(Debug, Error)]
pub enum FileError {
    /// I/O error.
    #[error("cannot {action} {}", shown(path))]
    Io {
        /// Failed operation, in the infinitive.
        action: &'static str,
        /// Path of the file.
        path: PathBuf,
        /// Cause.
        source: io::Error,
    },
    /// File that another program has locked.
    #[error("{} is in use by another program", shown(.0))]
    InUse(PathBuf),
    /// Text that is too long for a path.
    #[error("path too long: '{0}'")]
    Path(String),
    /// Larger file than is read.
    #[error("{} is larger than {} MB", shown(.0), MAX_FILE >> 20)]
    TooLarge(PathBuf),
    /// Text file that is not UTF-8.
    #[error("{}: line {line}: not UTF-8", shown(path))]
    NotText {
        /// Path of the file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
    },
}

impl FileError {
    /// Returns the I/O error of an operation: `cannot {action} {path}`.
    pub fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        FileError::Io { action, path: path.to_owned(), source }
    }
}

/// Returns a path for a message.
pub fn shown(path: &Path) -> String {
    protocol::text::printable(&path.to_string_lossy()).into_owned()
}

/// Opens a regular file, with the given options.
///
/// Pipes, devices and sockets are refused: opening or reading them may block forever.
///
/// # Errors
/// If it cannot be opened, or is not a regular file.
pub fn open_regular(path: &Path, what: &mut OpenOptions) -> io::Result<File> {
    // Checked before it is opened: opening some devices has side effects.
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

/// Locks a file against other programs, as long as it is open; returns whether it is locked. Where
/// files cannot be locked, the user is responsible.
///
/// # Errors
/// If another program has locked it.
pub fn lock(file: &File, path: &Path) -> Result<bool, FileError> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Err(FileError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => {
            log::warn!("{} cannot be locked: {error}", shown(path));
            Ok(false)
        }
    }
}

/// Returns the content of a regular file.
///
/// # Errors
/// If it cannot be read, is not a regular file, or is larger than 32 MB.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, FileError> {
    let name = path.as_os_str().as_encoded_bytes();
    if name.len() > MAX_PATH {
        return Err(FileError::Path(excerpt(name)));
    }
    let file = open_regular(path, OpenOptions::new().read(true))
        .map_err(|error| FileError::io("open", path, error))?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| FileError::io("read", path, error))?;
    match bytes.len() as u64 {
        0..=MAX_FILE => Ok(bytes),
        _ => Err(FileError::TooLarge(path.to_owned())),
    }
}

/// Returns the content of a text file without a byte order mark, which some editors write.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Reads a text file, without its byte order mark.
///
/// # Errors
/// If it cannot be read, or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    let bytes = read_bytes(path)?;
    let text = without_mark(&bytes);
    let text = str::from_utf8(text).map_err(|error| {
        let valid = text.get(..error.valid_up_to()).unwrap_or_default();
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        FileError::NotText { path: path.to_owned(), line }
    })?;
    Ok(text.to_owned())
}

/// Writes a file atomically: its name has either the old content or the new.
///
/// # Errors
/// If it cannot be written; it is then unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    replace(path, |file| file.write_all(bytes)).map_err(|error| FileError::io("write", path, error))
}

/// [`write()`] with a function that writes the content. An existing path that is not a regular
/// file, such as a terminal, is written directly: it has no content that could be lost. A symbolic
/// link stays one, and an existing file keeps its permissions.
///
/// # Errors
/// If it cannot be written; a file is then unchanged.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let found = fs::metadata(path).ok();
    if found.as_ref().is_some_and(|found| !found.is_file() && !found.is_dir()) {
        return write(&mut OpenOptions::new().write(true).open(path)?);
    }
    let target = if path.is_symlink() { fs::canonicalize(path)? } else { path.to_owned() };
    let mut file = draft(&target)?;
    write(file.as_file_mut())?;
    if let Some(found) = found.filter(fs::Metadata::is_file) {
        file.as_file().set_permissions(found.permissions())?;
    }
    place(file, &target)?;
    sync_folder(&target);
    Ok(())
}

/// Appends to an open file with a function that writes. The file needs the right to be written, not
/// that to be appended to alone, by which some systems do not shorten it.
///
/// # Errors
/// If it cannot be written; it has its old length then, as far as possible.
pub fn append(file: &mut File, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let end = file.seek(SeekFrom::End(0))?;
    write(file).inspect_err(|_| {
        // A full disk leaves a part of it. The first error is reported.
        let _ = file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end)));
    })
}

/// Creates the folder of a file. Long jobs call it before they start.
///
/// # Errors
/// If it cannot be created.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder(path))
        .map_err(|error| FileError::io("create a folder for", path, error))
}

/// Creates a temporary file beside another, with default permissions; it is deleted on drop.
///
/// # Errors
/// If the folder is not writable.
pub fn draft(path: &Path) -> io::Result<NamedTempFile> {
    let (mut builder, [prefix, suffix]) = (Builder::new(), DRAFT);
    builder.prefix(prefix).suffix(suffix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder(path)).map_err(bare)
}

/// Returns the error of a draft without the draft's name, which means nothing to people.
fn bare(error: io::Error) -> io::Error {
    // The cause is to be had as text alone.
    match error.to_string().split_once(" at path ") {
        Some((cause, _)) => io::Error::new(error.kind(), cause),
        None => error,
    }
}

/// Removes the drafts of killed programs from a folder. No other program may be writing there.
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

/// Renames a draft to its final path.
///
/// # Errors
/// If it cannot be renamed.
pub fn place(file: NamedTempFile, path: &Path) -> io::Result<()> {
    // Otherwise a crash soon after could leave an empty file.
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|error| bare(error.error))
}

/// Syncs the folder of a new file, on systems that support it.
pub fn sync_folder(path: &Path) {
    #[cfg(unix)]
    if let Err(error) = File::open(folder(path)).and_then(|folder| folder.sync_all()) {
        log::debug!("{}: {error}", folder(path).display());
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Returns the folder of a file.
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
    fn what_cannot_be_appended_leaves_no_part() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        let mut file =
            OpenOptions::new().create(true).truncate(false).write(true).open(&path).unwrap();
        append(&mut file, |file| file.write_all(b"one\n")).unwrap();
        let failed = append(&mut file, |file| {
            file.write_all(b"tw")?;
            Err(io::Error::other("full"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "full");
        append(&mut file, |file| file.write_all(b"three\n")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\nthree\n");
    }

    #[test]
    fn byte_order_marks_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.txt");
        write(&path, b"\xef\xbb\xbf[game]\r\n").unwrap();
        assert_eq!(read_text(&path).unwrap(), "[game]\r\n");
        write(&path, b"\xef\xbb\xbfx\n\xff").unwrap();
        assert!(matches!(read_text(&path), Err(FileError::NotText { line: 2, .. })));
    }

    #[test]
    fn errors_name_the_file_and_not_its_draft() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none/file.txt");
        let error = write(&path, b"").unwrap_err();
        let text = crate::causes::with_causes(&error);
        assert!(text.contains("file.txt") && !text.contains(".draft"), "{text}");
    }

    #[test]
    fn a_path_that_is_none_is_not_repeated_at_length() {
        let error = read_text(Path::new(&"x".repeat(1 << 20))).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("xxx") && text.len() < 300, "{text}");
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

        let private = fs::Permissions::from_mode(0o600);
        fs::set_permissions(&ours, private).unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&ours, &link).unwrap();
        write(&link, b"other").unwrap();
        assert!(link.is_symlink());
        assert_eq!((fs::read(&ours).unwrap(), mode(&ours) & 0o777), (b"other".to_vec(), 0o600));

        let link = folder.path().join("null");
        std::os::unix::fs::symlink("/dev/null", &link).unwrap();
        write(&link, b"nothing").unwrap();
        assert!(fs::metadata(&link).unwrap().file_type().is_char_device());
    }
}
