//! Games of any variant and players for them, with moves as text: all that a program needs that
//! plays, analyses or collects games.
//!
//! [`Game`] is a position with its history, [`Player`] the engine. A limit such as
//! [`Limits::nodes`] or [`Limits::move_time`] ends each search.
//!
//! ```
//! use menagerie_engine::play::{Game, Limits, Player};
//!
//! let mut game = Game::new("cheskers")?;
//! let mut engine = Player::new(1, 16)?;
//! while game.outcome().is_none() && game.turns().len() < 10 {
//!     if let Some(turn) = engine.turn(&game, Limits::nodes(100))? {
//!         game.play(&turn)?;
//!     }
//! }
//! println!("{game}");
//! # Ok::<(), menagerie_engine::play::PlayError>(())
//! ```
//!
//! Games of one's own are read from a file of definitions ([`Library::with_file`]) or its text:
//!
//! ```
//! use menagerie_engine::play::{Game, Library};
//!
//! let text = r#"
//! [camel-chess]
//! inherits = "chess"
//! start = "rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w - - 0 1"
//! castling = false
//!
//! [camel-chess.pieces]
//! P.promotes = "QRBC"
//! C = { name = "camel", moves = "C" }
//! "#;
//! let loaded = Library::builtin().with_text(text)?;
//! assert_eq!((loaded.names, loaded.faults.len()), (vec!["camel-chess".to_owned()], 0));
//! let mut game = Game::of(&loaded.library, "camel-chess", None)?;
//! assert!(game.legal_turns(100).is_some_and(|turns| turns.contains(&"b1a4".to_owned())));
//! # Ok::<(), menagerie_engine::play::PlayError>(())
//! ```

mod game;
mod player;
#[cfg(test)]
mod tests;

use thiserror::Error;

pub use crate::endings::EndingsError;
pub use crate::evaluation::EvaluationError;
pub use crate::library::{Library, LibraryError, Loaded};
pub use crate::lines::Found;
pub use crate::strength::Strength;
pub use game::Game;
pub use player::{Answer, Player};
pub use protocol::{InfoScore, SearchInfo};
pub use search::{Control, EngineError, Limits, TimeControl};
pub use variants::{BoardSize, Color, FenError, Outcome, Reason, Style, TurnError, Variant};

/// Error of a game or a player.
#[derive(Debug, Error)]
pub enum PlayError {
    /// Unknown variant, or a board size that it does not have.
    #[error(transparent)]
    Variant(#[from] LibraryError),
    /// Invalid position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// Illegal move.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// Engine that cannot be set up.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Files of weights and networks that cannot be read.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// Files of weights and networks of other games.
    #[error("EvalFile is for {found}, not for {game}")]
    OtherGame {
        /// Games of the files.
        found: String,
        /// Game that is played.
        game: String,
    },
}
