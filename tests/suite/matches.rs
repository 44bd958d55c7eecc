//! Matches: files, faulty engines, interruptions, reports.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use menagerie_tests::{Finished, PATIENCE, command, run, run_within};
use serde_json::Value;

use crate::play::all_games;
use crate::tables::variant;

/// Timeout of games, for loaded machines.
const GAMES: Duration = Duration::from_secs(240);

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

/// Runs `menagerie match` in a test's folder, its games in `NAME.jsonl`.
fn play(folder: &Folder, name: &str, args: &[&str]) -> Finished {
    let out = folder.path(name);
    let mut all = vec!["match", "--out", &out];
    all.extend(args);
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

#[test]
fn every_game_is_played_by_its_rules() {
    let folder = Folder::new("rules");
    for name in all_games() {
        let args = ["--engine", "random", "--engine", "greedy", "--variant", &name];
        let args =
            [&args[..], &["--games", "4", "--maxmoves", "300", "--openings", "random:2:any"]];
        let done = play(&folder, &name, &args.concat());
        assert_eq!(done.code, Some(0), "{done:#?}");
        let games = games(&folder.path(&format!("{name}.jsonl")));
        assert_eq!(numbers(&games), [1, 2, 3, 4]);
        games.iter().for_each(check_game);
        let pgn = fs::read_to_string(folder.path(&format!("{name}.pgn"))).unwrap();
        assert_eq!(pgn.matches("[Result ").count(), 4);
        assert_eq!(pgn.contains(&format!("[Variant \"{name}\"]")), name != "chess");
        // Both engines begin once with each opening.
        for pair in games.chunks(2) {
            assert_eq!(texts(&pair[0]["opening"]), texts(&pair[1]["opening"]));
            assert_eq!(pair[0]["white"], pair[1]["black"]);
        }
        assert_ne!(texts(&games[0]["opening"]), texts(&games[2]["opening"]), "{name}");
        let again = run(&["match", "report", &folder.path(&format!("{name}.jsonl"))]);
        assert_eq!(again.code, Some(0), "{again:#?}");
        assert!(again.out.contains("Games: 4 of"), "{again:#?}");
        assert!(done.out.contains(&again.out), "{done:#?} {again:#?}");
        let by_pgn = run(&["match", "report", &folder.path(&format!("{name}.pgn"))]);
        assert_eq!(by_pgn.code, Some(0), "{by_pgn:#?}");
    }
}

#[test]
fn every_game_is_played_in_both_protocols() {
    let folder = Folder::new("protocols");
    for name in all_games() {
        let args = ["--engine", "self", "name=a", "proto=xboard", "option.ResignScore=0"];
        let rest = ["--engine", "self", "name=b", "--each", "depth=2", "--maxmoves", "15"];
        let done = play(&folder, &name, &[&args[..], &rest, &["--variant", &name]].concat());
        assert_eq!(done.code, Some(0), "{done:#?}");
        let games = games(&folder.path(&format!("{name}.jsonl")));
        assert_eq!(numbers(&games), [1, 2]);
        for game in &games {
            assert_eq!(game["faults"], Value::Null, "{game}");
            check_game(game);
        }
    }
}

#[test]
fn the_same_seed_and_nodes_make_the_same_match() {
    let folder = Folder::new("seed");
    let engines = ["--engine", "self", "name=a", "--engine", "self", "name=b", "nodes=400"];
    let rest = ["--each", "nodes=300", "--variant", "cheskers", "--rounds", "3", "--seed", "5"];
    let turns = |concurrency: &str, name: &str| {
        let args = [&engines[..], &rest, &["--concurrency", concurrency]].concat();
        let done = play(&folder, name, &args);
        assert_eq!(done.code, Some(0), "{done:#?}");
        let mut games = games(&folder.path(&format!("{name}.jsonl")));
        games.sort_by_key(|game| game["number"].as_u64());
        let turns = |game: &Value| -> Vec<Value> {
            game["moves"].as_array().unwrap().iter().map(|mv| mv["turn"].clone()).collect()
        };
        games.iter().map(|game| (game["opening"].clone(), turns(game))).collect::<Vec<_>>()
    };
    assert_eq!(turns("1", "one"), turns("2", "two"));
}

/// Returns the arguments of a faulty engine.
fn faulty(fault: &str, protocol: &str) -> Vec<String> {
    let path = env!("CARGO_BIN_EXE_faulty-engine");
    let words = ["--engine".to_owned(), format!("cmd={path}"), format!("name={fault}-{protocol}")];
    let args = ["--fault", fault, "--at", "3"].map(|arg| format!("arg={arg}"));
    words.into_iter().chain(args).chain([format!("proto={protocol}")]).collect()
}

/// Plays a faulty engine against a sound one, and returns the kinds of recorded faults, with the
/// output.
fn meet(
    folder: &Folder,
    fault: &str,
    protocol: &str,
    number: u64,
) -> (BTreeMap<String, usize>, Finished) {
    let engine = faulty(fault, protocol);
    let mut args: Vec<&str> = vec!["--engine", "random"];
    args.extend(engine.iter().map(String::as_str));
    let number = number.to_string();
    args.extend(["--each", "tc=1+0.1", "--games", &number, "--recover", "--concurrency", "2"]);
    args.extend(["--openings", "start", "--maxmoves", "20"]);
    let name = format!("{fault}-{protocol}");
    let done = play(folder, &name, &args);
    assert_eq!(done.code, Some(0), "{done:#?}");
    let games = games(&folder.path(&format!("{name}.jsonl")));
    assert_eq!(numbers(&games).len().to_string(), number, "{name}");
    let mut kinds = BTreeMap::new();
    for game in &games {
        for fault in game["faults"].as_array().into_iter().flatten() {
            assert_eq!(fault["engine"], name.as_str(), "{game}");
            assert!(!fault["text"].as_str().unwrap().is_empty());
            let loser = if game["white"] == name.as_str() { "0-1" } else { "1-0" };
            assert_eq!(game["result"], loser, "{game}");
            *kinds.entry(fault["kind"].as_str().unwrap().to_owned()).or_default() += 1;
        }
    }
    (kinds, done)
}

#[track_caller]
fn check_fault(folder: &Folder, fault: &str, protocol: &str, expected: &str) {
    let number = 4;
    let (kinds, done) = meet(folder, fault, protocol, number as u64);
    assert_eq!(
        kinds,
        BTreeMap::from([(expected.to_owned(), number)]),
        "{fault} {protocol}: {done:#?}"
    );
    assert!(done.out.contains(&format!("{fault}-{protocol}")), "{done:#?}");
}

#[test]
fn engines_that_fail_lose_their_games_and_nothing_else() {
    let folder = Folder::new("faults");
    for (fault, expected) in [
        ("crash", "crash"),
        ("close", "crash"),
        ("illegal", "illegal_move"),
        ("none", "illegal_move"),
        ("bad-bestmove", "protocol"),
    ] {
        check_fault(&folder, fault, "uci", expected);
    }
    for (fault, expected) in [
        ("crash", "crash"),
        ("close", "crash"),
        ("illegal", "illegal_move"),
        ("resign-lie", "protocol"),
    ] {
        check_fault(&folder, fault, "xboard", expected);
    }
}

/// Runs a match whose second engine cannot play, and returns the error.
fn refused(folder: &Folder, engine: &[&str]) -> String {
    let args = ["--engine", "random", "--engine", "name=x", "st=1", "--recover", "--games", "4"];
    let (before, rest) = args.split_at(5);
    let done = play(folder, "refused", &[before, engine, rest].concat());
    assert_eq!(done.code, Some(1), "{engine:?}: {done:#?}");
    assert!(!Path::new(&folder.path("refused.jsonl")).exists(), "{engine:?}");
    assert!(!done.out.contains("game"), "{done:#?}");
    done.err
}

#[test]
fn engines_are_tried_before_the_first_game() {
    let folder = Folder::new("tried");
    let faulty = format!("cmd={}", env!("CARGO_BIN_EXE_faulty-engine"));
    let file = folder.path("file");
    fs::write(&file, "").unwrap();
    let log = format!("stderr={}", folder.path("no/such/log"));
    for (engine, expected) in [
        (&["cmd=/no/such/engine"][..], "/no/such/engine"),
        (&["cmd=no-such-engine-anywhere"], "cannot run 'no-such-engine-anywhere'"),
        (&[&format!("cmd={file}")], "cannot run"),
        (&["cmd=self", "dir=/no/such/folder"], "working directory '/no/such/folder' not found"),
        (&["cmd=self", &log], "no/such/log"),
        (&["cmd=self", "option.Hsah=8"], "unknown option 'Hsah'; close to it: 'Hash'"),
        (&["cmd=self", "option.Hash=none"], "option 'Hash': 'none' is not a whole number"),
        (
            &["cmd=self", "option.EvalFile=/no/such/net"],
            "option 'EvalFile': cannot open /no/such/net",
        ),
        (&["cmd=self", "option.EvalFile=/no/such/net", "proto=xboard"], "/no/such/net"),
        (&["cmd=self", "proto=xboard", "nodes=9"], "nodes= is not supported with proto=xboard"),
        (&[&faulty, "arg=--fault", "arg=exit-at-start"], "it ended (exit"),
        (&[&faulty, "arg=--fault", "arg=exit-at-start", "proto=xboard"], "it ended (exit"),
        (&[&faulty, "arg=--wrong"], "last lines on stderr: faulty-engine: --wrong: a value"),
    ] {
        let said = refused(&folder, engine);
        let start = "menagerie: the match did not start: x did not start: ";
        assert!(said.starts_with(start) && said.contains(expected), "{engine:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    // Standard error of a program is shown too if it goes to a file.
    let log = format!("stderr={}", folder.path("log"));
    let said = refused(&folder, &[&faulty, "arg=--wrong", &log]);
    assert!(said.contains("last lines on stderr: faulty-engine: --wrong"), "{said}");
}

#[test]
fn engines_that_are_late_or_hang_lose_their_games() {
    let folder = Folder::new("late");
    for (fault, expected) in [("late", "time"), ("hang", "hang"), ("ignore-stop", "hang")] {
        check_fault(&folder, fault, "uci", expected);
    }
    for (fault, expected) in [("late", "time"), ("hang", "hang")] {
        check_fault(&folder, fault, "xboard", expected);
    }
}

#[test]
fn engines_that_hear_or_say_nothing_lose_their_games() {
    let folder = Folder::new("silence");
    check_fault(&folder, "deaf", "uci", "hang");
}

#[test]
fn noise_is_no_fault_and_a_flood_is_one() {
    let folder = Folder::new("noise");
    for fault in ["megabyte", "garbage"] {
        let (kinds, done) = meet(&folder, fault, "uci", 4);
        assert_eq!(kinds, BTreeMap::new(), "{fault}: {done:#?}");
    }
    let (kinds, done) = meet(&folder, "flood", "uci", 4);
    assert_eq!(kinds.values().sum::<usize>(), 4, "{done:#?}");
    assert!(kinds.keys().all(|kind| ["protocol", "hang", "time"].contains(&&**kind)), "{kinds:?}");
}

#[test]
fn without_recover_a_crash_ends_the_match_in_order() {
    let folder = Folder::new("crash");
    let engine = faulty("crash", "uci");
    let mut args: Vec<&str> = vec!["--engine", "random"];
    args.extend(engine.iter().map(String::as_str));
    args.extend(["--each", "tc=5+0.1", "--games", "10", "--openings", "start"]);
    let done = play(&folder, "crash", &args);
    assert_eq!(done.code, Some(1), "{done:#?}");
    assert!(done.err.contains("crash-uci crashed") && done.err.contains("--recover"), "{done:#?}");
    assert_eq!(games(&folder.path("crash.jsonl")).len(), 1);
}

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

fn lines(path: &str) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

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

#[test]
fn what_is_wrong_is_said_before_anything_is_played() {
    let folder = Folder::new("wrong");
    let engines = ["--engine", "random", "--engine", "greedy"];
    for (args, code, expected) in [
        (&["--engine", "random"][..], 2, "two engines"),
        (&["--engine", "random", "--engine", "random"], 2, "random"),
        (&["--engine", "random", "--engine", "self"], 2, "no limit"),
        (&["--engine", "random", "--engine", "self", "st=x"], 2, "st=x"),
        (&[&engines[..], &["--variant", "checkers"]].concat(), 1, "checkers"),
        (&[&engines[..], &["--openings", "random:x"]].concat(), 2, "random:x"),
        (&[&engines[..], &["--openings", "/no/such/file"]].concat(), 1, "/no/such/file"),
        (&[&engines[..], &["--draw", "score=3"]].concat(), 2, "movecount"),
        (&[&engines[..], &["--resign", "movecount=x"]].concat(), 2, "movecount=x"),
        (&[&engines[..], &["--sprt", "elo0=3", "elo1=1"]].concat(), 2, "elo1=1"),
        (&[&engines[..], &["--games", "0"]].concat(), 2, "'0'"),
        (&[&engines[..], &["--rounds", "99999999999"]].concat(), 2, "--rounds"),
        (&["--resume", "/no/such/match.jsonl"], 1, "/no/such/match.jsonl"),
    ] {
        let resumes = args[0] == "--resume";
        let done =
            if resumes { run(&[&["match"], args].concat()) } else { play(&folder, "wrong", args) };
        assert_eq!(done.code, Some(code), "{args:?}: {done:#?}");
        assert!(done.err.contains(expected), "{args:?}: {done:#?}");
        assert!(!Path::new(&folder.path("wrong.jsonl")).exists(), "{args:?}");
    }
    let study = run(&["study", "chess", "--limit", "foo=1"]);
    assert_eq!(study.code, Some(2), "{study:#?}");
}

#[test]
fn a_test_says_whether_it_has_decided() {
    let folder = Folder::new("sprt");
    let engines = ["--engine", "greedy", "--engine", "random", "--openings", "start"];
    let sprt = ["--maxmoves", "60", "--rounds", "1", "--sprt"];
    let undecided = [&engines[..], &sprt, &["elo0=0", "elo1=2"]].concat();
    let done = play(&folder, "undecided", &undecided);
    assert_eq!(done.code, Some(3), "{done:#?}");
    assert!(done.err.contains("without an SPRT decision"), "{done:#?}");
    // With such bounds any two games decide.
    let decided = [&engines[..], &sprt, &["elo0=-900", "elo1=900", "alpha=0.4", "beta=0.4"]];
    let done = play(&folder, "decided", &decided.concat());
    assert_eq!(done.code, Some(0), "{done:#?}");
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

#[test]
fn settings_that_make_no_match_are_refused() {
    let folder = Folder::new("settings");
    let engines = ["--engine", "random", "--engine", "greedy", "--openings", "start"];
    assert_eq!(play(&folder, "a", &engines).code, Some(0));
    let file = folder.path("a.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    for (old, new, expected) in [
        (r#""name":"greedy""#, r#""name":"gre\u0000edy""#, "invalid engine name 'gre\\x00edy'"),
        (r#""name":"greedy""#, r#""name":"random""#, "duplicate engine name 'random'"),
        (r#""rounds":1"#, r#""rounds":99999999999"#, "--rounds 99999999999: expected"),
        (r#""games_per_round":2"#, r#""games_per_round":18446744073709551615"#, "--games 1844"),
    ] {
        let changed = text.replace(old, new);
        assert_ne!(changed, text);
        fs::write(&file, &changed).unwrap();
        for args in [&["match", "--resume"][..], &["study", "chess", "--from"]] {
            let refused = run(&[args, &[&file]].concat());
            assert_eq!(refused.code, Some(1), "{refused:#?}");
            assert!(refused.err.contains(expected), "{refused:#?}");
        }
        assert_eq!(run(&["match", "report", &file]).code, Some(0));
        assert_eq!(fs::read_to_string(&file).unwrap(), changed);
    }
}

/// Whether a process runs.
#[cfg(target_os = "linux")]
fn runs(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

/// Waits for a condition.
#[cfg(target_os = "linux")]
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// An engine that leaves a process in a session of its own, whose number is in a file, and then is
/// the misbehaving engine.
#[cfg(target_os = "linux")]
fn leaving(file: &str, arguments: &str) -> String {
    let engine = env!("CARGO_BIN_EXE_faulty-engine");
    let left = "setsid sleep 300 <&0 & echo $!";
    format!("sh -c '{left} > {file}; echo $$ >> {file}-engine; exec {engine} {arguments}'")
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_outlives_its_match() {
    let folder = Folder::new("outlives");
    // Time to build it is not measured.
    let _ = menagerie_tests::binary();
    let pid = |file: &str| fs::read_to_string(file).unwrap_or_default().trim().to_owned();
    // A match that ends, and engines that crash while another process has their output.
    for (name, arguments) in [("ends", ""), ("crashes", "--fault crash --at 2")] {
        let file = folder.path(name);
        let engine = format!("cmd={}", leaving(&file, arguments));
        let args =
            ["--engine", "random", "--engine", &engine, "name=x", "st=60", "--maxmoves", "6"];
        let begin = Instant::now();
        let done = play(&folder, &format!("m-{name}"), &args);
        assert_eq!(done.code, Some(i32::from(name == "crashes")), "{done:#?}");
        assert!(name == "ends" || done.err.contains("x crashed: it ended"), "{done:#?}");
        assert!(begin.elapsed() < PATIENCE, "{name}: a crash and no hang");
        assert!(!runs(&pid(&file)), "{name}");
    }
    // A runner that is killed while its engine does not read.
    for signal in ["-KILL", "-HUP"] {
        let file = folder.path(signal);
        let engine = format!("cmd={}", leaving(&file, "--fault deaf --at 1"));
        let out = folder.path(&format!("m{signal}"));
        let mut runner = command(&["match", "--engine", &engine, "st=60", "--engine", "random"]);
        runner.args(["--out", &out]).stdin(Stdio::null()).stdout(Stdio::null());
        let mut runner = runner.stderr(Stdio::null()).spawn().unwrap();
        // The engine is tested first: a second one plays.
        let engines = format!("{file}-engine");
        wait_until("the second engine starts", || lines(&engines) > 1);
        let engine = pid(&engines).lines().last().unwrap().to_owned();
        let pids = [pid(&file), engine];
        assert!(pids.iter().all(|pid| runs(pid)), "{pids:?}");
        let number = runner.id().to_string();
        std::process::Command::new("kill").args([signal, &number]).status().unwrap();
        runner.wait().unwrap();
        wait_until("all has ended", || !pids.iter().any(|pid| runs(pid)));
    }
}

#[cfg(unix)]
#[test]
fn clocks_stand_still_while_the_runner_is_stopped() {
    let folder = Folder::new("stopped");
    let (out, engine) = (folder.path("m"), format!("cmd={}", env!("CARGO_BIN_EXE_faulty-engine")));
    let args = ["match", "--engine", "random", "--engine", &engine, "name=x", "arg=--sleep"];
    let mut runner = command(&args);
    runner.args(["arg=300", "tc=3+0.5", "--games", "1", "--maxmoves", "4", "--out", &out]);
    runner.args(["--openings", "start"]);
    runner.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut runner = runner.spawn().unwrap();
    let number = runner.id().to_string();
    let signal = |name: &str| {
        std::process::Command::new("kill").args([name, &number]).status().unwrap();
    };
    let begin = Instant::now();
    while lines(&format!("{out}.jsonl")) < 1 && begin.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(200));
    signal("-STOP");
    thread::sleep(Duration::from_secs(4));
    signal("-CONT");
    assert_eq!(menagerie_tests::finish(&mut runner, PATIENCE).unwrap().code(), Some(0));
    let games = games(&format!("{out}.jsonl"));
    assert_eq!(games[0]["faults"], Value::Null, "{games:?}");
}

#[test]
fn a_file_of_games_is_not_overwritten() {
    let folder = Folder::new("overwrite");
    let engines = ["--engine", "random", "--engine", "greedy", "--openings", "start"];
    assert_eq!(play(&folder, "a", &engines).code, Some(0));
    let before = fs::read(folder.path("a.jsonl")).unwrap();
    let done = play(&folder, "a", &engines);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("exists already") && done.err.contains("--resume"), "{done:#?}");
    assert_eq!(fs::read(folder.path("a.jsonl")).unwrap(), before);
}

#[test]
fn pictures() {
    let folder = Folder::new("pictures");
    let args = ["--engine", "self", "nodes=200", "--engine", "greedy", "--rounds", "2"];
    assert_eq!(play(&folder, "a", &args).code, Some(0));
    for (name, extra) in [("elo.svg", &[][..]), ("game.svg", &["--game", "2"])] {
        let svg = folder.path(name);
        let file = folder.path("a.jsonl");
        let args = [&["match", "report", &file, "--svg", &svg], extra].concat();
        let done = run(&args);
        assert_eq!(done.code, Some(0), "{done:#?}");
        let text = fs::read_to_string(Path::new(&svg)).unwrap();
        assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"), "{text}");
    }
}

#[test]
fn a_study() {
    let folder = Folder::new("study");
    for name in ["cheskers", "chesimals2"] {
        let out = folder.path(name);
        let args = ["study", name, "--games", "12", "--limit", "nodes=200", "--maxmoves", "60"];
        let mut study = command(&[&args[..], &["--concurrency", "2", "--out", &out]].concat());
        let done = run_within(&mut study, GAMES);
        assert_eq!(done.code, Some(0), "{done:#?}");
        for part in
            ["first-move advantage", "draw rate", "How games end", "Value of an extra piece"]
        {
            assert!(done.out.contains(part), "{part}: {done:#?}");
        }
        let again = run(&["study", name, "--from", &format!("{out}.jsonl")]);
        assert!(done.out.ends_with(&again.out) && again.out.len() > 500, "{again:#?}");
        // No selection of openings compensates for the game's bias.
        let file = fs::read_to_string(folder.path(&format!("{name}.jsonl"))).unwrap();
        assert!(file.contains(r#"{"random":{"plies":4,"bound":null}}"#), "{file}");
        assert!(!done.out.contains("selected as balanced") && done.err.is_empty(), "{done:#?}");
    }
}

#[test]
fn a_study_tells_that_balance_was_not_found() {
    let folder = Folder::new("uneven");
    let file = folder.path("uneven.toml");
    let start = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    fs::write(&file, format!("[uneven]\ninherits = \"chess\"\nstart = \"{start}\"\n")).unwrap();
    let out = folder.path("games");
    let mut study = command(&["study", "uneven", "--variant-path", &file, "--games", "2"]);
    study.args(["--openings", "random:1:51%", "--limit", "nodes=50", "--maxmoves", "4"]);
    let done = run_within(study.args(["--out", &out]), GAMES);
    assert_eq!(done.code, Some(0), "{done:#?}");
    let warning = "Warning: opening 1 is not balanced: 100 attempts of 1 random turns found none";
    assert!(done.out.contains(warning), "{done:#?}");
    assert!(
        done.out.contains("(balanced openings hide which side the start position favours)"),
        "{done:#?}"
    );
    assert_eq!(done.err, "menagerie: of 2 openings: 2 not balanced as asked\n");
}
