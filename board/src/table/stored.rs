//! Games as they are stored, and set up again.

use std::time::Duration;

use arena::MoveRecord;
use engine::library::Library;
use serde::{Deserialize, Serialize};

use super::{End, Source, Table, TableError};
use crate::setup::Setup;

/// Files of finished games that have a game.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct Kept {
    /// The file of records.
    pub(crate) record: bool,
    /// The file of PGN.
    pub(crate) pgn: bool,
}

impl Kept {
    /// All files.
    pub(crate) const ALL: Kept = Kept { record: true, pgn: true };
}

/// Game as it is stored.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Stored {
    /// Settings.
    pub(crate) setup: Setup,
    /// Start position.
    pub(crate) fen: String,
    /// Turns.
    pub(crate) moves: Vec<MoveRecord>,
    /// Steps of the turn in progress.
    #[serde(default)]
    pub(crate) steps: Vec<String>,
    /// Time left, in ms.
    #[serde(default)]
    pub(crate) clocks: Option<[u64; 2]>,
    /// Result, if the game has ended.
    #[serde(default)]
    pub(crate) end: Option<End>,
    /// Files that have the game, which has ended; absent in files of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) kept: Option<Kept>,
    /// Start time, RFC 3339 in UTC.
    pub(crate) began: String,
    /// Origin of a game that was loaded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<Source>,
}

/// Turns of a game that were played again by changed rules.
#[derive(Debug)]
pub(crate) enum Replayed {
    /// None: the game is at its start.
    Start,
    /// All turns.
    All,
    /// Those before this turn, which is not legal any more.
    Stopped(String, TableError),
}

impl Table {
    /// Sets up a stored game. Its clocks stand still until it is resumed.
    ///
    /// # Errors
    /// When it is not a game of the library.
    pub(crate) fn restore(
        stored: Stored,
        library: &Library,
        id: u64,
        now: Duration,
    ) -> Result<Self, TableError> {
        let mut setup = stored.setup;
        let fen = setup.fen.replace(stored.fen);
        let mut table = Table::new(setup, library, id, stored.began, now)?;
        table.setup.fen = fen;
        for record in stored.moves {
            let before = table.made.len();
            table.play_turn(&record.turn, now)?;
            if let Some(made) = table.made.get_mut(before) {
                made.record = record;
            }
        }
        for step in stored.steps {
            table.play(&step, now)?;
        }
        if let (Some(clocks), Some(left)) = (&mut table.clocks, stored.clocks) {
            clocks.left = left.map(Duration::from_millis);
            table.turn_clocks = Some(clocks.left);
        }
        table.source = stored.source;
        if stored.end.is_some() {
            table.kept = stored.kept.unwrap_or(Kept::ALL);
        }
        table.end = table.end.or(stored.end);
        table.paused = table.end.is_none() && table.clocks.is_some() && !table.made.is_empty();
        Ok(table)
    }

    /// Returns this game by the rules that a library has for it now: with all its turns, or with those
    /// before the first that is not legal any more.
    ///
    /// # Errors
    /// When the game cannot be set up; this table is as before.
    pub(crate) fn replayed(
        &self,
        library: &Library,
        id: u64,
        now: Duration,
    ) -> Result<(Self, Replayed), TableError> {
        Table::replay(self.stored(now), library, id, now)
    }

    /// The same of a stored game.
    ///
    /// # Errors
    /// When the game cannot be set up.
    pub(crate) fn replay(
        mut stored: Stored,
        library: &Library,
        id: u64,
        now: Duration,
    ) -> Result<(Self, Replayed), TableError> {
        let fresh = |setup: Setup| Table::new(setup, library, id, stored.began.clone(), now);
        let bare = Setup { fen: None, ..stored.setup.clone() };
        let mut start = fresh(stored.setup.clone()).or_else(|_| fresh(bare))?;
        start.source.clone_from(&stored.source);
        if stored.moves.is_empty() && stored.steps.is_empty() {
            return Ok((start, Replayed::Start));
        }
        stored.fen.clone_from(&start.start);
        stored.setup.clone_from(&start.setup);
        match Table::restore(stored.clone(), library, id, now) {
            Ok(table) => Ok((table, Replayed::All)),
            Err(error) => {
                let mut game = start;
                for record in &stored.moves {
                    // A part of an illegal turn may be legal.
                    let mut next = game.clone();
                    if next.play_turn(&record.turn, now).is_err() {
                        break;
                    }
                    game = next;
                }
                let stopped = stored.moves.get(game.made.len()).map(|record| &record.turn);
                let turn = stopped.cloned().unwrap_or_else(|| stored.steps.join(","));
                Ok((game, Replayed::Stopped(turn, error)))
            }
        }
    }

    /// Returns the game as it is stored.
    pub(crate) fn stored(&self, now: Duration) -> Stored {
        Stored {
            setup: self.setup.clone(),
            fen: self.start.clone(),
            moves: self.made.iter().map(|made| made.record.clone()).collect(),
            steps: self.steps.iter().map(|(text, _)| text.clone()).collect(),
            clocks: self.time_left(now).map(|left| left.map(|left| left.as_millis() as u64)),
            end: self.end.clone(),
            kept: self.end.is_some().then_some(self.kept),
            began: self.began.clone(),
            source: self.source.clone(),
        }
    }
}
