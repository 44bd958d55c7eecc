//! Parser of UCI engine output.

use super::option::option;
use super::{EngineCheck, UciReply};
use crate::client::SearchReport;
use crate::number::{at_least_one, not_negative, signed};
use crate::text::excerpt;
use crate::tokens::Tokens;
use crate::{InfoBound, InfoScore, ParseError};

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
/// malformed. A line that UCI does not have is [`UciReply::Unknown`].
pub fn parse(line: &[u8]) -> Result<UciReply, ParseError> {
    let text = String::from_utf8_lossy(line);
    let mut tokens = Tokens::new(&text);
    let Some(first) = tokens.next() else { return Ok(UciReply::Empty) };
    let unknown = || Ok(UciReply::Unknown(excerpt(line)));
    match first {
        "id" => match tokens.next() {
            Some("name") => Ok(UciReply::Name(tokens.rest().to_owned())),
            Some("author") => Ok(UciReply::Author(tokens.rest().to_owned())),
            _ => unknown(),
        },
        "option" => Ok(UciReply::Option(option(tokens)?)),
        "uciok" => Ok(UciReply::UciOk),
        "readyok" => Ok(UciReply::ReadyOk),
        "info" => info(tokens),
        "bestmove" => {
            if std::str::from_utf8(line).is_err() {
                return Err(ParseError::NotUtf8 { line: excerpt(line) });
            }
            best_move(tokens)
        }
        "copyprotection" => {
            check(tokens).map_or_else(unknown, |it| Ok(UciReply::CopyProtection(it)))
        }
        "registration" => check(tokens).map_or_else(unknown, |it| Ok(UciReply::Registration(it))),
        _ => unknown(),
    }
}

fn check(mut tokens: Tokens<'_>) -> Option<EngineCheck> {
    match tokens.next()? {
        "checking" => Some(EngineCheck::Checking),
        "ok" => Some(EngineCheck::Ok),
        "error" => Some(EngineCheck::Error),
        _ => None,
    }
}

/// Some engines write `ponder` without a move.
fn best_move(mut tokens: Tokens<'_>) -> Result<UciReply, ParseError> {
    let command = "bestmove";
    let best = tokens.next().ok_or(ParseError::Missing { command, expected: "a move" })?;
    let ponder = match tokens.next() {
        None => None,
        Some("ponder") => tokens.next(),
        Some(word) => return Err(ParseError::UnknownWord { command, word: excerpt(word) }),
    };
    if let Some(word) = tokens.next() {
        return Err(ParseError::UnknownWord { command, word: excerpt(word) });
    }
    let a_move = |word: &str| (!NO_MOVE.contains(&word)).then(|| word.to_owned());
    Ok(UciReply::BestMove { best: a_move(best), ponder: ponder.and_then(a_move) })
}

/// Parses `info`. Of a repeated key the last one counts. Keys that UCI does not have are skipped,
/// with their values.
fn info(mut tokens: Tokens<'_>) -> Result<UciReply, ParseError> {
    let mut report = SearchReport::default();
    // Whether there is anything but a text for the user.
    let mut is_report = false;
    while let Some(word) = tokens.next() {
        let tokens = &mut tokens;
        match word {
            "depth" => report.depth = Some(narrow(tokens, "info depth", "a number of plies")?),
            "multipv" => {
                let rank = at_least_one(tokens, u32::MAX.into(), "info multipv", "a rank from 1")?;
                report.multipv = u32::try_from(rank).ok();
            }
            "nodes" => {
                let nodes = not_negative(tokens, u64::MAX, "info nodes", "a number of nodes")?;
                report.nodes = Some(nodes);
            }
            "score" => (report.score, report.bound) = score(tokens)?,
            "seldepth" => report.seldepth = number(tokens),
            "nps" => report.nps = number(tokens),
            "time" => report.time_ms = number(tokens),
            "pv" => report.pv = line_of_moves(tokens),
            "string" if !is_report => return Ok(UciReply::InfoString(tokens.rest().to_owned())),
            "string" => break,
            _ => {}
        }
        is_report = true;
    }
    Ok(UciReply::Info(report))
}

fn is_key(word: &str) -> bool {
    KEYS.contains(&word) || SEVERAL.contains(&word) || SINGLE.contains(&word)
}

fn narrow(
    tokens: &mut Tokens<'_>,
    command: &'static str,
    expected: &'static str,
) -> Result<u32, ParseError> {
    let number = not_negative(tokens, u32::MAX.into(), command, expected)?;
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}

/// Parses an ignored number.
fn number<N: std::str::FromStr>(tokens: &mut Tokens<'_>) -> Option<N> {
    let number = tokens.peek()?.parse().ok()?;
    tokens.next();
    Some(number)
}

/// Parses the text after `score`: `cp` or `mate` with its number, and a bound before or after it.
fn score(tokens: &mut Tokens<'_>) -> Result<(Option<InfoScore>, InfoBound), ParseError> {
    let command = "info score";
    let expected = "'cp' or 'mate'";
    let mut score = None;
    let mut bound = InfoBound::Exact;
    while let Some(word) = tokens.peek() {
        match word {
            "lowerbound" => bound = InfoBound::Lower,
            "upperbound" => bound = InfoBound::Upper,
            _ if score.is_some() => break,
            "cp" | "mate" => {}
            _ if is_key(word) => break,
            _ => return Err(ParseError::BadValue { command, value: excerpt(word), expected }),
        }
        tokens.next();
        match word {
            "cp" => {
                let value = signed(tokens, "info score cp", "a number of centipawns")?;
                score = Some(InfoScore::Centipawns(value));
            }
            "mate" => {
                let value = signed(tokens, "info score mate", "a number of moves")?;
                score = Some(InfoScore::Mate(value));
            }
            _ => {}
        }
    }
    match score {
        Some(score) => Ok((Some(score), bound)),
        None => Err(ParseError::Missing { command, expected }),
    }
}

fn line_of_moves(tokens: &mut Tokens<'_>) -> String {
    let mut line = String::new();
    while let Some(word) = tokens.peek()
        && !is_key(word)
    {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        tokens.next();
    }
    line
}
