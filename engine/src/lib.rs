//! Library of the chess-variant engine Menagerie: games and files, evaluation registry, search jobs,
//! game records, options and the session behind UCI and CECP.
//!
//! [`play`] is the place to begin: games of any variant and the engine as a player of them.
//! [`session::Session`] is the state machine behind both protocols. [`search_job`] runs one search of
//! any game. [`library::Library`] holds the games that can be chosen.

#![forbid(unsafe_code)]

// The examples of the README are compiled and run with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod adjudication;
pub mod bench;
pub mod causes;
pub mod describe;
pub mod endings;
pub mod evaluation;
pub mod files;
pub mod fingerprint;
pub mod greeting;
pub mod info;
pub mod json_lines;
mod lag;
pub mod library;
pub mod lines;
pub mod logging;
pub mod memory;
pub mod options;
pub mod output;
pub mod perft;
pub mod play;
pub mod record;
pub mod search_job;
pub mod session;
pub mod strength;
pub mod task;
pub mod turns;
pub mod workers;
pub mod xboard;
