//! XBoard's and WinBoard's Chess Engine Communication Protocol, version 2, from the GUI's side.
//!
//! Its description: <https://www.gnu.org/software/xboard/engine-intf.html>.

mod feature;
mod reply;
mod request;
mod thinking;

pub use crate::cecp::MoveCodec;
pub use feature::{Feature, Features, Flag};
pub use reply::parse;
pub use request::Request;

use super::SearchReport;
use crate::ParseError;

/// What an engine says.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// A line without a word.
    Empty,
    /// What it understands, and what it wants to hear. What cannot be read does not keep the rest
    /// of the line from being read.
    Features(Vec<Result<Feature, ParseError>>),
    /// `pong`: all that was sent before the `ping` of that number is done.
    Pong(u64),
    /// Its move, as it spelled it; [`MoveCodec::read`] reads it.
    Move(String),
    /// It gives up.
    Resign,
    /// It offers a draw, or takes the one that was offered.
    OfferDraw,
    /// It says that the game is over.
    Result {
        /// The result that it claims.
        claim: Claim,
        /// Why, in its words; may be empty.
        comment: String,
    },
    /// It refuses a move.
    IllegalMove {
        /// Why, in its words; may be empty.
        reason: String,
        /// The move, as it repeats it.
        text: String,
    },
    /// It refuses a command.
    Error {
        /// What is wrong with it, in the engine's words, such as `unknown command`; may be empty.
        reason: String,
        /// The command, as the engine repeats it.
        text: String,
    },
    /// A message.
    Tell {
        /// For whom it is.
        to: Audience,
        /// The message.
        text: String,
    },
    /// A line for people, without its `#`.
    Comment(String),
    /// A game that it defines by itself.
    Setup(Setup),
    /// How a piece of such a game moves: what follows the word `piece`.
    Piece(String),
    /// How its search goes.
    Thinking(SearchReport),
    /// What the protocol does not have, or has for no match between engines (hints, books,
    /// analysis): the beginning of it.
    Unknown(String),
}

/// A result that an engine claims.
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
    /// As it goes over the wire.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Claim::WhiteWins => "1-0",
            Claim::BlackWins => "0-1",
            Claim::Draw => "1/2-1/2",
        }
    }
}

/// For whom a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// `telluser`: whoever sits before the screen.
    User,
    /// `tellusererror`: the same, and something is wrong; a position that cannot be set up is told
    /// so.
    UserError,
    /// `tellopponent`, `tellothers`, `tellall` and `tellics`: others on a chess server.
    Others,
}

/// `setup (TABLE) FILESxRANKS+HOLDINGS_PARENT FEN`: the board and start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Number of files and of ranks, where it tells them.
    pub size: Option<(u8, u8)>,
    /// The position at the start; may be empty.
    pub fen: String,
}

#[cfg(test)]
mod tests;
