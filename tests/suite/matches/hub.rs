//! Draughts programs in matches, by the Hub protocol.

use serde_json::Value;

use super::{Folder, check_game, games, play};

const ENGINE: &str = concat!("cmd=", env!("CARGO_BIN_EXE_hub-engine"));

#[test]
fn draughts_programs_play_by_the_rules() {
    let folder = Folder::new("hub");
    for name in ["international-draughts", "frisian-draughts"] {
        let args = ["--engine", "random", "--engine", ENGINE, "name=scripted", "proto=hub"];
        let rest = ["--each", "st=5", "--games", "4", "--maxmoves", "120", "--variant", name];
        let done = play(&folder, name, &[&args[..], &rest].concat());
        assert_eq!(done.code, Some(0), "{done:#?}");
        let games = games(&folder.path(&format!("{name}.jsonl")));
        assert_eq!(games.len(), 4);
        for game in &games {
            assert_eq!(game["faults"], Value::Null, "{game}");
            check_game(game);
            let score = |mv: &Value| mv["score"]["cp"] == -25 && mv["depth"] == 3;
            assert!(game["moves"].as_array().unwrap().iter().any(score), "{game}");
        }
    }
    let args =
        ["--engine", "random", "--engine", ENGINE, "proto=hub", "--variant", "russian-draughts"];
    let done = play(&folder, "russian", &[&args[..], &["--each", "st=1"]].concat());
    assert_ne!(done.code, Some(0));
    let expected =
        "the Hub protocol does not have russian-draughts: expected draughts with numbered";
    assert!(done.err.contains(expected) || done.out.contains(expected), "{done:#?}");
}

#[test]
fn faults_of_draughts_programs_lose() {
    let folder = Folder::new("hub-faults");
    for (fault, kind) in
        [("illegal", "illegal_move"), ("none", "protocol"), ("error", "protocol"), ("hang", "hang")]
    {
        let arg = format!("arg={fault}");
        let args = ["--engine", "random", "--engine", ENGINE, &arg, "name=h", "proto=hub"];
        let rest = ["--each", "st=1", "--games", "2", "--recover"];
        let rest = [&rest[..], &["--openings", "start", "--variant", "international-draughts"]];
        let done = play(&folder, fault, &[&args[..], &rest.concat()].concat());
        assert_eq!(done.code, Some(0), "{done:#?}");
        for game in games(&folder.path(&format!("{fault}.jsonl"))) {
            assert_eq!(game["faults"][0]["kind"], kind, "{game}");
            let loser = if game["white"] == "h" { "0-1" } else { "1-0" };
            assert_eq!(game["result"], loser, "{game}");
        }
    }
}
