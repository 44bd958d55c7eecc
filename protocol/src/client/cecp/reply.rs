//! Parser of CECP engine output.

use super::thinking::thinking;
use super::{Audience, Claim, Reply, Setup, feature};
use crate::ParseError;
use crate::text::excerpt;
use crate::words::Words;

/// Commands of messages.
const TELL: [(&str, Audience); 7] = [
    ("telluser", Audience::User),
    ("tellusererror", Audience::UserError),
    ("tellopponent", Audience::Others),
    ("tellothers", Audience::Others),
    ("tellall", Audience::Others),
    ("tellics", Audience::Others),
    ("tellicsnoalias", Audience::Others),
];

const CLAIMS: [Claim; 3] = [Claim::WhiteWins, Claim::BlackWins, Claim::Draw];

/// Parses a line, with or without its ending. Bytes that are not UTF-8 are not an error: names and
/// messages may contain them.
///
/// # Errors
/// If the line begins like one of the protocol's, but is malformed.
pub fn parse(line: &[u8]) -> Result<Reply, ParseError> {
    let line = String::from_utf8_lossy(line);
    let line = line.trim_ascii();
    let mut words = Words::new(line);
    let Some(word) = words.next() else { return Ok(Reply::Empty) };
    if let Some(text) = line.strip_prefix('#') {
        return Ok(Reply::Comment(text.trim_ascii().to_owned()));
    }
    let rest = words.rest();
    match word {
        "feature" => feature::features(rest).map(Reply::Features),
        "pong" => pong(words),
        "move" => only_move(words, "move"),
        "resign" => Ok(Reply::Resign),
        "offer" if rest == "draw" => Ok(Reply::OfferDraw),
        "offer" => Err(ParseError::BadValue {
            command: "offer",
            value: excerpt(rest),
            expected: "the word draw",
        }),
        "setup" => setup(rest),
        "piece" => Ok(Reply::Piece(rest.to_owned())),
        _ => others(line, word, words),
    }
}

/// Parses lines that the first word does not identify, or that have several spellings.
fn others(line: &str, word: &str, mut words: Words<'_>) -> Result<Reply, ParseError> {
    let rest = words.rest();
    if let Some(&(_, to)) = TELL.iter().find(|(tell, _)| *tell == word) {
        return Ok(Reply::Tell { to, text: rest.to_owned() });
    }
    if let Some(&claim) = CLAIMS.iter().find(|claim| claim.text() == word) {
        let comment = rest.strip_prefix('{').unwrap_or(rest);
        let comment = comment.strip_suffix('}').unwrap_or(comment);
        return Ok(Reply::Result { claim, comment: comment.trim_ascii().to_owned() });
    }
    if let Some(rest) = after("illegal move", line) {
        let (reason, text) = refusal(rest);
        return Ok(Reply::IllegalMove { reason, text });
    }
    if let Some(rest) = after("error", line) {
        let (reason, text) = refusal(rest);
        return Ok(Reply::Error { reason, text });
    }
    // Oldest notation of a move: `12 ... e7e5`, the number with a dot or without.
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if digits.len() < word.len() {
        match digits {
            "..." => return only_move(words, "..."),
            "" | "." if words.peek() == Some("...") => {
                words.next();
                return only_move(words, "...");
            }
            _ => {}
        }
        if let Some(report) = thinking(line) {
            return Ok(Reply::Thinking(report));
        }
    }
    Ok(Reply::Unknown(excerpt(line)))
}

/// Returns the text after the given words, ignoring case, if a punctuation mark or the end follows.
fn after<'a>(words: &str, line: &'a str) -> Option<&'a str> {
    let begin = line.get(..words.len())?;
    let rest = line.get(words.len()..)?;
    let ends = rest.is_empty() || rest.starts_with([' ', '\t', ':', '(']);
    (begin.eq_ignore_ascii_case(words) && ends).then(|| rest.trim_ascii())
}

/// Splits ` (REASON): TEXT`; the reason may contain parentheses.
fn refusal(text: &str) -> (String, String) {
    let (reason, text) = match text.strip_prefix('(') {
        Some(inner) => {
            inner.split_once("):").or_else(|| inner.split_once(')')).unwrap_or(("", text))
        }
        None => ("", text),
    };
    let text = text.trim_ascii();
    let text = text.strip_prefix(':').unwrap_or(text);
    (reason.trim_ascii().to_owned(), text.trim_ascii().to_owned())
}

fn pong(mut words: Words<'_>) -> Result<Reply, ParseError> {
    let (command, expected) = ("pong", "the number of a ping");
    let word = words.next().ok_or(ParseError::Missing { command, expected })?;
    end(words, command)?;
    let number = word.parse();
    number.map(Reply::Pong).map_err(|_| ParseError::BadValue {
        command,
        value: excerpt(word),
        expected,
    })
}

fn only_move(mut words: Words<'_>, command: &'static str) -> Result<Reply, ParseError> {
    let word = words.next().ok_or(ParseError::Missing { command, expected: "a move" })?;
    end(words, command)?;
    Ok(Reply::Move(word.to_owned()))
}

fn setup(rest: &str) -> Result<Reply, ParseError> {
    let bad = || ParseError::BadValue {
        command: "setup",
        value: excerpt(rest),
        expected: "(TABLE) FILESxRANKS+HOLDINGS_PARENT FEN",
    };
    // Both the table and the board may be omitted.
    let rest = match rest.strip_prefix('(') {
        Some(table) => table.split_once(')').ok_or_else(bad)?.1.trim_ascii(),
        None => rest,
    };
    let mut words = Words::new(rest);
    let is_board =
        |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('x');
    let size = match words.peek().filter(|word| is_board(word)) {
        Some(word) => {
            words.next();
            let board = word.split(['+', '_']).next().unwrap_or(word);
            let (files, ranks) = board.split_once('x').ok_or_else(bad)?;
            let number = |text: &str| text.parse::<u8>().map_err(|_| bad());
            Some((number(files)?, number(ranks)?))
        }
        None => None,
    };
    Ok(Reply::Setup(Setup { size, fen: words.rest().to_owned() }))
}

/// Checks that no words follow.
fn end(mut words: Words<'_>, command: &'static str) -> Result<(), ParseError> {
    match words.next() {
        None => Ok(()),
        Some(word) => Err(ParseError::UnknownWord { command, word: excerpt(word) }),
    }
}
