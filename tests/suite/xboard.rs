//! XBoard itself, on a virtual screen: matches in which its board must equal the engine's after
//! every move, and a person's moves by clicks and keys. The scripts do the work, and end with exit
//! code 77 if a program is missing.

use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use menagerie_tests::{binary, run_within};

/// Exit code of the scripts if a program is not installed.
const MISSING: i32 = 77;

/// One at a time: two engines that search are enough for a small machine.
static SCREEN: Mutex<()> = Mutex::new(());

/// Runs a script with this program; prints a message if a program is missing.
#[track_caller]
fn script(name: &str, args: &[&str]) {
    let _alone = SCREEN.lock().unwrap_or_else(PoisonError::into_inner);
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: python3 is not installed");
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name);
    let mut command = Command::new("python3");
    command.arg(path).arg(binary()).args(args);
    let done = run_within(&mut command, Duration::from_secs(1800));
    if done.code == Some(MISSING) {
        eprintln!("skipped: {}", done.out.trim());
        return;
    }
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    println!("{}", done.out.trim());
}

/// Plays a match of the engine with itself, in which every board is compared.
#[track_caller]
fn play(variant: &str, games: &str, more: &[&str]) {
    script("xboard_match.py", &[&[variant, "--boards", "--games", games], more].concat());
}

/// Plays a short game: fast, without pondering.
#[track_caller]
fn play_fast(variant: &str) {
    play(variant, "1", &["--tc", "0:01", "--inc", "0.01", "--moves", "150", "--", "-xponder"]);
}

#[test]
fn a_game_of_chess() {
    play_fast("normal");
}

#[test]
fn a_game_of_cheskers() {
    play_fast("cheskers");
}

#[test]
fn a_game_of_chesimals() {
    play_fast("chesimals");
}

/// The engine's main games, and one that XBoard has built in.
const GAMES: [&str; 8] = [
    "normal",
    "pacific",
    "pacific-gollon",
    "cheskers",
    "chesica",
    "chesimals",
    "chesimals2",
    "capablanca",
];

#[test]
#[ignore = "takes minutes"]
fn every_game_is_played() {
    for variant in GAMES {
        play(variant, "2", &[]);
    }
}

#[test]
#[ignore = "takes minutes"]
fn every_game_is_played_to_its_end() {
    for variant in GAMES {
        play(variant, "2", &["--play-on", "--moves", "480"]);
    }
}

#[test]
#[ignore = "takes minutes"]
fn other_engines_are_played() {
    for opponent in ["fairymax", "stockfish", "uci2wb stockfish"] {
        let adapter: &[&str] = if opponent == "stockfish" { &["--", "-sUCI"] } else { &[] };
        let opponent = ["normal", "--opponent", opponent, "--tc", "0:05", "--inc", "0.05"];
        script("xboard_match.py", &[&opponent, adapter].concat());
    }
}

#[test]
#[ignore = "takes minutes, and the screen's time"]
fn a_person_plays() {
    script("xboard_person.py", &[]);
}
