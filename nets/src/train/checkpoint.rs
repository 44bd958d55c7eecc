//! Trainers as files: a line that tells what it is, a line of JSON, floating-point numbers of four
//! bytes (little-endian), and a checksum.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Settings;
use super::adam::Adam;
use super::block::Block;
use super::parameters::Parameters;
use super::shape::{Shape, ShapeError};
use super::trainer::Trainer;
use crate::inputs::Inputs;
use crate::kernel::WIDTH;

/// The first line.
const MAGIC: &[u8] = b"menagerie training 1\n";

/// What a file says of its trainer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// The board, such as `10x10`.
    board: String,
    /// The letters of the kinds of pieces.
    pieces: Vec<String>,
    settings: Settings,
    /// Epochs gone through, and steps made in them.
    epochs: u32,
    steps: u32,
}

/// Why a file is no checkpoint, or not for this game.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// It begins otherwise.
    #[error("no checkpoint: expected a file that begins with 'menagerie training 1'")]
    Magic,
    /// The second line is not as it should be.
    #[error("the checkpoint's second line: {0}")]
    Header(serde_json::Error),
    /// There is no net of its shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// It is too short or too long.
    #[error("the checkpoint has {found} bytes of numbers, expected {expected}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// It was changed on its way.
    #[error("the checkpoint's checksum is {found:08x}, expected {expected:08x}: it is damaged")]
    Checksum {
        /// What the bytes give.
        found: u32,
        /// What the file says.
        expected: u32,
    },
    /// It is for other games.
    #[error("a checkpoint for a board of {checkpoint} does not fit one of {game}")]
    Game {
        /// The checkpoint's board and its pieces.
        checkpoint: String,
        /// Those of the game that it should be for.
        game: String,
    },
}

impl Trainer {
    /// All that is needed to go on after the last epoch as if there had been no break.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let inputs = self.parameters.inputs();
        let header = Header {
            board: inputs.size().to_string(),
            pieces: inputs.letters().to_vec(),
            settings: self.settings,
            epochs: self.epochs,
            steps: self.adam.steps,
        };
        let mut bytes = MAGIC.to_vec();
        // A list of texts and numbers always has a text.
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

    /// A trainer that was saved, for the game with these inputs.
    ///
    /// # Errors
    /// When this is no checkpoint, or is for games with another board or other pieces.
    pub fn restore(bytes: &[u8], inputs: &Inputs) -> Result<Self, CheckpointError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(CheckpointError::Magic)?;
        let end = rest.iter().position(|&byte| byte == b'\n').ok_or(CheckpointError::Magic)?;
        let header: Header =
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
