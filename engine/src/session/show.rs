//! Output for people: board and evaluation.

use std::fmt::Write;

use protocol::Event;
use variants::Style;

use super::Session;
use super::background::OnStop;
use crate::describe::describe_from;
use crate::evaluation;
use crate::task::Effect;

impl Session {
    /// Prints the board.
    pub(super) fn display(&mut self) {
        let mut game = self.game.clone();
        let first_rank = self.dialect.first_rank();
        self.run_in_background("d", OnStop::Cancel, move |_| {
            let text = describe_from(&mut game, Style::Plain, first_rank);
            Effect::new(move |session: &mut Session| session.show_board(&text))
        });
    }

    fn show_board(&mut self, text: &str) {
        // A FEN has squares in the engine's own notation everywhere, and PDN in its own.
        let is_position = |line: &str| line.starts_with("Fen: ") || line.starts_with("Pdn: ");
        let local = |line| match is_position(line) {
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
        self.run_in_background("eval", OnStop::Cancel, move |_| {
            let mut text = evaluation::describe(&game, &evaluation);
            if let Some(outcome) = game.outcome() {
                let _ = write!(text, "\nThe game is over: {outcome}");
            }
            Effect::new(move |session: &mut Session| session.send(&Event::Text(text)))
        });
    }
}
