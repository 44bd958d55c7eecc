//! The page of matches: finished games of files that grow, and games in progress.

mod connection;
mod ending;
mod files;
mod follow;
mod live;
mod live_game;
mod matches;
mod messages;
mod open_game;
mod rows;
mod words;

pub use self::live::LiveMatch;
pub use self::matches::{Matches, WatchError};

pub(crate) use self::connection::serve;
