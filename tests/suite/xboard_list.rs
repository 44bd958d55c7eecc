//! XBoard's list of engines after `menagerie install`, read by a real XBoard, if installed.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use menagerie_tests::{PATIENCE, run_within};

use crate::install::{Folder, good, text};

/// Folder of XBoard's plugin files, which the tests replace by their own.
const PLUGINS: &str = "/usr/share/games/plugins";

/// An engine that resigns at once, so that XBoard soon ends and saves its settings.
const RESIGNS: &str = r#"while read word rest; do case "$word" in
protover) echo "feature ping=1 done=1";;
ping) echo "pong $rest";;
go) echo resign;;
quit) exit;;
esac; done
"#;

/// A virtual display.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// Starts one; `None` if a program is missing.
    fn new() -> Option<Self> {
        let mut xboard = Command::new("sh");
        xboard.args(["-c", "command -v xboard"]).env("PATH", path()).stdout(Stdio::null());
        if !xboard.status().is_ok_and(|status| status.success()) {
            eprintln!("skipped: xboard is not installed");
            return None;
        }
        let mut server = Command::new("Xvfb");
        server.args(["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"]);
        let Ok(mut server) = server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn() else {
            eprintln!("skipped: Xvfb is not installed");
            return None;
        };
        let mut number = String::new();
        let _ = BufReader::new(server.stdout.take().unwrap()).read_line(&mut number);
        let display = Display { server, name: format!(":{}", number.trim()) };
        if number.is_empty() {
            eprintln!("skipped: Xvfb does not start");
            return None;
        }
        Some(display)
    }

    /// Runs a shell script, and returns XBoard's list of engines as saved.
    fn list(&self, script: &str, args: &[&Path], settings: &Path) -> String {
        let mut shell = Command::new("unshare");
        shell.args(["--mount", "--map-root-user", "sh", "-ec", script, "sh"]).args(args);
        shell.env("DISPLAY", &self.name).env("PATH", path());
        let done = run_within(&mut shell, PATIENCE);
        let saved =
            fs::read_to_string(settings).unwrap_or_else(|error| panic!("{error}: {done:#?}"));
        let (_, list) = saved.split_once("-firstChessProgramNames {").expect("a list of engines");
        list.split_once("\n}").expect("the end of the list").0.to_owned()
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Returns the search path: Debian's games are not in everybody's PATH.
fn path() -> OsString {
    let mut path = std::env::var_os("PATH").unwrap_or_default();
    path.push(":/usr/games");
    path
}

/// Installs into a folder whose name has a space, with a display; `None` if a program is missing.
fn installed(name: &str) -> Option<(Folder, Display, String)> {
    let mut space = Command::new("unshare");
    space.args(["--mount", "--map-root-user", "true"]).stderr(Stdio::null());
    if !space.status().is_ok_and(|status| status.success()) {
        eprintln!("skipped: this user may not make a name space of mounts");
        return None;
    }
    let display = Display::new()?;
    let folder = Folder::new(name);
    let out = good(folder.run("install", &[]));
    Some((folder, display, out))
}

#[test]
fn xboard_finds_the_plugin_file() {
    if !Path::new(PLUGINS).is_dir() {
        eprintln!("skipped: there is no folder {PLUGINS}");
        return;
    }
    let Some((folder, display, _)) = installed("xboard list") else { return };
    let (engine, settings) = (folder.path("resigns"), folder.path("settings"));
    fs::write(&engine, RESIGNS).unwrap();
    let script = format!(
        "mount --bind \"$1\" {PLUGINS}
        exec xboard -fcp 'sh resigns' -scp 'sh resigns' -fd \"$2\" -sd \"$2\" -mg 1 \
            -popupExitMessage false -saveSettingsOnExit true -saveSettingsFile \"$3\""
    );
    let plugins = folder.path("share/games/plugins");
    let list = display.list(&script, &[&plugins, &folder.path("."), &settings], &settings);
    let ours = format!("'\"{}\"'", text(&folder.program()));
    assert!(list.lines().any(|line| line == ours), "{list}");
}

#[test]
fn xboard_lists_what_it_is_told() {
    let Some((folder, display, out)) = installed("xboard told") else { return };
    let told = out.lines().find(|line| line.trim().starts_with("xboard ")).expect("a command");
    let settings = folder.path("settings");
    let script = format!("{told} -saveSettingsOnExit true -saveSettingsFile \"$1\"");
    let list = display.list(&script, &[&settings], &settings);
    let ours = format!("'\"{}\"'", text(&folder.program()));
    assert!(list.lines().any(|line| line == ours), "{list}");
}
