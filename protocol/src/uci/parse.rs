//! Parser of UCI commands.

use super::go::go;
use super::vampirc;
use crate::bench::bench;
use crate::text::excerpt;
use crate::tokens::Tokens;
use crate::{Command, ParseError, Registration, StartPosition};

/// Commands that may follow unknown words: those of the UCI specification, without extensions (`d`
/// would match too often by accident).
const SPECIFIED: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// Parses a line. Keywords are case-insensitive.
///
/// Words before a known command are skipped, as the specification asks:
/// `joho debug on` is `debug on`.
pub(super) fn line(bytes: &[u8]) -> Result<Option<Command>, ParseError> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(ParseError::NotUtf8 { line: excerpt(bytes.trim_ascii()) });
    };
    // Some Windows shells put a byte order mark before piped text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut tokens = Tokens::new(text);
    let mut here = tokens.rest();
    let Some(first) = tokens.next() else {
        return Ok(None);
    };
    if let Some(result) = command(first, here, tokens) {
        return result.map(Some);
    }
    loop {
        here = tokens.rest();
        let Some(word) = tokens.next() else {
            return Err(ParseError::UnknownCommand { word: excerpt(first) });
        };
        if SPECIFIED.iter().any(|known| known.eq_ignore_ascii_case(word))
            && let Some(result) = command(word, here, tokens)
        {
            return result.map(Some);
        }
    }
}

/// Parses the command that begins with `word`: `here` is the line from this word on, `tokens` its
/// arguments. `None` if it is not a command.
///
/// Commands without arguments ignore further words.
fn command(word: &str, here: &str, tokens: Tokens<'_>) -> Option<Result<Command, ParseError>> {
    let word = word.to_ascii_lowercase();
    let result = match word.as_str() {
        "debug" => debug(tokens),
        "setoption" => set_option(here, tokens),
        "register" => register(tokens),
        "position" => position(tokens),
        "go" => go(tokens),
        "bench" => bench(tokens),
        "d" => Ok(Command::Display),
        "eval" => Ok(Command::Eval),
        "flip" => Ok(Command::Flip),
        "help" => Ok(Command::Help),
        bare => Ok(vampirc::bare(bare)?),
    };
    Some(result)
}

/// Own parser instead of vampirc's, which takes `debug only` for `debug on`.
fn debug(mut tokens: Tokens<'_>) -> Result<Command, ParseError> {
    let (command, expected) = ("debug", "on or off");
    match tokens.next() {
        Some(word) if word.eq_ignore_ascii_case("on") => Ok(Command::Debug(true)),
        Some(word) if word.eq_ignore_ascii_case("off") => Ok(Command::Debug(false)),
        Some(word) => Err(ParseError::BadValue { command, value: excerpt(word), expected }),
        None => Err(ParseError::Missing { command, expected }),
    }
}

fn set_option(line: &str, tokens: Tokens<'_>) -> Result<Command, ParseError> {
    match vampirc::set_option(line) {
        Some(command) => Ok(command),
        None => set_option_ours(tokens),
    }
}

/// Parses `setoption` where vampirc would misread it or report no reason for an error.
pub(super) fn set_option_ours(mut tokens: Tokens<'_>) -> Result<Command, ParseError> {
    match tokens.next() {
        Some(word) if word.eq_ignore_ascii_case("name") => {}
        Some(word) => {
            return Err(ParseError::BadValue {
                command: "setoption",
                value: excerpt(word),
                expected: "the word 'name'",
            });
        }
        None => {
            return Err(ParseError::Missing { command: "setoption", expected: "the word 'name'" });
        }
    }
    let mut name = String::new();
    let mut value = None;
    while let Some(word) = tokens.next() {
        if word.eq_ignore_ascii_case("value") {
            value = Some(tokens.rest().to_owned());
            break;
        }
        if !name.is_empty() {
            name.push(' ');
        }
        name.push_str(word);
    }
    if name.is_empty() {
        return Err(ParseError::Missing {
            command: "setoption name",
            expected: "the name of an option",
        });
    }
    Ok(Command::SetOption { name, value })
}

/// Own parser instead of vampirc's, which requires both name and code, and rejects a name with a
/// word like `codec`.
fn register(tokens: Tokens<'_>) -> Result<Command, ParseError> {
    const EXPECTED: &str = "'later', or 'name' and 'code'";
    const KEYS: [&str; 2] = ["name", "code"];
    let mut texts: [Option<String>; 2] = [None, None];
    // The one of the two that the next words belong to.
    let mut current = None;
    for word in tokens {
        let key = KEYS.iter().position(|key| key.eq_ignore_ascii_case(word));
        match (key, current) {
            (Some(key), _) if texts[key].is_none() => {
                texts[key] = Some(String::new());
                current = Some(key);
            }
            (_, Some(current)) => {
                let text = texts[current].get_or_insert_default();
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(word);
            }
            _ if word.eq_ignore_ascii_case("later") => {
                return Ok(Command::Register(Registration::Later));
            }
            _ => {
                return Err(ParseError::BadValue {
                    command: "register",
                    value: excerpt(word),
                    expected: EXPECTED,
                });
            }
        }
    }
    match texts {
        [None, None] => Err(ParseError::Missing { command: "register", expected: EXPECTED }),
        [name, code] => Ok(Command::Register(Registration::With { name, code })),
    }
}

/// Own parser instead of vampirc's, which ends a move at two squares of an 8x8 board and a FEN at
/// eight ranks of six pieces.
fn position(mut tokens: Tokens<'_>) -> Result<Command, ParseError> {
    let is_moves = |word: &str| word.eq_ignore_ascii_case("moves");
    let start = match tokens.next() {
        Some(word) if word.eq_ignore_ascii_case("startpos") => StartPosition::Default,
        Some(word) if word.eq_ignore_ascii_case("fen") => {
            let mut fen = String::new();
            while let Some(field) = tokens.peek()
                && !is_moves(field)
            {
                if !fen.is_empty() {
                    fen.push(' ');
                }
                fen.push_str(field);
                tokens.next();
            }
            if fen.is_empty() {
                return Err(ParseError::Missing { command: "position fen", expected: "a FEN" });
            }
            StartPosition::Fen(fen)
        }
        Some(word) => {
            return Err(ParseError::BadValue {
                command: "position",
                value: excerpt(word),
                expected: "'startpos' or 'fen'",
            });
        }
        None => {
            return Err(ParseError::Missing {
                command: "position",
                expected: "'startpos' or 'fen'",
            });
        }
    };
    match tokens.next() {
        Some(word) if !is_moves(word) => {
            let value = excerpt(word);
            Err(ParseError::BadValue { command: "position", value, expected: "'moves'" })
        }
        _ => Ok(Command::Position { start, moves: tokens.map(str::to_owned).collect() }),
    }
}
