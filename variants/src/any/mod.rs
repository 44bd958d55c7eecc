//! Games of all families behind one type.
//!
//! Rules and search are generic over [`Position`](crate::Position), so that nothing is decided
//! twice while they run. Here, once, it is decided which of them a game is: [`Variant`] is a
//! definition with its compiled rules, [`AnyGame`] a game in progress, and [`with_game!`] the way
//! back from it to generic code.
//!
//! [`with_game!`]: crate::with_game

#[macro_use]
mod erased;

mod chosen;
#[cfg(feature = "perft")]
mod divide;
mod game;
mod shown;
#[cfg(test)]
mod tests;
mod turn;
mod variant;

pub use erased::AnyGame;
pub use shown::ShownStep;
pub use turn::AnyTurn;
pub use variant::Variant;
