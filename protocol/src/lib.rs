//! GUI protocols: parses bytes into typed [`Command`]s, and writes typed [`Event`]s as bytes.
//!
//! All dialects share these types, so that one session serves them all; the differences (spelling,
//! order, quirks) are behind [`Dialect`]. This crate has no rules of games: moves and positions are
//! unvalidated text, which a variant parses.
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
//! [`Detect`] detects whether the GUI speaks UCI ([`Uci`]) or XBoard's protocol ([`Cecp`]).
//!
//! Guarantees: no input causes a panic, no text of an event breaks a line in two, and errors quote
//! short excerpts of their input only.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

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
#[cfg(test)]
mod strategies;
pub mod text;
mod tokens;
mod turn;
mod uci;
mod variant;

pub use cecp::{Cecp, pictures, split};
pub use command::{BenchParameters, Command, Go, Registration, StartPosition};
pub use detect::Detect;
pub use dialect::Dialect;
pub use error::ParseError;
pub use event::{Event, InfoBound, InfoScore, InfoWdl, SearchInfo};
pub use game::{AnalysisStatus, Edit, GameCommand, GameEvent, Level, Target, TargetKind};
pub use lines::{DEFAULT_LINE_LIMIT, LineError, LineReader};
pub use options::{Expected, OptionError, OptionKind, OptionSpec, OptionValue, Options, Protocol};
pub use turn::{BoardMove, BoardSquare, DropMove, HostMove, MoveLeg, PieceMove, Promotion, Turn};
pub use uci::Uci;
pub use variant::{CastlingInfo, HandInfo, PieceInfo, TurnKind, VariantInfo};
