//! Other lines of a game: positions of variations, and games that go on from there.

use std::time::Duration;

use engine::library::Library;

use super::{Kept, Stored, Table, TableError, end_of};
use crate::setup::ClockSetup;
use crate::turn_view::TurnView;
use crate::view::PositionView;

impl Table {
    /// Returns a table for analysis, without clocks: after these turns, with steps of the next one.
    ///
    /// # Errors
    /// When one of them is not legal.
    pub(crate) fn branch(&self, turns: &[&str], steps: &[String]) -> Result<Self, TableError> {
        let mut table = self.clone();
        (table.clocks, table.turn_clocks) = (None, None);
        (table.paused, table.end) = (false, None);
        if !table.steps.is_empty() {
            table.steps.clear();
            table.game.undo_turn();
        }
        let same =
            turns.iter().zip(&table.made).take_while(|(turn, made)| **turn == made.view.text);
        let shared = same.count();
        while table.made.len() > shared {
            table.made.pop();
            table.game.undo_turn();
        }
        let outcome = table.game.outcome();
        table.end = outcome.map(|outcome| end_of(outcome, table.game.definition()));
        for turn in turns.iter().skip(shared) {
            table.play_turn(turn, Duration::ZERO)?;
        }
        for step in steps {
            table.play(step, Duration::ZERO)?;
        }
        Ok(table)
    }

    /// Returns the position of a table for analysis.
    pub(crate) fn shown(&self) -> PositionView {
        self.position()
    }

    /// The turns, as the page shows them.
    pub(crate) fn turn_views(&self) -> impl DoubleEndedIterator<Item = &TurnView> {
        self.made.iter().map(|made| &made.view)
    }

    /// Steps made of the turn in progress.
    pub(crate) fn steps(&self) -> Vec<String> {
        self.steps.iter().map(|(text, _)| text.clone()).collect()
    }

    /// Takes back the last turn of a table for analysis.
    pub(super) fn undo(&mut self) {
        if self.made.pop().is_some() {
            self.game.undo_turn();
            self.end = None;
        }
    }

    /// Returns a game of its own that goes on from here.
    ///
    /// # Errors
    /// When its game is not in the library.
    pub(crate) fn go_on(
        &self,
        library: &Library,
        id: u64,
        began: String,
        now: Duration,
    ) -> Result<Self, TableError> {
        let full = |clock: ClockSetup| [u64::from(clock.seconds) * 1000; 2];
        let clocks = self.setup.clock.map(full);
        let stored = self.stored(now);
        let stored = Stored { began, clocks, steps: Vec::new(), end: None, source: None, ..stored };
        let mut table = Table::restore(stored, library, id, now)?;
        table.paused = false;
        if table.end.is_some() {
            // The game that ended is the one that this position comes from.
            table.kept = Kept::ALL;
        }
        Ok(table)
    }
}
