//! A program that speaks XBoard's protocol (CECP).

mod board;
mod link;
mod new_game;
mod settings;
mod tell;
#[cfg(test)]
mod tests;
mod think;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use protocol::client::cecp::{Audience, Claim, MoveCodec, Reply, Request};
use protocol::text::excerpt;
use variants::{Color, Variant};

use self::board::HostBoard;
use self::link::Link;
use super::setting_error::SettingError;
use super::{Ask, Player, Setup, Thought};
use crate::{EngineSpec, Fault, FaultKind, GameResult, TurnLimits};
use engine::info::variant_info;
use engine::library::Library;

/// How long an engine is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// To tell the last of its features, if it has not said that it takes longer; cutechess-cli
    /// waits as long.
    features: Duration,
    /// To do so after it has said that.
    introduction: Duration,
    /// To answer `ping`, or to pass amid a turn.
    answer: Duration,
    /// To answer `?`.
    stop: Duration,
    /// To say anything at all, in a search that no time ends.
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

/// A program that speaks XBoard's protocol.
///
/// On the board of this protocol the sides alternate, so turns of several moves go in parts, and
/// whoever is not to move passes; see [`HostBoard`].
#[derive(Debug)]
pub struct CecpPlayer {
    spec: EngineSpec,
    variant: Variant,
    stop: Arc<AtomicBool>,
    patience: Patience,
    link: Link,
    /// What the engine calls the game, if it is to be told.
    game: Option<String>,
    /// Whether the process is worth a farewell.
    usable: bool,
    /// Whether the process has begun a game.
    used: bool,
    board: HostBoard,
    color: Color,
    limits: TurnLimits,
    opponent_limits: TurnLimits,
    /// How many turns of the game the engine knows.
    told: usize,
    /// Whether the engine plays its side, or only hears moves.
    is_playing: bool,
    /// Whether it may be thinking still.
    is_thinking: bool,
}

impl CecpPlayer {
    /// Starts an engine for games of a variant; see [`create`](super::create).
    ///
    /// # Errors
    /// [`FaultKind::Start`] when it cannot be started, does not introduce itself, does not have an
    /// option that it should, does not play the variant, or cannot be told of its limits.
    pub fn start(
        spec: &EngineSpec,
        variant: &Variant,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Fault> {
        Self::start_within(spec, variant, stop, Patience::default())
    }

    fn start_within(
        spec: &EngineSpec,
        variant: &Variant,
        stop: &Arc<AtomicBool>,
        patience: Patience,
    ) -> Result<Self, Fault> {
        let (link, game) = launch(spec, variant, stop, patience)?;
        Ok(CecpPlayer {
            spec: spec.clone(),
            variant: variant.clone(),
            stop: Arc::clone(stop),
            patience,
            link,
            game,
            usable: true,
            used: false,
            board: HostBoard::new(variant.start(), Color::White, codec(variant)),
            color: Color::White,
            limits: spec.limits,
            opponent_limits: spec.limits,
            told: 0,
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

/// Starts an engine's program, and tells it what is so for all games; returns what it calls the
/// game, too.
///
/// # Errors
/// [`FaultKind::Start`], whatever it is.
fn launch(
    spec: &EngineSpec,
    variant: &Variant,
    stop: &Arc<AtomicBool>,
    patience: Patience,
) -> Result<(Link, Option<String>), Fault> {
    let mut link = Link::start(spec, stop, patience)?;
    match set_up(&mut link, spec, variant) {
        Ok(game) => Ok((link, game)),
        Err(fault) => Err(Fault { kind: FaultKind::Start, ..fault }),
    }
}

fn set_up(link: &mut Link, spec: &EngineSpec, variant: &Variant) -> Result<Option<String>, Fault> {
    link.begin_budget();
    link.introduce()?;
    let definition = variant.definition();
    let refuse = |link: &Link, error: SettingError| link.fault(FaultKind::Start, error.to_string());
    let mut told = settings::options(spec, link.features()).map_err(|error| refuse(link, error))?;
    let board = settings::board(spec, link.features(), definition);
    told.extend(board.map_err(|error| refuse(link, error))?);
    for setting in &told {
        link.say(setting.request());
    }
    for line in &spec.init {
        link.send_line(line);
    }
    for reply in link.synchronize()? {
        if let Reply::Tell { to: Audience::UserError, text } = reply {
            return Err(link.fault(FaultKind::Start, excerpt(text)));
        }
    }
    // Only now: games may have come with an option.
    let game = settings::game(spec, link.features(), definition);
    game.map_err(|error| refuse(link, error))
}

fn codec(variant: &Variant) -> MoveCodec {
    MoveCodec::new(&variant_info(variant, &Library::builtin()))
}

impl Player for CecpPlayer {
    fn new_game(&mut self, setup: &Setup<'_>) -> Result<(), Fault> {
        let result = self.begin_game(setup);
        self.note(result)
    }

    fn think(&mut self, ask: &Ask<'_>) -> Result<Thought, Fault> {
        let result = self.answer(ask);
        self.note(result)
    }

    fn game_over(&mut self, result: GameResult, reason: &str, _: &[String]) {
        let claim = match result {
            GameResult::White => Claim::WhiteWins,
            GameResult::Black => Claim::BlackWins,
            GameResult::Draw => Claim::Draw,
        };
        self.link.say(Request::Result { claim, comment: reason });
    }
}

impl Drop for CecpPlayer {
    fn drop(&mut self) {
        if self.usable {
            self.link.quit();
        }
    }
}
