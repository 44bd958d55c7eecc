//! Worker thread, which plays games one after the other.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use engine::causes::panic_text;
use variants::{ByColor, Color};

use super::{MatchRun, RunError};
use crate::random::game_seed;
use crate::referee::{self, GamePlan, Played, RefereeEvent};
use crate::{EngineSpec, Fault, GameRecord, GameSpec, MoveRecord, Player};

/// Message of a worker.
#[derive(Debug)]
pub(super) enum Message {
    /// Game began.
    Started(GameSpec),
    /// Game has its start position and its opening.
    Opened(Box<Opened>),
    /// Turn was made.
    Moved {
        /// Game number, from 1.
        number: usize,
        /// The turn.
        record: Box<MoveRecord>,
        /// Time left of White and Black.
        clocks: [Option<Duration>; 2],
    },
    /// Game ended.
    Finished(Box<GameRecord>),
    /// Warning; the match continues.
    Warning(String),
}

/// Game at its start.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) game_spec: GameSpec,
    pub(super) fen: String,
    pub(super) opening: Vec<String>,
    pub(super) clocks: [Option<Duration>; 2],
}

/// Worker of a match.
pub(super) struct Worker<'a> {
    run: &'a MatchRun<'a>,
    /// Games to be played.
    pending: &'a [GameSpec],
    /// Index of the next of them.
    next: &'a AtomicUsize,
    /// Set when the match ends.
    halt: &'a Arc<AtomicBool>,
    /// Players of the last game that can play on, by their indices in the match.
    seats: Vec<(usize, Box<dyn Player>)>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        run: &'a MatchRun<'a>,
        pending: &'a [GameSpec],
        next: &'a AtomicUsize,
        halt: &'a Arc<AtomicBool>,
    ) -> Self {
        Worker { run, pending, next, halt, seats: Vec::new() }
    }

    /// Plays the next game of the list; breaks if none is left or the match has ended.
    pub(super) fn play_next(
        &mut self,
        send: &dyn Fn(Message),
    ) -> Result<ControlFlow<()>, RunError> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        let Some(&game_spec) = self.pending.get(next) else { return Ok(ControlFlow::Break(())) };
        send(Message::Started(game_spec));
        let played = catch_unwind(AssertUnwindSafe(|| self.play(game_spec, send)));
        let played = played.unwrap_or_else(|panic| {
            let (number, message) = (game_spec.number + 1, panic_text(panic.as_ref()));
            Err(RunError::Panic { number, message })
        });
        let Some(record) = played? else { return Ok(ControlFlow::Break(())) };
        // At once, so that no other game begins.
        if self.run.failed(&record).is_some() {
            self.halt.store(true, Ordering::Relaxed);
        }
        send(Message::Finished(Box::new(record)));
        Ok(ControlFlow::Continue(()))
    }

    fn halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// Plays a game; returns `None` if the match ended first.
    fn play(
        &mut self,
        game_spec: GameSpec,
        send: &dyn Fn(Message),
    ) -> Result<Option<GameRecord>, RunError> {
        let MatchRun { plan, variant, openings, .. } = *self.run;
        let indices = ByColor::new(game_spec.white, game_spec.black);
        let [Some(white), Some(black)] = Color::ALL.map(|color| self.run.engine(indices[color]))
        else {
            return Ok(None);
        };
        let specs = ByColor::new(white, black);
        let opening = openings.get(game_spec.round)?;
        while let Some(warning) = openings.warning() {
            send(Message::Warning(warning));
        }
        let game = GamePlan {
            number: game_spec.number + 1,
            round: game_spec.round + 1,
            names: ByColor::from_fn(|color| specs[color].name.as_str()),
            limits: ByColor::from_fn(|color| &specs[color].limits),
            variant,
            size: plan.size.as_deref(),
            opening: &opening,
            adjudication: plan.adjudication,
            tables: self.run.tables,
            seed: game_seed(plan.seed, game_spec.number),
        };
        // Players without a part in this game are dropped first.
        self.seats.retain(|(index, _)| [game_spec.white, game_spec.black].contains(index));
        let mut players = Vec::new();
        for color in Color::ALL {
            match self.seat(indices[color], specs[color]) {
                Ok(player) => players.push((indices[color], player)),
                Err(_) if self.halted() => return Ok(None),
                Err(fault) => {
                    self.seats.append(&mut players);
                    return Ok(Some(referee::forfeit(&game, color, fault)?));
                }
            }
        }
        let [(_, white), (_, black)] = players.as_mut_slice() else { return Ok(None) };
        let mut both: ByColor<&mut dyn Player> = ByColor::new(white.as_mut(), black.as_mut());
        let report = |seen: RefereeEvent<'_>| match seen {
            _ if !self.run.reports_turns => {}
            RefereeEvent::Start { fen, opening, clocks } => {
                send(Message::Opened(Box::new(Opened {
                    game_spec,
                    fen: fen.to_owned(),
                    opening: opening.to_vec(),
                    clocks,
                })))
            }
            RefereeEvent::Turn { record, clocks } => {
                let record = Box::new(record.clone());
                send(Message::Moved { number: game.number, record, clocks });
            }
        };
        let played = referee::play(&game, &mut both, self.halt, &report)?;
        let Some(Played { record, unusable }) = played else { return Ok(None) };
        for (color, (index, player)) in Color::ALL.into_iter().zip(players) {
            if !unusable[color] && !specs[color].restart {
                self.seats.push((index, player));
            }
        }
        Ok(Some(record))
    }

    /// Returns the player of the last game, or a new one.
    fn seat(&mut self, index: usize, spec: &EngineSpec) -> Result<Box<dyn Player>, Fault> {
        match self.seats.iter().position(|&(seated, _)| seated == index) {
            Some(at) => Ok(self.seats.swap_remove(at).1),
            None => (self.run.factory)(spec, self.halt),
        }
    }
}
