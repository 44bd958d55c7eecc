//! Errors of network files.

use thiserror::Error;
use variants::counted;

use crate::header::{MAX_BUCKETS, MAX_HIDDEN};
use crate::kernel::WIDTH;

/// Error of a network file: malformed, damaged, or for another game.
#[derive(Debug, Error)]
pub enum NetError {
    /// The magic line is missing.
    #[error("not a net: expected a file that begins with 'menagerie net 1' or 'menagerie net 2'")]
    Magic,
    /// The second line is not a valid header.
    #[error("the net's second line: {0}")]
    Header(serde_json::Error),
    /// Hidden layer or output buckets out of range.
    #[error(
        "a hidden layer of {hidden} with {buckets} outputs: expected a multiple of {WIDTH} up to {MAX_HIDDEN}, and 1 to {MAX_BUCKETS}"
    )]
    Shape {
        /// Hidden layer width.
        hidden: usize,
        /// Number of output buckets.
        buckets: usize,
    },
    /// Weights for another number of patterns.
    #[error("the net has {}, expected 0 or {expected}", counted(*found, "pattern", "patterns"))]
    Patterns {
        /// Patterns in the file.
        found: usize,
        /// Patterns of the game.
        expected: usize,
    },
    /// Inputs for another number of pieces in hand.
    #[error(
        "the net has {} for pieces of a kind in hand, expected {expected}",
        counted(*found, "input", "inputs")
    )]
    Hands {
        /// Inputs in the file.
        found: usize,
        /// Inputs of the game.
        expected: usize,
    },
    /// Too few or too many bytes of weights.
    #[error("the net has {} of parameters, expected {expected}", counted(*found, "byte", "bytes"))]
    Length {
        /// Bytes found.
        found: usize,
        /// Bytes expected.
        expected: usize,
    },
    /// The compressed weights cannot be read, or are too many.
    #[error(
        "the net cannot be decompressed to {expected} bytes of parameters: the file is damaged"
    )]
    Compression {
        /// Bytes expected.
        expected: usize,
    },
    /// The checksum does not match.
    #[error("the net's checksum is {found:08x}, expected {expected:08x}: the file is damaged")]
    Checksum {
        /// Checksum of the bytes.
        found: u32,
        /// Checksum in the file.
        expected: u32,
    },
    /// For another board or other pieces.
    #[error("a net for {net} does not fit {game}")]
    Game {
        /// Game, board and pieces of the network.
        net: String,
        /// Game, board and pieces that were expected.
        game: String,
    },
    /// The accumulator could overflow.
    #[error("overflow: the weights of hidden neuron {number} exceed 16 bits")]
    Overflow {
        /// Index in the hidden layer.
        number: usize,
    },
    /// Output weight out of range.
    #[error("an output weight of {weight}: expected -128 to 128")]
    Output {
        /// The weight.
        weight: i16,
    },
}
