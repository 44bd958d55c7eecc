//! Fingerprints of definitions, texts and nets.

use nets::Net;
use variants::Definition;

/// A number that differs, almost surely, between definitions.
pub fn fingerprint(definition: &Definition) -> String {
    digest(&format!("{definition:?}"))
}

/// A number that differs, almost surely, between texts
/// (<https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>).
pub fn digest(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// A net's checksum, the last four bytes of its file, in hexadecimal digits.
pub fn checksum(net: &Net) -> String {
    let bytes = net.write();
    let sum = bytes.last_chunk().map_or(0, |sum| u32::from_le_bytes(*sum));
    format!("{sum:08x}")
}
