//! Players: external engine programs and built-in baseline players.

mod baseline;
mod cecp;
mod hub;
mod launch;
mod names;
mod other_protocol;
mod process;
mod report;
mod setting_error;
mod uci;
mod wire_log;

pub use baseline::BaselinePlayer;
pub use cecp::CecpPlayer;
pub use hub::HubPlayer;
pub use launch::Launch;
pub use process::{LaunchError, Process, Received, end_tagged, find_program, run_tag};
pub use uci::UciPlayer;
pub use wire_log::{WireLabel, WireLog};

use std::time::Duration;

use variants::{AnyGame, ByColor, Catalog, Color, Definition, Variant};

use super::{Fault, GameResult, Program, RecordedScore, TurnLimits, WireProtocol};

/// Settings of a new game.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// Variant.
    pub variant: &'a Variant,
    /// Start position, before the opening; `None` is the variant's own start.
    pub fen: Option<&'a str>,
    /// Side of this player.
    pub color: Color,
    /// Limits of this player.
    pub limits: &'a TurnLimits,
    /// Limits of the opponent.
    pub opponent_limits: &'a TurnLimits,
    /// Name of the opponent.
    pub opponent: &'a str,
    /// Random seed of a built-in player, for this game.
    pub seed: u64,
}

/// Clock of one side before a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockState {
    /// Remaining time; `None` if this side has no clock.
    pub remaining: Option<Duration>,
    /// Increment per turn.
    pub increment: Duration,
    /// Turns to the next time control; `None` if there is none.
    pub moves_to_go: Option<u32>,
}

/// Request for a turn.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// Game; this player is to move, at the start of a turn, and the game is not over.
    pub game: &'a AnyGame,
    /// All turns since [`Setup::fen`], the opening's included, in the engine's own notation.
    pub turns: &'a [String],
    /// Clocks of both sides.
    pub clocks: &'a ByColor<ClockState>,
    /// Deadline of the answer, margin included; `None` is none.
    pub deadline: Option<Duration>,
    /// Whether the opponent offered a draw with its last turn.
    pub draw_offered: bool,
}

/// Action of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Plays this turn: own notation, not yet checked for legality.
    Turn {
        /// Text of the turn.
        text: String,
        /// Whether it offers a draw.
        offers_draw: bool,
    },
    /// Resigns.
    Resign,
    /// Accepts the draw offer.
    AcceptDraw,
    /// Claims a result instead of playing; the rules decide whether the claim is right.
    Claim {
        /// Claimed result.
        result: GameResult,
        /// Reason given.
        comment: String,
    },
}

/// Answer of a player, with its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// Action of the player.
    pub action: Action,
    /// Time from the request to the answer, without delays caused by the runner.
    pub elapsed: Duration,
    /// Last reported score.
    pub score: Option<RecordedScore>,
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
}

/// Player, which serves many games of one variant, one after the other.
pub trait Player: Send {
    /// Name with its version by which the program introduced itself; `None` if it did not.
    fn introduced_as(&self) -> Option<&str> {
        None
    }

    /// Prepares for a new game.
    ///
    /// # Errors
    /// With the player's fault; the player must be dropped then.
    fn new_game(&mut self, setup: &Setup<'_>) -> Result<(), Fault>;

    /// Requests a turn. Returns within the deadline plus a grace period, set by the player, that
    /// distinguishes a late answer from a hang.
    ///
    /// # Errors
    /// With the player's fault: [`FaultKind::Time`](super::FaultKind::Time) if it answered after
    /// the deadline, [`FaultKind::Hang`](super::FaultKind::Hang) if it did not answer within the
    /// grace period either. It must be dropped if
    /// [`FaultKind::needs_restart`](super::FaultKind::needs_restart) is true.
    fn think(&mut self, ask: &Ask<'_>) -> Result<Thought, Fault>;

    /// Lets the player think while the opponent does; `ask` is the game after the player's own turn,
    /// with the clocks as they stand. Never waits for it.
    fn ponder(&mut self, _: &Ask<'_>) {}

    /// Reports that the game is over; `turns` are all turns played. Never fails: a broken player
    /// reports its fault when the next game begins.
    fn game_over(&mut self, result: GameResult, reason: &str, turns: &[String]);
}

/// Whether the board size differs from that of the built-in variant of this name.
fn is_resized(definition: &Definition) -> bool {
    let catalog = Catalog::builtin();
    catalog.get(&definition.name).is_some_and(|native| native.size != definition.size)
}

/// Creates the player of an engine, ready for games of a variant. Once the stop flag is set, every
/// call ends with a fault.
///
/// # Errors
/// [`FaultKind::Start`](super::FaultKind::Start) when it cannot be started or does not support the
/// settings.
pub fn create(launch: Launch<'_>, variant: &Variant) -> Result<Box<dyn Player>, Fault> {
    let spec = launch.spec;
    match (&spec.program, spec.protocol) {
        (Program::Random, _) => Ok(Box::new(BaselinePlayer::random(&spec.name))),
        (Program::Greedy, _) => Ok(Box::new(BaselinePlayer::greedy(&spec.name))),
        (_, WireProtocol::Uci) => Ok(Box::new(UciPlayer::start(launch, variant)?)),
        (_, WireProtocol::Xboard) => Ok(Box::new(CecpPlayer::start(launch, variant)?)),
        (_, WireProtocol::Hub) => Ok(Box::new(HubPlayer::start(launch, variant)?)),
    }
}
