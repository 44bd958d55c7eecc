//! Showing a person where things stand.

use std::fmt::Write;

use protocol::Event;
use variants::{AnyGame, Style};

use super::Session;
use crate::evaluation;

impl Session {
    /// Shows the board.
    pub(super) fn display(&mut self) {
        let text = describe(&mut self.game, Style::Plain);
        self.send(&Event::Text(text));
    }

    /// Shows what the evaluation says.
    pub(super) fn eval(&mut self) {
        let mut text = evaluation::describe(&self.game);
        if let Some(outcome) = self.game.outcome() {
            let _ = write!(text, "\nThe game is over: {outcome}");
        }
        self.send(&Event::Text(text));
    }
}

/// A position in words and as a board.
pub fn describe(game: &mut AnyGame, style: Style) -> String {
    let mut text = format!(
        "\n{}\nFen: {}\nKey: {:016X}\n{} to move",
        game.draw(style),
        game.fen(),
        game.key(),
        if game.side() == variants::Color::White { "White" } else { "Black" }
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
