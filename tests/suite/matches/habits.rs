//! Habits of users of other match runners: pondering, a log of all lines, knockout tournaments.

use std::fs;

use menagerie_tests::run;

use super::{Folder, check_game, games, numbers, play, texts};

#[test]
fn engines_ponder_in_both_protocols_and_all_lines_are_logged() {
    let folder = Folder::new("ponder");
    let log = folder.path("log");
    let engines = ["--engine", "self", "name=uci", "--engine", "self", "name=xb", "proto=xboard"];
    let rest = ["--each", "tc=60+0.1", "depth=5", "ponder", "--maxmoves", "12", "--log", &log];
    let done = play(&folder, "m", &[&engines[..], &rest].concat());
    assert_eq!(done.code, Some(0), "{done:#?}");
    for game in &games(&folder.path("m.jsonl")) {
        check_game(game);
        assert_eq!(game["faults"], serde_json::Value::Null, "{game}");
        // Also a turn that the engine pondered has its score. In XBoard's protocol it is unknown
        // which turn was pondered, and earlier reports do not count.
        let (white, moves) = (game["white"] == "uci", game["moves"].as_array().unwrap());
        let own = moves.iter().skip(usize::from(!white)).step_by(2);
        assert!(own.clone().count() > 3 && own.clone().all(|mv| mv["score"].is_object()), "{game}");
    }
    let log = fs::read_to_string(&log).unwrap();
    let mut lines = log.lines();
    let is_line = |line: &str| {
        let (time, rest) = line.split_once(' ').unwrap();
        time.parse::<u64>().is_ok() && (rest.starts_with('>') || rest.starts_with('<'))
    };
    assert!(lines.all(is_line), "{log}");
    let count = |direction: char, name: &str, command: &str| {
        let lines = log.lines().filter_map(|line| line.split_once(' '));
        let start = format!("{direction}{name}(");
        let own = lines.filter(|(_, line)| line.starts_with(&start));
        own.filter(|(_, line)| line.split_once(": ").unwrap().1.starts_with(command)).count()
    };
    assert!(count('>', "uci", "setoption name Ponder value true") > 0);
    let asked = count('>', "uci", "go ponder");
    let (hits, stops) = (count('>', "uci", "ponderhit"), count('>', "uci", "stop"));
    assert!(asked > 0 && asked == hits + stops, "{asked} {hits} {stops}");
    assert_eq!(count('<', "uci", "bestmove"), count('>', "uci", "go "));
    assert!(count('>', "xb", "hard") > 0 && count('>', "xb", "easy") == 0);
    assert!(count('<', "xb", "move ") > 0);
}

#[test]
fn a_knockout_tournament_is_played_stage_by_stage_and_resumed() {
    let folder = Folder::new("knockout");
    let engines = ["--engine", "greedy", "--engine", "random", "--engine", "random", "name=other"];
    let rest = ["--tournament", "knockout", "--variant", "cheskers", "--games", "4"];
    let done = play(&folder, "m", &[&engines[..], &rest].concat());
    assert_eq!(done.code, Some(0), "{done:#?}");
    let path = folder.path("m.jsonl");
    let games = games(&path);
    games.iter().for_each(check_game);
    let all: Vec<u64> = (1..=games.len() as u64).collect();
    assert_eq!(numbers(&games), all);
    // The first engine enters in the second stage.
    let has = |game: &serde_json::Value, name: &str| game["white"] == name || game["black"] == name;
    assert!(games[..4].iter().all(|game| has(game, "random") && has(game, "other")));
    assert!(games[games.len() - 4..].iter().all(|game| has(game, "greedy")));
    // Each opening is played twice.
    for pair in games.chunks(2) {
        assert_eq!(texts(&pair[0]["opening"]), texts(&pair[1]["opening"]));
        assert_eq!(pair[0]["white"], pair[1]["black"]);
    }
    assert_ne!(texts(&games[0]["opening"]), texts(&games[2]["opening"]));
    let knockout = done.out.split("Knockout:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    assert!(knockout.starts_with("  Stage 1  random - other  "), "{}", done.out);
    assert!(knockout.ends_with("  Winner   greedy"), "{}", done.out);
    // Without its last games it plays them again.
    let text = fs::read_to_string(&path).unwrap();
    for kept in [2, games.len() - 2] {
        let lines: Vec<&str> = text.lines().take(1 + kept).collect();
        fs::write(&path, lines.join("\n") + "\n").unwrap();
        let resumed = run(&["match", "--resume", &path]);
        assert_eq!(resumed.code, Some(0), "{resumed:#?}");
        assert!(resumed.out.contains(&format!("Knockout:\n{knockout}")), "{resumed:#?}");
    }
    let args = [&engines[..], &rest, &["--shard", "0/2"]].concat();
    let refused = play(&folder, "shard", &args);
    assert_eq!(refused.code, Some(2), "{refused:#?}");
    assert!(refused.err.contains("--tournament knockout"), "{refused:#?}");
}
