//! Typed commands.

use thiserror::Error;

use crate::setup::Players;

/// Typed command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// Nothing.
    Empty,
    /// A move: anything that is not a command.
    Move(&'a str),
    /// Lists legal moves that begin with a text.
    Moves(&'a str),
    /// Takes back a step or a turn.
    Undo,
    /// Asks for the engine's move.
    Hint,
    /// Shows the levels, or sets one.
    Level(Option<u8>),
    /// Adds the game to a file.
    Save(&'a str),
    /// Turns the board round.
    Flip,
    /// Shows the position as FEN.
    Fen,
    /// Starts a game from a position.
    SetUp(&'a str),
    /// Starts a new game; `None`: the same again.
    New(Option<&'a str>),
    /// Lists the games.
    Games,
    /// Hands sides to the engine.
    Engine(Players),
    /// Lets the engine move, or the clocks run.
    Go,
    /// Stops the clocks.
    Pause,
    /// Offers a draw.
    Draw,
    /// Resigns.
    Resign,
    /// Shows the board.
    Board,
    /// Shows the rules and the pieces.
    Rules,
    /// Shows the game's score.
    Pgn,
    /// Shows the commands.
    Help,
    /// Leaves the board.
    Quit,
}

/// Command with a bad argument.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub(super) enum CommandError {
    /// Level that does not exist.
    #[error("level '{0}': expected 1 to 10")]
    Level(String),
    /// No file.
    #[error("save: expected a file name, such as game.pgn")]
    File,
    /// No side.
    #[error("engine '{0}': expected white, black, both or none")]
    Side(String),
    /// Argument of a command that has none.
    #[error("{0} has no argument: '{1}'")]
    Argument(&'static str, String),
}

/// Names of the commands, their arguments, and what they do.
pub(super) const COMMANDS: [(&str, &str, &str); 22] = [
    ("moves", "[SQUARE]", "legal moves, or those that begin with SQUARE"),
    ("end", "", "end of a turn of several units"),
    ("undo", "", "takes back the last step, or your last turn with the answer"),
    ("hint", "", "the engine's advice"),
    ("level", "[N]", "levels, or level N from 1 to 10"),
    ("engine", "SIDE", "side of the engine: white, black, both or none"),
    ("go", "", "the engine moves, the clocks run"),
    ("pause", "", "stops the clocks"),
    ("draw", "", "offers a draw"),
    ("resign", "", "gives the game up"),
    ("new", "[VARIANT]", "a new game"),
    ("games", "", "list of the games"),
    ("rules", "", "rules and pieces of this game"),
    ("board", "", "shows the board"),
    ("flip", "", "turns the board round"),
    ("fen", "[FEN]", "the position, or a new game from FEN"),
    ("pgn", "", "the moves so far"),
    ("save", "FILE", "adds the game to a PGN file"),
    ("help", "", "this list"),
    ("quit", "", "leaves; the game is kept"),
    ("exit", "", ""),
    ("?", "", ""),
];

impl<'a> Command<'a> {
    /// Reads a line.
    ///
    /// # Errors
    /// When a command has a bad argument.
    pub(super) fn parse(line: &'a str) -> Result<Self, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let some = (!rest.is_empty()).then_some(rest);
        let word = word.to_ascii_lowercase();
        Ok(match word.as_str() {
            "" => Command::Empty,
            "moves" => Command::Moves(rest),
            "level" => Command::Level(some.map(level).transpose()?),
            "save" => Command::Save(some.ok_or(CommandError::File)?),
            "fen" => some.map_or(Command::Fen, Command::SetUp),
            "new" => Command::New(some),
            "engine" => Command::Engine(side(rest)?),
            _ => match plain(&word) {
                Some((name, _)) if !rest.is_empty() => {
                    return Err(CommandError::Argument(name, rest.to_owned()));
                }
                Some((_, command)) => command,
                None => Command::Move(line),
            },
        })
    }
}

/// Returns a command without arguments, and its name.
fn plain(word: &str) -> Option<(&'static str, Command<'static>)> {
    Some(match word {
        "undo" => ("undo", Command::Undo),
        "hint" => ("hint", Command::Hint),
        "flip" => ("flip", Command::Flip),
        "games" => ("games", Command::Games),
        "go" => ("go", Command::Go),
        "pause" => ("pause", Command::Pause),
        "draw" => ("draw", Command::Draw),
        "resign" => ("resign", Command::Resign),
        "board" => ("board", Command::Board),
        "rules" => ("rules", Command::Rules),
        "pgn" => ("pgn", Command::Pgn),
        "help" | "?" => ("help", Command::Help),
        "quit" | "exit" => ("quit", Command::Quit),
        _ => return None,
    })
}

fn level(text: &str) -> Result<u8, CommandError> {
    let level = text.parse().ok().filter(|level| (1..=10).contains(level));
    level.ok_or_else(|| CommandError::Level(text.to_owned()))
}

fn side(text: &str) -> Result<Players, CommandError> {
    Ok(match text.to_ascii_lowercase().as_str() {
        "white" => Players::White,
        "black" => Players::Black,
        "both" => Players::Both,
        "none" => Players::None,
        _ => return Err(CommandError::Side(text.to_owned())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands_or_moves() {
        let parse = |line| Command::parse(line).unwrap();
        assert_eq!(parse("  "), Command::Empty);
        assert_eq!(parse(" Nf3 "), Command::Move("Nf3"));
        assert_eq!(parse("end"), Command::Move("end"));
        assert_eq!(parse("moves e2"), Command::Moves("e2"));
        assert_eq!(parse("LEVEL 7"), Command::Level(Some(7)));
        assert_eq!(parse("save my game.pgn"), Command::Save("my game.pgn"));
        assert_eq!(parse("fen 8/8 w - - 0 1"), Command::SetUp("8/8 w - - 0 1"));
        assert_eq!(parse("engine None"), Command::Engine(Players::None));
        assert_eq!(parse("?"), Command::Help);
    }

    #[test]
    fn bad_arguments_are_named() {
        for bad in ["level 0", "level 11", "level x", "save", "engine", "engine red", "undo 2"] {
            let error = Command::parse(bad).unwrap_err().to_string();
            let word = bad.split(' ').next().unwrap();
            assert!(error.starts_with(word), "{bad}: {error}");
        }
    }

    #[test]
    fn all_commands_of_the_list_exist() {
        for (name, argument, _) in COMMANDS.iter().filter(|(name, ..)| *name != "end") {
            let line = match *argument {
                "SIDE" => format!("{name} both"),
                "FILE" => format!("{name} x.pgn"),
                _ => (*name).to_owned(),
            };
            assert!(!matches!(Command::parse(&line), Ok(Command::Move(_))), "{line}");
        }
    }
}
