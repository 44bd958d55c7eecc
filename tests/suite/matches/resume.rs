//! Interrupted matches, and their resumption.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use menagerie_tests::{Finished, PATIENCE, command, run, run_within};
use serde_json::Value;

use super::{Folder, GAMES, check_game, games, lines, numbers, play};

/// A long match: its progress on disk can be observed.
const LONG: [&str; 13] = [
    "--engine",
    "random",
    "--engine",
    "self",
    "nodes=300",
    "--variant",
    "cheskers",
    "--games",
    "24",
    "--concurrency",
    "2",
    "--openings",
    "random:3:any",
];

#[test]
fn a_killed_match_goes_on() {
    let folder = Folder::new("killed");
    let file = folder.path("long.jsonl");
    let out = folder.path("long");
    let mut first = command(&["match", "--out", &out]);
    first.args(LONG).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut killed = first.spawn().unwrap();
    // Each time some games later.
    for round in 1..=3 {
        let begin = Instant::now();
        while lines(&file) < 1 + 5 * round && begin.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(2));
        }
        killed.kill().unwrap();
        killed.wait().unwrap();
        // A truncated line.
        let mut text = fs::read_to_string(&file).unwrap();
        if round == 2 {
            text.push_str("{\"number\":7,\"rou");
            fs::write(&file, &text).unwrap();
        }
        let mut next = command(&["match", "--resume", &file, "--concurrency", "2"]);
        next.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        killed = next.spawn().unwrap();
    }
    let status = menagerie_tests::finish(&mut killed, GAMES).unwrap();
    assert_eq!(status.code(), Some(0));
    assert_eq!(numbers(&games(&file)), (1..=24).collect::<Vec<_>>());
    games(&file).iter().for_each(check_game);
    let pgn = fs::read_to_string(folder.path("long.pgn")).unwrap();
    assert_eq!(pgn.matches("[Result ").count(), 24);
    // With no games left, it is not an error.
    let done = run(&["match", "--resume", &file]);
    assert_eq!(done.code, Some(0), "{done:#?}");
    assert_eq!(games(&file).len(), 24);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_in_order() {
    let folder = Folder::new("ctrl-c");
    let file = folder.path("long.jsonl");
    let out = folder.path("long");
    let mut child = command(&["match", "--out", &out])
        .args(["--engine", "self", "name=a", "--engine", "self", "name=b", "--each", "st=20"])
        .args(["--games", "24", "--concurrency", "2"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while lines(&file) < 1 && begin.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(500));
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let begin = Instant::now();
    let status = menagerie_tests::finish(&mut child, PATIENCE).unwrap();
    assert_eq!(status.code(), Some(130));
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    let mut text = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut text).unwrap();
    assert!(text.contains("--resume"), "{text}");
    assert_eq!(games(&file).len(), 0);
}

/// Runs a command in a folder.
fn run_in(folder: &Folder, args: &[&str]) -> Finished {
    run_within(command(args).current_dir(folder.path("")), GAMES)
}

/// Truncates a match's file to the first game; returns the remaining content.
fn cut(file: &str) -> String {
    let text = fs::read_to_string(file).unwrap();
    let left: String = text.split_inclusive('\n').take(2).collect();
    fs::write(file, &left).unwrap();
    left
}

const GAME: &str = "[my-chess]\ninherits = \"chess\"\n";

#[test]
fn a_match_is_resumed_from_any_folder_with_the_same_things_alone() {
    let folder = Folder::new("resumed");
    fs::create_dir_all(folder.path("bin")).unwrap();
    let program = folder.path("bin/engine");
    fs::copy(env!("CARGO_BIN_EXE_faulty-engine"), &program).unwrap();
    fs::write(folder.path("games.toml"), GAME).unwrap();
    fs::write(folder.path("book"), "e2e4\nd2d4\n").unwrap();
    let args =
        ["match", "--variant-path", "games.toml", "--variant", "my-chess", "--maxmoves", "8"];
    let engines = ["--engine", "random", "--engine", "cmd=bin/engine", "st=9", "variant=chess"];
    let rest = ["--rounds", "2", "--openings", "book", "--out", "m"];
    let done = run_in(&folder, &[&args[..], &engines, &rest].concat());
    assert_eq!(done.code, Some(0), "{done:#?}");
    let file = folder.path("m.jsonl");
    let left = cut(&file);
    // Another file in the place of each; then the original.
    let files = ["games.toml", "book", "bin/engine"];
    for (name, what) in files.into_iter().zip(["the game my-chess", "the openings", "program"]) {
        let path = folder.path(name);
        let whole = fs::read(&path).unwrap();
        let change = if name == "games.toml" { "move-rule = 60\n" } else { "g1f3\n" };
        fs::write(&path, [&whole[..], change.as_bytes()].concat()).unwrap();
        let refused = run(&["match", "--resume", &file]);
        assert_eq!(refused.code, Some(1), "{name}: {refused:#?}");
        assert!(refused.err.contains(what) && refused.err.contains("has changed"), "{refused:#?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), left, "{name}");
        fs::write(&path, whole).unwrap();
    }
    let done = run(&["match", "--resume", &file]);
    assert_eq!(done.code, Some(0), "{done:#?}");
    let games = games(&file);
    assert_eq!(numbers(&games), [1, 2, 3, 4]);
    assert!(games.iter().all(|game| game["faults"] == Value::Null), "{done:#?}");
}

#[test]
fn programs_that_others_chose_are_shown_and_not_run() {
    let folder = Folder::new("foreign");
    let engines = ["--engine", "random", "--engine", "self", "nodes=1", "--maxmoves", "4"];
    assert_eq!(play(&folder, "a", &engines).code, Some(0));
    let file = folder.path("a.jsonl");
    cut(&file);
    let text = fs::read_to_string(&file).unwrap();
    let mark = folder.path("mark");
    let argument = format!("touch {mark}; exit");
    let program = format!(r#"{{"command":{{"path":"sh","args":["-c","{argument}"]}}}}"#);
    let foreign = text.replace("\"own\"", &program);
    assert_ne!(foreign, text);
    fs::write(&file, &foreign).unwrap();
    let refused = run(&["match", "--resume", &file]);
    assert_eq!(refused.code, Some(1), "{refused:#?}");
    let shown = format!("menagerie: \"sh\" \"-c\" {argument:?}");
    assert!(refused.err.contains(&shown) && refused.err.contains("--yes"), "{refused:#?}");
    assert!(!Path::new(&mark).exists());
    assert_eq!(fs::read_to_string(&file).unwrap(), foreign);
    // Someone else's own program and a match of built-in partners.
    let mut other = command(&["match", "--resume", &file]);
    let stranger = folder.path("state");
    fs::write(&file, &text).unwrap();
    let refused = run_within(other.env("XDG_STATE_HOME", &stranger), GAMES);
    assert!(refused.err.contains("menagerie: this program"), "{refused:#?}");
    let mut other = command(&["match", "--resume", &file, "--yes"]);
    let done = run_within(other.env("XDG_STATE_HOME", &stranger), GAMES);
    assert_eq!(done.code, Some(0), "{done:#?}");
    assert_eq!(games(&file).len(), 2);
}
