//! The WebAssembly module in Node and in Chromium, if `packaging/web.sh` has built it.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use menagerie_tests::{run, run_within};

use crate::browser::{can_drive, drive};

/// Timeout of a conversation, on a loaded machine.
const LONG: Duration = Duration::from_secs(600);

/// Returns the folder of the module; says if there is none.
fn package() -> Option<PathBuf> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/web/package");
    let folder = folder.canonicalize().ok().filter(|folder| folder.join("menagerie.wasm").exists());
    if folder.is_none() {
        eprintln!("skipped: packaging/web.sh has not built the WebAssembly module");
    }
    folder
}

#[test]
fn the_engine_runs_in_node_and_searches_the_same_nodes() {
    let Some(package) = package() else { return };
    if !Command::new("node").arg("--version").output().is_ok_and(|done| done.status.success()) {
        return eprintln!("skipped: node is not installed");
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/web.mjs");
    let benches = [("chess", "7"), ("cheskers", "8"), ("pacific", "4"), ("chesimals", "2")];
    let mut talk = Command::new("node");
    talk.arg(script).arg(package).args(benches.map(|(game, depth)| format!("{game}:{depth}")));
    let done = run_within(&mut talk, LONG);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    for ((game, depth), line) in benches.into_iter().zip(done.out.lines()) {
        let native = run(&["bench", game, "--depth", depth]).out;
        let nodes = native.lines().find_map(|line| line.strip_prefix("Nodes searched  : "));
        assert_eq!(line.split_once(' '), nodes.map(|nodes| (game, nodes)), "{native}");
    }
    assert_eq!(done.out.lines().count(), benches.len(), "{}", done.out);
}

#[test]
fn the_engine_runs_in_a_browser() {
    let Some(package) = package().filter(|_| can_drive()) else { return };
    drive("web.py", &[&package.to_string_lossy()]);
}
