//! Settings of a match, stored in the first line of its file.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{EngineSpec, Fingerprints, Identity, Shard};

/// Settings of a match; they determine which games are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// Event name in PGN.
    pub event: String,
    /// Variant name.
    pub variant: String,
    /// Board size, such as `10x10`; `None` is the variant's own.
    pub size: Option<String>,
    /// Variant files, read before the variant is looked up.
    pub variant_paths: Vec<PathBuf>,
    /// Engines, at least two, with distinct names.
    pub engines: Vec<EngineSpec>,
    /// Tournament format.
    pub tournament: Tournament,
    /// Games of each pairing in a round, at least 1; they share an opening.
    pub games_per_round: usize,
    /// Number of rounds, at least 1.
    pub rounds: usize,
    /// Source of the openings.
    pub openings: OpeningSource,
    /// Random seed.
    pub seed: u64,
    /// Adjudication rules.
    pub adjudication: Adjudication,
    /// Folder of endgame tables by which games are adjudicated; `None` is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<PathBuf>,
    /// SPRT that may end the match early.
    pub sprt: Option<SprtSpec>,
    /// Whether the match continues after a program crashed, hung or violated its protocol.
    pub recover: bool,
    /// Fingerprints of the files; empty in match files from before fingerprints existed.
    #[serde(default)]
    pub fingerprints: Fingerprints,
    /// Part of the match that is played; `None` is the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Versions of what plays, equal on all machines; empty in files from before shards existed.
    #[serde(default, skip_serializing_if = "Identity::is_empty")]
    pub identity: Identity,
    /// Identifier of the user who started the match; `None` is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
}

/// Tournament format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// Round robin: every engine plays every other.
    #[default]
    RoundRobin,
    /// Gauntlet: the first engine plays all others.
    Gauntlet,
    /// Knockout: the loser of an encounter is out; in the first stage the first engine meets the last.
    Knockout,
}

/// Source of the openings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpeningSource {
    /// Start position of the variant.
    Start,
    /// Random legal turns.
    Random {
        /// Number of turns.
        plies: usize,
        /// Maximum imbalance by a quick search; `None` accepts all.
        bound: Option<Evenness>,
        /// Whether every second opening begins with the other side than the start position has to move.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        either_begins: bool,
    },
    /// Lines of a file: FENs, or turns from the start.
    File {
        /// Path of the file.
        path: PathBuf,
        /// Order of its lines, which repeat when all were used.
        order: OpeningOrder,
    },
}

/// Maximum imbalance of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Evenness {
    /// By score, in centipawns.
    Centipawns(u16),
    /// By the expected result that the score implies in the variant.
    Chances {
        /// Maximum expected result of the better side, in percent, from 50 to 100.
        percent: u8,
    },
}

/// Order of a file's openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum OpeningOrder {
    /// Order of the file.
    #[default]
    Sequential,
    /// Shuffled by the match's seed.
    Random,
}

/// Adjudication rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// Draws by score.
    pub draw: Option<DrawRule>,
    /// Losses by score.
    pub resign: Option<ResignRule>,
    /// Draw after this number of full moves (two turns each).
    pub max_moves: Option<u32>,
}

/// Adjudicates a draw after `move_number` full moves if for `move_count` full moves both engines'
/// scores were within `score` of zero, as in cutechess-cli. Progress, such as a capture or a pawn
/// move in chess, resets the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Minimum number of full moves played.
    pub move_number: u32,
    /// Consecutive full moves.
    pub move_count: u32,
    /// Score in centipawns, at least 0.
    pub score: i32,
}

/// Adjudicates a loss if for `move_count` of its own turns an engine's score was at or below minus
/// `score`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Consecutive turns.
    pub move_count: u32,
    /// Score in centipawns, above 0.
    pub score: i32,
    /// Whether the winner's score has to agree.
    pub two_sided: bool,
}

/// Sequential probability ratio test (SPRT): ends the match when the first engine is found to be
/// stronger than the second by `elo1` rather than by `elo0`, or the reverse.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtSpec {
    /// Elo difference of H0.
    pub elo0: f64,
    /// Elo difference of H1; above `elo0`.
    pub elo1: f64,
    /// Probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 if H1 is true.
    pub beta: f64,
    /// Elo model.
    pub model: SprtModel,
}

/// Elo model of a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtModel {
    /// Logistic Elo, which determines the expected score alone.
    #[default]
    Logistic,
    /// Logistic Elo with BayesElo's draw model, game by game: cutechess-cli's test.
    BayesElo,
    /// Normalized Elo, in units of a game's standard deviation: the number of games that a
    /// difference needs does not depend on the draw rate.
    Normalized,
}
