//! The board in the terminal, by lines over a pipe.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
#[cfg(unix)]
use std::process::Command;
use std::process::Stdio;
use std::thread;

use menagerie_tests::{PATIENCE, command, finish};
#[cfg(unix)]
use menagerie_tests::{binary, run_within};

use crate::play::all_games;

/// Plays by lines, in a folder of games, and returns the output.
#[track_caller]
pub fn play(folder: &Path, args: &[&str], lines: &[&str]) -> String {
    let mut command = command(&["play", "--tui", "--hash", "4", "--games"]);
    command.arg(folder).args(args).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let mut child = command.spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    let reader = thread::spawn(move || {
        let mut text = String::new();
        out.read_to_string(&mut text).map(|_| text)
    });
    let mut input = child.stdin.take().unwrap();
    for line in lines {
        // It may have left.
        let _ = writeln!(input, "{line}");
    }
    drop(input);
    let status = finish(&mut child, PATIENCE).expect("it ends");
    assert!(status.success(), "{status}");
    let text = reader.join().unwrap().unwrap();
    assert!(!text.contains('\x1b'), "codes in a pipe: {text:?}");
    text
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    for part in expected {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
}

/// Chess between two people.
const TWO: [&str; 3] = ["chess", "--engine", "none"];

#[test]
fn commands_do_what_they_say() {
    let folder = tempfile::tempdir().unwrap();
    let lines = [
        "help",
        "moves",
        "e4",
        "e7e5",
        "Nf3",
        "undo",
        "moves b1",
        "fen",
        "flip",
        "board",
        "hint",
        "level 5",
        "level",
        "games",
        "rules",
        "pgn",
        "save my game.pgn",
        "save my game.pgn",
        "",
        "pause",
        "Nf3",
        "go",
        "engine both",
        "new chess",
        "quit",
        "resign",
    ];
    let lines = &lines[..22];
    let text = play(folder.path(), &TWO, lines);
    check(
        &text,
        &[
            "takes back the last step",
            "a2a3 (a3)",
            "1. e4 e5",
            "b1a3 (Na3)  b1c3 (Nc3)",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq",
            " 1  R N B K Q B N R",
            "Hint: ",
            "Level 5 (club).",
            ">  5 club",
            "chesimals",
            "K k king",
            "[Event \"Menagerie board\"]",
            "The game is in my game.pgn.",
            "the game is paused (`go` goes on)",
        ],
    );
    let saved = fs::read_to_string(folder.path().join("my game.pgn")).unwrap();
    assert_eq!(saved.matches("[Event ").count(), 2, "{saved}");
}

#[test]
fn bad_input_is_answered_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.txt"), "not a game").unwrap();
    let lines = [
        "e9",
        "hello there",
        "e2e5",
        "undo",
        "level 99",
        "engine red",
        "new no-such-game",
        "new chess 99x99",
        "fen nonsense",
        "save",
        "save notes.txt",
        "save no/such/folder.pgn",
        "undo 3",
        "moves z9",
        "\u{1b}[2J",
        "fen",
    ];
    let text = play(folder.path(), &TWO, &lines);
    check(
        &text,
        &[
            "illegal move 'e9'",
            "illegal move 'hello there'",
            "the pawn on e2 cannot go to e5",
            "there is nothing to take back",
            "level '99': expected 1 to 10",
            "engine 'red': expected white, black, both or none",
            "unknown variant 'no-such-game'",
            "board size '99x99'",
            "save: expected a file name",
            "is not a PGN file",
            "cannot write",
            "undo has no argument: '3'",
            "No legal move begins with 'z9'.",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ],
    );
    assert_eq!(fs::read_to_string(folder.path().join("notes.txt")).unwrap(), "not a game");
}

#[test]
fn every_game_starts_and_fits_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let games = all_games();
    let lines: Vec<String> =
        games.iter().flat_map(|name| [format!("new {name}"), "moves".to_owned()]).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let text = play(folder.path(), &TWO, &lines);
    assert!(!text.contains("unknown") && !text.contains("illegal"), "{text}");
    // The first one is on the board at the start as well.
    assert_eq!(
        text.matches("> White\n").count() + text.matches("> Black\n").count(),
        games.len() + 1
    );
    let long = text.lines().find(|line| line.chars().count() > 80);
    assert_eq!(long, None);
}

#[test]
fn a_game_is_played_to_its_end_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let lines = ["f3", "e7e5", "g4", "Qh4#", "e4", "hint", "moves"];
    let text = play(folder.path(), &TWO, &lines);
    check(&text, &["0-1: ", "1. f3 e5 2. g4 Qh4#", "the game is over (`new` begins another"]);
    let games = fs::read_to_string(folder.path().join("games.pgn")).unwrap();
    assert!(games.contains("0-1"), "{games}");
    assert_eq!(fs::read_to_string(folder.path().join("games.jsonl")).unwrap().lines().count(), 1);
    // A new game takes the place of the one that has ended.
    let text = play(folder.path(), &[], &["new", "d4", "resign", "resign"]);
    check(&text, &["0-1: ", "1. d4", "1-0: Black resigns"]);
}

#[test]
fn the_engine_answers_and_the_game_goes_on_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["cheskers", "--level", "1", "--engine", "white"];
    let text = play(folder.path(), &args, &["moves", "fen", "quit", "fen"]);
    check(&text, &["White: Menagerie, level 1 (beginner)", "goes on with it"]);
    let fen =
        |text: &str| text.lines().find(|line| line.matches('/').count() == 7).map(str::to_owned);
    let again = play(folder.path(), &[], &["fen", "go", "fen"]);
    assert_eq!(fen(&text), fen(&again));
    check(&again, &["Black: you", "Menagerie plays"]);
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["breakthrough", "--engine", "both", "--level", "1"];
    let text = play(folder.path(), &args, &[]);
    assert!(text.contains("1-0: ") || text.contains("0-1: "), "{text}");
    check(&text, &["Menagerie plays"]);
}

#[test]
fn turns_of_armies_are_typed_step_by_step_or_whole() {
    let folder = tempfile::tempdir().unwrap();
    let fen = "16/16/16/16/3k12/16/16/16/16/16/1KNP12/16 w - - 0 1";
    let args = ["chesimals", "--engine", "none", "--fen", fen];
    let text = play(folder.path(), &args, &["d2d3", "moves", "undo", "d2d3", "c2d4", "end", "fen"]);
    check(&text, &["this turn: d2d3", "`end`", "end (ends the turn)", "1. d2d3,c2d4"]);
    let last = |text: &str| text.lines().rfind(|line| line.contains('/')).map(str::to_owned);
    let whole = play(folder.path(), &args, &["d2d3,c2d4", "fen"]);
    assert_eq!(last(&text), last(&whole));
    assert!(last(&text).unwrap().contains(" b "), "{text}");
}

#[test]
fn chains_of_jumps_are_typed_jump_by_jump() {
    let folder = tempfile::tempdir().unwrap();
    // The man on c3 jumps to e5, and on to c7 or g7.
    let fen = "8/8/3m1m2/8/3m4/2M5/8/8 w - - 0 1";
    let args = ["english-draughts", "--engine", "none", "--fen", fen];
    let text = play(folder.path(), &args, &["c3e5", "e5g7", "fen"]);
    check(&text, &["c3e5 goes on:", "c3e5,e5g7", "c3e5,e5c7"]);
    let position = text.lines().rfind(|line| line.matches('/').count() == 7).unwrap();
    assert!(position.starts_with("8/6M1/3m4/8/8/8/8/8 b"), "{text}");
}

#[test]
fn promotions_hands_and_missing_squares_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let text = play(
        folder.path(),
        &TWO,
        &[
            "fen 7k/P7/8/8/8/8/8/K7 w - - 0 1",
            "a7a8",
            "a7a8q",
            "new crazyhouse",
            "e4",
            "d5",
            "exd5",
        ],
    );
    check(&text, &["a7a8 goes on:", "a7a8n", "a8=Q+", "in hand: P"]);
}

#[cfg(unix)]
#[test]
fn a_person_plays_in_a_real_terminal() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: python3 is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/terminal.py");
    let mut drive = Command::new("python3");
    drive.arg(script).arg(binary()).arg(folder.path());
    let done = run_within(&mut drive, 5 * PATIENCE);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
}
