//! Errors of an engine's settings, in any protocol.

use protocol::OptionError;
use protocol::text::excerpt;
use thiserror::Error;

use engine::options::{BOARD_SIZE, VARIANT};

/// Error of an engine's settings.
#[derive(Debug, Error)]
pub enum SettingError {
    /// Unknown option.
    #[error("unknown option '{name}'; {others}", name = excerpt(.name))]
    Unknown {
        /// Name of the option.
        name: String,
        /// Known options.
        others: String,
    },
    /// Invalid value of an option.
    #[error(transparent)]
    Value(#[from] OptionError),
    /// Invalid number for a command.
    #[error("option '{name}': '{value}' is not {expected}", value = excerpt(.value))]
    Number {
        /// Option.
        name: &'static str,
        /// Value.
        value: String,
        /// Expected values.
        expected: &'static str,
    },
    /// Engine that plays chess only.
    #[error("it does not play '{game}': it has no option {VARIANT}")]
    ChessOnly {
        /// Name of the variant.
        game: String,
    },
    /// Variant that the engine does not support.
    #[error(
        "it does not play '{game}'; {others} (variant=NAME: the engine's name for the game)",
        game = excerpt(.game)
    )]
    UnknownGame {
        /// Name of the variant.
        game: String,
        /// Supported variants.
        others: String,
    },
    /// Board size that the engine does not support.
    #[error("it does not play {game} on a board of {size}: it has no option {BOARD_SIZE}")]
    Board {
        /// Name of the variant.
        game: String,
        /// Board size, such as `12x10`.
        size: String,
    },
    /// Engine that does not ponder.
    #[error("it does not ponder: it has no option Ponder")]
    NoPonder,
    /// Limit that the protocol does not support.
    #[error("{0} is not supported with proto=xboard")]
    Limits(&'static str),
}
