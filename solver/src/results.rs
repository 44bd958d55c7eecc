//! Results of several tables of a game, as JSON.

use serde::{Deserialize, Serialize};
use variants::Definition;

use crate::file::TableFile;
use crate::metric::Metric;
use crate::summary::Summary;
use crate::support::notes;

/// Results of several tables of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// Version of the program that wrote them.
    pub menagerie: String,
    /// Day on which they were written.
    pub date: String,
    /// The game.
    pub game: String,
    /// Its name for people.
    pub title: String,
    /// Files and ranks of the board.
    pub board: String,
    /// Fingerprint of the definition.
    pub fingerprint: String,
    /// The tables are all of up to this number of pieces; `None`: of some material.
    #[serde(default)]
    pub men: Option<u8>,
    /// The plies that distances count; missing: those to the end.
    #[serde(default, skip_serializing_if = "Metric::is_end")]
    pub metric: Metric,
    /// Rules that the values leave out.
    pub notes: Vec<String>,
    /// A table each.
    pub tables: Vec<TableResults>,
}

/// Results of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableResults {
    /// The material, such as `KQvK`.
    pub material: String,
    /// Number of entries.
    pub entries: u64,
    /// Length of the file.
    pub bytes: u64,
    /// Results.
    pub summary: Summary,
}

impl Results {
    /// Collects the results of files.
    #[must_use]
    pub fn new(
        definition: &Definition,
        version: &str,
        date: String,
        fingerprint: &str,
        metric: Metric,
        files: &[&TableFile],
    ) -> Self {
        let table = |file: &&TableFile| TableResults {
            material: file.header().material.clone(),
            entries: file.header().entries,
            bytes: file.bytes(),
            summary: file.header().summary.clone(),
        };
        Results {
            menagerie: version.to_owned(),
            date,
            game: definition.name.clone(),
            title: definition.title.clone(),
            board: definition.size.to_string(),
            fingerprint: fingerprint.to_owned(),
            men: None,
            metric,
            notes: notes(definition),
            tables: files.iter().map(table).collect(),
        }
    }
}
