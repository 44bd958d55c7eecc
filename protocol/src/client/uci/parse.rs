//! Parser of UCI engine output.

use super::option::option;
use super::{Check, Reply};
use crate::client::SearchReport;
use crate::number::{at_least_one, not_negative, signed};
use crate::text::excerpt;
use crate::words::Words;
use crate::{Bound, ParseError, Score};

/// Spellings of a missing move.
const NO_MOVE: [&str; 3] = ["(none)", "0000", "NULL"];

/// Ignored keys of `info` with one value.
const SINGLE: [&str; 5] = ["hashfull", "tbhits", "cpuload", "currmove", "currmovenumber"];

/// Keys of `info` with values up to the next key.
const SEVERAL: [&str; 4] = ["pv", "wdl", "refutation", "currline"];

/// All other keys of `info`.
const KEYS: [&str; 8] = ["depth", "seldepth", "multipv", "score", "nodes", "nps", "time", "string"];

/// Parses a line, without its ending.
///
/// ASCII white space separates words. Bytes that are not UTF-8 are not an error in text for people;
/// they become U+FFFD.
///
/// # Errors
/// If a `bestmove`, an `option`, or in an `info` the score, depth, nodes or multi-PV rank, is
/// malformed. A line that UCI does not have is [`Reply::Unknown`].
/// the line is not what UCI has. A line that UCI does not have is [`Reply::Unknown`].
pub fn parse(line: &[u8]) -> Result<Reply, ParseError> {
    let text = String::from_utf8_lossy(line);
    let mut words = Words::new(&text);
    let Some(first) = words.next() else { return Ok(Reply::Empty) };
    let unknown = || Ok(Reply::Unknown(excerpt(line)));
    match first {
        "id" => match words.next() {
            Some("name") => Ok(Reply::Name(words.rest().to_owned())),
            Some("author") => Ok(Reply::Author(words.rest().to_owned())),
            _ => unknown(),
        },
        "option" => Ok(Reply::Option(option(words)?)),
        "uciok" => Ok(Reply::UciOk),
        "readyok" => Ok(Reply::ReadyOk),
        "info" => info(words),
        "bestmove" => {
            if std::str::from_utf8(line).is_err() {
                return Err(ParseError::NotUtf8 { line: excerpt(line) });
            }
            best_move(words)
        }
        "copyprotection" => check(words).map_or_else(unknown, |it| Ok(Reply::CopyProtection(it))),
        "registration" => check(words).map_or_else(unknown, |it| Ok(Reply::Registration(it))),
        _ => unknown(),
    }
}

fn check(mut words: Words<'_>) -> Option<Check> {
    match words.next()? {
        "checking" => Some(Check::Checking),
        "ok" => Some(Check::Ok),
        "error" => Some(Check::Error),
        _ => None,
    }
}

/// Some engines write `ponder` without a move.
fn best_move(mut words: Words<'_>) -> Result<Reply, ParseError> {
    let command = "bestmove";
    let best = words.next().ok_or(ParseError::Missing { command, expected: "a move" })?;
    let ponder = match words.next() {
        None => None,
        Some("ponder") => words.next(),
        Some(word) => return Err(ParseError::UnknownWord { command, word: excerpt(word) }),
    };
    if let Some(word) = words.next() {
        return Err(ParseError::UnknownWord { command, word: excerpt(word) });
    }
    let a_move = |word: &str| (!NO_MOVE.contains(&word)).then(|| word.to_owned());
    Ok(Reply::BestMove { best: a_move(best), ponder: ponder.and_then(a_move) })
}

/// Parses `info`. Of a repeated key the last one counts. Keys that UCI does not have are skipped,
/// with their values.
fn info(mut words: Words<'_>) -> Result<Reply, ParseError> {
    let mut report = SearchReport::default();
    // Whether there is anything but a text for the user.
    let mut is_report = false;
    while let Some(word) = words.next() {
        let words = &mut words;
        match word {
            "depth" => report.depth = Some(narrow(words, "info depth", "a number of plies")?),
            "multipv" => {
                let rank = at_least_one(words, u32::MAX.into(), "info multipv", "a rank from 1")?;
                report.multipv = u32::try_from(rank).ok();
            }
            "nodes" => {
                let nodes = not_negative(words, u64::MAX, "info nodes", "a number of nodes")?;
                report.nodes = Some(nodes);
            }
            "score" => (report.score, report.bound) = score(words)?,
            "seldepth" => report.seldepth = number(words),
            "nps" => report.nps = number(words),
            "time" => report.time_ms = number(words),
            "pv" => report.pv = line_of_moves(words),
            "string" if !is_report => return Ok(Reply::InfoString(words.rest().to_owned())),
            "string" => break,
            _ => {}
        }
        is_report = true;
    }
    Ok(Reply::Info(report))
}

fn is_key(word: &str) -> bool {
    KEYS.contains(&word) || SEVERAL.contains(&word) || SINGLE.contains(&word)
}

fn narrow(
    words: &mut Words<'_>,
    command: &'static str,
    expected: &'static str,
) -> Result<u32, ParseError> {
    let number = not_negative(words, u32::MAX.into(), command, expected)?;
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}

/// Parses an ignored number.
fn number<N: std::str::FromStr>(words: &mut Words<'_>) -> Option<N> {
    let number = words.peek()?.parse().ok()?;
    words.next();
    Some(number)
}

/// Parses the text after `score`: `cp` or `mate` with its number, and a bound before or after it.
fn score(words: &mut Words<'_>) -> Result<(Option<Score>, Bound), ParseError> {
    let command = "info score";
    let expected = "'cp' or 'mate'";
    let mut score = None;
    let mut bound = Bound::Exact;
    while let Some(word) = words.peek() {
        match word {
            "lowerbound" => bound = Bound::Lower,
            "upperbound" => bound = Bound::Upper,
            _ if score.is_some() => break,
            "cp" | "mate" => {}
            _ if is_key(word) => break,
            _ => return Err(ParseError::BadValue { command, value: excerpt(word), expected }),
        }
        words.next();
        match word {
            "cp" => {
                let value = signed(words, "info score cp", "a number of centipawns")?;
                score = Some(Score::Centipawns(value));
            }
            "mate" => {
                let value = signed(words, "info score mate", "a number of moves")?;
                score = Some(Score::Mate(value));
            }
            _ => {}
        }
    }
    match score {
        Some(score) => Ok((Some(score), bound)),
        None => Err(ParseError::Missing { command, expected }),
    }
}

fn line_of_moves(words: &mut Words<'_>) -> String {
    let mut line = String::new();
    while let Some(word) = words.peek()
        && !is_key(word)
    {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        words.next();
    }
    line
}
