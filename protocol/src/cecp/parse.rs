//! Parser of CECP commands.

use super::codec::{CodecBoard, MOVE};
use super::edit::Editing;
use super::{Cecp, fen, level};
use crate::bench::bench;
use crate::number::{count, not_negative, positive};
use crate::text::excerpt;
use crate::tokens::Tokens;
use crate::{Command, GameCommand, ParseError};

/// Names of orthodox chess in GUIs; the first of these is XBoard's.
const CHESS: [&str; 3] = [CHESS_THERE, "standard", CHESS_HERE];
/// XBoard's name of orthodox chess.
pub(super) const CHESS_THERE: &str = "normal";
/// Name of orthodox chess in this engine.
pub(super) const CHESS_HERE: &str = "chess";

/// Commands; any other line is a move.
const COMMANDS: &str = "xboard protover accepted rejected new variant quit random force go playother level st sd \
    nps time otim usermove ? ping draw result setboard edit hint bk undo remove hard easy post \
    nopost analyze . exit name rating ics computer pause resume memory cores egtpath option \
    exclude include setscore lift put hover d eval help bench perft";

impl Cecp {
    /// Parses a line.
    pub(super) fn read_line(&mut self, bytes: &[u8]) -> Result<Option<Command>, ParseError> {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Err(ParseError::NotUtf8 { line: excerpt(bytes.trim_ascii()) });
        };
        // Some Windows shells put a byte order mark before piped text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match self.editing.take() {
            Some(editing) => self.edit(editing, text),
            None => self.command(text),
        }
    }

    fn edit(&mut self, mut editing: Editing, line: &str) -> Result<Option<Command>, ParseError> {
        match line.trim_ascii() {
            "." => Ok(Some(Command::Game(GameCommand::Edit(editing.finish())))),
            "quit" => Ok(Some(Command::Quit)),
            line => {
                let result = editing.line(line);
                self.editing = Some(editing);
                result.map(|()| None)
            }
        }
    }

    fn command(&mut self, line: &str) -> Result<Option<Command>, ParseError> {
        let mut tokens = Tokens::new(line);
        let Some(word) = tokens.next() else {
            return Ok(None);
        };
        let known = COMMANDS.split(' ').find(|&known| known == word);
        let command = match known {
            Some(command @ ("accepted" | "rejected")) => {
                self.handshake.answered(command == "accepted", tokens.next());
                return Ok(None);
            }
            // Ignored commands.
            Some("name" | "rating" | "ics" | "random" | "egtpath" | "setscore" | "hover") => {
                return Ok(None);
            }
            Some("protover") => return self.protover(&mut tokens),
            Some("edit") => {
                end(tokens, "edit")?;
                self.editing = Some(Editing::default());
                return Ok(None);
            }
            // Excess words must not prevent quitting, nor leave a command without its answer.
            Some("quit") => return Ok(Some(Command::Quit)),
            Some("xboard") => return Ok(Some(Command::Game(GameCommand::Begin))),
            Some("option") => return option(tokens.rest()).map(Some),
            Some("bench") => return bench(tokens).map(Some),
            Some(command) => command,
            None if CodecBoard::looks_like_move(word) => {
                end(tokens, MOVE)?;
                return Ok(Some(Command::Game(GameCommand::Move(word.to_owned()))));
            }
            None => return Err(ParseError::UnknownCommand { word: excerpt(word) }),
        };
        let meaning = if command == "setboard" {
            Command::Game(GameCommand::SetBoard(fen::normal(&mut tokens, self.board.castling())?))
        } else {
            meaning(command, &mut tokens)?
        };
        end(tokens, command)?;
        Ok(Some(meaning))
    }

    fn protover(&mut self, tokens: &mut Tokens<'_>) -> Result<Option<Command>, ParseError> {
        let version = count(tokens, "protover", "the number of a version")?;
        // Version 1 has no features, so there is no introduction.
        Ok(self.handshake.begin(version).then_some(Command::Handshake))
    }
}

/// Checks that no words follow.
fn end(mut tokens: Tokens<'_>, command: &'static str) -> Result<(), ParseError> {
    match tokens.next() {
        None => Ok(()),
        Some(word) => Err(ParseError::UnknownWord { command, word: excerpt(word) }),
    }
}

/// Parses a command and its arguments.
fn meaning(command: &'static str, tokens: &mut Tokens<'_>) -> Result<Command, ParseError> {
    use GameCommand as Game;

    let number = |tokens: &mut Tokens<'_>, expected| positive(tokens, u64::MAX, command, expected);
    Ok(Command::Game(match command {
        "d" => return Ok(Command::Display),
        "eval" => return Ok(Command::Eval),
        "help" => return Ok(Command::Help),
        "perft" => return perft(tokens),

        "new" => Game::New,
        "force" => Game::Force,
        "go" => Game::Go,
        "playother" => Game::PlayOther,
        "computer" => Game::Computer,
        "?" => Game::MoveNow,
        "draw" => Game::OfferDraw,
        "undo" => Game::TakeBack { moves: 1 },
        "remove" => Game::TakeBack { moves: 2 },
        "hard" => Game::Ponder(true),
        "easy" => Game::Ponder(false),
        "post" => Game::Post(true),
        "nopost" => Game::Post(false),
        "analyze" => Game::Analyze,
        "." => Game::Status,
        "exit" => Game::Exit,
        "hint" => Game::Hint,
        "bk" => Game::Book,
        "pause" => Game::Pause,
        "resume" => Game::Resume,

        "variant" => Game::Variant(variant(tokens)?),
        "usermove" => Game::Move(next(tokens, command, "a move")?.to_owned()),
        "level" => Game::Level(level::level(tokens)?),
        "st" => Game::MoveTime(level::move_time(tokens)?),
        "sd" => Game::Depth(depth(tokens)?),
        "nps" => Game::NodeRate(not_negative(tokens, u64::MAX, command, "a number of nodes")?),
        "time" => Game::Clock(level::clock(tokens, command)?),
        "otim" => Game::OpponentClock(level::clock(tokens, command)?),
        "ping" => Game::Ping(ping(tokens)?),
        "memory" => Game::Memory(number(tokens, "a number of megabytes from 1")?),
        "cores" => Game::Cores(number(tokens, "a number of threads from 1")?),
        "result" => result(tokens)?,
        "exclude" => Game::Exclude(which(tokens, command)?),
        "include" => Game::Include(which(tokens, command)?),
        "lift" => Game::Lift(next(tokens, command, "a square")?.to_owned()),
        "put" => Game::Put(next(tokens, command, "a square")?.to_owned()),
        other => return Err(ParseError::UnknownCommand { word: excerpt(other) }),
    }))
}

fn next<'a>(
    tokens: &mut Tokens<'a>,
    command: &'static str,
    expected: &'static str,
) -> Result<&'a str, ParseError> {
    tokens.next().ok_or(ParseError::Missing { command, expected })
}

fn variant(tokens: &mut Tokens<'_>) -> Result<String, ParseError> {
    let name = next(tokens, "variant", "the name of a variant")?;
    let name = if CHESS.contains(&name) { CHESS_HERE } else { name };
    Ok(name.to_owned())
}

/// Parses a depth; 0 removes the limit.
fn depth(tokens: &mut Tokens<'_>) -> Result<u32, ParseError> {
    let depth = not_negative(tokens, u32::MAX.into(), "sd", "a number of plies")?;
    Ok(u32::try_from(depth).ok().filter(|&depth| depth > 0).unwrap_or(u32::MAX))
}

/// Parses a perft; as in UCI, the tree of depth 0 is its root.
fn perft(tokens: &mut Tokens<'_>) -> Result<Command, ParseError> {
    let depth = not_negative(tokens, u32::MAX.into(), "perft", "a number of plies")?;
    Ok(Command::GoPerft { depth: u32::try_from(depth).unwrap_or(u32::MAX) })
}

/// Parses a number and returns it as spelled.
fn ping(tokens: &mut Tokens<'_>) -> Result<String, ParseError> {
    let (command, expected) = ("ping", "a number of at most 20 digits");
    let text = next(tokens, command, expected)?;
    let digits = text.strip_prefix('-').unwrap_or(text);
    if (1..=20).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(text.to_owned())
    } else {
        Err(ParseError::BadValue { command, value: excerpt(text), expected })
    }
}

/// `result RESULT {COMMENT}`.
fn result(tokens: &mut Tokens<'_>) -> Result<GameCommand, ParseError> {
    let (command, expected) = ("result", "1-0, 0-1, 1/2-1/2 or *");
    let result = next(tokens, command, expected)?;
    if !["1-0", "0-1", "1/2-1/2", "*"].contains(&result) {
        return Err(ParseError::BadValue { command, value: excerpt(result), expected });
    }
    let comment = tokens.rest();
    let inner = comment.strip_prefix('{').unwrap_or(comment);
    let inner = inner.strip_suffix('}').unwrap_or(inner);
    tokens.by_ref().for_each(drop);
    Ok(GameCommand::Result { result: result.to_owned(), comment: inner.trim_ascii().to_owned() })
}

/// Parses the move of `exclude` and `include`; `None` for all.
fn which(tokens: &mut Tokens<'_>, command: &'static str) -> Result<Option<String>, ParseError> {
    let word = next(tokens, command, "a move or 'all'")?;
    Ok((word != "all").then(|| word.to_owned()))
}

/// `NAME=VALUE`, or `NAME` of a button.
fn option(text: &str) -> Result<Command, ParseError> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.trim_ascii().to_owned())),
        None => (text, None),
    };
    let name = Tokens::new(name).collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(ParseError::Missing { command: "option", expected: "the name of an option" });
    }
    Ok(Command::SetOption { name, value })
}
