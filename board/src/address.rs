//! The address of a board, which its games' folder keeps, so that the settings of the browser, its pages
//! and bookmarks outlive the program.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use engine::files::{self, FileError, shown};
use serde::{Deserialize, Serialize};

use crate::guard::Token;

/// Address on this machine.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Address {
    pub(crate) port: u16,
    pub(crate) token: Token,
}

fn path(folder: &Path) -> PathBuf {
    folder.join("address.json")
}

/// Returns the address that a folder keeps; `None` if there is none, or its file cannot be read, which is
/// logged.
pub(crate) fn read(folder: &Path) -> Option<Address> {
    let path = path(folder);
    if !path.exists() {
        return None;
    }
    let text = files::read_text(&path).map_err(|error| log::warn!("{error}")).ok()?;
    serde_json::from_str(&text)
        .map_err(|error| log::warn!("{}: not an address: {error}", shown(&path)))
        .ok()
}

/// Keeps an address, for this user alone. A failure is logged: the board is at another address next time.
pub(crate) fn keep(folder: &Path, address: &Address) {
    let path = path(folder);
    let text = serde_json::to_string(address).unwrap_or_default();
    let written = || -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.create(true).truncate(true).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        files::open_regular(&path, &mut options)?.write_all(text.as_bytes())
    };
    if let Err(source) = written() {
        log::warn!("{}", FileError::io("write", &path, source));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_kept_and_bad_ones_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()), None);
        let address = Address { port: 4711, token: Token::random().unwrap() };
        keep(folder.path(), &address);
        assert_eq!(read(folder.path()), Some(address));
        let short = "{\"port\":4711,\"token\":\"abc\"}";
        for text in ["", "{}", short, &short.replace("4711", "70000")] {
            std::fs::write(path(folder.path()), text).unwrap();
            assert_eq!(read(folder.path()), None, "{text}");
        }
    }
}
