//! Matches in shards: on many machines, merged afterwards.

use std::fs;
use std::path::Path;

use menagerie_tests::{Finished, command, run, run_within};
use serde_json::Value;

use super::{Folder, GAMES, check_game, games, numbers, play};

/// A match whose games follow from its settings: nodes are fixed.
const MATCH: [&str; 13] = [
    "--engine",
    "self",
    "name=a",
    "nodes=200",
    "--engine",
    "random",
    "--variant",
    "cheskers",
    "--games",
    "14",
    "--openings",
    "random:3:any",
    "--ratinginterval=5",
];

/// Returns the turns of all games, by their numbers.
fn turns(games: &[Value]) -> Vec<(u64, Value, Vec<Value>)> {
    let of = |game: &Value| {
        let moves = game["moves"].as_array().unwrap().iter().map(|mv| mv["turn"].clone());
        (game["number"].as_u64().unwrap(), game["opening"].clone(), moves.collect())
    };
    let mut all: Vec<_> = games.iter().map(of).collect();
    all.sort_by_key(|game| game.0);
    all
}

fn shard(folder: &Folder, which: &str, more: &[&str]) -> Finished {
    play(folder, "m", &[&MATCH[..], &["--shard", which], more].concat())
}

#[test]
fn shards_play_the_games_of_the_whole_match() {
    let folder = Folder::new("shards");
    let whole = play(&folder, "whole", &MATCH);
    assert_eq!(whole.code, Some(0), "{whole:#?}");
    let whole = games(&folder.path("whole.jsonl"));
    let mut merged = Vec::new();
    let files = ["0", "1", "2"].map(|index| {
        let done = shard(&folder, &format!("{index}/3"), &["--sprt", "elo0=0", "elo1=10"]);
        assert_eq!(done.code, Some(0), "{done:#?}");
        assert!(done.err.contains("match report"), "{done:#?}");
        let file = folder.path(&format!("m.{index}-of-3.jsonl"));
        assert!(Path::new(&file).with_extension("pgn").exists());
        let own = games(&file);
        // Whole pairs, dealt out in turn.
        assert!(own.iter().all(|game| {
            let pair = (game["number"].as_u64().unwrap() - 1) / 2;
            (pair % 3).to_string() == index
        }));
        merged.extend(own);
        file
    });
    merged.iter().for_each(check_game);
    assert_eq!(turns(&merged), turns(&whole));
    // The report on the shards is that on the whole match.
    let report = |files: &[&str]| run(&[&["match", "report"], files].concat());
    let [one, two, three] = files.each_ref().map(String::as_str);
    let all = report(&[three, one, two]);
    let single = report(&[&folder.path("whole.jsonl")]);
    let until_times = |text: &str| text.split("takes").next().unwrap().to_owned();
    let without_test = |text: &str| -> String {
        let kept = text.lines().filter(|line| !line.contains("SPRT"));
        kept.collect::<Vec<_>>().join("\n")
    };
    let plain = without_test(&until_times(&all.out));
    assert_eq!(plain, until_times(&single.out).trim_end_matches('\n'));
    assert!(all.out.contains("SPRT") && all.err.is_empty(), "{all:#?}");
    // A file twice, and one missing.
    let part = report(&[three, one, three]);
    assert_eq!(part.code, Some(0), "{part:#?}");
    assert!(part.err.contains("4 games are missing: 3-4, 9-10\n"), "{part:#?}");
    assert!(part.err.contains("4 games that an earlier file has, counted once"), "{part:#?}");
    // A test of all games, decided or not.
    let test = |elo1: &str| {
        let files = [one, two, three, "--sprt", "elo0=0", elo1];
        report(&files).code
    };
    assert_eq!((test("elo1=400"), test("elo1=1")), (Some(0), Some(3)));
    // Another match, and games that are no shard.
    let other = run(&["match", "report", one, &folder.path("whole.jsonl")]);
    assert_eq!(other.code, Some(1));
    assert!(other.err.contains("their games cannot be merged"), "{other:#?}");
    let text = fs::read_to_string(one).unwrap().replacen("\"seed\":1,", "\"seed\":2,", 1);
    let changed = folder.path("changed.jsonl");
    fs::write(&changed, text).unwrap();
    let other = report(&[one, &changed]);
    assert!(other.err.contains("not shards of the same match:\nseed: 1 and 2"), "{other:#?}");
}

#[test]
fn a_shard_that_is_started_again_goes_on() {
    let folder = Folder::new("shard-again");
    let file = folder.path("m.1-of-2.jsonl");
    // Killed before the first line was complete.
    fs::write(&file, "{\"menagerie\":\"0.").unwrap();
    let done = shard(&folder, "1/2", &[]);
    assert_eq!(done.code, Some(0), "{done:#?}");
    let whole = games(&file);
    assert_eq!(numbers(&whole), [3, 4, 7, 8, 11, 12]);
    // Killed in the third game.
    let text = fs::read_to_string(&file).unwrap();
    let kept: String = text.split_inclusive('\n').take(3).collect();
    fs::write(&file, kept + "{\"number\":7,\"rou").unwrap();
    for _ in 0..2 {
        let done = shard(&folder, "1/2", &["--concurrency", "2"]);
        assert_eq!(done.code, Some(0), "{done:#?}");
        assert_eq!(turns(&games(&file)), turns(&whole));
    }
    // With other settings it is refused, and the file stays.
    let before = fs::read(&file).unwrap();
    let other = shard(&folder, "1/2", &["--seed", "5"]);
    assert_eq!(other.code, Some(1), "{other:#?}");
    assert!(other.err.contains("other settings") && other.err.contains("seed: 1 and 5"));
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn schedulers_name_the_shard() {
    let folder = Folder::new("scheduler");
    let out = folder.path("m");
    let auto = |environment: &[(&str, &str)], more: &[&str]| {
        let args = ["match", "--out", &out, "--shard", "auto"];
        let mut command = command(&[&args[..], &MATCH, more].concat());
        for name in ["SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "JOB_COMPLETION_INDEX"] {
            command.env_remove(name);
        }
        run_within(command.envs(environment.iter().copied()), GAMES)
    };
    let slurm = [
        ("SLURM_ARRAY_TASK_ID", "8"),
        ("SLURM_ARRAY_TASK_COUNT", "7"),
        ("SLURM_ARRAY_TASK_MIN", "2"),
    ];
    let done = auto(&slurm, &[]);
    assert_eq!(done.code, Some(0), "{done:#?}");
    assert_eq!(numbers(&games(&folder.path("m.6-of-7.jsonl"))), [13, 14]);
    let kubernetes = [("JOB_COMPLETION_INDEX", "5")];
    let done = auto(&kubernetes, &["--shards", "7"]);
    assert_eq!(done.code, Some(0), "{done:#?}");
    assert_eq!(numbers(&games(&folder.path("m.5-of-7.jsonl"))), [11, 12]);
    for (environment, more, expected) in [
        (&[][..], &[][..], "expected SLURM_ARRAY_TASK_ID"),
        (&kubernetes, &[], "expected the number of shards, --shards N"),
        (&kubernetes, &["--shards", "5"], "shard 5 of 5: expected a number from 0 to 4"),
        (&[("JOB_COMPLETION_INDEX", "x")], &["--shards", "5"], "JOB_COMPLETION_INDEX='x'"),
    ] {
        let wrong = auto(environment, more);
        assert_eq!(wrong.code, Some(2), "{wrong:#?}");
        assert!(wrong.err.contains(expected), "{wrong:#?}");
    }
}

#[test]
fn openings_are_written_once() {
    let folder = Folder::new("opening-file");
    let file = folder.path("openings.txt");
    let args = ["match", "openings", "--variant", "cheskers", "--openings", "random:3:any"];
    let written = run(&[&args[..], &["--count", "7", "--out", &file]].concat());
    assert_eq!(written.code, Some(0), "{written:#?}");
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 8);
    let again = run(&[&args[..], &["--count", "7", "--out", &file]].concat());
    assert!(again.code == Some(1) && again.err.contains("exists already"), "{again:#?}");
    // The same openings as those that the match makes itself.
    let short = ["--engine", "random", "--engine", "greedy", "--variant", "cheskers"];
    let rest = ["--games", "14", "--maxmoves", "2", "--openings"];
    for (name, openings) in [("own", "random:3:any"), ("file", &file)] {
        let done = play(&folder, name, &[&short[..], &rest, &[openings]].concat());
        assert_eq!(done.code, Some(0), "{done:#?}");
    }
    let openings = |name: &str| -> Vec<Value> {
        let all = turns(&games(&folder.path(&format!("{name}.jsonl"))));
        all.into_iter().map(|game| game.1).collect()
    };
    assert_eq!(openings("own"), openings("file"));
}
