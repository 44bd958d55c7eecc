//! Games to fit to, on disk: a header line, then a line for each game.
//!
//! A game counts when its line has an end, so that an interrupted run goes on where it was.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use variants::Definition;

/// What games of one file have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The game's name.
    pub variant: String,
    /// What [`fingerprint`] says of its definition.
    pub fingerprint: String,
    /// Nodes for each turn.
    pub nodes: u64,
    /// Turns by chance at the beginning of each game.
    pub opening: u32,
    /// Where chance started.
    pub seed: u64,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// Its number, from 0: with the header's seed it tells the opening.
    pub number: u32,
    /// What White got: 0, 0.5 or 1.
    pub result: f64,
    /// Its quiet positions, as FENs, each with the search's score in centipawns from White's view.
    pub positions: Vec<(String, i32)>,
}

/// A number that differs, almost surely, between definitions
/// (<https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>).
pub fn fingerprint(definition: &Definition) -> String {
    let text = format!("{definition:?}");
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// A file of games, open for more.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    /// What was there.
    pub games: Vec<Game>,
}

impl Store {
    /// Opens a file of games, or begins one.
    ///
    /// # Errors
    /// When it cannot be read or written, or holds games of other settings.
    pub fn open(path: &Path, header: &Header) -> Result<Self> {
        let shown = path.display();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(|| format!("cannot open {shown}"))?;
        let (found, games, length) = read(&file).with_context(|| format!("cannot read {shown}"))?;
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        match found {
            Some(found) => {
                ensure!(found == *header, "{shown} has games of other settings: {found:?}");
            }
            None => {
                write_line(&mut file, header).with_context(|| format!("cannot write {shown}"))?
            }
        }
        Ok(Store { path: path.to_owned(), file, games })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, game: Game) -> Result<()> {
        write_line(&mut self.file, &game)
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        self.games.push(game);
        Ok(())
    }
}

/// The games of a file of whatever settings, if they are of the game with this fingerprint.
///
/// # Errors
/// When it cannot be read, or holds other games.
pub fn load(path: &Path, definition: &Definition) -> Result<Vec<Game>> {
    let shown = path.display();
    let file = File::open(path).with_context(|| format!("cannot open {shown}"))?;
    let (header, games, _) = read(&file).with_context(|| format!("cannot read {shown}"))?;
    let header = header.with_context(|| format!("{shown} is empty"))?;
    let same = header.fingerprint == fingerprint(definition);
    ensure!(same, "{shown} has games of another {}", header.variant);
    Ok(games)
}

fn write_line(file: &mut File, value: &impl Serialize) -> Result<()> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    file.write_all(line.as_bytes())?;
    Ok(())
}

/// What is whole in a file, and its length in bytes.
fn read(file: &File) -> Result<(Option<Header>, Vec<Game>, u64)> {
    let mut reader = BufReader::new(file);
    let (mut header, mut games, mut length) = (None, Vec::new(), 0);
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        let bytes = reader.read_line(&mut line)?;
        if !line.ends_with('\n') {
            break;
        }
        let context = || format!("line {number}");
        if header.is_none() {
            header = Some(serde_json::from_str(&line).with_context(context)?);
        } else {
            games.push(serde_json::from_str(&line).with_context(context)?);
        }
        length += bytes as u64;
    }
    Ok((header, games, length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn header(seed: u64) -> Header {
        let [variant, fingerprint] = ["chess", "0"].map(str::to_owned);
        Header { variant, fingerprint, nodes: 1, opening: 8, seed }
    }

    fn game(number: u32) -> Game {
        Game { number, result: 0.5, positions: vec![("8/8 w".to_owned(), -7)] }
    }

    #[test]
    fn an_interrupted_file_goes_on() {
        let path =
            std::env::temp_dir().join(format!("menagerie-games-{}.jsonl", std::process::id()));
        let _ = fs::remove_file(&path);
        let mut store = Store::open(&path, &header(1)).unwrap();
        store.add(game(0)).unwrap();
        store.add(game(1)).unwrap();
        drop(store);
        // What a kill may leave.
        let mut text = fs::read_to_string(&path).unwrap();
        text.truncate(text.len() - 5);
        fs::write(&path, text).unwrap();
        let mut store = Store::open(&path, &header(1)).unwrap();
        assert_eq!(store.games, [game(0)]);
        store.add(game(1)).unwrap();
        drop(store);
        assert_eq!(Store::open(&path, &header(1)).unwrap().games, [game(0), game(1)]);
        assert!(Store::open(&path, &header(2)).is_err());
        fs::write(&path, "nonsense\n").unwrap();
        assert!(Store::open(&path, &header(1)).is_err());
        fs::remove_file(&path).unwrap();
    }
}
