//! A game that was played, as it is kept on disk: one JSON line.

use std::fmt;

use serde::{Deserialize, Serialize};
use variants::Color;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from 1; see [`Fixture::number`](super::Fixture::number).
    pub number: usize,
    /// Its round, from 1: the games of one round and pairing begin with the same opening.
    pub round: usize,
    /// The engine that played White.
    pub white: String,
    /// The engine that played Black.
    pub black: String,
    /// The game's name.
    pub variant: String,
    /// The board, such as `10x10`, where it is not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// The position where it began, before the opening.
    pub fen: String,
    /// The turns of the opening, which neither engine chose.
    pub opening: Vec<String>,
    /// The turns that the engines chose, in order.
    pub moves: Vec<MoveRecord>,
    /// The result.
    pub result: GameResult,
    /// What kind of end it was.
    pub termination: Termination,
    /// The end in words, such as `White wins by checkmate` or `b loses on time`.
    pub reason: String,
    /// What went wrong; the loser's fault first, if there was one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// White's limits, such as `40/60+0.5`.
    pub white_limits: String,
    /// Black's limits.
    pub black_limits: String,
    /// When it began, RFC 3339 in UTC.
    pub began: String,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// The position at the end, as a FEN.
    pub final_fen: String,
}

/// A turn that an engine chose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The turn in the engine's own notation.
    pub turn: String,
    /// How long it took, in microseconds.
    pub time_us: u64,
    /// What the engine thought of it, from its own view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// How deep it searched, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many nodes it searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A score, from the view of the engine that tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Full moves until the win (positive) or the loss (0 or negative).
    Mate(i32),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// White won.
    #[serde(rename = "1-0")]
    White,
    /// Black won.
    #[serde(rename = "0-1")]
    Black,
    /// Nobody won.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// That side won; `None`: a draw.
    #[must_use]
    pub fn won_by(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => GameResult::White,
            Some(Color::Black) => GameResult::Black,
            None => GameResult::Draw,
        }
    }

    /// Who won; `None`: a draw.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::White => Some(Color::White),
            GameResult::Black => Some(Color::Black),
            GameResult::Draw => None,
        }
    }

    /// As PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
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

/// What kind of end a game had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Termination {
    /// By the rules of the game.
    Rules,
    /// By adjudication.
    Adjudication,
    /// An engine resigned.
    Resignation,
    /// The engines agreed on a draw.
    Agreement,
    /// An engine failed.
    Fault(FaultKind),
}

/// Something that an engine did wrong, and how; it loses the game by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{engine} {kind}: {text}")]
pub struct Fault {
    /// The engine's name.
    pub engine: String,
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// What was seen, with the offending text: for people.
    pub text: String,
}

/// The ways to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// It could not be started, or never said that it is ready.
    Start,
    /// It ended, or closed its output, in the middle of a game.
    Crash,
    /// It did not answer at all.
    Hang,
    /// It answered too late.
    Time,
    /// It played a move that is not legal, or none.
    IllegalMove,
    /// It said something that its protocol does not have, claimed a result that the rules do not
    /// give, or flooded its output.
    Protocol,
}

impl FaultKind {
    /// Whether the process that failed so is of no use any more.
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
