//! Games that engines of this process play each other, to learn from: without clocks, files or
//! programs. Matches that shall measure something for others are the arena's.
//!
//! [`play`] is one game; [`generate()`] plays many for their quiet positions, which a [`Store`] keeps
//! on disk; a [`crew()`] is the threads that play them.

mod crew;
mod data;
mod decision;
mod generate;
mod openings;
mod seen;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use search::{Control, Engine, Limits};
use thiserror::Error;
use variants::{AnyGame, ByColor, Color, FenError, Outcome, TurnError, Variant};

use arena::Opening;
use engine::evaluation::Evaluation;
use engine::thinking::{Answer, Question, think};

pub use crew::{Crew, Until, crew};
pub use data::{Game, Header, Store, judge, scan};
pub use decision::{Decided, Decision, for_white};
pub use generate::{Generation, generate};
pub use openings::fair;
pub use seen::Seen;

/// One who plays.
#[derive(Debug)]
pub struct Side<'a> {
    /// Who plays; it forgets everything before the game.
    pub engine: &'a mut Engine,
    /// What each turn may use.
    pub limits: Limits,
    /// What judges positions.
    pub evaluation: Evaluation,
}

/// Who plays a game.
#[derive(Debug)]
pub enum Players<'a> {
    /// One for both sides: what it found for one serves the other too.
    Alone(Side<'a>),
    /// One for each side.
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

/// Why a game cannot be played.
#[derive(Debug, Error)]
pub enum SelfplayError {
    /// The opening is no position of the game.
    #[error("opening: {0}")]
    Fen(FenError),
    /// The opening, or an engine, has a turn that is not legal.
    #[error("turn: {0}")]
    Turn(TurnError),
    /// An engine has no turn in a game that is not over.
    #[error("no turn in a game that is not over: {0}")]
    NoTurn(String),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Over(Outcome),
    /// Whoever watched it had seen enough.
    Seen,
    /// It had as many turns as it may have.
    TooLong,
    /// It was interrupted.
    Stopped,
}

/// Plays a game from an opening, of so many turns of both sides at most after it. `see` gets the
/// game before each turn, and what its engine answered, and may end it there. The same engines
/// with limits in nodes or depth play the same game.
///
/// # Errors
/// When the opening is not of this game, or an engine fails.
pub fn play(
    variant: &Variant,
    opening: &Opening,
    mut players: Players<'_>,
    most: usize,
    stop: &AtomicBool,
    see: &mut dyn FnMut(&AnyGame, &Answer) -> ControlFlow<()>,
) -> Result<End, SelfplayError> {
    let mut game = set_up(variant, opening)?;
    for color in Color::ALL {
        players.of(color).engine.new_game();
    }
    for _ in 0..most {
        if stop.load(Ordering::Relaxed) {
            return Ok(End::Stopped);
        }
        if let Some(outcome) = game.outcome() {
            return Ok(End::Over(outcome));
        }
        let side = players.of(game.side());
        let mut question = Question {
            game: game.clone(),
            limits: side.limits,
            only: Vec::new(),
            wdl: false,
            evaluation: side.evaluation.clone(),
        };
        let answer = think(side.engine, &mut question, &Control::new(), &mut |_| {});
        if see(&game, &answer).is_break() {
            return Ok(End::Seen);
        }
        let turn = answer.best.ok_or_else(|| SelfplayError::NoTurn(game.fen()))?;
        game.play_turn(&turn.text).map_err(SelfplayError::Turn)?;
    }
    Ok(game.outcome().map_or(End::TooLong, End::Over))
}

/// The game after an opening.
///
/// # Errors
/// When the opening is not of this game.
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
