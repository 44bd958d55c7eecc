//! Data sets of self-play games: a header line, then one line per game.
//!
//! A game counts once its line is complete, so that an interrupted run can be resumed.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use variants::{Definition, FenError};

use engine::evaluation::Evaluation;
use engine::files::FileError;
use engine::fingerprint::{checksum, fingerprint};
use engine::json_lines::{ContentError, Entry, JsonLines, read};

/// Header: the common settings of a file's games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataHeader {
    /// Variant name.
    pub variant: String,
    /// [`engine::fingerprint::fingerprint`] of the variant's definition.
    pub fingerprint: String,
    /// Nodes per turn.
    pub nodes: u64,
    /// Random turns at the start of each game.
    pub opening: u32,
    /// Random seed.
    pub seed: u64,
    /// Version of the engine that created the file; missing in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Evaluation used: `hand-made` (HCE), or a network's checksum with the percentage of the HCE
    /// in the blend; missing in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
}

impl DataHeader {
    /// Describes the difference between two headers; `None` if the files are compatible. Another
    /// version of the engine may resume a file.
    fn difference(&self, other: &DataHeader) -> Option<String> {
        let evaluation = |header: &DataHeader| header.evaluation.clone().unwrap_or_default();
        let is_unknown = self.evaluation.is_none() || other.evaluation.is_none();
        let fields = [
            ("game", self.variant.clone(), other.variant.clone()),
            ("rules", self.fingerprint.clone(), other.fingerprint.clone()),
            ("nodes", self.nodes.to_string(), other.nodes.to_string()),
            ("opening", self.opening.to_string(), other.opening.to_string()),
            ("seed", self.seed.to_string(), other.seed.to_string()),
            ("evaluation", evaluation(self), evaluation(other)),
        ];
        let differ = |(name, one, two): &(&str, String, String)| {
            one != two && !(*name == "evaluation" && is_unknown)
        };
        let (name, one, two) = fields.into_iter().find(differ)?;
        Some(format!("{name} {one}, not {two}"))
    }
}

/// Self-play game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// Game number, from 0; with the header's seed it determines the opening.
    pub number: u32,
    /// Result for White: 0, 0.5 or 1.
    pub result: f64,
    /// Quiet positions, as FENs, each with the search score in centipawns from White's view.
    pub positions: Vec<(String, i32)>,
}

/// Returns the value of [`DataHeader::evaluation`] for an evaluation.
pub fn evaluation_name(evaluation: &Evaluation) -> String {
    match (&evaluation.net, evaluation.blend) {
        (None, _) => "hand-made".to_owned(),
        (Some(net), None | Some(0)) => checksum(net),
        (Some(net), Some(blend)) => format!("{} and {blend} % hand-made", checksum(net)),
    }
}

/// Error of a data set.
#[derive(Debug, Error)]
pub enum DataError {
    /// File that cannot be read or written, or has an invalid line.
    #[error(transparent)]
    Content(#[from] ContentError<GameError>),
    /// File without games.
    #[error("{} has no games: expected a file of `menagerie learn games`", .0.display())]
    Empty(PathBuf),
    /// Invalid position.
    #[error(transparent)]
    Position(#[from] GameError),
}

/// Error of a data set's header, game or position.
#[derive(Debug, Error)]
pub enum GameError {
    /// Invalid JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Header of other settings.
    #[error("games of other settings ({0})")]
    Settings(String),
    /// Header of another variant, or of other rules.
    #[error("games of another {found}: expected {expected} with its current rules")]
    Variant {
        /// Variant of the games.
        found: String,
        /// Variants that were expected.
        expected: String,
    },
    /// Invalid result.
    #[error("invalid result {0}: expected 0, 0.5 or 1")]
    Result(f64),
    /// Game with the number of an earlier one.
    #[error("duplicate game {0}")]
    Duplicate(u32),
    /// Invalid position.
    #[error("'{fen}'")]
    Fen {
        /// Position that was given.
        fen: String,
        /// Cause.
        source: FenError,
    },
    /// Position without pieces.
    #[error("'{0}' has no pieces")]
    NoPieces(String),
    /// Position that the evaluation cannot read.
    #[error("a position of another game")]
    Foreign,
}

impl GameError {
    /// Returns the error of an invalid position.
    pub fn fen(fen: &str, source: FenError) -> Self {
        GameError::Fen { fen: fen.to_owned(), source }
    }
}

/// File of games, open for appending.
#[derive(Debug)]
pub struct Store {
    lines: JsonLines,
    /// Numbers of its games.
    pub numbers: HashSet<u32>,
    /// Number of its positions.
    pub positions: usize,
}

impl Store {
    /// Opens or creates a file of games. `see` is called with each game in it, and may stop the
    /// reading, upon which `None` is returned.
    ///
    /// # Errors
    /// When the file cannot be read or written, is damaged, has other settings, or is in use by
    /// another program; and when `see` fails.
    pub fn open(
        path: &Path,
        header: &DataHeader,
        see: &mut dyn FnMut(Game) -> Result<ControlFlow<()>, GameError>,
    ) -> Result<Option<Self>, DataError> {
        let (mut numbers, mut positions) = (HashSet::new(), 0);
        let lines =
            JsonLines::resume(path, header, &mut |entry: Entry<DataHeader, Game>| match entry {
                Entry::Header(found) => match found.difference(header) {
                    Some(difference) => Err(GameError::Settings(difference)),
                    None => Ok(ControlFlow::Continue(())),
                },
                Entry::Record(game) => {
                    check(&game, &mut numbers)?;
                    positions += game.positions.len();
                    see(game)
                }
            })?;
        Ok(lines.map(|lines| Store { lines, numbers, positions }))
    }

    /// Appends a game.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, game: &Game) -> Result<(), FileError> {
        self.lines.append(game)?;
        self.numbers.insert(game.number);
        self.positions += game.positions.len();
        Ok(())
    }
}

/// Calls `see` with each game of a file of any settings and its definition, if it is one of these,
/// until it stops the reading. Returns the header; `None` if the reading was stopped.
///
/// # Errors
/// When the file cannot be read, is damaged, or is of another variant; and when `see` fails, with
/// the line.
pub fn scan<'d>(
    path: &Path,
    definitions: &[&'d Definition],
    see: &mut dyn FnMut(&'d Definition, Game) -> Result<ControlFlow<()>, GameError>,
) -> Result<Option<DataHeader>, DataError> {
    let (mut header, mut numbers) = (None, HashSet::new());
    let is_whole = read(path, &mut |entry: Entry<DataHeader, Game>| match (entry, &header) {
        (Entry::Header(found), _) => {
            let definition = of_header(&found, definitions)?;
            header = Some((found, definition));
            Ok(ControlFlow::Continue(()))
        }
        (Entry::Record(game), Some((_, definition))) => {
            check(&game, &mut numbers)?;
            see(definition, game)
        }
        // The header comes first.
        (Entry::Record(_), None) => Ok(ControlFlow::Break(())),
    })?;
    match header {
        _ if !is_whole => Ok(None),
        Some((header, _)) => Ok(Some(header)),
        None => Err(DataError::Empty(path.to_owned())),
    }
}

/// Returns the definition whose games these are.
fn of_header<'d>(
    header: &DataHeader,
    definitions: &[&'d Definition],
) -> Result<&'d Definition, GameError> {
    let is_it = |known: &&&Definition| fingerprint(known) == header.fingerprint;
    definitions.iter().find(is_it).copied().ok_or_else(|| {
        let name = |known: &&Definition| format!("{} on {}", known.name, known.size);
        GameError::Variant {
            found: header.variant.clone(),
            expected: definitions.iter().map(name).collect::<Vec<_>>().join(" or "),
        }
    })
}

/// Checks a game, and that its number is not among these, to which it is added.
fn check(game: &Game, numbers: &mut HashSet<u32>) -> Result<(), GameError> {
    if ![0.0, 0.5, 1.0].contains(&game.result) {
        return Err(GameError::Result(game.result));
    }
    match numbers.insert(game.number) {
        true => Ok(()),
        false => Err(GameError::Duplicate(game.number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::causes::with_causes;
    use std::fs;

    fn header(seed: u64) -> DataHeader {
        let [variant, fingerprint] = ["chess", "0"].map(str::to_owned);
        let (engine, evaluation) = (Some("1.0".to_owned()), Some("hand-made".to_owned()));
        DataHeader { variant, fingerprint, nodes: 1, opening: 8, seed, engine, evaluation }
    }

    fn game(number: u32) -> Game {
        Game { number, result: 0.5, positions: vec![("8/8 w".to_owned(), -7)] }
    }

    fn open(path: &Path, header: &DataHeader) -> Result<(Store, Vec<Game>), String> {
        let mut games = Vec::new();
        let store = Store::open(path, header, &mut |game| {
            games.push(game);
            Ok(ControlFlow::Continue(()))
        });
        let store = store.map_err(|error| with_causes(&error))?;
        Ok((store.unwrap(), games))
    }

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("menagerie-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    #[test]
    fn an_interrupted_file_goes_on() {
        let path = path("games");
        let (mut store, _) = open(&path, &header(1)).unwrap();
        store.add(&game(0)).unwrap();
        store.add(&game(1)).unwrap();
        let busy = open(&path, &header(1)).unwrap_err();
        assert!(busy.contains("in use"), "{busy}");
        drop(store);
        // Possible leftovers of a kill.
        let mut text = fs::read_to_string(&path).unwrap();
        text.truncate(text.len() - 5);
        fs::write(&path, text).unwrap();
        let (mut store, games) = open(&path, &header(1)).unwrap();
        assert_eq!(games, [game(0)]);
        store.add(&game(1)).unwrap();
        assert_eq!((store.numbers.len(), store.positions), (2, 2));
        drop(store);
        assert_eq!(open(&path, &header(1)).unwrap().1, [game(0), game(1)]);
        let error = open(&path, &header(2)).unwrap_err();
        assert!(error.contains("seed 1, not 2"), "{error}");
        let other = DataHeader { evaluation: Some("1f".to_owned()), ..header(1) };
        assert!(open(&path, &other).is_err());
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn files_of_before_are_read() {
        let path = path("old");
        let old = r#"{"variant":"chess","fingerprint":"0","nodes":1,"opening":8,"seed":1}"#;
        fs::write(&path, format!("{old}\n")).unwrap();
        assert!(open(&path, &header(1)).is_ok());
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn damage_is_named() {
        let path = path("damaged");
        let whole = serde_json::to_string(&header(1)).unwrap();
        let line = |game: &Game| serde_json::to_string(game).unwrap();
        let (one, odd) = (line(&game(0)), line(&Game { result: 0.7, ..game(1) }));
        for (text, fault) in [
            ("nonsense\n".to_owned(), "line 1"),
            (format!("{whole}\n{one}\n{{\"numb\n"), "line 3"),
            (format!("{whole}\n{one}\n{one}\n"), "line 3: duplicate game 0"),
            (format!("{whole}\n{odd}\n"), "line 2: invalid result 0.7"),
            (format!("{whole}\n\u{fffd}\n"), "line 2"),
        ] {
            fs::write(&path, text).unwrap();
            let error = open(&path, &header(1)).unwrap_err();
            assert!(error.contains(fault) && error.contains("damaged"), "{error}");
        }
        fs::remove_file(&path).unwrap();
    }
}
