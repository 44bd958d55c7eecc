//! The table as pages show it.

use std::time::Duration;

use arena::GameResult;
use variants::Color;

use super::{End, Table, capital};
use crate::ending::{in_words, lacking};
use crate::messages::TableView;
use crate::view::{PositionView, view};

impl Table {
    /// Returns a sentence on a game that was lost for want of pieces.
    fn missing(&self, end: &End) -> Option<String> {
        let winner = match end.result {
            GameResult::White => Color::White,
            GameResult::Black => Color::Black,
            _ => return None,
        };
        if !end.reason.ends_with("(extinction)") {
            return None;
        }
        let side = capital(winner);
        Some(format!("{side} wins: {}", lacking(&self.game, !winner)?))
    }

    /// Returns the view of the present position.
    pub(super) fn position(&self) -> PositionView {
        let mut game = self.game.clone();
        let last = self.made.last().map(|made| made.squares.clone()).unwrap_or_default();
        let moved = self.steps.iter().filter_map(|(_, squares)| squares.last().cloned()).collect();
        view(&mut game, last, moved, self.end.is_some())
    }

    /// Returns the view of the whole table.
    pub(crate) fn view(&self, now: Duration, thinking: bool) -> TableView {
        let side = self.side().key();
        TableView {
            id: self.id,
            began: self.began.clone(),
            setup: self.setup.clone(),
            players: self.players(),
            position: self.position(),
            turns: self.made.len(),
            last: self.made.last().map(|made| made.view.clone()),
            steps: self.steps.iter().map(|(text, _)| text.clone()).collect(),
            clocks: self.time_left(now).map(|left| left.map(|left| left.as_millis() as u64)),
            running: self.is_running().then_some(side),
            paused: self.paused,
            thinking,
            result: self.end.as_ref().map(|end| {
                let reason = self.missing(end).unwrap_or_else(|| in_words(&end.reason));
                (end.result.text().to_owned(), reason)
            }),
            loaded: self.loaded_result(now),
            start: self.start.clone(),
        }
    }
}
