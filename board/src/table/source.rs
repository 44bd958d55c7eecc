//! Origin of a game that was loaded: its tags stay, and its result as long as its turns do.

use std::time::Duration;

use arena::Termination;
use arena::pgn::Origin;
use serde::{Deserialize, Serialize};

use super::{Stored, Table};

/// Origin of a loaded game.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Source {
    origin: Origin,
    /// Turns that were loaded.
    turns: Vec<String>,
}

impl Table {
    /// Notes where the game of this table, with its turns so far, was read.
    pub(super) fn came_from(&mut self, origin: Origin) {
        let turns = self.made.iter().map(|made| made.record.turn.clone()).collect();
        self.source = Some(Source { origin, turns });
    }

    /// Returns the result of a loaded game, as long as its turns are those that were loaded.
    pub(super) fn loaded_result(&self, now: Duration) -> Option<String> {
        self.source.as_ref()?;
        let stored = self.stored(now);
        let (origin, is_same) = stored.origin()?;
        let is_known = is_same && self.end.is_none() && origin.result() != "*";
        is_known.then(|| origin.result().to_owned())
    }
}

impl Source {
    /// Tags and result as they were loaded.
    pub(super) fn origin(&self) -> &Origin {
        &self.origin
    }
}

impl Stored {
    /// The origin of a loaded game, and whether its turns and its end are still those that were loaded.
    pub(crate) fn origin(&self) -> Option<(&Origin, bool)> {
        let source = self.source.as_ref()?;
        let turns = self.moves.iter().map(|record| &record.turn);
        let ends_here = self.end.as_ref().is_some_and(|end| end.termination != Termination::Rules);
        let is_same = self.steps.is_empty() && !ends_here && turns.eq(&source.turns);
        Some((&source.origin, is_same))
    }
}
