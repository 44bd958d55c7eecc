//! Results of a table: counts, the longest wins, mutual zugzwangs.

use serde::{Deserialize, Serialize};

/// Results of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Positions with White to move, by their value for White.
    pub white: SideCounts,
    /// Positions with Black to move, by their value for Black.
    pub black: SideCounts,
    /// The longest win of each side with that side to move: White's first; sides that win nowhere are
    /// missing.
    pub longest: Vec<Longest>,
    /// Mutual zugzwangs.
    pub zugzwangs: Zugzwangs,
}

/// Number of positions by their value for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideCounts {
    /// Legal positions.
    pub positions: u64,
    /// Won ones.
    pub wins: u64,
    /// Drawn ones.
    pub draws: u64,
    /// Lost ones.
    pub losses: u64,
}

/// A longest win.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Longest {
    /// The side that wins, which is to move: `white` or `black`.
    pub winner: String,
    /// Plies to the end.
    pub plies: u16,
    /// A position.
    pub fen: String,
    /// Best play from it.
    pub line: Vec<String>,
}

/// Mutual zugzwangs: placements in which each side would do better if the other were to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zugzwangs {
    /// Whoever is to move loses.
    pub full: u64,
    /// One side wins if the other is to move, and draws if it has to move itself; or draws if the other
    /// is to move, and loses if it has to move itself.
    pub half: u64,
    /// Some of them, with White to move.
    pub examples: Vec<String>,
}
