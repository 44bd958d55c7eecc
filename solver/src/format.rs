//! Files of tables: a header, an index of blocks, and the blocks, each compressed by itself.
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | `MENAGEGT` |
//! | 4 | version, 1 |
//! | 4 | length of the header |
//! | | the header, as JSON |
//! | 4 | CRC-32 of the header |
//! | 8 for each block | its length and the CRC-32 of its bytes |
//! | 4 | CRC-32 of the index of blocks |
//! | | the blocks: entries as raw DEFLATE |
//!
//! All numbers are little-endian. An entry is a byte that selects one of the header's codes, or the code
//! itself in two bytes where there are more than 256.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use variants::Definition;

use crate::index::Index;
use crate::metric::Metric;
use crate::summary::Summary;

/// The first bytes of a table file.
pub const MAGIC: &[u8; 8] = b"MENAGEGT";
pub(crate) const VERSION: u32 = 1;
/// Number of entries of a block.
pub(crate) const BLOCK: usize = 1 << 13;
/// The most bytes of a header.
pub(crate) const MOST_HEADER: u32 = 1 << 20;

/// Error of a table's file.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file cannot be read or written.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause, which is in the text.
        cause: io::Error,
    },
    /// The file is not a table.
    #[error("{}: not an endgame table of Menagerie", .0.display())]
    Foreign(PathBuf),
    /// The file was written by a newer program.
    #[error("{}: version {found}: expected {VERSION}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The file is shorter than it should be, or altered.
    #[error("{}: damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        what: &'static str,
    },
    /// The file is of another game, or of other rules.
    #[error("{}: a table of {found}: expected {expected}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// Its game.
        found: String,
        /// The game that was expected.
        expected: String,
    },
    /// The file's name stands for another metric than its distances have.
    #[error("{}: distances to the {found}: expected extension .{}", path.display(), found.extension())]
    OtherMetric {
        /// The file.
        path: PathBuf,
        /// Its metric.
        found: Metric,
    },
}

/// Header of a table's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The game.
    pub game: String,
    /// Files and ranks of the board, such as `8x8`.
    pub board: String,
    /// Fingerprint of the definition.
    pub fingerprint: String,
    /// The material, such as `KQvK`.
    pub material: String,
    /// The plies that distances count; missing: those to the end.
    #[serde(default, skip_serializing_if = "Metric::is_end")]
    pub metric: Metric,
    /// Number of entries.
    pub entries: u64,
    /// Entries of a block; the last may have fewer.
    pub block: usize,
    /// The codes that bytes select; empty: entries are codes of two bytes.
    pub codes: Vec<u16>,
    /// Results.
    pub summary: Summary,
}

impl Header {
    pub(crate) fn new(
        definition: &Definition,
        fingerprint: &str,
        index: &Index,
        metric: Metric,
        summary: Summary,
    ) -> Self {
        Header {
            game: definition.name.clone(),
            board: definition.size.to_string(),
            fingerprint: fingerprint.to_owned(),
            material: index.material().text(definition),
            metric,
            entries: index.len(),
            block: BLOCK,
            codes: Vec::new(),
            summary,
        }
    }

    pub(crate) fn width(&self) -> usize {
        if self.codes.is_empty() { 2 } else { 1 }
    }
}

/// Function that writes a file, so that its name has either the old content or the new.
pub type Replace<'a> =
    &'a (dyn Fn(&Path, &mut dyn FnMut(&mut File) -> io::Result<()>) -> io::Result<()> + Sync);
