//! Turns as pages and lists show them.

use serde::{Deserialize, Serialize};

/// Turn that was made.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct TurnView {
    /// Turn in the engine's own notation.
    pub text: String,
    /// Turn for people.
    pub label: String,
    /// Side that made it.
    pub side: String,
    /// Number of the move in the game's score.
    pub number: u32,
}
