//! Output for people: board and evaluation.

use std::fmt::Write;

use protocol::Event;
use variants::{AnyGame, Style};

use super::Session;
use super::background::Stop;
use crate::evaluation;
use crate::task::Effect;

impl Session {
    /// Prints the board.
    pub(super) fn display(&mut self) {
        let mut game = self.game.clone();
        let first_rank = self.dialect.first_rank();
        self.run_in_background("d", Stop::Ends, move |_| {
            let text = describe_from(&mut game, Style::Plain, first_rank);
            Effect::new(move |session| session.show_board(&text))
        });
    }

    fn show_board(&mut self, text: &str) {
        // A FEN has squares in the engine's own notation everywhere.
        let local = |line| match str::starts_with(line, "Fen: ") {
            true => line.into(),
            false => self.dialect.localize(line),
        };
        let lines: Vec<_> = text.split('\n').map(local).collect();
        let text = lines.join("\n");
        self.send(&Event::Text(text));
    }

    /// Prints the static evaluation.
    pub(super) fn eval(&mut self) {
        let mut game = self.game.clone();
        let evaluation = self.evaluations.of(game.definition());
        self.run_in_background("eval", Stop::Ends, move |_| {
            let mut text = evaluation::describe(&game, &evaluation);
            if let Some(outcome) = game.outcome() {
                let _ = write!(text, "\nThe game is over: {outcome}");
            }
            Effect::new(move |session| session.send(&Event::Text(text)))
        });
    }
}

/// Describes a position in text and as a board.
pub fn describe(game: &mut AnyGame, style: Style) -> String {
    describe_from(game, style, 1)
}

/// Describes a position, with ranks numbered from `first_rank` beside the board.
fn describe_from(game: &mut AnyGame, style: Style, first_rank: u16) -> String {
    let mut text = format!(
        "\n{}\nFen: {}\nKey: {:016X}\n{} to move",
        game.draw_from(style, first_rank),
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
