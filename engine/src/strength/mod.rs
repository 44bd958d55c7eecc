//! Playing strength, from a beginner to full strength: limits of a search and a choice among its
//! lines.
//!
//! Below full strength a search sees fewer plies ahead, and one of several good moves is played. It
//! always sees the captures that answer a move, so that no piece is left to be taken for nothing.

mod choice;
mod handicap;
mod scale;
#[cfg(test)]
mod tests;
mod weak;

pub use self::choice::ordering_score;
pub use self::handicap::Handicap;
pub use self::scale::{LEVELS, MAX_ELO, MAX_SKILL, MIN_ELO, Strength};
pub use self::weak::{random_seed, weak_engine, weak_search};
