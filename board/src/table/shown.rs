//! The table as pages show it.

use std::time::Duration;

use arena::Termination;

use super::{End, Table};
use crate::ending::ending;
use crate::messages::TableView;
use crate::view::{PositionView, view};

impl Table {
    /// Returns the view of the present position.
    pub(super) fn position(&self) -> PositionView {
        let mut game = self.game.clone();
        // Units of an army that have moved have marks of their own.
        let last = match self.made.last() {
            _ if !self.steps.is_empty() && game.moving_army().is_none() => {
                self.steps.iter().flat_map(|(_, squares)| squares.iter().cloned()).collect()
            }
            Some(made) => made.squares.clone(),
            None => Vec::new(),
        };
        let moved = self.steps.iter().filter_map(|(_, squares)| squares.last().cloned()).collect();
        view(&mut game, last, moved, self.end.is_some())
    }

    /// Returns the reason for the result, for people.
    fn why(&self, end: &End) -> String {
        match end.termination {
            Termination::Rules => {
                let outcome = self.game.clone().outcome();
                outcome.map_or_else(|| end.reason.clone(), |outcome| ending(outcome, &self.game))
            }
            _ => end.reason.clone(),
        }
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
            result: self.end.as_ref().map(|end| (end.result.text().to_owned(), self.why(end))),
            loaded: self.loaded_result(now),
            start: self.start.clone(),
        }
    }
}
