//! Whoever chooses turns in a game: a program that is spoken to, or a built-in partner.

mod baseline;
mod cecp;
mod names;
mod process;
mod report;
mod setting_error;
mod uci;

pub use baseline::BaselinePlayer;
pub use cecp::CecpPlayer;
pub use process::{LaunchError, Process, Received, end_tagged, find_program, run_tag};
pub use uci::UciPlayer;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use variants::{AnyGame, ByColor, Color, Variant};

use super::{EngineSpec, Fault, GameResult, Program, Score, TurnLimits, WireProtocol};

/// The game that is about to begin.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The game.
    pub variant: &'a Variant,
    /// Where it begins, before the opening; `None`: the variant's own start.
    pub fen: Option<&'a str>,
    /// Which side this player has.
    pub color: Color,
    /// What it may use for its turns.
    pub limits: &'a TurnLimits,
    /// What the other player may use.
    pub opponent_limits: &'a TurnLimits,
    /// The other player's name.
    pub opponent: &'a str,
    /// What a player that plays by chance begins with, in this game.
    pub seed: u64,
}

/// One side's clock before a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockState {
    /// Time left; `None`: no clock runs for this side.
    pub remaining: Option<Duration>,
    /// Time added after each turn.
    pub increment: Duration,
    /// Turns until more time is given; `None`: never.
    pub moves_to_go: Option<u32>,
}

/// The question: which turn?
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The game; this player is to move, at the start of a turn, and the game is not over.
    pub game: &'a AnyGame,
    /// All turns since [`Setup::fen`], the opening's too, in the engine's own notation.
    pub turns: &'a [String],
    /// The clocks.
    pub clocks: &'a ByColor<ClockState>,
    /// When an answer comes too late; the margin is in it. `None`: never.
    pub deadline: Option<Duration>,
    /// Whether the other player offered a draw with its last turn.
    pub draw_offered: bool,
}

/// What a player does when asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// It plays this turn: own notation, as text that nobody has judged.
    Turn {
        /// The turn.
        text: String,
        /// Whether it offers a draw with it.
        offers_draw: bool,
    },
    /// It gives up.
    Resign,
    /// It takes the draw that was offered.
    AcceptDraw,
    /// It says that the game is over, instead of playing; the rules decide whether that is so.
    Claim {
        /// The result that it claims.
        result: GameResult,
        /// Its reason.
        comment: String,
    },
}

/// The answer, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// What the player does.
    pub action: Action,
    /// From the question to the answer; nothing that only the runner caused.
    pub elapsed: Duration,
    /// Its last score.
    pub score: Option<Score>,
    /// The depth of its search in plies.
    pub depth: Option<u32>,
    /// The nodes that it searched.
    pub nodes: Option<u64>,
}

/// Whoever chooses turns. It serves many games, one after the other, of one variant.
pub trait Player: Send {
    /// Makes it ready for a new game.
    ///
    /// # Errors
    /// Whatever it does wrong; the player is to be dropped then.
    fn new_game(&mut self, setup: &Setup<'_>) -> Result<(), Fault>;

    /// Asks for a turn. It returns within the deadline and a grace that a player sets itself to
    /// learn whether it hangs or is late.
    ///
    /// # Errors
    /// Whatever it does wrong: [`FaultKind::Time`](super::FaultKind::Time) if it answered after
    /// the deadline, [`FaultKind::Hang`](super::FaultKind::Hang) if not even then. It is to be
    /// dropped if [`FaultKind::needs_restart`](super::FaultKind::needs_restart) says so.
    fn think(&mut self, ask: &Ask<'_>) -> Result<Thought, Fault>;

    /// Tells that the game is over; `turns` are all that were played. It never fails: a player
    /// that is of no use any more says so when the next game begins.
    fn game_over(&mut self, result: GameResult, reason: &str, turns: &[String]);
}

/// The player that an engine is, ready for games of a variant. Once `stop` is set, whatever it does
/// ends with a fault.
///
/// # Errors
/// [`FaultKind::Start`](super::FaultKind::Start) when it cannot be started, or cannot play so.
pub fn create(
    spec: &EngineSpec,
    variant: &Variant,
    stop: &Arc<AtomicBool>,
) -> Result<Box<dyn Player>, Fault> {
    match (&spec.program, spec.protocol) {
        (Program::Random, _) => Ok(Box::new(BaselinePlayer::random(&spec.name))),
        (Program::Greedy, _) => Ok(Box::new(BaselinePlayer::greedy(&spec.name))),
        (_, WireProtocol::Uci) => Ok(Box::new(UciPlayer::start(spec, variant, stop)?)),
        (_, WireProtocol::Xboard) => Ok(Box::new(CecpPlayer::start(spec, variant, stop)?)),
    }
}
