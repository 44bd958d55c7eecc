//! Reader of games from files: our JSON lines, and PGN and PDN of other programs too.

mod comment;
mod record;
mod replay;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use engine::files;
use engine::library::Library;
use serde::Deserialize;
use thiserror::Error;

use crate::game_record::{NOT_UTF8, invalid_game};
use crate::pgn::{self, BadLine};
use crate::{GameRecord, Match};

pub use comment::is_of_program;
use record::{Progress, Records};

/// Metadata of a file of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameSource {
    /// Settings of the match; `None` if the file has none.
    pub plan: Option<Match>,
    /// Number of games with a result.
    pub games: usize,
    /// Number of games without a result (`*`), which are skipped.
    pub unfinished: usize,
    /// Number of games with a result that are incomplete, cannot be replayed, or end otherwise by the rules;
    /// games of this program's own matches were checked as they were played.
    pub doubtful: usize,
    /// Whether the file has settings that cannot be read.
    pub has_bad_settings: bool,
    /// Notes for the reader, such as an incomplete last line.
    pub notes: Vec<String>,
}

/// Error of reading games.
#[derive(Debug, Error)]
pub enum ReadError {
    /// File that cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// Path of the file.
        path: PathBuf,
        /// Cause.
        error: io::Error,
    },
    /// Invalid line.
    #[error("{}: line {line}: {what}: '{text}'", files::shown(path))]
    Line {
        /// Path of the file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// Description of the error.
        what: String,
        /// Beginning of the line.
        text: String,
    },
}

/// Maximum number of notes per file.
const MAX_NOTES: usize = 20;

/// First line of a match file.
#[derive(Deserialize)]
struct MatchHeader {
    #[serde(rename = "menagerie")]
    _program: serde_json::Value,
    #[serde(rename = "match")]
    plan: serde_json::Value,
}

/// Reads the games of several files, one after the other. Numbers and rounds of a later file follow
/// those of the earlier ones, so that games of different files never form a pair. Notes name the
/// file. The library has the games' rules.
///
/// # Errors
/// See [`read`].
pub fn read_all(
    paths: &[PathBuf],
    library: &Library,
    sink: &mut dyn FnMut(GameRecord),
) -> Result<Vec<GameSource>, ReadError> {
    let (mut numbers, mut rounds) = (0, 0);
    let mut sources = Vec::new();
    for path in paths {
        let (mut most_number, mut most_round) = (numbers, rounds);
        let mut source = read(path, library, &mut |mut record| {
            record.number = record.number.saturating_add(numbers);
            if record.round > 0 {
                record.round = record.round.saturating_add(rounds);
            }
            most_number = most_number.max(record.number);
            most_round = most_round.max(record.round);
            sink(record);
        })?;
        (numbers, rounds) = (most_number, most_round);
        let shown = files::shown(path);
        source.notes.iter_mut().for_each(|note| note.insert_str(0, &format!("{shown}: ")));
        sources.push(source);
    }
    Ok(sources)
}

/// Returns the settings in the first line of a file; `None` if it has none that can be read.
///
/// # Errors
/// When the file cannot be read.
pub fn plan_of(path: &Path) -> Result<Option<Match>, ReadError> {
    let error = |error| ReadError::Io { path: path.to_owned(), error };
    let input = BufReader::new(File::open(path).map_err(error)?);
    let mut lines = Lines { input, buffer: Vec::new(), number: 0 };
    let Some((_, line)) = lines.next().map_err(error)? else { return Ok(None) };
    let header = serde_json::from_slice::<MatchHeader>(line.trim_ascii());
    let plan = header.ok().and_then(|header| serde_json::from_value::<Match>(header.plan).ok());
    Ok(plan.filter(|plan| plan.check().is_ok()))
}

/// Reads the games of a file: JSON lines if it begins with `{"`, PGN or PDN otherwise.
///
/// # Errors
/// When the file cannot be read, or a line is invalid; the games before it have been passed to
/// `sink` by then.
pub fn read(
    path: &Path,
    library: &Library,
    sink: &mut dyn FnMut(GameRecord),
) -> Result<GameSource, ReadError> {
    let error = |error| ReadError::Io { path: path.to_owned(), error };
    let file = File::open(path).map_err(error)?;
    read_from(path, BufReader::new(file), library, sink)
}

/// Reads games as [`read`] does; `path` is used in messages only.
///
/// # Errors
/// See [`read`].
pub fn read_from(
    path: &Path,
    input: impl BufRead,
    library: &Library,
    sink: &mut dyn FnMut(GameRecord),
) -> Result<GameSource, ReadError> {
    let mut reader = Reader { library, source: GameSource::default(), kind: None, torn: None };
    let mut lines = Lines { input, buffer: Vec::new(), number: 0 };
    let bad =
        |BadLine { line, what, text }| ReadError::Line { path: path.to_owned(), line, what, text };
    let io = |error| ReadError::Io { path: path.to_owned(), error };
    while let Some((number, line)) = lines.next().map_err(io)? {
        reader.line(number, line, sink).map_err(bad)?;
    }
    reader.end(sink).map_err(bad)
}

/// Lines of a file, as bytes without line endings.
struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> io::Result<Option<(usize, &[u8])>> {
        self.buffer.clear();
        if self.input.read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let line = self.buffer.as_slice();
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let line = if self.number == 1 { files::without_mark(line) } else { line };
        Ok(Some((self.number, line)))
    }
}

enum Kind {
    Json,
    /// Also PDN.
    Pgn(Box<(pgn::Reader, Progress)>),
}

struct Reader<'a> {
    library: &'a Library,
    source: GameSource,
    /// Format; `None` if only blank lines were read so far.
    kind: Option<Kind>,
    /// Invalid line; accepted as incomplete if nothing follows it.
    torn: Option<BadLine>,
}

impl Reader<'_> {
    fn line(
        &mut self,
        number: usize,
        line: &[u8],
        sink: &mut dyn FnMut(GameRecord),
    ) -> Result<(), BadLine> {
        let text = line.trim_ascii();
        if self.kind.is_none() {
            if text.is_empty() {
                return Ok(());
            }
            self.kind =
                Some(if text.starts_with(b"{\"") { Kind::Json } else { Kind::Pgn(Box::default()) });
        }
        match &mut self.kind {
            Some(Kind::Pgn(pgn)) => {
                let (reader, progress) = &mut **pgn;
                let (source, library) = (&mut self.source, self.library);
                let mut records = Records { progress, source, library, sink };
                let read = reader.line(number, line, &mut records);
                read.map_err(|bad| match std::str::from_utf8(line) {
                    Ok(_) => bad,
                    Err(_) => BadLine::new(number, NOT_UTF8, line),
                })
            }
            _ if text.is_empty() => Ok(()),
            _ => {
                if let Some(bad) = self.torn.take() {
                    return Err(bad);
                }
                self.json(number, text, sink);
                Ok(())
            }
        }
    }

    fn json(&mut self, number: usize, text: &[u8], sink: &mut dyn FnMut(GameRecord)) {
        let error = match serde_json::from_slice::<GameRecord>(text) {
            Ok(record) => {
                self.source.games += 1;
                return sink(record);
            }
            Err(error) => error,
        };
        match serde_json::from_slice::<MatchHeader>(text) {
            Ok(MatchHeader { plan, .. }) => match serde_json::from_value::<Match>(plan) {
                Ok(plan) => match plan.check() {
                    Ok(()) => self.source.plan = self.source.plan.take().or(Some(plan)),
                    Err(error) => {
                        self.source.note(number, format!("invalid match settings: {error}"));
                        self.source.has_bad_settings = true;
                    }
                },
                Err(error) => {
                    self.source.note(number, format!("unreadable match settings: {error}"));
                    self.source.has_bad_settings = true;
                }
            },
            Err(_) => {
                let what = invalid_game(text, &error);
                self.torn = Some(BadLine::new(number, what, text));
            }
        }
    }

    fn end(mut self, sink: &mut dyn FnMut(GameRecord)) -> Result<GameSource, BadLine> {
        if let Some(bad) = self.torn {
            let what = format!("incomplete last line ignored: '{}'", bad.text);
            self.source.note(bad.line, what);
        }
        if let Some(Kind::Pgn(pgn)) = self.kind {
            let (reader, mut progress) = *pgn;
            let (progress, source) = (&mut progress, &mut self.source);
            reader.end(&mut Records { progress, source, library: self.library, sink })?;
        }
        Ok(self.source)
    }
}

impl GameSource {
    fn note(&mut self, line: usize, what: String) {
        if self.notes.len() < MAX_NOTES {
            self.notes.push(format!("line {line}: {what}"));
        }
    }
}
