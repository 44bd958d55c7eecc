//! Header of network files: shape, game and origin.

use serde::{Deserialize, Serialize};

/// Maximum hidden layer width: sums of more do not fit into 32 bits.
pub const MAX_HIDDEN: usize = 256;
/// Maximum number of output buckets.
pub(crate) const MAX_BUCKETS: usize = 32;

/// Header of a network file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetHeader {
    /// Name of the game that it was trained for.
    pub variant: String,
    /// The board, such as `10x10`.
    pub board: String,
    /// Letters of the piece types as in a FEN, in the definition's order.
    pub pieces: Vec<String>,
    /// Hidden layer width of each view.
    pub hidden: usize,
    /// Number of output buckets.
    pub buckets: usize,
    /// Number of patterns with weights: all of the game's, or 0 (see [`Inputs`](crate::Inputs)).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub patterns: usize,
    /// Number of inputs for pieces of a kind in hand; 0 in games without hands.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hands: usize,
    /// Origin of the network, for people.
    pub origin: String,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}
