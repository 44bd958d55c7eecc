//! Player that runs an engine over XBoard's protocol (CECP).

mod board;
mod link;
mod new_game;
mod send;
mod settings;
#[cfg(test)]
mod tests;
mod think;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use protocol::client::cecp::{Audience, CecpReply, CecpRequest, Claim, MoveCodec};
use protocol::text::excerpt;
use variants::{Color, Variant};

use self::board::HostBoard;
use self::link::Link;
use super::setting_error::SettingError;
use super::{Ask, Launch, Player, Setup, Thought, WireLog};
use crate::{EngineSpec, Fault, FaultKind, GameResult, TurnLimits};
use engine::info::variant_info;
use engine::library::Library;

/// Timeouts for an engine.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the last feature, unless `done=0` was sent; the same as in cutechess-cli.
    features: Duration,
    /// For the last feature after `done=0`.
    introduction: Duration,
    /// For the answer to `ping`, or a pass during a turn.
    answer: Duration,
    /// For the answer to `?`.
    stop: Duration,
    /// For any output, in a search without a time limit.
    silence: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            features: Duration::from_secs(8),
            introduction: Duration::from_secs(35),
            answer: Duration::from_secs(15),
            stop: Duration::from_secs(5),
            silence: Duration::from_secs(600),
        }
    }
}

/// Player that runs an engine over XBoard's protocol.
///
/// In this protocol the sides alternate. Turns of several moves are sent in parts, and the other
/// side passes in between; see `HostBoard`.
#[derive(Debug)]
pub struct CecpPlayer {
    spec: EngineSpec,
    variant: Variant,
    stop: Arc<AtomicBool>,
    log: Option<Arc<WireLog>>,
    patience: Patience,
    link: Link,
    /// Engine's name of the variant, if it has to be sent.
    game: Option<String>,
    /// Whether `quit` is sent at the end.
    usable: bool,
    /// Whether the process has begun a game.
    used: bool,
    board: HostBoard,
    color: Color,
    limits: TurnLimits,
    opponent_limits: TurnLimits,
    /// Number of turns sent to the engine.
    sent: usize,
    /// Whether the engine plays its side (otherwise it is in force mode).
    is_playing: bool,
    /// Whether the engine may still be thinking.
    is_thinking: bool,
}

impl CecpPlayer {
    /// Starts an engine for games of a variant; see [`create`](super::create).
    ///
    /// # Errors
    /// [`FaultKind::Start`] when it cannot be started, does not introduce itself, lacks a
    /// configured option, does not play the variant, or does not support the limits.
    pub fn start(launch: Launch<'_>, variant: &Variant) -> Result<Self, Fault> {
        Self::start_within(launch, variant, Patience::default())
    }

    fn start_within(
        launch: Launch<'_>,
        variant: &Variant,
        patience: Patience,
    ) -> Result<Self, Fault> {
        let (link, game) = start(launch, variant, patience)?;
        let Launch { spec, stop, log } = launch;
        Ok(CecpPlayer {
            spec: spec.clone(),
            variant: variant.clone(),
            stop: Arc::clone(stop),
            log: log.cloned(),
            patience,
            link,
            game,
            usable: true,
            used: false,
            board: HostBoard::new(variant.start(), Color::White, codec(variant)),
            color: Color::White,
            limits: spec.limits,
            opponent_limits: spec.limits,
            sent: 0,
            is_playing: false,
            is_thinking: false,
        })
    }

    fn note<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if let Err(fault) = &result {
            self.usable &= !fault.kind.needs_restart();
        }
        result
    }
}

/// Starts an engine's program and sends the settings of all games. Returns the engine's name of the
/// variant too.
///
/// # Errors
/// [`FaultKind::Start`] for any error.
fn start(
    launch: Launch<'_>,
    variant: &Variant,
    patience: Patience,
) -> Result<(Link, Option<String>), Fault> {
    let mut link = Link::start(launch, patience)?;
    match set_up(&mut link, launch, variant) {
        Ok(game) => Ok((link, game)),
        Err(fault) => Err(Fault { kind: FaultKind::Start, ..fault }),
    }
}

fn set_up(link: &mut Link, launch: Launch<'_>, variant: &Variant) -> Result<Option<String>, Fault> {
    let spec = launch.spec;
    link.begin_budget();
    link.introduce(launch)?;
    let definition = variant.definition();
    let refuse = |link: &Link, error: SettingError| link.fault(FaultKind::Start, error.to_string());
    let mut wanted =
        settings::options(spec, link.features()).map_err(|error| refuse(link, error))?;
    let board = settings::board(spec, link.features(), definition);
    wanted.extend(board.map_err(|error| refuse(link, error))?);
    for setting in &wanted {
        link.send(setting.request());
    }
    for line in &spec.init {
        link.send_line(line);
    }
    for reply in link.synchronize()? {
        if let CecpReply::Tell { to: Audience::UserError, text } = reply {
            return Err(link.fault(FaultKind::Start, excerpt(text)));
        }
    }
    // Only now: an option may have added variants.
    let game = settings::game(spec, link.features(), definition);
    game.map_err(|error| refuse(link, error))
}

fn codec(variant: &Variant) -> MoveCodec {
    MoveCodec::new(&variant_info(variant, &Library::builtin()))
}

impl Player for CecpPlayer {
    fn introduced_as(&self) -> Option<&str> {
        self.link.features().engine_name()
    }

    fn new_game(&mut self, setup: &Setup<'_>) -> Result<(), Fault> {
        let result = self.begin_game(setup);
        self.note(result)
    }

    fn think(&mut self, ask: &Ask<'_>) -> Result<Thought, Fault> {
        let result = self.answer(ask);
        self.note(result)
    }

    fn ponder(&mut self, _: &Ask<'_>) {
        // After `hard` the engine ponders by itself.
        if self.spec.ponders && self.is_playing {
            self.link.leave_unread();
        }
    }

    fn game_over(&mut self, result: GameResult, reason: &str, _: &[String]) {
        let claim = match result {
            GameResult::White => Claim::WhiteWins,
            GameResult::Black => Claim::BlackWins,
            GameResult::Draw => Claim::Draw,
        };
        self.link.send(CecpRequest::Result { claim, comment: reason });
    }
}

impl Drop for CecpPlayer {
    fn drop(&mut self) {
        if self.usable {
            self.link.quit();
        }
    }
}
