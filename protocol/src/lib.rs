//! The languages that chess GUIs speak: bytes to typed [`Command`]s, typed
//! [`Event`]s to bytes.
//!
//! All dialects share one vocabulary, so that one session serves them all; what
//! differs between them (spelling, order, quirks) lives behind [`Dialect`].
//! This crate knows no rules: moves and positions are text here, and only a
//! variant can tell whether they mean anything.
//!
//! ```
//! use menagerie_protocol::{Command, Dialect, Event, Go, Uci};
//!
//! let mut uci = Uci::new();
//! let command = uci.parse(b"go movetime 500 searchmoves c3e5,e5g7\r\n");
//! assert_eq!(
//!     command,
//!     Ok(Some(Command::Go(Go {
//!         movetime: Some(500),
//!         search_moves: vec!["c3e5,e5g7".to_owned()],
//!         ..Go::default()
//!     })))
//! );
//!
//! let mut out = String::new();
//! uci.write(&Event::best_move("c3e5,e5g7"), &mut out);
//! assert_eq!(out, "bestmove c3e5,e5g7\n");
//! ```
//!
//! [`Detect`] finds out by itself whether it is spoken to in UCI ([`Uci`]) or in XBoard's protocol
//! ([`Cecp`]).
//!
//! What never happens here: a panic on any input, a line that an event's text
//! breaks in two, an error that repeats a megabyte of what it complains about.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(test)]
mod anything;
mod bench;
mod cecp;
pub mod client;
mod command;
mod detect;
mod dialect;
mod error;
mod event;
mod game;
mod lines;
mod number;
mod options;
pub mod text;
mod turn;
mod uci;
mod variant;
mod words;

pub use cecp::{Cecp, pictures, split};
pub use command::{Bench, Command, Go, Registration, StartPosition};
pub use detect::Detect;
pub use dialect::Dialect;
pub use error::ParseError;
pub use event::{Bound, Event, Score, SearchInfo, Wdl};
pub use game::{Edit, GameCommand, GameEvent, Level, Status, Target, TargetKind};
pub use lines::{DEFAULT_LINE_LIMIT, LineError, LineReader};
pub use options::{Expected, OptionError, OptionKind, OptionSpec, OptionValue, Options, Protocol};
pub use turn::{BoardMove, HostMove, Leg, PieceMove, Promotion, Square, Turn};
pub use uci::Uci;
pub use variant::{CastlingInfo, PieceInfo, TurnKind, VariantInfo};
