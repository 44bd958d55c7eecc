//! Network files: a magic line, a line of JSON, little-endian integers of two and four bytes, compressed
//! (deflate), and their CRC-32 checksum. In files of the first version they are not compressed.

use std::borrow::Cow;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use variants::Definition;

use crate::error::NetError;
use crate::header::{MAX_BUCKETS, MAX_HIDDEN, NetHeader};
use crate::inputs::Inputs;
use crate::kernel::{Lane, WIDTH};
use crate::net::Net;

/// Magic line.
const MAGIC: &[u8] = b"menagerie net 2\n";
/// Magic line of files without compression.
const PLAIN: &[u8] = b"menagerie net 1\n";

/// Level of compression, of 10.
const LEVEL: u8 = 9;

impl Net {
    /// Reads a net's header.
    ///
    /// # Errors
    /// If this is not a net file.
    pub fn read_header(bytes: &[u8]) -> Result<NetHeader, NetError> {
        Ok(split(bytes)?.header)
    }

    /// Reads a net for a game.
    ///
    /// # Errors
    /// If this is not a net file, or the net is for games with another board or other pieces.
    pub fn read(bytes: &[u8], definition: &Definition) -> Result<Self, NetError> {
        let Parts { header, numbers, sum, is_plain } = split(bytes)?;
        let inputs = Inputs::new(definition);
        let NetHeader { hidden, buckets, .. } = header;
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
        if header.hands != inputs.slots() {
            return Err(NetError::Hands { found: header.hands, expected: inputs.slots() });
        }
        let patterns = header.patterns;
        if patterns != 0 && patterns != inputs.patterns().len() {
            return Err(NetError::Patterns { found: patterns, expected: inputs.patterns().len() });
        }
        let counts = [inputs.len() * hidden, hidden, 2 * buckets * hidden];
        let expected = 2 * (counts.iter().sum::<usize>() + buckets * patterns) + 4 * buckets;
        let numbers = match is_plain {
            true => Cow::Borrowed(numbers),
            false => decompress_to_vec_with_limit(numbers, expected)
                .map(Cow::Owned)
                .map_err(|_| NetError::Compression { expected })?,
        };
        if numbers.len() != expected {
            return Err(NetError::Length { found: numbers.len(), expected });
        }
        let found = crc32fast::hash(&numbers);
        if found != sum {
            return Err(NetError::Checksum { found, expected: sum });
        }
        let mut rest = &*numbers;
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

    /// Returns the net as a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let numbers = self.numbers();
        self.file(MAGIC, &compress_to_vec(&numbers, LEVEL), &numbers)
    }

    /// Returns the net as a file of the first version.
    #[cfg(test)]
    pub(crate) fn write_plain(&self) -> Vec<u8> {
        let numbers = self.numbers();
        self.file(PLAIN, &numbers, &numbers)
    }

    fn file(&self, magic: &[u8], body: &[u8], numbers: &[u8]) -> Vec<u8> {
        let mut bytes = magic.to_vec();
        // Serialisation of such a header cannot fail.
        bytes.extend(serde_json::to_vec(&self.header).unwrap_or_default());
        bytes.push(b'\n');
        bytes.extend(body);
        bytes.extend(crc32fast::hash(numbers).to_le_bytes());
        bytes
    }

    /// All weights and biases.
    fn numbers(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for lane in self.rows.iter().chain(&self.bias).chain(&self.output) {
            bytes.extend(lane.0.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.patterns.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }
}

/// Parts of a file.
struct Parts<'a> {
    header: NetHeader,
    /// Weights and biases, as they are in the file.
    numbers: &'a [u8],
    /// Checksum.
    sum: u32,
    /// Whether they are not compressed.
    is_plain: bool,
}

/// Splits a file into its parts.
fn split(bytes: &[u8]) -> Result<Parts<'_>, NetError> {
    let plain = bytes.strip_prefix(PLAIN);
    let rest = plain.or_else(|| bytes.strip_prefix(MAGIC)).ok_or(NetError::Magic)?;
    let end = rest.iter().position(|&byte| byte == b'\n').ok_or(NetError::Magic)?;
    let header = serde_json::from_slice(&rest[..end]).map_err(NetError::Header)?;
    let body = &rest[end + 1..];
    // Without a checksum there are too few bytes of everything.
    let (numbers, sum) = body.split_last_chunk().unwrap_or((&[], &[0; 4]));
    Ok(Parts { header, numbers, sum: u32::from_le_bytes(*sum), is_plain: plain.is_some() })
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
