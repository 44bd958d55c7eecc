//! Plays a match: all its games that are not recorded yet, several at a time.
//!
//! Worker threads play. The thread that runs the match alone writes games, reports progress and
//! decides when the match ends.

mod check;
#[cfg(test)]
mod tests;
mod worker;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use engine::workers::{ThreadError, Workers};
use solver::Tables;
use variants::Variant;

use super::referee::BadOpening;
use super::store::{Files, StoreError};
use super::{
    EngineSpec, Fault, FaultKind, GameRecord, GameSpec, Match, MoveRecord, OpeningError, Openings,
    Player, Termination, known_games,
};
use worker::{Message, Opened, Worker};

pub use check::{CheckError, check_engines};

/// Creates a player. Once the flag is set, the player gives up at once with any fault, and ends
/// quickly when dropped.
pub type Factory<'a> =
    dyn Fn(&EngineSpec, &Arc<AtomicBool>) -> Result<Box<dyn Player>, Fault> + Sync + 'a;

/// Match to be played.
#[derive(Clone, Copy)]
pub struct MatchRun<'a> {
    /// Settings of the match.
    pub plan: &'a Match,
    /// Variant.
    pub variant: &'a Variant,
    /// Openings.
    pub openings: &'a Openings,
    /// Factory of the players.
    pub factory: &'a Factory<'a>,
    /// Endgame tables by which games are adjudicated.
    pub tables: Option<&'a Tables>,
    /// Number of concurrent games; 0 counts as 1.
    pub concurrency: usize,
    /// Whether turns are reported as they are made.
    pub reports_turns: bool,
    /// Stop flag: ends the match soon; games in progress are not recorded.
    pub stop: &'a AtomicBool,
}

/// Event of a match.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// Game began.
    Started {
        /// Game that began.
        game_spec: &'a GameSpec,
        /// White's name.
        white: &'a str,
        /// Black's name.
        black: &'a str,
    },
    /// Game has its start position and its opening, if turns are reported.
    Opened {
        /// Game number, from 1.
        number: usize,
        /// White's name.
        white: &'a str,
        /// Black's name.
        black: &'a str,
        /// Position before the opening.
        fen: &'a str,
        /// Turns of the opening.
        opening: &'a [String],
        /// Time left of White and Black.
        clocks: [Option<Duration>; 2],
    },
    /// Turn was made, if turns are reported.
    Moved {
        /// Game number, from 1.
        number: usize,
        /// The turn.
        record: &'a MoveRecord,
        /// Time left of White and Black.
        clocks: [Option<Duration>; 2],
    },
    /// Game ended and is on disk.
    Finished(&'a GameRecord),
    /// Warning; the match continues.
    Warning(&'a str),
}

/// End of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// All games were played.
    Complete,
    /// Decided by the SPRT before the last game.
    Sprt,
    /// Stopped from outside; can be resumed.
    Interrupted,
    /// Engine failed and recovery is off; can be resumed.
    Failed(Fault),
}

/// Result of a run.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// End of the match.
    pub end: MatchEnd,
    /// Games in the order in which they ended, those of earlier runs first.
    pub games: Vec<GameRecord>,
}

/// Error that ends a match and is not the fault of an engine.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Game could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Missing opening for a round.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// Opening that is invalid in this variant.
    #[error(transparent)]
    BadOpening(#[from] BadOpening),
    /// Worker thread could not be started.
    #[error(transparent)]
    Thread(#[from] ThreadError),
    /// Bug in this program.
    #[error("internal error in game {number}: {message}")]
    Panic {
        /// Game number, from 1.
        number: usize,
        /// Panic message.
        message: String,
    },
}

impl MatchRun<'_> {
    /// Plays the games that are not among `games`. Each game is written to `files`, then reported
    /// as an event. `decided` is called with all games before the first and after each one; true
    /// ends the match. All callbacks run on this thread.
    ///
    /// # Errors
    /// When a game cannot be written or started; those written are safe.
    pub fn run(
        &self,
        mut games: Vec<GameRecord>,
        files: &mut Files,
        news: &mut dyn FnMut(News<'_>),
        decided: &mut dyn FnMut(&[GameRecord]) -> bool,
    ) -> Result<RunResult, RunError> {
        let end = if !games.is_empty() && decided(&games) {
            MatchEnd::Sprt
        } else {
            // A knockout tournament has several stages.
            loop {
                let end = self.play(&mut games, files, news, decided)?;
                if end != MatchEnd::Complete || pending(self.plan, &games).is_empty() {
                    break end;
                }
            }
        };
        Ok(RunResult { end, games })
    }

    fn play(
        &self,
        games: &mut Vec<GameRecord>,
        files: &mut Files,
        news: &mut dyn FnMut(News<'_>),
        decided: &mut dyn FnMut(&[GameRecord]) -> bool,
    ) -> Result<MatchEnd, RunError> {
        let pending = pending(self.plan, games);
        let all = games.len() + pending.len();
        let halt = Arc::new(AtomicBool::new(false));
        let next = AtomicUsize::new(0);
        let mut end = None;
        let workers = Workers {
            count: self.concurrency.clamp(1, pending.len().max(1)),
            name: "match",
            worker: &|| Ok(Worker::new(self, &pending, &next, &halt)),
            job: &|worker, send| worker.play_next(send),
            halt: &halt,
        };
        workers.run(&mut |message| {
            if self.stop.load(Ordering::Relaxed) && end.is_none() {
                end = Some(MatchEnd::Interrupted);
            }
            match message {
                Some(Message::Started(game_spec)) => {
                    let name = |index| self.engine(index).map_or("", |spec| &spec.name);
                    let (white, black) = (name(game_spec.white), name(game_spec.black));
                    news(News::Started { game_spec: &game_spec, white, black });
                }
                Some(Message::Opened(opened)) => {
                    let Opened { game_spec, fen, opening, clocks } = &*opened;
                    let name = |index| self.engine(index).map_or("", |spec| &spec.name);
                    news(News::Opened {
                        number: game_spec.number + 1,
                        white: name(game_spec.white),
                        black: name(game_spec.black),
                        fen,
                        opening,
                        clocks: *clocks,
                    });
                }
                Some(Message::Moved { number, record, clocks }) => {
                    news(News::Moved { number, record: &record, clocks });
                }
                // Games that end after the decision are ignored.
                Some(Message::Finished(_)) if end == Some(MatchEnd::Sprt) => {}
                Some(Message::Finished(record)) => {
                    let warning = files.keep(&record)?;
                    games.push(*record);
                    if let Some(record) = games.last() {
                        news(News::Finished(record));
                        if end.is_none() {
                            end = self.failed(record);
                        }
                    }
                    if let Some(warning) = warning {
                        news(News::Warning(&warning));
                    }
                    if end.is_none() && decided(games) {
                        end = Some(MatchEnd::Sprt);
                    }
                }
                Some(Message::Warning(text)) => news(News::Warning(&text)),
                None => {}
            }
            if end.is_some() {
                halt.store(true, Ordering::Relaxed);
            }
            // Games in progress end first.
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(match end {
            Some(MatchEnd::Interrupted) | None if games.len() == all => MatchEnd::Complete,
            None => MatchEnd::Interrupted,
            Some(end) => end,
        })
    }

    /// Returns the end of the match if the record has a fault from which it does not recover.
    fn failed(&self, record: &GameRecord) -> Option<MatchEnd> {
        let Termination::Fault(kind) = record.termination else { return None };
        let forgiven = match kind {
            FaultKind::Time | FaultKind::IllegalMove => true,
            FaultKind::Start | FaultKind::Crash | FaultKind::Hang | FaultKind::Protocol => {
                self.plan.recover
            }
        };
        if forgiven { None } else { record.faults.first().cloned().map(MatchEnd::Failed) }
    }

    fn engine(&self, index: usize) -> Option<&EngineSpec> {
        self.plan.engines.get(index)
    }
}

/// Returns the games of a match that are still to be played; of a knockout tournament, those of the
/// present stage.
pub fn pending(plan: &Match, played: &[GameRecord]) -> Vec<GameSpec> {
    let mut pending = known_games(plan, played);
    let played: HashSet<usize> = played.iter().map(|game| game.number).collect();
    pending.retain(|game| plan.plays(game) && !played.contains(&(game.number + 1)));
    pending
}
