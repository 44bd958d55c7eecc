//! Matches: one module for each subject, and what they share.

mod faulty_engines;
mod games;
mod habits;
mod hub;
#[cfg(unix)]
mod processes;
mod reports;
mod resume;
mod settings;
mod shards;

use std::env;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use menagerie_tests::{Finished, command, run_within};
use serde_json::Value;

use crate::tables::variant;

/// Timeout of games, for loaded machines.
const GAMES: Duration = Duration::from_secs(240);

/// Openings that are made at once: those of the default are searched for, so that neither side has
/// the better game.
pub const QUICK_OPENINGS: [&str; 2] = ["--openings", "random:6:any"];

/// A folder of one test, deleted on drop.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        let path = env::temp_dir().join(format!("menagerie-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs `menagerie match` in a test's folder, its games in `NAME.jsonl`;
/// with [`QUICK_OPENINGS`], unless others are given.
fn play(folder: &Folder, name: &str, args: &[&str]) -> Finished {
    let out = folder.path(name);
    let mut all = vec!["match", "--out", &out];
    all.extend(args);
    if !args.contains(&"--openings") {
        all.extend(QUICK_OPENINGS);
    }
    run_within(&mut command(&all), GAMES)
}

/// Returns the games of a file, without its header.
fn games(path: &str) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    assert!(lines.next().unwrap()["match"].is_object(), "the header");
    lines.collect()
}

fn numbers(games: &[Value]) -> Vec<u64> {
    let mut numbers: Vec<u64> = games.iter().map(|game| game["number"].as_u64().unwrap()).collect();
    numbers.sort_unstable();
    numbers
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|turn| turn.as_str().unwrap().to_owned()).collect()
}

/// Replays a recorded game by the rules, and checks its end.
fn check_game(game: &Value) {
    let size = game["size"].as_str().map(|size| format!("@{size}")).unwrap_or_default();
    let name = format!("{}{size}", game["variant"].as_str().unwrap());
    let mut board = variant(&name).unwrap().game(game["fen"].as_str().unwrap()).unwrap();
    let moves = game["moves"].as_array().unwrap();
    let chosen = moves.iter().map(|mv| mv["turn"].as_str().unwrap().to_owned());
    for turn in texts(&game["opening"]).into_iter().chain(chosen) {
        assert_eq!(board.outcome(), None, "{game}");
        board.play_turn(&turn).unwrap();
    }
    assert_eq!(board.fen(), game["final_fen"].as_str().unwrap());
    match board.outcome() {
        Some(outcome) => {
            assert_eq!(game["result"], outcome.result(), "{game}");
            assert_eq!(game["termination"], "rules", "{game}");
        }
        None => assert_ne!(game["termination"], "rules", "{game}"),
    }
}

fn lines(path: &str) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.lines().count())
}
