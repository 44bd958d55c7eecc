//! GUI side of the protocols, and of the Hub protocol of draughts: writes commands as lines, and parses engine output.
//!
//! The reverse of the rest of this crate, for programs that run engines. Parsing is strict for
//! numbers and moves that matter, and an error names the expected input
//! ([`ParseError`](crate::ParseError)); a line that the protocol does not have is not an error, but
//! is returned as unknown.
//!
//! ```
//! use menagerie_protocol::client::uci::{UciReply, parse};
//!
//! let reply = parse(b"bestmove c3e5,e5g7 ponder h8g7");
//! let (best, ponder) = (Some("c3e5,e5g7".to_owned()), Some("h8g7".to_owned()));
//! assert_eq!(reply, Ok(UciReply::BestMove { best, ponder }));
//! let error = parse(b"info depth seven score cp 20").unwrap_err();
//! assert_eq!(error.to_string(), "info depth: 'seven' is not a number of plies");
//! ```

pub mod cecp;
pub mod hub;
pub mod uci;

use crate::{InfoBound, InfoScore};

/// Search information of an engine. Missing fields are `None` or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchReport {
    /// Depth of this iteration in plies.
    pub depth: Option<u32>,
    /// Selective depth in plies.
    pub seldepth: Option<u32>,
    /// Rank of this PV in multi-PV; 1 is the best.
    pub multipv: Option<u32>,
    /// Score from the point of view of the engine's own side.
    pub score: Option<InfoScore>,
    /// Whether the score is exact or a bound.
    pub bound: InfoBound,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes searched per second.
    pub nps: Option<u64>,
    /// Time searched, in milliseconds.
    pub time_ms: Option<u64>,
    /// Principal variation, as unvalidated text.
    pub pv: String,
}
