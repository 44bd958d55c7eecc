//! Results of a table: counts, the longest wins, mutual zugzwangs.

use serde::{Deserialize, Serialize};

/// Results of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// Entropy of the entries.
    #[serde(default)]
    pub entropy: Entropy,
    /// Wins that the move rule ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slow: Option<SlowWins>,
}

/// Entropy of the entries that are positions, in bits an entry: what a code for each entry by itself takes
/// at least. A file can be smaller, as neighbours are alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entropy {
    /// Of win, draw and loss.
    pub result: f64,
    /// Of the result with its distance.
    pub distance: f64,
}

/// Wins that the move rule ends: the winner has no progress to make, by a capture or whatever the rule takes
/// for one, in as many plies as the rule allows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlowWins {
    /// Number of plies that the rule allows.
    pub allowed: u32,
    /// Number of won positions that need more.
    pub positions: u64,
    /// The most plies up to progress that a win needs.
    pub plies: u16,
    /// A position that needs as many.
    pub fen: String,
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
    /// The side to move loses, whichever it is.
    pub full: u64,
    /// One side wins if the other is to move, and draws if it has to move itself; or draws if the other
    /// is to move, and loses if it has to move itself.
    pub half: u64,
    /// Some of them, with White to move.
    pub examples: Vec<String>,
}
