//! Turns of a match as text: parsing and formatting.

use variants::{AnyGame, TurnError};

/// Makes a turn, also in Standard Algebraic or Portable Draughts Notation, and returns it in the
/// engine's own notation.
///
/// # Errors
/// When the text is not a legal turn; no change is made then.
pub fn make_turn(game: &mut AnyGame, text: &str) -> Result<String, TurnError> {
    let written = match game.turn_course(text) {
        Ok(course) => course.text,
        Err(error) => game.read_san(text, 1).ok_or(error)?,
    };
    game.play_turn(&written)?;
    Ok(written)
}

/// Formats a legal turn in Portable Draughts Notation or Standard Algebraic Notation; `None` where the
/// variant has neither.
pub fn written(game: &mut AnyGame, turn: &str) -> Option<String> {
    game.pdn(turn).or_else(|| game.san(turn))
}

/// Formats a legal turn for PGN and PDN: as [`written`], otherwise in the engine's own notation.
pub fn move_text(game: &mut AnyGame, turn: &str) -> String {
    written(game, turn).unwrap_or_else(|| turn.to_owned())
}
