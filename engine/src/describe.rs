//! Descriptions of positions for people.

use std::fmt::Write;

use variants::{AnyGame, Look, Style};

/// Describes a position in text and as a board.
pub fn describe(game: &mut AnyGame, style: Style) -> String {
    describe_from(game, style, 1)
}

/// Describes a position, with ranks numbered from `first_rank` beside the board.
pub fn describe_from(game: &mut AnyGame, style: Style, first_rank: u16) -> String {
    let mut text = format!(
        "\n{}\nFen: {}\n{}Key: {:016X}\n{} to move",
        game.draw_with(&Look { style, first_rank, ..Look::default() }),
        game.fen(),
        game.pdn_fen().map(|fen| format!("Pdn: {fen}\n")).unwrap_or_default(),
        game.key(),
        game.side().name()
    );
    let notes = game.notes();
    if !notes.is_empty() {
        let _ = write!(text, ", {notes}");
    }
    if let Some(outcome) = game.outcome() {
        let _ = write!(text, "\nThe game is over: {outcome}");
    }
    text
}
