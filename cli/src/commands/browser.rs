//! The person's browser.

use std::io::{self, Write};

/// Whether a browser of its own window can be opened. Without a display, one in the terminal would
/// be started instead.
pub(super) fn is_there() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos")))
        || ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"].into_iter().any(is_set)
}

/// Opens a page; the match or the game goes on where that is not possible.
pub(super) fn open(url: &str) -> io::Result<()> {
    match ::open::that_detached(url) {
        Ok(()) => Ok(()),
        Err(error) => writeln!(io::stderr(), "menagerie: no browser could be opened: {error}"),
    }
}
