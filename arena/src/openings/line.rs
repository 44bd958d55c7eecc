//! Opening of one line: a FEN, an EPD, or turns from the start.

use protocol::text::excerpt;
use thiserror::Error;
use variants::{AnyGame, FenError, TurnError, Variant};

use super::Opening;
use crate::pgn::without_number;
use crate::turn_text::make_turn;

/// Invalid opening in a line.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LineError {
    /// Invalid UTF-8.
    #[error("not UTF-8: '{0}'")]
    Utf8(String),
    /// Invalid game in PGN or PDN.
    #[error("{what}: '{text}'")]
    Game {
        /// Description of the error.
        what: String,
        /// Beginning of the line.
        text: String,
    },
    /// Comment or variation of a game in PGN or PDN without its end, or without its beginning.
    #[error("{0}")]
    Brackets(String),
    /// Game of another variant, by its tags.
    #[error("a game of {found}: expected a game of {expected}")]
    Variant {
        /// Variant of the game.
        found: String,
        /// Variant of the match.
        expected: String,
    },
    /// Invalid position.
    #[error("'{text}': {error}")]
    Fen {
        /// Offending text.
        text: String,
        /// Cause.
        error: FenError,
    },
    /// Illegal turn.
    #[error("turn {number}: {error}")]
    Turn {
        /// Number of the turn, from 1.
        number: usize,
        /// Cause.
        error: TurnError,
    },
    /// Game that is over after the opening.
    #[error("'{text}': the game is over: {outcome}")]
    Over {
        /// Line of the file.
        text: String,
        /// Outcome of the game.
        outcome: variants::Outcome,
    },
}

/// Parses a line: a FEN, an EPD, `fen FEN moves TURNS`, `startpos moves TURNS` or `TURNS`, which may have
/// the numbers of moves (`1. e4 e5`). Returns `None` for a blank line or a comment (`#`).
///
/// # Errors
/// When the line is not a valid opening of the variant.
pub fn read_line(line: &str, variant: &Variant) -> Result<Option<Opening>, LineError> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let (place, turns) = match words.iter().position(|&word| word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        // Turns contain no slashes, boards of several ranks do.
        None if words.iter().take(2).any(|word| word.contains('/')) => (&words[..], &[][..]),
        // A position in PDN begins with the side to move.
        None if words[0].as_bytes().get(1) == Some(&b':') => (&words[..], &[][..]),
        None => (&[][..], words.as_slice()),
    };
    let (place, turns) = match (place, turns) {
        ([], ["startpos", turns @ ..]) => (&[][..], turns),
        (["startpos"], turns) => (&[][..], turns),
        (["fen", place @ ..], turns) => (place, turns),
        other => other,
    };
    Ok(Some(line_of(place, turns, variant)?))
}

/// Returns the opening of a position, by the fields of its FEN or EPD, or of the start without any,
/// and turns.
pub(super) fn line_of(
    place: &[&str],
    turns: &[&str],
    variant: &Variant,
) -> Result<Opening, LineError> {
    let mut game = match place {
        [] => variant.start(),
        fields => position(fields, variant)?,
    };
    let fen = (!place.is_empty()).then(|| game.fen());
    let mut made = Vec::new();
    for turn in turns.iter().map(|word| without_number(word)).filter(|turn| !turn.is_empty()) {
        let number = made.len() + 1;
        let turn = make_turn(&mut game, turn).map_err(|error| LineError::Turn { number, error })?;
        made.push(turn);
    }
    match game.outcome() {
        Some(outcome) => {
            let words: Vec<&str> = place.iter().chain(turns).copied().collect();
            Err(LineError::Over { text: excerpt(words.join(" ")), outcome })
        }
        None => Ok(Opening { fen, turns: made }),
    }
}

/// Parses the position of a FEN or an EPD. Of the EPD's operations only the counters (`hmvc`,
/// `fmvn`) are used.
fn position(fields: &[&str], variant: &Variant) -> Result<AnyGame, LineError> {
    let counters = fields.get(4).is_none_or(|field| field.parse::<u32>().is_ok());
    let is_epd = !counters && fields.iter().skip(4).any(|field| field.ends_with(';'));
    let text = if is_epd { epd(fields) } else { fields.join(" ") };
    variant.game(&text).map_err(|error| LineError::Fen { text: excerpt(&text), error })
}

/// Converts an EPD (four fields, and operations that end with semicolons) to a FEN
/// (<https://www.chessprogramming.org/Extended_Position_Description>).
fn epd(fields: &[&str]) -> String {
    let (place, operations) = fields.split_at(fields.len().min(4));
    let operations = operations.join(" ");
    let mut is_quoted = false;
    let operations: Vec<&str> = operations
        .split(|letter| {
            is_quoted ^= letter == '"';
            letter == ';' && !is_quoted
        })
        .collect();
    let counter = |name: &str| {
        let pairs = operations.iter().filter_map(|operation| operation.trim().split_once(' '));
        pairs.filter(|(key, _)| *key == name).map(|(_, value)| value.trim()).next()
    };
    let mut fen = place.join(" ");
    let (clock, number) = (counter("hmvc"), counter("fmvn"));
    if clock.or(number).is_some() {
        fen += &format!(" {} {}", clock.unwrap_or("0"), number.unwrap_or("1"));
    }
    fen
}
