//! Openings from a file: of games in PGN or PDN, or lines, each a FEN, an EPD, or turns from the start.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use engine::files;
use protocol::text::excerpt;
use variants::Variant;

use super::line::{LineError, read_line};
use super::{Opening, OpeningError, games};

/// Maximum size of the file, in bytes.
pub(super) const MAX_FILE: u64 = 256 << 20;

/// Maximum number of reported errors.
const MAX_FAULTS: usize = 10;

/// Reads a file's openings, at least one.
pub(super) fn read(path: &Path, variant: &Variant) -> Result<Vec<Opening>, OpeningError> {
    let failed = |error| OpeningError::Read { path: path.to_owned(), error };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(OpeningError::TooLarge { path: path.to_owned() });
    }
    let (mut openings, mut faults, mut more) = (Vec::new(), Vec::new(), 0);
    let bytes = files::without_mark(&bytes);
    let read = match games::are_games(bytes) {
        true => games::read(bytes, variant),
        false => lines(bytes, variant),
    };
    for (line, read) in read {
        match read {
            Ok(opening) => openings.push(opening),
            Err(_) if faults.len() == MAX_FAULTS => more += 1,
            Err(fault) => faults.push((line, fault)),
        }
    }
    if !faults.is_empty() {
        return Err(OpeningError::Lines { path: path.to_owned(), faults, more });
    }
    if openings.is_empty() {
        return Err(OpeningError::NoLines { path: path.to_owned() });
    }
    Ok(openings)
}

/// Reads the lines of a file.
fn lines(bytes: &[u8], variant: &Variant) -> Vec<games::Read> {
    let mut openings = Vec::new();
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let read = match std::str::from_utf8(line) {
            Ok(line) => read_line(line, variant),
            Err(_) => Err(LineError::Utf8(excerpt(line))),
        };
        openings.extend(read.transpose().map(|read| (index + 1, read)));
    }
    openings
}
