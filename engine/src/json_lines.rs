//! Append-only files of JSON lines: a header, then records.
//!
//! A record counts once its line is complete, so that neither a crash nor a full disk loses or
//! duplicates one: an incomplete last line is removed.

use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::files::{self, FileError, lock, shown, sync_folder};

/// Maximum length of a line, in bytes: far beyond any record.
const MAX_LINE: u64 = 64 << 20;

/// File of JSON lines, open for appending and locked against other programs.
#[derive(Debug)]
pub struct JsonLines {
    path: PathBuf,
    file: File,
}

/// Error of the content of a file.
#[derive(Debug, thiserror::Error)]
pub enum ContentError<E: Error + 'static> {
    /// File that cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Invalid line.
    #[error("cannot use {}: line {line}", shown(path))]
    Line {
        /// Path of the file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// Cause.
        source: Box<E>,
    },
}

/// Content of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry<H, R> {
    /// Header: the first line.
    Header(H),
    /// Record.
    Record(R),
}

impl Drop for JsonLines {
    /// Unlocks the file at once: a child process that is just being started has a copy of its handle,
    /// and a lock ends with the last copy.
    fn drop(&mut self) {
        if let Err(error) = self.file.unlock() {
            log::debug!("{} cannot be unlocked: {error}", shown(&self.path));
        }
    }
}

impl JsonLines {
    /// Creates a file, which must not exist.
    ///
    /// # Errors
    /// If the file exists, or cannot be created.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path);
        let file = file.map_err(|error| FileError::io("create", path, error))?;
        lock(&file, path)?;
        sync_folder(path);
        Ok(JsonLines { path: path.to_owned(), file })
    }

    /// Opens a file that exists; lines are appended where [`JsonLines::cut`] ends it.
    ///
    /// # Errors
    /// If the file cannot be opened, or is in use.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::open_with(path, OpenOptions::new().read(true).write(true))
    }

    fn open_with(path: &Path, options: &OpenOptions) -> Result<Self, FileError> {
        let file = options.open(path).map_err(|error| FileError::io("open", path, error))?;
        lock(&file, path)?;
        Ok(JsonLines { path: path.to_owned(), file })
    }

    /// Opens or creates a file to append to. `see` is called with the header and each record, and
    /// may stop the reading, upon which `None` is returned. An incomplete last line is removed, and
    /// an empty file gets the header.
    ///
    /// # Errors
    /// If the file cannot be read or written, is in use, or has an invalid line; and if `see`
    /// fails.
    pub fn resume<H, R, E>(
        path: &Path,
        header: &H,
        see: &mut dyn FnMut(Entry<H, R>) -> Result<ControlFlow<()>, E>,
    ) -> Result<Option<Self>, ContentError<E>>
    where
        H: Serialize + DeserializeOwned,
        R: DeserializeOwned,
        E: Error + From<serde_json::Error> + 'static,
    {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut lines = Self::open_with(path, options)?;
        let Some(length) = scan(lines.lines(), see)? else { return Ok(None) };
        lines.cut(length)?;
        if length == 0 {
            lines.append(header)?;
        }
        Ok(Some(lines))
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the lines of the file, from the first.
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(&self.path, &self.file)
    }

    /// Ends the file after this number of bytes; lines are appended there.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn cut(&mut self, length: u64) -> Result<(), FileError> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(drop).map_err(|error| FileError::io("write", &self.path, error))
    }

    /// Appends a value as a line.
    ///
    /// # Errors
    /// If the file cannot be written; it is restored then as far as possible.
    pub fn append(&mut self, value: &impl Serialize) -> Result<(), FileError> {
        let line = serde_json::to_vec(value);
        let mut line = line.map_err(|error| FileError::io("write", &self.path, error.into()))?;
        line.push(b'\n');
        self.write(&line)
    }

    /// Completes a last line that lacks only its line ending.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn end_line(&mut self) -> Result<(), FileError> {
        self.write(b"\n")
    }

    /// Waits until all lines are on disk.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn sync(&self) -> Result<(), FileError> {
        self.file.sync_data().map_err(|error| FileError::io("write", &self.path, error))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let written = files::append(&mut self.file, |file| file.write_all(bytes));
        written.map_err(|error| FileError::io("write", &self.path, error))
    }
}

/// Appends a value as a line to a file without a header, which is created if it does not exist.
///
/// # Errors
/// If the file cannot be read or written, or is in use.
pub fn append(path: &Path, value: &impl Serialize) -> Result<(), FileError> {
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    let mut file = JsonLines::open_with(path, options)?;
    let mut length = 0;
    for line in file.lines() {
        let line = line?;
        if line.ended {
            length = line.end;
        }
    }
    file.cut(length)?;
    file.append(value)
}

/// Reads a file without changing it. `see` is called with the header and each record of the
/// complete lines, and may stop the reading. Returns whether it was read to its end.
///
/// # Errors
/// If the file cannot be read, or has an invalid line; and if `see` fails.
pub fn read<H, R, E>(
    path: &Path,
    see: &mut dyn FnMut(Entry<H, R>) -> Result<ControlFlow<()>, E>,
) -> Result<bool, ContentError<E>>
where
    H: DeserializeOwned,
    R: DeserializeOwned,
    E: Error + From<serde_json::Error> + 'static,
{
    let file = File::open(path).map_err(|error| FileError::io("open", path, error))?;
    Ok(scan(Lines::new(path, &file), see)?.is_some())
}

/// Returns the length of the complete lines in bytes; `None` if `see` stopped the reading.
fn scan<H, R, E>(
    lines: Lines<'_>,
    see: &mut dyn FnMut(Entry<H, R>) -> Result<ControlFlow<()>, E>,
) -> Result<Option<u64>, ContentError<E>>
where
    H: DeserializeOwned,
    R: DeserializeOwned,
    E: Error + From<serde_json::Error> + 'static,
{
    let (path, mut length) = (lines.path, 0);
    for line in lines {
        let Line { number, bytes, ended, end } = line?;
        if !ended {
            break;
        }
        let entry = match number {
            1 => serde_json::from_slice(&bytes).map(Entry::Header),
            _ => serde_json::from_slice(&bytes).map(Entry::Record),
        };
        match entry.map_err(E::from).and_then(&mut *see) {
            Ok(ControlFlow::Continue(())) => length = end,
            Ok(ControlFlow::Break(())) => return Ok(None),
            Err(source) => {
                let (path, source) = (path.to_owned(), Box::new(source));
                return Err(ContentError::Line { path, line: number, source });
            }
        }
    }
    Ok(Some(length))
}

/// Line of a file.
#[derive(Clone, Debug)]
pub struct Line {
    /// Line number, from 1.
    pub number: usize,
    /// Bytes of the line.
    pub bytes: Vec<u8>,
    /// Whether it has its line ending.
    pub ended: bool,
    /// End of the line in the file, in bytes.
    pub end: u64,
}

/// Iterator over the lines of a file.
#[derive(Debug)]
pub struct Lines<'a> {
    path: &'a Path,
    reader: BufReader<&'a File>,
    number: usize,
    end: u64,
}

impl<'a> Lines<'a> {
    /// Returns the lines of an open file, from where it is read next.
    pub fn new(path: &'a Path, file: &'a File) -> Self {
        Lines { path, reader: BufReader::new(file), number: 0, end: 0 }
    }
}

impl Iterator for Lines<'_> {
    type Item = Result<Line, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = Vec::new();
        let read = match (&mut self.reader).take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(read) => read as u64,
            Err(error) => return Some(Err(FileError::io("read", self.path, error))),
        };
        self.number += 1;
        self.end += read;
        if read == MAX_LINE {
            let error = io::Error::other(format!("line {} is too long", self.number));
            return Some(Err(FileError::io("read", self.path, error)));
        }
        let ended = bytes.last() == Some(&b'\n');
        Some(Ok(Line { number: self.number, bytes, ended, end: self.end }))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::causes::with_causes;

    type Found = Vec<Entry<String, u32>>;

    fn resume(path: &Path) -> Result<(JsonLines, Found), ContentError<serde_json::Error>> {
        let mut found = Vec::new();
        let file = JsonLines::resume(path, &"head".to_owned(), &mut |entry| {
            found.push(entry);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok((file.unwrap(), found))
    }

    #[test]
    fn a_record_counts_once_its_line_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records");
        let (mut file, found) = resume(&path).unwrap();
        assert!(found.is_empty());
        file.append(&1).unwrap();
        file.append(&23).unwrap();
        let busy = resume(&path).unwrap_err();
        assert!(busy.to_string().ends_with("is in use by another program"), "{busy}");
        // As a child process has it that is just being started.
        let copy = file.file.try_clone().unwrap();
        drop(file);
        assert!(resume(&path).is_ok());
        drop(copy);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "\"head\"\n1\n23\n");
        fs::write(&path, &text[..text.len() - 1]).unwrap();
        let head = Entry::Header("head".to_owned());
        assert_eq!(resume(&path).unwrap().1, [head, Entry::Record(1)]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "\"head\"\n1\n");
    }

    #[test]
    fn an_invalid_line_is_named_and_reading_can_be_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records");
        fs::write(&path, "\"head\"\n1\nx\n").unwrap();
        let error = with_causes(&resume(&path).unwrap_err());
        assert!(error.contains("records: line 3: expected value"), "{error}");
        let mut stop = |entry: Entry<String, u32>| -> Result<_, serde_json::Error> {
            Ok(match entry {
                Entry::Header(_) => ControlFlow::Continue(()),
                Entry::Record(_) => ControlFlow::Break(()),
            })
        };
        assert!(!read(&path, &mut stop).unwrap());
        assert!(JsonLines::resume(&path, &"head".to_owned(), &mut stop).unwrap().is_none());
        assert_eq!(fs::read_to_string(&path).unwrap(), "\"head\"\n1\nx\n");
    }

    #[test]
    fn a_log_has_no_header_and_loses_no_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        append(&path, &1).unwrap();
        fs::write(&path, "1\n2").unwrap();
        append(&path, &3).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "1\n3\n");
    }
}
