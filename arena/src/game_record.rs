//! Record of a finished game: one JSON line on disk.

use std::fmt;

use serde::{Deserialize, Serialize};
use variants::Color;

/// Record of a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Game number in the match, from 1; see [`GameSpec::number`](super::GameSpec::number).
    pub number: usize,
    /// Round, from 1; the games of one round and pairing share an opening.
    pub round: usize,
    /// Name of the engine that played White.
    pub white: String,
    /// Name of the engine that played Black.
    pub black: String,
    /// Variant name.
    pub variant: String,
    /// Board size, such as `10x10`, where it differs from the variant's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// Start position, before the opening, as a FEN.
    pub fen: String,
    /// Turns of the opening, which neither engine chose.
    pub opening: Vec<String>,
    /// Turns that the engines chose, in order.
    pub moves: Vec<MoveRecord>,
    /// Result of the game.
    pub result: GameResult,
    /// Kind of termination.
    pub termination: Termination,
    /// Termination in words, such as `White mates` or `b loses on time`.
    pub reason: String,
    /// Faults of the engines; the loser's first, if there was one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// White's limits, such as `40/60+0.5`.
    pub white_limits: String,
    /// Black's limits.
    pub black_limits: String,
    /// Start time, RFC 3339 in UTC.
    pub began: String,
    /// Duration, in ms.
    pub duration_ms: u64,
    /// Final position, as a FEN.
    pub final_fen: String,
}

/// Turn that an engine chose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Turn in the engine's own notation.
    pub turn: String,
    /// Time used, in µs.
    pub time_us: u64,
    /// Score from the engine's own view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<RecordedScore>,
    /// Search depth, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// Score from the view of the engine that reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordedScore {
    /// Centipawns.
    Cp(i32),
    /// Mate in full moves: positive wins, 0 or negative loses.
    Mate(i32),
}

impl From<protocol::InfoScore> for RecordedScore {
    fn from(score: protocol::InfoScore) -> Self {
        match score {
            protocol::InfoScore::Centipawns(value) => RecordedScore::Cp(value),
            protocol::InfoScore::Mate(moves) => RecordedScore::Mate(moves),
        }
    }
}

impl From<RecordedScore> for protocol::InfoScore {
    fn from(score: RecordedScore) -> Self {
        match score {
            RecordedScore::Cp(value) => protocol::InfoScore::Centipawns(value),
            RecordedScore::Mate(moves) => protocol::InfoScore::Mate(moves),
        }
    }
}

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// White won.
    #[serde(rename = "1-0")]
    White,
    /// Black won.
    #[serde(rename = "0-1")]
    Black,
    /// Draw.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// Returns the result of a win by that side; `None` is a draw.
    #[must_use]
    pub fn won_by(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => GameResult::White,
            Some(Color::Black) => GameResult::Black,
            None => GameResult::Draw,
        }
    }

    /// Returns the winner; `None` is a draw.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::White => Some(Color::White),
            GameResult::Black => Some(Color::Black),
            GameResult::Draw => None,
        }
    }

    /// Returns the PGN result: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Kind of termination of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Termination {
    /// Rules of the game.
    Rules,
    /// Adjudication.
    Adjudication,
    /// Resignation by an engine.
    Resignation,
    /// Draw agreed by the engines.
    Agreement,
    /// Fault of an engine.
    Fault(FaultKind),
}

/// Fault of an engine, which loses the game by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{engine} {kind}: {text}")]
pub struct Fault {
    /// Name of the engine.
    pub engine: String,
    /// Kind of fault.
    pub kind: FaultKind,
    /// Description for people, with the offending text.
    pub text: String,
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// Failed to start, or did not report that it is ready.
    Start,
    /// Exited, or closed its output, during a game.
    Crash,
    /// Did not answer at all.
    Hang,
    /// Time forfeit.
    Time,
    /// Played an illegal move, or none.
    IllegalMove,
    /// Violated the protocol, claimed a result that the rules do not give, or flooded its output.
    Protocol,
}

impl FaultKind {
    /// Whether the process has to be restarted after the fault.
    #[must_use]
    pub fn needs_restart(self) -> bool {
        !matches!(self, FaultKind::Time)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::Start => "did not start",
            FaultKind::Crash => "crashed",
            FaultKind::Hang => "hung",
            FaultKind::Time => "lost on time",
            FaultKind::IllegalMove => "made an illegal move",
            FaultKind::Protocol => "broke the protocol",
        })
    }
}

/// Error of a line that is not text.
pub(crate) const NOT_UTF8: &str = "not UTF-8";

/// Returns the error of a line of JSON that is not a game.
pub(crate) fn invalid_game(line: &[u8], error: &serde_json::Error) -> String {
    match std::str::from_utf8(line) {
        Ok(_) => format!("invalid game: {error}"),
        Err(_) => NOT_UTF8.to_owned(),
    }
}
