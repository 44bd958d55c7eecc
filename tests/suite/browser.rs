//! The board's page in a real browser, if there is one: Playwright with Chromium.
//!
//! `MENAGERIE_MOVES` sets the moves of each game in the test of every game, `MENAGERIE_PICTURES` names a folder for pictures.

use std::env;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use menagerie_tests::{binary, run_within};

use crate::board::Board;

/// Timeout of all of it, on a loaded machine.
const LONG: Duration = Duration::from_secs(900);

/// Whether a browser can be driven here; says what is missing.
pub fn can_drive() -> bool {
    let works = |command: &mut Command| command.output().is_ok_and(|done| done.status.success());
    if !works(Command::new("python3").args(["-c", "import playwright"])) {
        eprintln!("skipped: python3 with the package playwright is not installed");
        return false;
    }
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    let found = browsers.iter().any(|name| works(Command::new(name).arg("--version")));
    if !found {
        eprintln!("skipped: none of {} is installed", browsers.join(", "));
    }
    found
}

/// Runs a script that drives a page; pictures are made where they are wanted.
#[track_caller]
pub fn drive(script: &str, args: &[&str]) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(script);
    let mut drive = Command::new("python3");
    drive.arg(script).args(args).args(env::var_os("MENAGERIE_PICTURES"));
    let done = run_within(&mut drive, LONG);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    println!("{}", done.out);
}

#[test]
fn a_page_says_that_its_program_was_started_again() {
    if !can_drive() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    drive("restart.py", &[&binary().to_string_lossy(), &folder.path().to_string_lossy()]);
}

#[test]
fn the_page_plays_games_by_mouse_touch_and_keyboard() {
    play_games("1", "4");
}

#[test]
#[ignore = "two minutes"]
fn the_page_plays_every_game_by_mouse_touch_and_keyboard() {
    play_games(&env::var("MENAGERIE_MOVES").unwrap_or_else(|_| "3".to_owned()), "1");
}

/// Plays so many moves of each game, or each `step`th, and all else that a page does.
fn play_games(moves: &str, step: &str) {
    if !can_drive() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let board = Board::start(folder.path(), &["chess", "--engine", "none"]);
    drive("browser.py", &[&board.url, moves, step]);
}
