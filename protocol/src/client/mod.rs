//! The GUI's side of the languages: commands to lines, and what engines answer to typed replies.
//!
//! The other way round from the rest of this crate, for whoever makes engines play. A line is read
//! strictly where a number or a move decides something, and what is refused is shown with what was
//! expected ([`ParseError`](crate::ParseError)); a line that the language does not have is no
//! error, but is handed on as such.
//!
//! ```
//! use menagerie_protocol::client::uci::{Reply, parse};
//!
//! let reply = parse(b"bestmove c3e5,e5g7 ponder h8g7");
//! let (best, ponder) = (Some("c3e5,e5g7".to_owned()), Some("h8g7".to_owned()));
//! assert_eq!(reply, Ok(Reply::BestMove { best, ponder }));
//! let error = parse(b"info depth seven score cp 20").unwrap_err();
//! assert_eq!(error.to_string(), "info depth: 'seven' is not a number of plies");
//! ```

pub mod cecp;
pub mod uci;

use crate::{Bound, Score};

/// What an engine says of its search. What it did not say is `None` or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchReport {
    /// The depth of this iteration in plies.
    pub depth: Option<u32>,
    /// The depth of the deepest line in plies.
    pub seldepth: Option<u32>,
    /// The rank of this line among those shown; 1 is the best.
    pub multipv: Option<u32>,
    /// The score, from the point of view of the engine's own side.
    pub score: Option<Score>,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes searched a second.
    pub nps: Option<u64>,
    /// Time searched, in milliseconds.
    pub time_ms: Option<u64>,
    /// The best line, as text that nobody has judged.
    pub pv: String,
}
