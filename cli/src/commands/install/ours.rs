//! Files that `install` may overwrite and `uninstall` may remove.

use std::fs::File;
use std::hint::black_box;
use std::io::{self, Read};
use std::path::Path;

use solver::MAGIC;

use super::plugin;
use crate::manual;

/// Mark in every build of this program and in no text, so that one version recognizes another
/// without running it. It must never change.
static MARK: [u8; 60] = *b"Menagerie, which its own commands may overwrite and remove\x1a\x17";

/// Test whether a file is ours, by its contents.
pub type IsOurs = fn(&Path) -> io::Result<bool>;

/// Maximum number of bytes of a plugin file that are read; ours are far shorter.
const MAX_PLUGIN: u64 = 1 << 16;

/// Maximum number of bytes of a manual page or completion that are read.
const MAX_TEXT: u64 = 1 << 20;

/// Whether a file is some version of this program.
pub fn is_program(path: &Path) -> io::Result<bool> {
    // Hidden from the optimiser, which would compare by instructions that hold the text in parts:
    // the program has to contain it in one piece.
    holds(File::open(path)?, black_box(&MARK))
}

/// Whether a file is a plugin file of some version of this program.
pub fn is_plugin(path: &Path) -> io::Result<bool> {
    let mut text = Vec::new();
    File::open(path)?.take(MAX_PLUGIN).read_to_end(&mut text)?;
    Ok(plugin::is_ours(&text))
}

/// Whether a file is a manual page or a completion of some version of this program.
pub fn is_text(path: &Path) -> io::Result<bool> {
    let mut text = Vec::new();
    File::open(path)?.take(MAX_TEXT).read_to_end(&mut text)?;
    Ok(manual::is_ours(&text))
}

/// Whether a file is an endgame table.
pub fn is_table(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    Ok(start == MAGIC)
}

fn holds(mut from: impl Read, mark: &[u8]) -> io::Result<bool> {
    let mut window = Vec::new();
    loop {
        let more = from.by_ref().take(1 << 20).read_to_end(&mut window)?;
        if window.windows(mark.len()).any(|part| part == mark) {
            return Ok(true);
        }
        if more == 0 {
            return Ok(false);
        }
        // The mark may lie across a block boundary.
        let seen = window.len().saturating_sub(mark.len() - 1);
        window.drain(..seen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_found_wherever_it_lies() {
        const BLOCK: usize = 1 << 20;
        let text = |before: usize| [&vec![b'M'; before][..], &MARK, b"Menagerie"].concat();
        for before in [0, 1, 99, BLOCK - 60, BLOCK - 59, BLOCK - 1, BLOCK, 2 * BLOCK - 30] {
            assert!(holds(&text(before)[..], &MARK).unwrap(), "{before}");
        }
        for other in [&b""[..], b"Menagerie", &MARK[1..], &MARK[..59]] {
            assert!(!holds(other, &MARK).unwrap());
        }
    }
}
