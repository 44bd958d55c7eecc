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

/// Games on boards of unlike sides, the smallest, and one of endless hands.
const SHAPES: &str = "[tall]
family = 'royal'
board = '3x16'
start = 'nkn/ppp/3/3/3/3/3/3/3/3/3/3/3/3/PPP/RKB w - - 0 1'
pieces.K = { name = 'king', moves = 'K', royal = true }
pieces.P = { name = 'pawn', moves = 'fmWfcF', promotes = 'R' }
pieces.R = { name = 'rook', moves = 'R' }
pieces.N = { name = 'knight', moves = 'N' }
pieces.B = { name = 'bishop', moves = 'B' }
[tiny]
family = 'royal'
board = '2x2'
start = 'k1/1K[Qq] w - - 0 1'
hand = { captures = true }
pieces.K = { name = 'king', moves = 'W', royal = true }
pieces.Q = { name = 'ferz', moves = 'F' }
[wide]
family = 'royal'
board = '16x3'
start = 'rnbqkbnrrnbnqbnr/16/RNBQKBNRRNBNQBNR w - - 0 1'
pieces.K = { name = 'king', moves = 'K', royal = true }
pieces.R = { name = 'rook', moves = 'R3' }
pieces.N = { name = 'knight', moves = 'N' }
pieces.B = { name = 'bishop', moves = 'F' }
pieces.Q = { name = 'queen', moves = 'Q' }
[endless]
family = 'royal'
board = '6x6'
start = '6/6/2pP2/2Pp2/6/6[PNpn] w - - 0 1'
flips = 'enclosed'
pass = 'stalemate'
hand = { captures = false, endless = true, place = 'enclosing' }
points = { pieces = { P = 1, N = 2 }, full-board = true }
pieces.P = { name = 'stone', moves = 'mW' }
pieces.N = { name = 'rider', moves = 'mN' }
";

#[test]
fn boards_of_all_shapes_fit_the_page() {
    if !can_drive() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let shapes = folder.path().join("shapes.toml");
    std::fs::write(&shapes, SHAPES).unwrap();
    let path = shapes.to_string_lossy();
    let games = folder.path().join("games");
    let board = Board::start(&games, &["--variant-path", &path, "tall", "--engine", "none"]);
    drive("board_sizes.py", &[&board.url]);
}

#[test]
fn the_page_plays_games_by_mouse_touch_and_keyboard() {
    play_games("1", "6");
}

#[test]
#[ignore = "two minutes"]
fn the_page_plays_every_game_by_mouse_touch_and_keyboard() {
    play_games(&env::var("MENAGERIE_MOVES").unwrap_or_else(|_| "3".to_owned()), "1");
}

#[test]
fn the_page_suits_the_habits_of_people_and_is_accessible() {
    drive_page(&["habits"]);
}

/// Plays so many moves of each game, or each `step`th, and whole games.
fn play_games(moves: &str, step: &str) {
    drive_page(&["games", moves, step]);
}

fn drive_page(args: &[&str]) {
    if !can_drive() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let board = Board::start(folder.path(), &["chess", "--engine", "none"]);
    drive("browser.py", &[&[&*board.url], args].concat());
}
