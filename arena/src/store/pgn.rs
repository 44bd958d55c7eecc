//! PGN output (<https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>), with the tags and
//! comments of cutechess-cli, and PDN output (<https://pdn.fmjd.org/>) of games that have that
//! notation.
//!
//! The JSON lines are authoritative. This file is generated from them and can be lost without harm.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use variants::{Color, Pdn, Variant};

use super::StoreError;
use crate::pgn::Origin;
use crate::turn_text::{make_turn, move_text};
use crate::{ClockRule, FaultKind, GameRecord, GameResult, MoveRecord, RecordedScore, Termination};
use engine::files;

/// Maximum number of characters of a line with moves.
const WIDTH: usize = 80;

/// PGN file of a match.
#[derive(Debug)]
pub struct PgnFile {
    path: PathBuf,
    file: File,
    event: String,
    variant: Variant,
}

/// Returns the path of a match's PGN or PDN file: beside the match file, with the same name.
#[must_use]
pub fn pgn_path(store: &Path, variant: &Variant) -> PathBuf {
    let pdn = variant.definition().family.pdn().is_some();
    store.with_extension(if pdn { "pdn" } else { "pgn" })
}

impl PgnFile {
    /// Creates the file of a new match.
    ///
    /// # Errors
    /// When the file exists or cannot be written.
    pub fn create(path: &Path, event: &str, variant: &Variant) -> Result<Self, StoreError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => StoreError::Exists(path.to_owned()),
            _ => StoreError::io("create", path, error),
        })?;
        let (event, variant) = (event.to_owned(), variant.clone());
        Ok(PgnFile { path: path.to_owned(), file, event, variant })
    }

    /// Rewrites the file of a match with all games so far, whatever it contained.
    ///
    /// # Errors
    /// When the file cannot be written; it is unchanged then.
    pub fn rewrite(
        path: &Path,
        event: &str,
        variant: &Variant,
        games: &[GameRecord],
    ) -> Result<Self, StoreError> {
        let written = files::replace(path, |file| {
            let mut out = std::io::BufWriter::new(file);
            for game in games {
                out.write_all(pgn_text(game, event, variant).as_bytes())?;
            }
            out.flush()
        });
        let file = written
            .and_then(|()| OpenOptions::new().append(true).open(path))
            .map_err(|error| StoreError::io("write", path, error))?;
        let (event, variant) = (event.to_owned(), variant.clone());
        Ok(PgnFile { path: path.to_owned(), file, event, variant })
    }

    /// Appends a game.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        let text = pgn_text(record, &self.event, &self.variant);
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| StoreError::io("write", &self.path, error))
    }
}

/// Formats a game as PGN or PDN, with an empty line at its end.
#[must_use]
pub fn pgn_text(record: &GameRecord, event: &str, variant: &Variant) -> String {
    pgn_text_of(record, Some(record.result), event, variant, None)
}

/// Formats a game whose end is given separately: `None` is one that has not ended, with the result
/// `*` whatever the record has. The tags of its origin go before its own; with `true`, its moves
/// and its end are still those of the origin, and where it has not ended here, the result is the
/// origin's too.
#[must_use]
pub fn pgn_text_of(
    record: &GameRecord,
    end: Option<GameResult>,
    event: &str,
    variant: &Variant,
    origin: Option<(&Origin, bool)>,
) -> String {
    let mut out = String::new();
    let pdn = Pdn::of(variant.definition());
    let result = match (end, origin) {
        (None, Some((origin, true))) => origin.result(),
        _ => result(end, pdn.as_ref()),
    };
    let mut tags = tags(record, result, event, variant, pdn.as_ref());
    if let Some((origin, has_end)) = origin {
        tags = origin.tags_over(tags, has_end);
    }
    for (name, value) in tags {
        let _ = writeln!(out, "[{name} \"{}\"]", tag_value(&value));
    }
    out.push('\n');
    out += &wrap(&words(record, result, variant, pdn.as_ref()));
    out + "\n"
}

/// Formats a result; some games in PDN count two points.
fn result(result: Option<GameResult>, pdn: Option<&Pdn>) -> &'static str {
    let Some(result) = result else { return "*" };
    match result {
        GameResult::White if pdn.is_some_and(Pdn::has_two_points) => "2-0",
        GameResult::Draw if pdn.is_some_and(Pdn::has_two_points) => "1-1",
        GameResult::Black if pdn.is_some_and(Pdn::has_two_points) => "0-2",
        result => result.text(),
    }
}

/// Returns the tags in order: the seven tag roster, then the others by name.
fn tags(
    record: &GameRecord,
    result: &str,
    event: &str,
    variant: &Variant,
    pdn: Option<&Pdn>,
) -> Vec<(String, String)> {
    let definition = variant.definition();
    let date = record.began.get(..10).map(|date| date.replace('-', "."));
    let is_chess = record.variant == "chess";
    let mut tags = vec![
        ("Event", event.to_owned()),
        ("Site", "?".to_owned()),
        ("Date", date.unwrap_or_else(|| "????.??.??".to_owned())),
        ("Round", format!("{}.{}", record.round, record.number)),
        ("White", record.white.clone()),
        ("Black", record.black.clone()),
        ("Result", result.to_owned()),
    ];
    let [white, black] = [&record.white_limits, &record.black_limits].map(|text| control(text));
    let same = white == black;
    if !same {
        tags.push(("BlackTimeControl", black));
    }
    if let Some(size) = &record.size {
        tags.push(("Board", size.clone()));
    }
    let from_start = (is_chess || pdn.is_some()) && record.fen == definition.start;
    if !from_start {
        let fen = variant.game(&record.fen).ok().and_then(|game| game.pdn_fen());
        tags.push(("FEN", fen.unwrap_or_else(|| record.fen.clone())));
    }
    tags.push(("GameDuration", duration(record.duration_ms)));
    tags.push(("GameStartTime", record.began.clone()));
    tags.extend(pdn.and_then(Pdn::game_type).map(|text| ("GameType", text)));
    tags.push(("PlyCount", (record.opening.len() + record.moves.len()).to_string()));
    if !from_start {
        tags.push(("SetUp", "1".to_owned()));
    }
    let how = if result == "*" { "unterminated" } else { termination(record.termination) };
    tags.push(("Termination", how.to_owned()));
    if same {
        tags.push(("TimeControl", white.clone()));
    }
    if !is_chess {
        tags.push(("Variant", record.variant.clone()));
    }
    if !same {
        tags.push(("WhiteTimeControl", white));
    }
    tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns moves, comments and the result.
fn words(record: &GameRecord, result: &str, variant: &Variant, pdn: Option<&Pdn>) -> Vec<String> {
    let mut words = Vec::new();
    let mut game = variant.game(&record.fen).ok();
    let mut side = game.as_ref().map_or(Color::White, variants::AnyGame::side);
    let mut number = game.as_ref().map_or(1, |game| u64::from(game.move_number()));
    // In PDN the side that begins has the first move of each number.
    let first = pdn.map_or(Color::White, Pdn::begins);
    let mut end = record.reason.clone();
    if let Some(fault) = record.faults.first() {
        let _ = write!(end, " ({})", fault.text);
    }
    let opening = record.opening.iter().map(|turn| (turn, None));
    let moves = record.moves.iter().map(|mv| (&mv.turn, Some(mv)));
    let count = record.opening.len() + record.moves.len();
    if count == 0 && !end.is_empty() {
        words.extend(comment(&end));
    }
    for (index, (turn, chosen)) in opening.chain(moves).enumerate() {
        if side == first || index == 0 {
            words.push(format!("{number}{}", if side == first { "." } else { "..." }));
        }
        let text = game.as_mut().map_or_else(|| turn.clone(), |game| move_text(game, turn));
        words.push(text);
        // A file that was edited by hand may contain anything.
        if game.as_mut().is_some_and(|game| make_turn(game, turn).is_err()) {
            game = None;
        }
        let mut remark = chosen.map_or_else(|| "book".to_owned(), thought);
        if index + 1 == count {
            remark = format!("{remark}, {end}");
        }
        words.extend(comment(&remark));
        number += u64::from(side != first);
        side = !side;
    }
    words.push(result.to_owned());
    words
}

/// Formats the comment of a move: `+0.35/8 0.10s`.
fn thought(mv: &MoveRecord) -> String {
    let mut out = mv.score.map(score).unwrap_or_default();
    if let Some(depth) = mv.depth {
        if out.is_empty() {
            out += "0.00";
        }
        let _ = write!(out, "/{depth}");
    }
    if !out.is_empty() {
        out.push(' ');
    }
    let seconds = mv.time_us as f64 / 1e6;
    let digits = if seconds < 0.1 { 3 } else { 2 };
    let _ = write!(out, "{seconds:.digits$}s");
    out
}

/// Formats a score in pawns, or a mate in turns of both sides.
fn score(score: RecordedScore) -> String {
    match score {
        RecordedScore::Cp(0) => "0.00".to_owned(),
        RecordedScore::Cp(value) => format!("{:+.2}", f64::from(value) / 100.0),
        RecordedScore::Mate(moves @ 1..) => format!("+M{}", 2 * i64::from(moves) - 1),
        RecordedScore::Mate(moves) => format!("-M{}", -2 * i64::from(moves)),
    }
}

/// Returns a comment, word by word, without characters that would end it early.
fn comment(text: &str) -> Vec<String> {
    let plain = |letter: char| match letter {
        '{' => '(',
        '}' => ')',
        letter if letter.is_control() => ' ',
        letter => letter,
    };
    let text: String = text.chars().map(plain).collect();
    format!("{{{}}}", text.trim()).split_whitespace().map(str::to_owned).collect()
}

/// Formats a tag value: quotes and backslashes escaped, no control characters.
fn tag_value(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

/// Wraps words to lines of at most 80 characters, unless a word is longer.
#[must_use]
pub fn wrap(words: &[String]) -> String {
    let mut out = String::new();
    let mut width = 0;
    for word in words {
        let letters = word.chars().count();
        // A line that begins with a percent sign is not part of the game.
        if width > 0 && width + 1 + letters > WIDTH && !word.starts_with('%') {
            out.push('\n');
            width = 0;
        } else if width > 0 {
            out.push(' ');
            width += 1;
        }
        out += word;
        width += letters;
    }
    out + "\n"
}

/// Formats a time control for PGN; other limits are unchanged.
fn control(limits: &str) -> String {
    match limits {
        "inf" => "-".to_owned(),
        text => ClockRule::parse(text).map_or_else(|_| text.to_owned(), |rule| rule.to_string()),
    }
}

/// Formats a duration as `hh:mm:ss`.
fn duration(ms: u64) -> String {
    let seconds = ms / 1000;
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Returns the value of the PGN tag `Termination`.
fn termination(termination: Termination) -> &'static str {
    match termination {
        Termination::Rules | Termination::Resignation | Termination::Agreement => "normal",
        Termination::Adjudication => "adjudication",
        Termination::Fault(FaultKind::Time) => "time forfeit",
        Termination::Fault(FaultKind::IllegalMove | FaultKind::Protocol) => "rules infraction",
        Termination::Fault(FaultKind::Start | FaultKind::Crash | FaultKind::Hang) => "abandoned",
    }
}
