//! Real GUIs and match runners, if installed: independent implementations of the protocol. Missing
//! ones are skipped with a message.
//!
//! `FASTCHESS` is the path of that program.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use menagerie_tests::{Finished, PATIENCE, binary, run_within};

/// Timeout of games, for loaded machines.
const GAMES: Duration = Duration::from_secs(240);

/// Returns the program that an environment variable names.
pub fn program(variable: &str) -> Option<OsString> {
    let found = env::var_os(variable).filter(|path| !path.is_empty());
    if found.is_none() {
        eprintln!("skipped: {variable} names no program");
    }
    found
}

/// Runs a Python script that uses python-chess; `None` if that is not installed.
fn python(script: &str, args: &[&str]) -> Option<Finished> {
    let there = Command::new("python3").args(["-c", "import chess"]).output();
    if !there.is_ok_and(|done| done.status.success()) {
        eprintln!("skipped: python3 with the package chess is not installed");
        return None;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(script);
    let done = run_within(Command::new("python3").arg(path).arg(binary()).args(args), GAMES);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    println!("{}", done.out);
    Some(done)
}

#[test]
fn python_chess_plays_a_game() {
    python("game.py", &[]);
}

#[test]
fn python_chess_analyses() {
    python("analysis.py", &[]);
}

#[test]
fn stockfish_plays_a_game() {
    let names = ["stockfish", "/usr/games/stockfish"];
    let there = |name: &&&str| Command::new(name).arg("quit").output().is_ok();
    match names.iter().find(there) {
        Some(name) => drop(python("game.py", &[name])),
        None => eprintln!("skipped: stockfish is not installed"),
    }
}

#[test]
fn fastchess_finds_the_protocol_kept() {
    let Some(fastchess) = program("FASTCHESS") else { return };
    let mut command = Command::new(fastchess);
    let done = run_within(command.arg("--compliance").arg(binary()), 4 * PATIENCE);
    println!("{}", done.out);
    assert!(done.code == Some(0) && done.out.contains("passed all compliance"), "{done:#?}");
}

/// Arguments for a match of the engine with itself.
pub fn engines() -> Vec<String> {
    let one = |name: &str| {
        let cmd = format!("cmd={}", binary().display());
        ["-engine".to_owned(), cmd, format!("name={name}")]
    };
    [one("one"), one("two")].concat()
}

/// Output of match runners that reports a violation of rules.
const FOUL: [&str; 7] =
    ["illegal", "disconnect", "stall", "crash", "loses on time", "time forfeit", "timeout"];

/// Checks that a match was completed without violations of rules.
#[track_caller]
pub fn check_match(done: &Finished, games: usize) {
    let said = format!("{}{}", done.out, done.err);
    assert_eq!(done.code, Some(0), "{said}");
    for sign in FOUL {
        assert!(!said.to_lowercase().contains(sign), "{sign}: {said}");
    }
    let finished = said.lines().filter(|line| line.starts_with("Finished game")).count();
    assert_eq!(finished, games, "{said}");
}

#[test]
fn fastchess_runs_a_match() {
    let Some(fastchess) = program("FASTCHESS") else { return };
    // It writes files into the current folder.
    let folder = env::temp_dir().join(format!("menagerie-match-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut command = Command::new(fastchess);
    command.current_dir(&folder).args(engines()).args([
        "-each",
        "tc=2+0.02",
        "timemargin=500",
        "-rounds",
        "2",
        "-repeat",
        "-concurrency",
        "2",
    ]);
    let done = run_within(&mut command, GAMES);
    std::fs::remove_dir_all(&folder).unwrap();
    check_match(&done, 4);
}
