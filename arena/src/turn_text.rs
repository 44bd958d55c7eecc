//! Turns of a match as text: the one way in, and how they are shown.

use variants::{AnyGame, TurnError};

/// Makes a turn, and returns it as the engine itself writes it.
///
/// # Errors
/// When the text is no legal turn; nothing has changed then.
pub fn make_turn(game: &mut AnyGame, text: &str) -> Result<String, TurnError> {
    let written = game.turn_course(text)?.text;
    game.play_turn(&written)?;
    Ok(written)
}

/// A legal turn as PGN shows it: in Standard Algebraic Notation where the game has it, else as the
/// engine itself writes it.
pub fn move_text(game: &mut AnyGame, turn: &str) -> String {
    game.san(turn).unwrap_or_else(|| turn.to_owned())
}
