//! Games of matches: played by the rules, in both protocols, the same from the same seed.

use std::fs;

use menagerie_tests::run;
use serde_json::Value;

use super::{Folder, check_game, games, numbers, play, texts};
use crate::play::{all_games, games_of_cecp};
use crate::tables::variant;

#[test]
fn games_are_played_by_their_rules() {
    play_by_the_rules(all_games().into_iter().step_by(3));
}

#[test]
#[ignore = "a minute"]
fn every_game_is_played_by_its_rules() {
    play_by_the_rules(all_games().into_iter());
}

fn play_by_the_rules(names: impl Iterator<Item = String>) {
    let folder = Folder::new("rules");
    for name in names {
        let args = ["--engine", "random", "--engine", "greedy", "--variant", &name];
        let args = [&args[..], &["--games", "4", "--maxmoves", "60", "--openings", "random:2:any"]];
        let done = play(&folder, &name, &args.concat());
        assert_eq!(done.code, Some(0), "{done:#?}");
        let games = games(&folder.path(&format!("{name}.jsonl")));
        assert_eq!(numbers(&games), [1, 2, 3, 4]);
        games.iter().for_each(check_game);
        let draughts = variant(&name).unwrap().definition().family.pdn().is_some();
        let path = folder.path(&format!("{name}.{}", if draughts { "pdn" } else { "pgn" }));
        let pgn = fs::read_to_string(&path).unwrap();
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
        let by_pgn = run(&["match", "report", &path]);
        assert_eq!(by_pgn.code, Some(0), "{by_pgn:#?}");
    }
}

#[test]
fn games_are_played_in_both_protocols() {
    play_in_both_protocols(games_of_cecp().into_iter().skip(1).step_by(6));
}

#[test]
#[ignore = "a minute and a half"]
fn every_game_is_played_in_both_protocols() {
    play_in_both_protocols(games_of_cecp().into_iter());
}

fn play_in_both_protocols(names: impl Iterator<Item = String>) {
    let folder = Folder::new("protocols");
    for name in names {
        let args = ["--engine", "self", "name=a", "proto=xboard", "option.ResignScore=0"];
        let rest = ["--engine", "self", "name=b", "--each", "depth=2", "--maxmoves", "6"];
        // Even openings would be searched for.
        let game = ["--variant", &name, "--openings", "random:2:any"];
        let done = play(&folder, &name, &[&args[..], &rest, &game].concat());
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
