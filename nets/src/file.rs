//! Nets as files: a line that tells what it is, a line of JSON, whole numbers of two and four bytes
//! (little-endian), and a check sum.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use variants::Definition;

use crate::inputs::Inputs;
use crate::kernel::{Lane, WIDTH};
use crate::net::{MAX_HIDDEN, Net};

/// The first line.
const MAGIC: &[u8] = b"menagerie net 1\n";
/// The most outputs.
const MAX_BUCKETS: usize = 32;

/// What a file says of its net.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The game that it was made for.
    pub variant: String,
    /// The board, such as `10x10`.
    pub board: String,
    /// The letters of the kinds of pieces, as in a FEN, in their order.
    pub pieces: Vec<String>,
    /// Numbers in the hidden layer of each view.
    pub hidden: usize,
    /// Number of outputs.
    pub buckets: usize,
    /// Number of patterns that it has weights for: all of the game's, or 0 (see [`Inputs`]).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub patterns: usize,
    /// Where it comes from, for people.
    pub origin: String,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Why a file is no net, or not for this game.
#[derive(Debug, Error)]
pub enum NetError {
    /// It begins otherwise.
    #[error("not a net: expected a file that begins with 'menagerie net 1'")]
    Magic,
    /// The second line is not as it should be.
    #[error("the net's second line: {0}")]
    Header(serde_json::Error),
    /// It has no such shape.
    #[error(
        "a hidden layer of {hidden} with {buckets} outputs: expected a multiple of {WIDTH} up to {MAX_HIDDEN}, and 1 to {MAX_BUCKETS}"
    )]
    Shape {
        /// Numbers in the hidden layer.
        hidden: usize,
        /// Number of outputs.
        buckets: usize,
    },
    /// It has weights for other patterns.
    #[error("the net has {found} patterns, expected 0 or {expected}")]
    Patterns {
        /// How many it has.
        found: usize,
        /// How many the game has.
        expected: usize,
    },
    /// It is too short or too long.
    #[error("the net has {found} bytes of numbers, expected {expected}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// It was changed on its way.
    #[error("the net's check sum is {found:08x}, expected {expected:08x}: the file is damaged")]
    Checksum {
        /// What the bytes give.
        found: u32,
        /// What the file says.
        expected: u32,
    },
    /// It is for other games.
    #[error("a net for {net} does not fit {game}")]
    Game {
        /// The net's game, its board and its pieces.
        net: String,
        /// The game that it should be for, with the same.
        game: String,
    },
    /// There are positions that it cannot add up.
    #[error("the weights of hidden number {number} are too large for 16 bits")]
    Overflow {
        /// Which number.
        number: usize,
    },
    /// An output's weight is too large.
    #[error("an output weight of {weight}: expected -128 to 128")]
    Output {
        /// The weight.
        weight: i16,
    },
}

impl Net {
    /// Reads a net's header.
    ///
    /// # Errors
    /// When this is no net.
    pub fn read_header(bytes: &[u8]) -> Result<Header, NetError> {
        Ok(split(bytes)?.0)
    }

    /// Reads a net for a game.
    ///
    /// # Errors
    /// When this is no net, or is for games with another board or other pieces.
    pub fn read(bytes: &[u8], definition: &Definition) -> Result<Self, NetError> {
        let (header, numbers) = split(bytes)?;
        let inputs = Inputs::new(definition);
        let Header { hidden, buckets, .. } = header;
        let is_whole = hidden > 0 && hidden.is_multiple_of(WIDTH) && hidden <= MAX_HIDDEN;
        if !is_whole || !(1..=MAX_BUCKETS).contains(&buckets) {
            return Err(NetError::Shape { hidden, buckets });
        }
        if header.board != inputs.size().to_string() || header.pieces != inputs.letters() {
            let about = |name: &str, board: &str, pieces: &[String]| {
                format!("{name} ({board}, pieces {})", pieces.join(" "))
            };
            return Err(NetError::Game {
                net: about(&header.variant, &header.board, &header.pieces),
                game: about(&definition.name, &inputs.size().to_string(), inputs.letters()),
            });
        }
        let patterns = header.patterns;
        if patterns != 0 && patterns != inputs.patterns().len() {
            return Err(NetError::Patterns { found: patterns, expected: inputs.patterns().len() });
        }
        let counts = [inputs.len() * hidden, hidden, 2 * buckets * hidden];
        let expected = 2 * (counts.iter().sum::<usize>() + buckets * patterns) + 4 * buckets + 4;
        if numbers.len() != expected {
            return Err(NetError::Length { found: numbers.len(), expected });
        }
        let (numbers, sum) = numbers.split_at(expected - 4);
        let expected = u32::from_le_bytes([sum[0], sum[1], sum[2], sum[3]]);
        let found = crc32fast::hash(numbers);
        if found != expected {
            return Err(NetError::Checksum { found, expected });
        }
        let mut rest = numbers;
        let [rows, bias, output] = counts.map(|count| {
            let (part, after) = rest.split_at(2 * count);
            rest = after;
            lanes(part)
        });
        let (biases, rest) = rest.split_at(4 * buckets);
        let output_bias = biases
            .chunks_exact(4)
            .map(|bytes| i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
            .collect();
        let patterns = numbers_of(rest).collect();
        let net = Net { header, inputs, rows, bias, output, output_bias, patterns };
        net.check()?;
        Ok(net)
    }

    /// The net as a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        // A list of texts and numbers always has a text.
        bytes.extend(serde_json::to_vec(&self.header).unwrap_or_default());
        bytes.push(b'\n');
        let start = bytes.len();
        for lane in self.rows.iter().chain(&self.bias).chain(&self.output) {
            bytes.extend(lane.0.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.patterns.iter().flat_map(|number| number.to_le_bytes()));
        let sum = crc32fast::hash(&bytes[start..]);
        bytes.extend(sum.to_le_bytes());
        bytes
    }
}

/// The header and the numbers.
fn split(bytes: &[u8]) -> Result<(Header, &[u8]), NetError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(NetError::Magic)?;
    let end = rest.iter().position(|&byte| byte == b'\n').ok_or(NetError::Magic)?;
    let header = serde_json::from_slice(&rest[..end]).map_err(NetError::Header)?;
    Ok((header, &rest[end + 1..]))
}

fn lanes(bytes: &[u8]) -> Vec<Lane> {
    let lane = |bytes: &[u8]| {
        let mut lane = Lane::ZERO;
        for (number, found) in lane.0.iter_mut().zip(numbers_of(bytes)) {
            *number = found;
        }
        lane
    };
    bytes.chunks_exact(2 * WIDTH).map(lane).collect()
}

fn numbers_of(bytes: &[u8]) -> impl Iterator<Item = i16> {
    bytes.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]))
}
