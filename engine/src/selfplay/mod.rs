//! Games that engines of this process play each other, to learn from: without clocks, files or
//! programs. Matches that shall measure something are the arena's.

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};

use search::{Control, Engine, Limits};
use thiserror::Error;
use variants::{AnyGame, ByColor, FenError, Outcome, TurnError, Variant};

use crate::arena::Opening;
use crate::thinking::{Answer, Question, think};

/// One side of a game.
#[derive(Debug)]
pub struct Side<'a> {
    /// Who plays; it forgets everything before the game.
    pub engine: &'a mut Engine,
    /// What each turn may use.
    pub limits: Limits,
}

/// Why a game cannot be played.
#[derive(Debug, Error)]
pub enum SelfplayError {
    /// The opening is no position of the game.
    #[error("opening: {0}")]
    Fen(#[from] FenError),
    /// The opening, or an engine, has a turn that is not legal.
    #[error("turn: {0}")]
    Turn(#[from] TurnError),
    /// An engine has no turn in a game that is not over.
    #[error("no turn in a game that is not over: {0}")]
    NoTurn(String),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Over(Outcome),
    /// It had as many turns as it may have.
    TooLong,
    /// It was interrupted.
    Stopped,
}

/// Plays a game from an opening, of so many turns of both sides at most after it. `see` gets the
/// game before each turn, and what its engine answered. The same engines with limits in nodes or
/// depth play the same game.
///
/// # Errors
/// When the opening is not of this game, or an engine fails.
pub fn play(
    variant: &Variant,
    opening: &Opening,
    mut sides: ByColor<Side<'_>>,
    most: usize,
    stop: &AtomicBool,
    see: &mut dyn FnMut(&AnyGame, &Answer),
) -> Result<End, SelfplayError> {
    let mut game = set_up(variant, opening)?;
    for color in variants::Color::ALL {
        sides[color].engine.new_game();
    }
    for _ in 0..most {
        if stop.load(Ordering::Relaxed) {
            return Ok(End::Stopped);
        }
        if let Some(outcome) = game.outcome() {
            return Ok(End::Over(outcome));
        }
        let side = &mut sides[game.side()];
        let mut question = Question::new(game.clone(), side.limits);
        let answer = think(side.engine, &mut question, &Control::new(), &mut |_| {});
        see(&game, &answer);
        let turn = answer.best.ok_or_else(|| SelfplayError::NoTurn(game.fen()))?;
        game.play_turn(&turn.text)?;
    }
    Ok(game.outcome().map_or(End::TooLong, End::Over))
}

/// The game after an opening.
///
/// # Errors
/// When the opening is not of this game.
pub fn set_up(variant: &Variant, opening: &Opening) -> Result<AnyGame, SelfplayError> {
    let mut game = match &opening.fen {
        Some(fen) => variant.game(fen)?,
        None => variant.start(),
    };
    for turn in &opening.turns {
        game.play_turn(turn)?;
    }
    Ok(game)
}
