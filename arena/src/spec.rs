//! The settings of a match, as they are kept in the first line of its file.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{EngineSpec, Fingerprints};

/// All that decides which games are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// What the match is called in PGN.
    pub event: String,
    /// The game's name.
    pub variant: String,
    /// The board, such as `10x10`; `None`: the game's own.
    pub size: Option<String>,
    /// Files with games, read before the game is looked up.
    pub variant_paths: Vec<PathBuf>,
    /// Those who play, at least two; no two of one name.
    pub engines: Vec<EngineSpec>,
    /// Who meets whom.
    pub tournament: Tournament,
    /// Games of each pairing in a round, at least 1; they share an opening.
    pub games_per_round: usize,
    /// Number of rounds, at least 1.
    pub rounds: usize,
    /// Where games begin.
    pub openings: OpeningSource,
    /// What chance begins with.
    pub seed: u64,
    /// When a game is ended before its rules do.
    pub adjudication: Adjudication,
    /// When the match is ended before its last game.
    pub sprt: Option<SprtSpec>,
    /// Whether the match goes on when a program has crashed, hung or broken its protocol.
    pub recover: bool,
    /// What it is played with; nothing in files from before there were fingerprints.
    #[serde(default)]
    pub fingerprints: Fingerprints,
    /// By which the user who began it is known again; `None`: by nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
}

/// Where games begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpeningSource {
    /// At the variant's start.
    Start,
    /// After legal turns by chance.
    Random {
        /// Their number.
        plies: usize,
        /// How far from even a quick search may find them; `None`: as they come.
        bound: Option<Evenness>,
    },
    /// At the lines of a file: FENs, or turns from the start.
    File {
        /// The file.
        path: PathBuf,
        /// In which order its lines are taken; begun anew when all were used.
        order: OpeningOrder,
    },
}

/// How far from even an opening may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Evenness {
    /// By score, in centipawns.
    Centipawns(u16),
    /// By what the score means in the game.
    Chances {
        /// The most that the better side may expect, in percent of the point, from 50 to 100.
        percent: u8,
    },
}

/// The order of a file's openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum OpeningOrder {
    /// As they stand.
    #[default]
    Sequential,
    /// Shuffled by the match's seed.
    Random,
}

/// When a game is ended before its rules do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// Draws by score.
    pub draw: Option<DrawRule>,
    /// Losses by score.
    pub resign: Option<ResignRule>,
    /// A draw after so many full moves (two turns each).
    pub max_moves: Option<u32>,
}

/// A draw is called after `move_number` full moves when for `move_count` full moves both engines'
/// scores were within `score` of zero, as in cutechess-cli. Progress, such as a capture or a pawn's
/// move in chess, begins the count anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Full moves that have to be played first.
    pub move_number: u32,
    /// Full moves in a row.
    pub move_count: u32,
    /// Centipawns, at least 0.
    pub score: i32,
}

/// A loss is called when for `move_count` turns of its own an engine's score was at or below
/// minus `score`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Turns in a row.
    pub move_count: u32,
    /// Centipawns, above 0.
    pub score: i32,
    /// Whether the winner has to think so too.
    pub two_sided: bool,
}

/// A sequential probability ratio test: the match ends when it is clear enough whether the first
/// engine is stronger than the second by `elo1` rather than by `elo0`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtSpec {
    /// The Elo difference of the hypothesis H0.
    pub elo0: f64,
    /// The Elo difference of the hypothesis H1; above `elo0`.
    pub elo1: f64,
    /// The chance to accept H1 though H0 is true.
    pub alpha: f64,
    /// The chance to accept H0 though H1 is true.
    pub beta: f64,
    /// What the Elo differences measure.
    pub model: SprtModel,
}

/// What the Elo differences of a test measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtModel {
    /// The usual scale, on which the expected score depends alone.
    #[default]
    Logistic,
    /// The usual scale too, but results as BayesElo has them, game by game: cutechess-cli's test.
    BayesElo,
    /// A scale in units of a game's standard deviation, on which the number of games that a
    /// difference needs does not depend on the draws.
    Normalized,
}
