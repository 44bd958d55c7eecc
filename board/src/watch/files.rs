//! The files of one match: a single one, or those of its shards.

use std::io;
use std::path::{Path, PathBuf};

use arena::Match;
use arena::report::read::plan_of;
use arena::report::shard_differences;
use engine::files::{FileError, shown};

use super::follow::{Follower, NewLine, Place};

/// Files that are followed together.
#[derive(Debug)]
pub(super) struct Files(Vec<Follower>);

/// Place of a line: the index of its file, and where it is in there.
pub(super) type FilePlace = (usize, Place);

/// Lines that were read.
#[derive(Debug, Default)]
pub(super) struct NewLines {
    /// Whether all earlier lines are void.
    pub(super) is_new: bool,
    /// Lines, each with the index of its file.
    pub(super) lines: Vec<(usize, NewLine)>,
    /// Whether more lines are there.
    pub(super) has_more: bool,
    /// Errors of files that cannot be read, or not further.
    pub(super) faults: Vec<FileError>,
}

impl Files {
    /// Returns files, put together where they are shards of the same match, in the order in which
    /// they are given.
    pub(super) fn of(paths: &[PathBuf]) -> Vec<Self> {
        let mut groups: Vec<(Option<Match>, Vec<PathBuf>)> = Vec::new();
        for path in paths {
            // The follower reports a file that cannot be read.
            let plan = plan_of(path).ok().flatten().filter(|plan| plan.shard.is_some());
            let same = groups.iter_mut().find(|(first, _)| match (first, &plan) {
                (Some(first), Some(plan)) => shard_differences(first, plan).is_empty(),
                _ => false,
            });
            match same {
                Some((_, paths)) => paths.push(path.clone()),
                None => groups.push((plan, vec![path.clone()])),
            }
        }
        let follow =
            |paths: Vec<PathBuf>| Files(paths.iter().map(|path| Follower::new(path)).collect());
        groups.into_iter().map(|(_, paths)| follow(paths)).collect()
    }

    /// Whether there are several.
    pub(super) fn are_shards(&self) -> bool {
        self.0.len() > 1
    }

    /// The first file.
    pub(super) fn first(&self) -> &Path {
        self.0.first().map_or(Path::new(""), Follower::path)
    }

    /// Returns the name of a file where there are several, for notes; empty otherwise.
    pub(super) fn prefix(&self, file: usize) -> String {
        let follower = self.0.get(file).filter(|_| self.are_shards());
        follower.map(|file| format!("{}, ", shown(file.path()))).unwrap_or_default()
    }

    /// Returns the name of the match: of shards the first one's, with their number.
    pub(super) fn name(&self) -> String {
        let first = shown(self.first());
        match self.0.as_slice() {
            [_] => first,
            files => format!("{first} and {} more", files.len() - 1),
        }
    }

    /// Returns new lines, some at a time. If a file was replaced, all are read again. A file that
    /// cannot be read does not hold up the others.
    pub(super) fn read(&mut self) -> NewLines {
        let mut new = NewLines::default();
        let mut again = false;
        for (index, follower) in self.0.iter_mut().enumerate() {
            let batch = follower.read();
            again |= batch.is_new;
            new.has_more |= batch.has_more;
            new.lines.extend(batch.lines.into_iter().map(|line| (index, line)));
            new.faults.extend(batch.fault);
        }
        if again {
            self.0.iter_mut().for_each(Follower::rewind);
            return NewLines { is_new: true, has_more: true, ..NewLines::default() };
        }
        new
    }

    /// Returns a line that was read before.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn line(&self, (file, place): FilePlace) -> io::Result<Vec<u8>> {
        let follower = self.0.get(file).ok_or(io::ErrorKind::NotFound)?;
        follower.line(place)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_cannot_be_read_does_not_hold_up_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("one"), "1\n").unwrap();
        fs::write(path("three"), "3\n").unwrap();
        let followers = ["one", "two", "three"].map(|name| Follower::new(&path(name)));
        let mut files = Files(followers.into());
        let texts = |new: &NewLines| -> Vec<(usize, Vec<u8>)> {
            new.lines.iter().map(|(file, line)| (*file, line.bytes.clone())).collect()
        };
        let new = files.read();
        assert_eq!(texts(&new), [(0, b"1\n".to_vec()), (2, b"3\n".to_vec())]);
        assert_eq!(new.faults.len(), 1);
        fs::write(path("two"), "2\n").unwrap();
        let new = files.read();
        assert!(new.faults.is_empty() && texts(&new) == [(1, b"2\n".to_vec())]);
    }
}
