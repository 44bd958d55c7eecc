//! Board in the browser, and in a terminal, for the chess-variant engine Menagerie, and its page of
//! matches.
//!
//! A [`Server`] listens on this machine alone. Its page shows one game, kept by a [`Room`]; all tabs
//! show the same one. The page sends requests over a WebSocket and receives events (`messages`);
//! legal moves are the rules' own, sent leg by leg with every position. A [`Console`] plays the same
//! game by typed lines. Another page shows [`Matches`]: their games, results and the games in progress.

#![forbid(unsafe_code)]

mod address;
mod assets;
mod connection;
mod definitions;
mod describe;
mod ending;
mod guard;
mod limits;
mod lines;
mod listener;
mod messages;
mod opponent;
mod resume;
mod room;
mod rules;
mod saved;
mod server;
mod setup;
mod table;
mod terminal;
mod tree;
mod turn_view;
mod view;
mod watch;

pub use resume::ResumeError;
pub use room::{Follow, Room, RoomError, Settings};
pub use server::{ServeError, Server};
pub use setup::{ClockSetup, Players, Setup};
pub use terminal::{Completion, Completions, Console, Flow, Window};
pub use watch::{LiveMatch, Matches, WatchError};
