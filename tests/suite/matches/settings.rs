//! Settings that are refused before anything is played.

use std::fs;
use std::path::Path;

use menagerie_tests::run;

use super::{Folder, play};

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
fn what_is_wrong_is_said_before_anything_is_played() {
    let folder = Folder::new("wrong");
    let engines = ["--engine", "random", "--engine", "greedy"];
    for (args, code, expected) in [
        (&["--engine", "random"][..], 2, "two engines"),
        (&["--engine", "random", "--engine", "random"], 2, "random"),
        (&["--engine", "random", "--engine", "self"], 2, "no limit"),
        (&["--engine", "random", "--engine", "self", "st=x"], 2, "st=x"),
        (&[&engines[..], &["--variant", "chekers"]].concat(), 2, "did you mean 'cheskers'"),
        (&[&engines[..], &["--openings", "random:x"]].concat(), 2, "random:x"),
        (&[&engines[..], &["--openings", "/no/such/file"]].concat(), 1, "/no/such/file"),
        (&[&engines[..], &["--draw", "score=3"]].concat(), 2, "movecount"),
        (&[&engines[..], &["--resign", "movecount=x"]].concat(), 2, "movecount=x"),
        (&[&engines[..], &["--sprt", "elo0=3", "elo1=1"]].concat(), 2, "elo1=1"),
        (&[&engines[..], &["--games", "0"]].concat(), 2, "'0'"),
        (&[&engines[..], &["--rounds", "99999999999"]].concat(), 2, "--rounds"),
        (&["--resume", "/no/such/match.jsonl"], 1, "/no/such/match.jsonl"),
        (&["--resume", "/no/such/match.jsonl", "--games", "4"], 2, "--games"),
        (&["--resume", "/no/such/match.jsonl", "--openings", "start"], 2, "--openings"),
        (&["--resume", "/no/such/match.jsonl", "--recover"], 1, "/no/such/match.jsonl"),
    ] {
        let resumes = args[0] == "--resume";
        let done =
            if resumes { run(&[&["match"], args].concat()) } else { play(&folder, "wrong", args) };
        assert_eq!(done.code, Some(code), "{args:?}: {done:#?}");
        assert!(done.err.contains(expected), "{args:?}: {done:#?}");
        assert!(!Path::new(&folder.path("wrong.jsonl")).exists(), "{args:?}");
    }
    let first = run(&["study", "chess", "--from", "none.jsonl", "--first-moves", "tc=1"]);
    assert_eq!(first.code, Some(2), "{first:#?}");
    let expected = "'tc=1': expected one of nodes=N, st=SECONDS, depth=N";
    assert!(first.err.contains(expected), "{first:#?}");
    let study = run(&["study", "chess", "--limit", "foo=1"]);
    assert_eq!(study.code, Some(2), "{study:#?}");
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
        // Its games count nevertheless.
        let report = run(&["match", "report", &file]);
        assert_eq!(report.code, Some(1), "{report:#?}");
        assert!(report.out.contains("Games:") && report.err.contains(expected), "{report:#?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), changed);
    }
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
