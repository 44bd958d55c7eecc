//! The page of matches: files that grow, games in progress, and what it refuses.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::Stdio;

use menagerie_tests::{command, run};
use serde_json::{Value, json};

use crate::board::{Board, Page};
use crate::browser::{can_drive, drive};
use crate::matches::{Folder, QUICK_OPENINGS};

/// Plays a short match; returns its file.
fn play(folder: &Folder, name: &str, args: &[&str]) -> String {
    let out = folder.path(name);
    let words = ["match", "--engine", "random", "--engine", "greedy", "--out", &out];
    let done = run(&[&words[..], args, &QUICK_OPENINGS].concat());
    assert_eq!(done.code, Some(0), "{done:#?}");
    format!("{out}.jsonl")
}

fn watch(files: &[&str]) -> Board {
    let mut command = command(&["play", "--no-open", "--watch"]);
    Board::of(command.args(files).stdout(Stdio::piped()).stderr(Stdio::null()))
}

#[track_caller]
fn ask(page: &mut Page, request: Value, kind: &str) -> Value {
    page.send(&request);
    page.wait(kind, |_| true)
}

#[test]
fn matches_of_files_are_shown_and_followed() {
    let folder = Folder::new("watch");
    let whole = play(&folder, "whole", &["--games", "4", "--variant", "cheskers"]);
    let other =
        play(&folder, "other", &["--games", "2", "--variant", "chesica", "--size", "10x10"]);
    // The last game is there in part.
    let text = fs::read_to_string(&whole).unwrap();
    let last = text.trim_end().rfind('\n').unwrap() + 1;
    let growing = folder.path("growing.jsonl");
    fs::write(&growing, &text[..last + 40]).unwrap();
    let board = watch(&[&growing, &other]);
    let mut page = board.page();
    let first = page.wait("match", |event| event["of"] == 0);
    assert_eq!(
        (&first["games"], &first["total"], &first["matches"]),
        (&json!(3), &json!(4), &json!(2))
    );
    assert!(first["report"].as_str().unwrap().contains("random vs greedy"), "{first}");
    assert_eq!(first["table"][0]["games"], 3);
    let mut file = OpenOptions::new().append(true).open(&growing).unwrap();
    file.write_all(&text.as_bytes()[last + 40..]).unwrap();
    let grown = page.wait("match", |event| event["of"] == 0 && event["games"] == 4);
    assert_eq!(grown["curve"].as_array().unwrap().len(), 4);

    let list = ask(&mut page, json!({ "type": "list", "of": 0, "skip": 0 }), "list");
    let numbers: Vec<&Value> =
        list["entries"].as_array().unwrap().iter().map(|entry| &entry["index"]).collect();
    assert_eq!(numbers, [3, 2, 1, 0]);
    for of in [0, 1] {
        let request = json!({ "type": "game", "of": of, "which": { "ended": 1 } });
        let game = ask(&mut page, request, "game");
        let turns = game["turns"].as_array().unwrap();
        assert!(!turns.is_empty() && game["result"].is_array(), "{game}");
        let look = ask(&mut page, json!({ "type": "look", "turn": 0 }), "look");
        let end = ask(&mut page, json!({ "type": "look", "turn": 99_999 }), "look");
        assert_eq!(end["turn"], turns.len());
        assert_eq!(end["position"]["fen"], game["position"]["fen"]);
        assert_ne!(look["position"]["fen"], end["position"]["fen"]);
    }
    assert_eq!(page_board(&mut page, 1), json!([10, 10]));
    // Another match of the same name.
    fs::write(&growing, &text[..text.find('\n').unwrap() + 1]).unwrap();
    page.wait("match", |event| event["of"] == 0 && event["games"] == 0);
}

#[test]
fn shards_of_a_match_are_shown_as_one() {
    let folder = Folder::new("watch-shards");
    let shard = |index: &str| {
        let args = ["--games", "8", "--variant", "cheskers", "--shard", index, "--out"];
        let out = folder.path("m");
        let words = ["match", "--engine", "random", "--engine", "greedy"];
        let done = run(&[&words[..], &args, &[&out], &QUICK_OPENINGS].concat());
        assert_eq!(done.code, Some(0), "{done:#?}");
        format!("{out}.{}.jsonl", index.replace('/', "-of-"))
    };
    let other = play(&folder, "other", &["--games", "2", "--variant", "chesica"]);
    let (one, two) = (shard("0/2"), shard("1/2"));
    let text = fs::read_to_string(&two).unwrap();
    let last = text.trim_end().rfind('\n').unwrap() + 1;
    fs::write(&two, &text[..last]).unwrap();
    let board = watch(&[&one, &other, &two]);
    let mut page = board.page();
    let first = page.wait("match", |event| event["of"] == 0);
    assert_eq!(
        (&first["games"], &first["total"], &first["matches"]),
        (&json!(7), &json!(8), &json!(2))
    );
    fs::write(&two, &text).unwrap();
    let whole = page.wait("match", |event| event["of"] == 0 && event["games"] == 8);
    // The report of the command line has the same numbers.
    let report = run(&["match", "report", &one, &two]);
    assert_eq!(whole["report"].as_str().unwrap(), report.out, "{whole}");
    let list = ask(&mut page, json!({ "type": "list", "of": 0, "skip": 0 }), "list");
    let mut numbers: Vec<u64> = list["entries"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["number"].as_u64())
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=8).collect::<Vec<u64>>());
    for index in 0..8 {
        let request = json!({ "type": "game", "of": 0, "which": { "ended": index } });
        let game = ask(&mut page, request, "game");
        let entry = list["entries"].as_array().unwrap().iter().find(|one| one["index"] == index);
        assert_eq!(game["number"], entry.unwrap()["number"]);
    }
    // A game that both files have is counted once.
    let copied = text.lines().last().unwrap();
    let mut file = OpenOptions::new().append(true).open(&one).unwrap();
    writeln!(file, "{copied}").unwrap();
    let again = page.wait("match", |event| event["of"] == 0 && event["notes"] != json!([]));
    assert!(again["notes"][0].as_str().unwrap().contains("in another file"), "{again}");
    assert_eq!(again["games"], 8);
}

fn page_board(page: &mut Page, of: usize) -> Value {
    let request = json!({ "type": "game", "of": of, "which": { "ended": 0 } });
    ask(page, request, "game")["game"]["board"].clone()
}

#[test]
fn what_cannot_be_shown_is_said() {
    let folder = Folder::new("watch-bad");
    let file = play(&folder, "match", &["--games", "2", "--variant", "breakthrough"]);
    let mut text = fs::read_to_string(&file).unwrap();
    text.push_str("{\"number\":\n");
    text.push_str(
        &text.lines().nth(1).unwrap().replace("\"breakthrough\"", "\"nonsense\"").clone(),
    );
    text.push('\n');
    fs::write(&file, text).unwrap();
    let board = watch(&[&file]);
    let mut page = board.page();
    let event = page.wait("match", |event| event["games"] == 3);
    assert!(event["notes"][0].as_str().unwrap().starts_with("line 4: "), "{event}");
    for (request, reason) in [
        (json!({ "type": "game", "of": 0, "which": { "ended": 2 } }), "unknown variant"),
        (json!({ "type": "game", "of": 0, "which": { "ended": 9 } }), "no such game"),
        (json!({ "type": "game", "of": 0, "which": { "live": 9 } }), "no such game"),
        (json!({ "type": "game", "of": 7, "which": { "ended": 0 } }), "no such match"),
        (json!({ "type": "list", "of": 7, "skip": 0 }), "no such match"),
        (json!({ "type": "look", "turn": 1 }), "no game is open"),
        (json!({ "type": "open", "path": "/etc/passwd" }), "message: unknown variant `open`"),
        (json!({ "type": "list", "of": -1, "skip": 0 }), "message: invalid value"),
    ] {
        let refused = ask(&mut page, request.clone(), "refused");
        assert!(refused["text"].as_str().unwrap().contains(reason), "{request}: {refused}");
    }
    for (args, mention) in [
        (&["play", "--watch", "/no/such/file"][..], "/no/such/file"),
        (&["play", "--watch", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")], "Cargo.toml"),
    ] {
        let done = run(args);
        assert!(done.code == Some(1) && done.err.contains(mention), "{done:#?}");
    }
}

#[test]
fn a_match_shows_its_games_as_they_are_played() {
    let folder = Folder::new("watch-live");
    let out = folder.path("match");
    let words = "match --board --no-open --engine self --engine self name=other --games 2 \
                 --concurrency 2 --each tc=60+0.1 option.Hash=1 --variant cheskers --out";
    let args: Vec<&str> = words.split_whitespace().chain([out.as_str()]).collect();
    let board = Board::of(command(&args).stdout(Stdio::null()).stderr(Stdio::piped()));
    let mut page = board.page();
    let first = page.wait("match", |_| true);
    assert_eq!((&first["live"], &first["total"]), (&json!(true), &json!(2)));
    let live = page.wait("live", |event| {
        event["games"].as_array().unwrap().iter().any(|game| game["label"] != "")
    });
    let game = live["games"].as_array().unwrap().iter().find(|game| game["label"] != "").unwrap();
    assert!(game["clocks"][0].as_u64().unwrap() <= 61_000, "{game}");
    let which = json!({ "live": game["number"] });
    let open = ask(&mut page, json!({ "type": "game", "of": 0, "which": which }), "game");
    assert!(open["result"].is_null(), "{open}");
    assert!(open["turns"].as_array().unwrap().len() as u64 >= game["turns"].as_u64().unwrap());
}

#[test]
fn pages_get_the_last_state_of_a_match_and_its_end() {
    let folder = Folder::new("watch-end");
    let out = folder.path("match");
    let words = "match --board --no-open --engine random --engine self --games 4 \
                 --each tc=2+0.01 option.Hash=1 --variant cheskers --maxmoves 40 --out";
    let args: Vec<&str> = words.split_whitespace().chain([out.as_str()]).collect();
    let board = Board::of(command(&args).stdout(Stdio::null()).stderr(Stdio::piped()));
    let mut page = board.page();
    page.wait("match", |event| event["games"] == 4);
    let live = page.wait("live", |event| event["games"] == json!([]));
    assert_eq!(live["of"], 0);
    let over = page.wait("over", |_| true);
    assert_eq!(over["text"], "The match is over, and the program ends.");
    let request = json!({ "type": "game", "of": 0, "which": { "ended": 3 } });
    assert!(ask(&mut page, request, "game")["result"].is_array());
}

#[test]
fn the_page_shows_matches_in_a_browser() {
    if !can_drive() {
        return;
    }
    let folder = Folder::new("watch-browser");
    let file = play(&folder, "match", &["--games", "60", "--variant", "cheskers"]);
    let other =
        play(&folder, "other", &["--games", "2", "--variant", "chesimals", "--maxmoves", "30"]);
    let board = watch(&[&file, &other]);
    drive("watch.py", &[&board.url]);
}
