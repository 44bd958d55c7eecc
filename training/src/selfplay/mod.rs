//! Self-play games within this process for training data: no clocks, files or programs. Matches
//! that measure strength for others are in the arena.
//!
//! [`play`] plays one game. [`generate()`] plays many for their quiet positions, which a [`Store`]
//! writes to disk; a [`Crew`] is the threads that play them.

mod crew;
mod data;
mod decision;
mod generate;
mod openings;
mod seen;
#[cfg(test)]
mod shards;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use search::{Control, Engine, EngineError, Limits, SearchRequest};
use thiserror::Error;
use variants::{AnyGame, ByColor, Color, FenError, Outcome, TurnError, Variant};

use arena::Opening;
use engine::evaluation::Evaluation;
use engine::search_job::{SearchOutput, real_time, run_search};

pub use crew::{Crew, Until};
pub use data::{DataError, DataHeader, Game, GameError, Store, evaluation_name, scan};
pub use decision::{Decided, Decision, for_white};
pub use generate::{Generation, generate};
pub use openings::balanced_opening;
pub use seen::Seen;

/// Player of one or both sides.
#[derive(Debug)]
pub struct Side<'a> {
    /// Engine; its hash is cleared before the game.
    pub engine: &'a mut Engine,
    /// Limits per turn.
    pub limits: Limits,
    /// Evaluation.
    pub evaluation: Evaluation,
}

/// Players of a game.
#[derive(Debug)]
pub enum Players<'a> {
    /// One engine for both sides, which share its hash.
    Alone(Side<'a>),
    /// One engine for each side.
    Both(ByColor<Side<'a>>),
}

impl<'a> Players<'a> {
    fn of(&mut self, color: Color) -> &mut Side<'a> {
        match self {
            Players::Alone(side) => side,
            Players::Both(sides) => &mut sides[color],
        }
    }
}

/// Error of a self-play game.
#[derive(Debug, Error)]
pub enum SelfplayError {
    /// Invalid position of the opening.
    #[error("opening: {0}")]
    Fen(FenError),
    /// Illegal turn, of the opening or an engine.
    #[error("turn: {0}")]
    Turn(TurnError),
    /// Engine without a turn in a game that is not over.
    #[error("no turn in a game that is not over: {0}")]
    NoTurn(String),
    /// Random openings that all end the game.
    #[error("every game was over after {plies} random turns")]
    NoOpening {
        /// Turns of each opening.
        plies: u32,
    },
    /// Engine that cannot be set up.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Error in a game of a data set.
    #[error("game {number}")]
    Game {
        /// Number of the game.
        number: u32,
        /// Cause.
        source: Box<SelfplayError>,
    },
}

impl SelfplayError {
    /// Returns this error with the number of its game.
    fn in_game(self, number: u32) -> Self {
        SelfplayError::Game { number, source: Box::new(self) }
    }
}

/// End of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// By the rules.
    Over(Outcome),
    /// By the observer.
    Seen,
    /// By the maximum number of turns.
    TooLong,
    /// Interrupted.
    Stopped,
}

/// Plays a game from an opening, with a maximum number of turns of both sides after it. `see` is
/// called before each turn with the game and the engine's answer, and may end the game there. The
/// same engines with limits in nodes or depth play the same game.
///
/// # Errors
/// When the opening is invalid in this variant, or an engine fails.
pub fn play(
    variant: &Variant,
    opening: &Opening,
    mut players: Players<'_>,
    most: usize,
    stop: &AtomicBool,
    see: &mut dyn FnMut(&AnyGame, &SearchOutput) -> ControlFlow<()>,
) -> Result<GameEnd, SelfplayError> {
    let mut game = set_up(variant, opening)?;
    for color in Color::ALL {
        players.of(color).engine.new_game();
    }
    for _ in 0..most {
        if stop.load(Ordering::Relaxed) {
            return Ok(GameEnd::Stopped);
        }
        if let Some(outcome) = game.outcome() {
            return Ok(GameEnd::Over(outcome));
        }
        let side = players.of(game.side());
        let (clock, control) = (real_time(), Control::new());
        let request = SearchRequest::new(&game, side.limits, &clock, &control);
        let answer = run_search(side.engine, &request, &side.evaluation, &mut |_| {});
        if see(&game, &answer).is_break() {
            return Ok(GameEnd::Seen);
        }
        let turn = answer.best.ok_or_else(|| SelfplayError::NoTurn(game.fen()))?;
        game.play_turn(&turn.text).map_err(SelfplayError::Turn)?;
    }
    Ok(game.outcome().map_or(GameEnd::TooLong, GameEnd::Over))
}

/// Returns the game after an opening.
///
/// # Errors
/// When the opening is invalid in this variant.
pub fn set_up(variant: &Variant, opening: &Opening) -> Result<AnyGame, SelfplayError> {
    let mut game = match &opening.fen {
        Some(fen) => variant.game(fen).map_err(SelfplayError::Fen)?,
        None => variant.start(),
    };
    for turn in &opening.turns {
        game.play_turn(turn).map_err(SelfplayError::Turn)?;
    }
    Ok(game)
}
