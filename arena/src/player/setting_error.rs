//! Why an engine cannot be set up, in whichever protocol.

use protocol::OptionError;
use protocol::text::excerpt;
use thiserror::Error;

use engine::options::{BOARD_SIZE, VARIANT};

/// Why an engine cannot be set up.
#[derive(Debug, Error)]
pub enum SettingError {
    /// It has no such option.
    #[error("it has no option '{name}'; {others}", name = excerpt(.name))]
    Unknown {
        /// The name.
        name: String,
        /// What it has.
        others: String,
    },
    /// The option does not take such a value.
    #[error(transparent)]
    Value(#[from] OptionError),
    /// Not a number that a command takes.
    #[error("option '{name}': '{value}' is not {expected}", value = excerpt(.value))]
    Number {
        /// The option.
        name: &'static str,
        /// The value.
        value: String,
        /// What it can be.
        expected: &'static str,
    },
    /// It plays chess alone.
    #[error("it does not play '{game}': it has no option {VARIANT}")]
    ChessOnly {
        /// The game's name.
        game: String,
    },
    /// It does not know the game.
    #[error(
        "it does not play '{game}'; {others} (variant=NAME tells what it calls the game)",
        game = excerpt(.game)
    )]
    UnknownGame {
        /// The game's name.
        game: String,
        /// What it has.
        others: String,
    },
    /// It plays the game on another board.
    #[error("it does not play {game} on a board of {size}: it has no option {BOARD_SIZE}")]
    Board {
        /// The game's name.
        game: String,
        /// The size, such as `12x10`.
        size: String,
    },
    /// A limit that the protocol does not have.
    #[error("{0} is not possible with proto=xboard")]
    Limits(&'static str),
}
