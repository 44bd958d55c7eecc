//! Checkpoint files of trainers: a magic line, a line of JSON, floating-point numbers of four bytes
//! (little-endian), and a checksum.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use variants::counted;

use super::Settings;
use super::adam::Adam;
use super::block::Block;
use super::parameters::Parameters;
use super::shape::{Shape, ShapeError};
use super::trainer::Trainer;
use crate::inputs::Inputs;
use crate::kernel::WIDTH;

/// Magic line.
const MAGIC: &[u8] = b"menagerie training 1\n";

/// Header of a checkpoint file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckpointHeader {
    /// Board size, such as `10x10`.
    board: String,
    /// Letters of the piece types.
    pieces: Vec<String>,
    settings: Settings,
    /// Completed epochs, and optimiser steps made in them.
    epochs: u32,
    steps: u32,
}

/// Error of a checkpoint file: malformed, damaged, or for another game.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The magic line is missing.
    #[error("not a checkpoint: expected a file that begins with 'menagerie training 1'")]
    Magic,
    /// The second line is not a valid header.
    #[error("the checkpoint's second line: {0}")]
    Header(serde_json::Error),
    /// Hidden layer width or output buckets out of range.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// Too few or too many bytes of numbers.
    #[error(
        "the checkpoint has {} of parameters, expected {expected}",
        counted(*found, "byte", "bytes")
    )]
    Length {
        /// Bytes found.
        found: usize,
        /// Bytes expected.
        expected: usize,
    },
    /// The checksum does not match.
    #[error("the checkpoint's checksum is {found:08x}, expected {expected:08x}: it is damaged")]
    Checksum {
        /// Checksum of the bytes.
        found: u32,
        /// Checksum in the file.
        expected: u32,
    },
    /// For another board or other pieces.
    #[error("a checkpoint for a board of {checkpoint} does not fit one of {game}")]
    Game {
        /// Board and pieces of the checkpoint.
        checkpoint: String,
        /// Board and pieces that were expected.
        game: String,
    },
}

impl Trainer {
    /// Returns a checkpoint, from which training resumes as if uninterrupted.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let inputs = self.parameters.inputs();
        let header = CheckpointHeader {
            board: inputs.size().to_string(),
            pieces: inputs.letters().to_vec(),
            settings: self.settings,
            epochs: self.epochs,
            steps: self.adam.steps,
        };
        let mut bytes = MAGIC.to_vec();
        // Serialisation of such a header cannot fail.
        bytes.extend(serde_json::to_vec(&header).unwrap_or_default());
        bytes.push(b'\n');
        for blocks in [&self.parameters.numbers, &self.adam.first, &self.adam.second] {
            let numbers = blocks.iter().flat_map(|block| block.0);
            bytes.extend(numbers.flat_map(f32::to_le_bytes));
        }
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Restores a trainer from a checkpoint, for the game with these inputs.
    ///
    /// # Errors
    /// If this is not a checkpoint, or it is for games with another board or other pieces.
    pub fn restore(bytes: &[u8], inputs: &Inputs) -> Result<Self, CheckpointError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(CheckpointError::Magic)?;
        let end = rest.iter().position(|&byte| byte == b'\n').ok_or(CheckpointError::Magic)?;
        let header: CheckpointHeader =
            serde_json::from_slice(&rest[..end]).map_err(CheckpointError::Header)?;
        if header.board != inputs.size().to_string() || header.pieces != inputs.letters() {
            let about =
                |board: &str, pieces: &[String]| format!("{board}, pieces {}", pieces.join(" "));
            return Err(CheckpointError::Game {
                checkpoint: about(&header.board, &header.pieces),
                game: about(&inputs.size().to_string(), inputs.letters()),
            });
        }
        let shape = Shape::new(inputs, &header.settings)?;
        let numbers = &rest[end + 1..];
        let expected = 3 * 4 * WIDTH * shape.blocks() + 4;
        if numbers.len() != expected {
            return Err(CheckpointError::Length { found: numbers.len(), expected });
        }
        let (numbers, sum) = numbers.split_at(expected - 4);
        let expected = u32::from_le_bytes([sum[0], sum[1], sum[2], sum[3]]);
        let found = crc32fast::hash(&bytes[..bytes.len() - 4]);
        if found != expected {
            return Err(CheckpointError::Checksum { found, expected });
        }
        let mut parts = numbers.chunks_exact(4 * WIDTH * shape.blocks()).map(blocks);
        let mut next = || parts.next().unwrap_or_default();
        let parameters = Parameters { inputs: inputs.clone(), shape, numbers: next() };
        let adam = Adam { first: next(), second: next(), steps: header.steps };
        let (settings, epochs) = (header.settings, header.epochs);
        Ok(Trainer { settings, parameters, adam, epochs })
    }
}

fn blocks(bytes: &[u8]) -> Vec<Block> {
    let block = |bytes: &[u8]| {
        let mut block = Block::ZERO;
        for (number, bytes) in block.0.iter_mut().zip(bytes.chunks_exact(4)) {
            *number = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        block
    };
    bytes.chunks_exact(4 * WIDTH).map(block).collect()
}
