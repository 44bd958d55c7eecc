//! A file of JSON lines to which another program appends.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use engine::files::FileError;
use engine::json_lines::Lines;

/// Maximum number of bytes that are read at a time, in whole lines.
const AT_A_TIME: u64 = 4 << 20;

/// Place of a line in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) offset: u64,
    pub(super) length: u64,
}

/// Complete line.
#[derive(Debug)]
pub(super) struct NewLine {
    /// Line number, from 1.
    pub(super) number: usize,
    pub(super) place: Place,
    pub(super) bytes: Vec<u8>,
}

/// Lines that were read.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// Whether the file was replaced or truncated: all earlier lines are void.
    pub(super) is_new: bool,
    pub(super) lines: Vec<NewLine>,
    /// Whether more lines are there.
    pub(super) has_more: bool,
    /// Error that ended the reading after these lines.
    pub(super) fault: Option<FileError>,
}

/// Reader of the lines that are complete.
#[derive(Debug)]
pub(super) struct Follower {
    path: PathBuf,
    /// End of the lines that were read, and their number.
    end: u64,
    number: usize,
}

impl Follower {
    pub(super) fn new(path: &Path) -> Self {
        Follower { path: path.to_owned(), end: 0, number: 0 }
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Goes back to the beginning of the file.
    pub(super) fn rewind(&mut self) {
        (self.end, self.number) = (0, 0);
    }

    /// Returns new lines, some at a time. An incomplete last line is left for later.
    pub(super) fn read(&mut self) -> Batch {
        let mut batch = Batch::default();
        batch.fault = self.read_to(&mut batch).err();
        batch
    }

    fn read_to(&mut self, batch: &mut Batch) -> Result<(), FileError> {
        let path = self.path.clone();
        let failed = |error| FileError::io("read", &path, error);
        let mut file = File::open(&self.path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        batch.is_new = length < self.end;
        if batch.is_new {
            self.rewind();
        }
        let start = self.end;
        if length == start {
            return Ok(());
        }
        file.seek(SeekFrom::Start(start)).map_err(failed)?;
        for line in Lines::new(&path, &file) {
            let line = line?;
            if !line.ended {
                break;
            }
            self.number += 1;
            let place = Place { offset: self.end, length: start + line.end - self.end };
            self.end = start + line.end;
            batch.lines.push(NewLine { number: self.number, place, bytes: line.bytes });
            if line.end >= AT_A_TIME {
                batch.has_more = true;
                break;
            }
        }
        Ok(())
    }

    /// Returns a line that was read before.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn line(&self, place: Place) -> io::Result<Vec<u8>> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(place.offset))?;
        let mut bytes = Vec::new();
        file.take(place.length).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn texts(batch: &Batch) -> Vec<String> {
        let text = |line: &NewLine| String::from_utf8(line.bytes.clone()).unwrap();
        batch.lines.iter().map(text).collect()
    }

    #[test]
    fn lines_are_read_once_they_are_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let mut follower = Follower::new(&path);
        assert!(follower.read().fault.is_some(), "no file yet");
        fs::write(&path, "one\ntw").unwrap();
        assert_eq!(texts(&follower.read()), ["one\n"]);
        assert!(follower.read().lines.is_empty());
        fs::write(&path, "one\ntwo\nthree\n").unwrap();
        let batch = follower.read();
        assert_eq!(texts(&batch), ["two\n", "three\n"]);
        let NewLine { number, place, .. } = &batch.lines[1];
        assert_eq!((*number, follower.line(*place).unwrap()), (3, b"three\n".to_vec()));
        fs::write(&path, "new\n").unwrap();
        let batch = follower.read();
        assert!(batch.is_new && batch.lines[0].number == 1 && texts(&batch) == ["new\n"]);
    }

    #[test]
    fn lines_before_one_that_cannot_be_read_are_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let mut file = File::create(&path).unwrap();
        std::io::Write::write_all(&mut file, b"one\n").unwrap();
        // Longer than any line: the rest has no content on disk.
        file.set_len(65 << 20).unwrap();
        let mut follower = Follower::new(&path);
        let batch = follower.read();
        assert!(batch.fault.is_some() && texts(&batch) == ["one\n"]);
        let batch = follower.read();
        assert!(batch.fault.is_some() && batch.lines.is_empty());
    }

    #[test]
    fn large_files_are_read_in_parts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let line = format!("{}\n", "x".repeat(3 << 20));
        fs::write(&path, line.repeat(3)).unwrap();
        let mut follower = Follower::new(&path);
        let first = follower.read();
        assert!(first.has_more && first.lines.len() == 2);
        let second = follower.read();
        assert!(!second.has_more && second.lines.len() == 1);
    }
}
