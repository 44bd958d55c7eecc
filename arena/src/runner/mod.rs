//! Plays a match: all its games that are not recorded yet, several at a time.
//!
//! Workers play; the thread that runs the match alone writes games down, tells of them and decides
//! when it is over.

mod check;
#[cfg(test)]
mod tests;
mod worker;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use variants::Variant;

use super::referee::BadOpening;
use super::store::{Files, StoreError};
use super::{
    EngineSpec, Fault, FaultKind, Fixture, GameRecord, Match, OpeningError, Openings, Player,
    Termination, fixtures,
};
use worker::{Message, Worker};

pub use check::{CheckError, check_engines};

/// How often the wish to stop is looked at.
const POLL: Duration = Duration::from_millis(50);

/// Makes a player. Once the flag is set, it is to give up at once whatever it does, with any
/// fault, and to end quickly when it is dropped.
pub type Factory<'a> =
    dyn Fn(&EngineSpec, &Arc<AtomicBool>) -> Result<Box<dyn Player>, Fault> + Sync + 'a;

/// A match that is to be played.
#[derive(Clone, Copy)]
pub struct MatchRun<'a> {
    /// Its settings.
    pub plan: &'a Match,
    /// The game.
    pub variant: &'a Variant,
    /// Where games begin.
    pub openings: &'a Openings,
    /// What makes the players.
    pub factory: &'a Factory<'a>,
    /// How many games are played at a time; 0 is taken for 1.
    pub concurrency: usize,
    /// Set to end the match soon: games in progress are not recorded then.
    pub stop: &'a AtomicBool,
}

/// What happens in a match.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// A game begins.
    Started {
        /// Which.
        fixture: &'a Fixture,
        /// White's name.
        white: &'a str,
        /// Black's name.
        black: &'a str,
    },
    /// A game has ended, and is on the disk.
    Finished(&'a GameRecord),
    /// Something that does not keep the match from going on.
    Warning(&'a str),
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// All games were played.
    Complete,
    /// It was decided before its last game.
    Sprt,
    /// It was stopped from outside; it can go on.
    Interrupted,
    /// An engine failed, and nothing of that kind is forgiven; it can go on.
    Failed(Fault),
}

/// What was played.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// How the match ended.
    pub end: End,
    /// Its games in the order in which they ended, those of earlier runs first.
    pub games: Vec<GameRecord>,
}

/// A match that cannot go on, through no fault of an engine.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A game cannot be written down.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no opening for a round.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// An opening is none in this game.
    #[error(transparent)]
    BadOpening(#[from] BadOpening),
    /// A worker cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
    /// An error in this program.
    #[error("internal error in game {number}: {message}")]
    Panic {
        /// The game, from 1.
        number: usize,
        /// What the panic says.
        message: String,
    },
}

impl MatchRun<'_> {
    /// Plays what is not among `games`. Each game is written to `files`, then told as news.
    /// `decided` looks at all games, after each and before the first, and ends the match by saying
    /// true. All callbacks are made on this thread.
    ///
    /// # Errors
    /// When a game cannot be written down or begun; those written are safe.
    pub fn run(
        &self,
        mut games: Vec<GameRecord>,
        files: &mut Files,
        news: &mut dyn FnMut(News<'_>),
        decided: &mut dyn FnMut(&[GameRecord]) -> bool,
    ) -> Result<RunResult, RunError> {
        let end = if !games.is_empty() && decided(&games) {
            End::Sprt
        } else {
            self.play(&mut games, files, news, decided)?
        };
        Ok(RunResult { end, games })
    }

    fn play(
        &self,
        games: &mut Vec<GameRecord>,
        files: &mut Files,
        news: &mut dyn FnMut(News<'_>),
        decided: &mut dyn FnMut(&[GameRecord]) -> bool,
    ) -> Result<End, RunError> {
        let pending = pending(self.plan, games);
        let all = games.len() + pending.len();
        let halt = Arc::new(AtomicBool::new(false));
        let next = AtomicUsize::new(0);
        let (pending, next) = (pending.as_slice(), &next);
        let mut end = None;
        thread::scope(|scope| {
            // However this ends, the workers end too.
            let _guard = HaltOnDrop(&halt);
            let (sender, receiver) = mpsc::channel();
            for number in 0..self.concurrency.clamp(1, pending.len().max(1)) {
                let worker = Worker::new(self, &halt, sender.clone());
                let name = format!("match {}", number + 1);
                thread::Builder::new()
                    .name(name)
                    .spawn_scoped(scope, move || worker.play_all(pending, next))
                    .map_err(RunError::Thread)?;
            }
            drop(sender);
            loop {
                if self.stop.load(Ordering::Relaxed) && end.is_none() {
                    halt.store(true, Ordering::Relaxed);
                    end = Some(End::Interrupted);
                }
                match receiver.recv_timeout(POLL) {
                    Ok(Message::Started(fixture)) => {
                        let name = |index| self.engine(index).map_or("", |spec| &spec.name);
                        let (white, black) = (name(fixture.white), name(fixture.black));
                        news(News::Started { fixture: &fixture, white, black });
                    }
                    // What ends after the decision is not looked at any more.
                    Ok(Message::Finished(_)) if end == Some(End::Sprt) => {}
                    Ok(Message::Finished(record)) => {
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
                            end = Some(End::Sprt);
                        }
                        if end.is_some() {
                            halt.store(true, Ordering::Relaxed);
                        }
                    }
                    Ok(Message::Warning(text)) => news(News::Warning(&text)),
                    Ok(Message::Failed(error)) => return Err(error),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            }
        })?;
        Ok(match end {
            Some(End::Interrupted) | None if games.len() == all => End::Complete,
            None => End::Interrupted,
            Some(end) => end,
        })
    }

    /// The end of the match by a fault that is not to be forgiven.
    fn failed(&self, record: &GameRecord) -> Option<End> {
        let Termination::Fault(kind) = record.termination else { return None };
        let forgiven = match kind {
            FaultKind::Time | FaultKind::IllegalMove => true,
            FaultKind::Start | FaultKind::Crash | FaultKind::Hang | FaultKind::Protocol => {
                self.plan.recover
            }
        };
        if forgiven { None } else { record.faults.first().cloned().map(End::Failed) }
    }

    fn engine(&self, index: usize) -> Option<&EngineSpec> {
        self.plan.engines.get(index)
    }
}

/// The games of a match that are still to be played.
pub fn pending(plan: &Match, played: &[GameRecord]) -> Vec<Fixture> {
    let played: HashSet<usize> = played.iter().map(|game| game.number).collect();
    let mut pending = fixtures(plan);
    pending.retain(|fixture| !played.contains(&(fixture.number + 1)));
    pending
}

/// Tells the workers to end when it goes.
struct HaltOnDrop<'a>(&'a AtomicBool);

impl Drop for HaltOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
