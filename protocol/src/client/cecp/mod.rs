//! XBoard's and WinBoard's Chess Engine Communication Protocol, version 2, from the GUI's side.
//!
//! Specification: <https://www.gnu.org/software/xboard/engine-intf.html>.

mod feature;
mod reply;
mod request;
mod thinking;

pub use crate::cecp::MoveCodec;
pub use feature::{Feature, Features, Flag};
pub use reply::parse;
pub use request::CecpRequest;

use super::SearchReport;
use crate::ParseError;

/// One line of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum CecpReply {
    /// An empty line.
    Empty,
    /// Features. An unreadable one does not prevent the rest of the line from being parsed.
    Features(Vec<Result<Feature, ParseError>>),
    /// `pong`: all commands before the `ping` of that number are done.
    Pong(u64),
    /// A move as sent; [`MoveCodec::read`] parses it.
    Move(String),
    /// The engine resigns.
    Resign,
    /// The engine offers a draw, or accepts one.
    OfferDraw,
    /// The engine claims that the game is over.
    Result {
        /// The claimed result.
        claim: Claim,
        /// Reason, as sent; may be empty.
        comment: String,
    },
    /// The engine refuses a move.
    IllegalMove {
        /// Reason, as sent; may be empty.
        reason: String,
        /// The move, as repeated by the engine.
        text: String,
    },
    /// The engine refuses a command.
    Error {
        /// Reason, as sent, such as `unknown command`; may be empty.
        reason: String,
        /// The command, as repeated by the engine.
        text: String,
    },
    /// A message.
    Tell {
        /// Addressee.
        to: Audience,
        /// Text of the message.
        text: String,
    },
    /// A comment, without its `#`.
    Comment(String),
    /// Description of a game that the engine defines.
    Setup(BoardSetup),
    /// Moves of a piece of such a game: the text after `piece`.
    Piece(String),
    /// Search information.
    Thinking(SearchReport),
    /// A line that the protocol does not have, or that has no use in a match between engines
    /// (hints, books, analysis): its beginning.
    Unknown(String),
}

/// Result claimed by an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
}

impl Claim {
    /// Returns the result as in CECP.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Claim::WhiteWins => "1-0",
            Claim::BlackWins => "0-1",
            Claim::Draw => "1/2-1/2",
        }
    }
}

/// Addressee of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// `telluser`: the user.
    User,
    /// `tellusererror`: the user, about an error, such as a position that cannot be set up.
    UserError,
    /// `tellopponent`, `tellothers`, `tellall` and `tellics`: others on a chess server.
    Others,
}

/// `setup (TABLE) FILESxRANKS+HOLDINGS_PARENT FEN`: the board and start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSetup {
    /// Number of files and of ranks, if given.
    pub size: Option<(u8, u8)>,
    /// FEN of the start position; may be empty.
    pub fen: String,
}

#[cfg(test)]
mod tests;
