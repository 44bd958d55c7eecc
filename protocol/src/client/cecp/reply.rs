//! Parser of CECP engine output.

use super::thinking::thinking;
use super::{Audience, BoardSetup, CecpReply, Claim, feature};
use crate::ParseError;
use crate::text::excerpt;
use crate::tokens::Tokens;

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
pub fn parse(line: &[u8]) -> Result<CecpReply, ParseError> {
    let line = String::from_utf8_lossy(line);
    let line = line.trim_ascii();
    let mut tokens = Tokens::new(line);
    let Some(word) = tokens.next() else { return Ok(CecpReply::Empty) };
    if let Some(text) = line.strip_prefix('#') {
        return Ok(CecpReply::Comment(text.trim_ascii().to_owned()));
    }
    let rest = tokens.rest();
    match word {
        "feature" => feature::features(rest).map(CecpReply::Features),
        "pong" => pong(tokens),
        "move" => only_move(tokens, "move"),
        "resign" => Ok(CecpReply::Resign),
        "offer" if rest == "draw" => Ok(CecpReply::OfferDraw),
        "offer" => Err(ParseError::BadValue {
            command: "offer",
            value: excerpt(rest),
            expected: "the word draw",
        }),
        "setup" => setup(rest),
        "piece" => Ok(CecpReply::Piece(rest.to_owned())),
        _ => others(line, word, tokens),
    }
}

/// Parses lines that the first word does not identify, or that have several spellings.
fn others(line: &str, word: &str, mut tokens: Tokens<'_>) -> Result<CecpReply, ParseError> {
    let rest = tokens.rest();
    if let Some(&(_, to)) = TELL.iter().find(|(tell, _)| *tell == word) {
        return Ok(CecpReply::Tell { to, text: rest.to_owned() });
    }
    if let Some(&claim) = CLAIMS.iter().find(|claim| claim.text() == word) {
        let comment = rest.strip_prefix('{').unwrap_or(rest);
        let comment = comment.strip_suffix('}').unwrap_or(comment);
        return Ok(CecpReply::Result { claim, comment: comment.trim_ascii().to_owned() });
    }
    if let Some(rest) = after("illegal move", line) {
        let (reason, text) = refusal(rest);
        return Ok(CecpReply::IllegalMove { reason, text });
    }
    if let Some(rest) = after("error", line) {
        let (reason, text) = refusal(rest);
        return Ok(CecpReply::Error { reason, text });
    }
    // Oldest notation of a move: `12 ... e7e5`, the number with a dot or without.
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if digits.len() < word.len() {
        match digits {
            "..." => return only_move(tokens, "..."),
            "" | "." if tokens.peek() == Some("...") => {
                tokens.next();
                return only_move(tokens, "...");
            }
            _ => {}
        }
        if let Some(report) = thinking(line) {
            return Ok(CecpReply::Thinking(report));
        }
    }
    Ok(CecpReply::Unknown(excerpt(line)))
}

/// Returns the text after the given words, ignoring case, if a punctuation mark or the end follows.
fn after<'a>(tokens: &str, line: &'a str) -> Option<&'a str> {
    let begin = line.get(..tokens.len())?;
    let rest = line.get(tokens.len()..)?;
    let ends = rest.is_empty() || rest.starts_with([' ', '\t', ':', '(']);
    (begin.eq_ignore_ascii_case(tokens) && ends).then(|| rest.trim_ascii())
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

fn pong(mut tokens: Tokens<'_>) -> Result<CecpReply, ParseError> {
    let (command, expected) = ("pong", "the number of a ping");
    let word = tokens.next().ok_or(ParseError::Missing { command, expected })?;
    end(tokens, command)?;
    let number = word.parse();
    number.map(CecpReply::Pong).map_err(|_| ParseError::BadValue {
        command,
        value: excerpt(word),
        expected,
    })
}

fn only_move(mut tokens: Tokens<'_>, command: &'static str) -> Result<CecpReply, ParseError> {
    let word = tokens.next().ok_or(ParseError::Missing { command, expected: "a move" })?;
    end(tokens, command)?;
    Ok(CecpReply::Move(word.to_owned()))
}

fn setup(rest: &str) -> Result<CecpReply, ParseError> {
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
    let mut tokens = Tokens::new(rest);
    let is_board =
        |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('x');
    let size = match tokens.peek().filter(|word| is_board(word)) {
        Some(word) => {
            tokens.next();
            let board = word.split(['+', '_']).next().unwrap_or(word);
            let (files, ranks) = board.split_once('x').ok_or_else(bad)?;
            let number = |text: &str| text.parse::<u8>().map_err(|_| bad());
            Some((number(files)?, number(ranks)?))
        }
        None => None,
    };
    Ok(CecpReply::Setup(BoardSetup { size, fen: tokens.rest().to_owned() }))
}

/// Checks that no words follow.
fn end(mut tokens: Tokens<'_>, command: &'static str) -> Result<(), ParseError> {
    match tokens.next() {
        None => Ok(()),
        Some(word) => Err(ParseError::UnknownWord { command, word: excerpt(word) }),
    }
}
