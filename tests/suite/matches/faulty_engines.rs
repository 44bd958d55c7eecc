//! Engines that fail in matches.

use std::collections::BTreeMap;

use menagerie_tests::Finished;

use super::{Folder, games, numbers, play};

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

#[test]
fn engines_that_are_late_or_hang_lose_their_games() {
    let folder = Folder::new("late");
    // Side by side, as all of them wait.
    std::thread::scope(|scope| {
        for (fault, protocol, expected) in [
            ("late", "uci", "time"),
            ("hang", "uci", "hang"),
            ("ignore-stop", "uci", "hang"),
            ("late", "xboard", "time"),
            ("hang", "xboard", "hang"),
        ] {
            scope.spawn(|| check_fault(&folder, fault, protocol, expected));
        }
    });
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
