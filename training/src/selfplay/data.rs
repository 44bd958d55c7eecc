//! Data sets of self-play games: a header line, then one line per game.
//!
//! A game counts once its line is complete, so that an interrupted run can be resumed.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use variants::Definition;

use engine::evaluation::Evaluation;
use engine::fingerprint::{checksum, fingerprint};

/// Header: the common settings of a file's games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
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

impl Header {
    /// Describes the difference between two headers; `None` if the files are compatible. Another
    /// version of the engine may resume a file.
    fn difference(&self, other: &Header) -> Option<String> {
        let evaluation = |header: &Header| header.evaluation.clone().unwrap_or_default();
        let unsaid = self.evaluation.is_none() || other.evaluation.is_none();
        let fields = [
            ("game", self.variant.clone(), other.variant.clone()),
            ("rules", self.fingerprint.clone(), other.fingerprint.clone()),
            ("nodes", self.nodes.to_string(), other.nodes.to_string()),
            ("opening", self.opening.to_string(), other.opening.to_string()),
            ("seed", self.seed.to_string(), other.seed.to_string()),
            ("evaluation", evaluation(self), evaluation(other)),
        ];
        let differ = |(name, one, two): &(&str, String, String)| {
            one != two && !(*name == "evaluation" && unsaid)
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

/// Returns the value of [`Header::evaluation`] for an evaluation.
pub fn judge(evaluation: &Evaluation) -> String {
    match (&evaluation.net, evaluation.blend) {
        (None, _) => "hand-made".to_owned(),
        (Some(net), None | Some(0)) => checksum(net),
        (Some(net), Some(blend)) => format!("{} and {blend} % hand-made", checksum(net)),
    }
}

/// File of games, open for appending.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    /// Numbers of its games.
    pub numbers: HashSet<u32>,
    /// Number of its positions.
    pub positions: usize,
}

impl Store {
    /// Opens or creates a file of games. `see` is called with each game in it.
    ///
    /// # Errors
    /// When the file cannot be read or written, is damaged, has other settings, or is in use by
    /// another program; and when `see` fails.
    pub fn open(
        path: &Path,
        header: &Header,
        see: &mut dyn FnMut(Game) -> Result<()>,
    ) -> Result<Self> {
        let shown = path.display();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(|| format!("cannot open {shown}"))?;
        // Where files cannot be locked, the user is responsible.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            bail!("{shown} is in use by another program");
        }
        let (mut numbers, mut positions) = (HashSet::new(), 0);
        let mut each = |found: &Header, game: Option<Game>| {
            if let Some(difference) = found.difference(header) {
                bail!("games of other settings ({difference})");
            }
            let Some(game) = game else { return Ok(()) };
            numbers.insert(game.number);
            positions += game.positions.len();
            see(game)
        };
        let length = read(&file, &mut each).with_context(|| format!("cannot use {shown}"))?;
        // Incomplete line of a killed process.
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        if length == 0 {
            write_line(&mut file, header).with_context(|| format!("cannot write {shown}"))?;
        }
        Ok(Store { path: path.to_owned(), file, numbers, positions })
    }

    /// Appends a game.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, game: &Game) -> Result<()> {
        write_line(&mut self.file, game)
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        self.numbers.insert(game.number);
        self.positions += game.positions.len();
        Ok(())
    }
}

/// Calls `see` with each game of a file of any settings and its definition, if it is one of these.
/// Returns the header.
///
/// # Errors
/// When the file cannot be read, is damaged, or is of another variant; and when `see` fails, with
/// the line.
pub fn scan<'d>(
    path: &Path,
    definitions: &[&'d Definition],
    see: &mut dyn FnMut(&'d Definition, Game) -> Result<()>,
) -> Result<Header> {
    let shown = path.display();
    let file = File::open(path).with_context(|| format!("cannot open {shown}"))?;
    let (mut header, mut definition) = (None, None);
    let mut each = |found: &Header, game: Option<Game>| match (game, definition) {
        (Some(game), Some(definition)) => see(definition, game),
        _ => {
            let is_it = |known: &&&Definition| fingerprint(known) == found.fingerprint;
            definition = definitions.iter().find(is_it).copied();
            let names = || {
                let name = |known: &&Definition| format!("{} on {}", known.name, known.size);
                definitions.iter().map(name).collect::<Vec<_>>().join(" or ")
            };
            let wanted = definition.with_context(|| {
                format!(
                    "games of another {}: expected {} with its current rules",
                    found.variant,
                    names()
                )
            });
            header = Some(found.clone());
            wanted.map(|_| ())
        }
    };
    read(&file, &mut each).with_context(|| format!("cannot use {shown}"))?;
    header.with_context(|| format!("{shown} is empty"))
}

fn write_line(file: &mut File, value: &impl Serialize) -> Result<()> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    file.write_all(line.as_bytes())?;
    Ok(())
}

/// Calls `see` with the header alone, then with each complete game; returns the length of the
/// complete lines in bytes. Errors include the line number.
fn read(file: &File, see: &mut dyn FnMut(&Header, Option<Game>) -> Result<()>) -> Result<u64> {
    let mut reader = BufReader::new(file);
    let (mut header, mut numbers, mut length) = (None, HashSet::new(), 0);
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let bytes = reader.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            break;
        }
        (|| {
            let Some(header) = &header else {
                let found = serde_json::from_slice(&line)?;
                see(&found, None)?;
                header = Some(found);
                return Ok(());
            };
            let game: Game = serde_json::from_slice(&line)?;
            ensure!(
                [0.0, 0.5, 1.0].contains(&game.result),
                "invalid result {}: expected 0, 0.5 or 1",
                game.result
            );
            ensure!(numbers.insert(game.number), "duplicate game {}", game.number);
            see(header, Some(game))
        })()
        .with_context(|| format!("line {number}"))?;
        length += bytes as u64;
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn header(seed: u64) -> Header {
        let [variant, fingerprint] = ["chess", "0"].map(str::to_owned);
        let (engine, evaluation) = (Some("1.0".to_owned()), Some("hand-made".to_owned()));
        Header { variant, fingerprint, nodes: 1, opening: 8, seed, engine, evaluation }
    }

    fn game(number: u32) -> Game {
        Game { number, result: 0.5, positions: vec![("8/8 w".to_owned(), -7)] }
    }

    fn open(path: &Path, header: &Header) -> Result<(Store, Vec<Game>)> {
        let mut games = Vec::new();
        let store = Store::open(path, header, &mut |game| {
            games.push(game);
            Ok(())
        })?;
        Ok((store, games))
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
        assert!(format!("{busy:#}").contains("in use"), "{busy:#}");
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
        assert!(format!("{error:#}").contains("seed 1, not 2"), "{error:#}");
        let other = Header { evaluation: Some("1f".to_owned()), ..header(1) };
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
            let error = format!("{:#}", open(&path, &header(1)).unwrap_err());
            assert!(error.contains(fault) && error.contains("damaged"), "{error}");
        }
        fs::remove_file(&path).unwrap();
    }
}
