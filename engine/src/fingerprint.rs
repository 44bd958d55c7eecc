//! Fingerprints of definitions, texts and nets.

use std::io::{self, Read};

use nets::Net;
use variants::Definition;

/// Returns a hash of a definition.
pub fn fingerprint(definition: &Definition) -> String {
    digest(&format!("{definition:?}"))
}

/// Returns the 64-bit FNV-1a hash of a text
/// (<https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>).
pub fn digest(text: &str) -> String {
    format!("{:016x}", add(BASIS, text.as_bytes()))
}

/// [`digest`] of the whole input.
///
/// # Errors
/// If it cannot be read.
pub fn digest_of(mut input: impl Read) -> io::Result<String> {
    let mut buffer = vec![0; 1 << 16];
    let mut hash = BASIS;
    loop {
        match input.read(&mut buffer) {
            Ok(0) => return Ok(format!("{hash:016x}")),
            Ok(read) => hash = add(hash, buffer.get(..read).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Hash of the empty input.
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// Adds bytes to a hash; without calls, as a test build reads whole programs.
fn add(mut hash: u64, mut bytes: &[u8]) -> u64 {
    while let [byte, rest @ ..] = bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        bytes = rest;
    }
    hash
}

/// Returns a net's checksum, the last four bytes of its file, in hexadecimal digits.
pub fn checksum(net: &Net) -> String {
    let bytes = net.write();
    let sum = bytes.last_chunk().map_or(0, |sum| u32::from_le_bytes(*sum));
    format!("{sum:08x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_the_same_digest_however_it_is_read() {
        // Test vectors of FNV-1a.
        assert_eq!(digest(""), "cbf29ce484222325");
        assert_eq!(digest("foobar"), "85944171f73967e8");
        let long = "x".repeat(200_000);
        assert_eq!(digest_of(long.as_bytes()).unwrap(), digest(&long));
    }
}
