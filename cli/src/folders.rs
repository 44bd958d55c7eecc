//! Folders of this user's programs.

use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;

/// Returns the folder for persistent state of this user's programs.
pub fn state() -> Option<PathBuf> {
    let folder = |name: &str| {
        let path = env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.as_os_str() != OsStr::new("") && path.is_absolute())
    };
    let usual = || match cfg!(windows) {
        true => folder("LOCALAPPDATA"),
        false => env::home_dir().map(|home| home.join(".local/state")),
    };
    Some(folder("XDG_STATE_HOME").or_else(usual)?.join("menagerie"))
}
