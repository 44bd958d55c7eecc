//! The command line.

use std::fs;

#[cfg(target_os = "linux")]
use menagerie_tests::command;
use menagerie_tests::{Finished, run};

use crate::boards::{BROKEN, example};
use crate::play::all_games;
use crate::tables::variant;

/// Runs the program and checks that it succeeds, with empty standard error.
#[track_caller]
fn good(args: &[&str]) -> Finished {
    let done = run(args);
    assert!(done.code == Some(0) && done.err.is_empty(), "{args:?}: {done:#?}");
    done
}

#[test]
fn the_table_of_games() {
    let done = good(&["variants"]);
    let lines: Vec<&str> = done.out.lines().collect();
    assert_eq!(lines.len(), all_games().len() + 1);
    for name in all_games() {
        let line = lines.iter().find(|line| line.split(' ').next() == Some(&name)).unwrap();
        let game = variant(&name).unwrap();
        assert!(line.contains(&game.definition().size.to_string()), "{line}");
        assert!(line.ends_with(&game.definition().title), "{line}");
    }
    let long = good(&["variants", "--long"]);
    for name in all_games() {
        let game = variant(&name).unwrap();
        let description = format!("    {}", game.definition().description);
        assert!(long.out.lines().any(|line| line == description), "{description}: {long:#?}");
        assert!(good(&["show", &name]).out.contains(description.trim()), "{name}");
    }
}

/// Commands that fail for nested causes.
#[test]
fn causes_are_said_once() {
    let other = std::env::temp_dir().join(format!("menagerie-no-net-{}", std::process::id()));
    fs::write(&other, "menagerie net 1\n{}\n").unwrap();
    let (other, none) = (other.to_str().unwrap(), "/no/such/file");
    let engines = "match --engine self --engine greedy --each nodes=1";
    for (command, mention) in [
        ("study chess --limit st=x", "--limit: st=x: expected seconds above 0"),
        ("study chess --limit foo=1", "--limit 'foo=1': expected one of nodes=N"),
        ("study chess --games 0", "expected a whole number from 1"),
        (&format!("study chess --from {none}"), none),
        (&format!("study chess --from {other}"), "line 1"),
        (&format!("{engines} --openings {none}"), none),
        (&format!("{engines} --games 2 --engine random st=x"), "engine: st=x: expected"),
        (&format!("match --resume {none}"), none),
        (&format!("match report {none}"), none),
        (&format!("learn chess --from {none}"), none),
        (&format!("learn chess --from {other}"), "second line"),
        (&format!("check {none}"), none),
        (&format!("variants --variant-path {none}"), none),
        ("show chess --fen x", "x"),
        ("show chess --moves e2e5", "e2e5"),
    ] {
        let done = run(&command.split(' ').collect::<Vec<_>>());
        assert!(matches!(done.code, Some(1 | 2)) && done.err.contains(mention), "{done:#?}");
        let message = done.err.lines().next().unwrap();
        let parts: Vec<&str> = message.split(": ").collect();
        for (index, part) in parts.iter().enumerate() {
            assert!(!parts[index + 1..].contains(part), "'{part}' twice: {message}");
        }
    }
    fs::remove_file(other).unwrap();
}

/// Files that commands write, and that are there already.
#[test]
fn files_that_are_there_are_not_overwritten() {
    let folder = std::env::temp_dir().join(format!("menagerie-there-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let ini = path("a.ini");
    let text = "\u{feff}# A comment.\r\n[a:chess]\r\nstalemateValue = loss\r\n";
    fs::write(&ini, text).unwrap();
    let refused = |args: &[&str], file: &str| {
        let before = fs::read(file).unwrap();
        let done = run(args);
        assert!(done.code == Some(1) && done.err.contains("exists already"), "{args:?}: {done:#?}");
        assert_eq!(fs::read(file).unwrap(), before, "{args:?}");
    };
    refused(&["import", &ini, "--out", &ini], &ini);
    refused(&["export", "chess", "--out", &ini], &ini);
    refused(&["tune", "eval", "chess", "--out", &ini], &ini);
    refused(&["match", "report", "games.pgn", "--svg", &ini], &ini);
    let page = path("study.html");
    fs::write(&page, "mine").unwrap();
    refused(&["study", "chess", "--games", "2", "--page", &page], &page);
    refused(&["study", "chess", "--from", "games.jsonl", "--page", &page], &page);
    // A byte order mark and a comment before the first section.
    let done = run(&["import", &ini, "--out", &path("a.toml")]);
    assert_eq!(done.code, Some(0), "{done:#?}");
    assert!(fs::read_to_string(path("a.toml")).unwrap().contains("stalemate"));
    good(&["check", &path("a.toml")]);
    let exported = path("chess.toml");
    good(&["export", "chess", "--out", &exported]);
    refused(&["export", "chess", "--out", &exported], &exported);
    let done = run(&["export", "chess", "--out", &path("none/x.toml")]);
    assert!(done.code == Some(1) && !done.err.contains(".draft"), "{done:#?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn boards() {
    for name in all_games() {
        let done = good(&["show", &name]);
        let start = variant(&name).unwrap().start();
        assert_eq!(done.field("Fen:"), start.fen());
        assert!(!done.out.contains('\u{1b}'), "colours, and no terminal");
        assert!(done.out.lines().all(|line| line.len() < 300), "{done:#?}");
    }
    let done = good(&["show", "chess", "--moves", "e2e4", "e7e5"]);
    assert!(done.field("Fen:").starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/"));
    let done = good(&["show", "cheskers", "--size", "16x16"]);
    assert_eq!(done.field("Fen:"), variant("cheskers@16x16").unwrap().start().fen());
    let fen = "8/8/8/8/8/k7/8/K6R w - - 3 7";
    assert_eq!(good(&["show", "chess", "--fen", fen]).field("Fen:"), fen);
}

#[test]
fn counting() {
    for (args, count) in [
        (&["perft", "chess", "4"][..], "197281"),
        (&["perft", "chess", "4", "--threads", "1"], "197281"),
        (&["perft", "chess", "4", "--threads", "3", "--hash", "8"], "197281"),
        (&["perft", "chess", "4", "--hash", "1"], "197281"),
        (&["perft", "cheskers", "6"], "207054"),
        (&["perft", "cheskers", "6", "--hash", "8"], "207054"),
        (&["perft", "pacific", "3"], "55841"),
        (&["perft", "english-draughts", "7", "--hash", "4"], "179740"),
        (&["perft", "chess", "0"], "1"),
        (&["perft", "chess", "2", "--fen", "8/8/8/8/8/k7/8/K6R w - - 0 1"], "48"),
    ] {
        let done = good(args);
        if args.contains(&"--fen") {
            let fen = args[args.len() - 1];
            let wanted = variant("chess").unwrap().game(fen).unwrap().perft(2);
            assert_eq!(done.field("Nodes searched:"), wanted.to_string());
        } else {
            assert_eq!(done.field("Nodes searched:"), count, "{args:?}");
        }
        assert!(done.field("Nodes/second:").parse::<u64>().is_ok());
    }
}

#[test]
fn counting_below_each_move() {
    for name in all_games() {
        let done = good(&["perft", &name, "2", "--divide"]);
        let total: u64 = done.field("Nodes searched:").parse().unwrap();
        let moves: Vec<(&str, u64)> = done
            .out
            .lines()
            .take_while(|line| !line.is_empty())
            .map(|line| line.split_once(": ").unwrap())
            .map(|(turn, count)| (turn, count.parse().unwrap()))
            .collect();
        assert_eq!(moves.iter().map(|(_, count)| count).sum::<u64>(), total, "{name}");
        assert_eq!(total, variant(&name).unwrap().start().perft(2), "{name}");
    }
}

#[test]
fn bench_is_the_same_on_every_run() {
    let lines = |args: &[&str]| {
        let done = good(args);
        let lines: Vec<String> = done.out.lines().map(str::to_owned).collect();
        let [.., nodes, speed] = &lines[..] else { panic!("{done:#?}") };
        let number = |line: &str, start| line.strip_prefix(start).unwrap().parse::<u64>().unwrap();
        number(speed, "Nodes/second    : ");
        number(nodes, "Nodes searched  : ")
    };
    let first = lines(&["bench", "--depth", "3"]);
    assert!(first > 1000);
    assert_eq!(lines(&["bench", "--depth", "3"]), first);
    let one = lines(&["bench", "chesica", "--depth", "5"]);
    assert_eq!(lines(&["bench", "chesica", "--depth", "5", "--threads", "1"]), one);
    lines(&["bench", "chess", "--depth", "4", "--threads", "2"]);
}

#[test]
fn a_game_before_your_eyes() {
    for name in ["english-draughts", "knightmate"] {
        let done = good(&["selfplay", name, "--movetime", "1"]);
        let last: Vec<&str> = done.out.lines().rev().take(2).collect();
        let [fen, result] = last[..] else { panic!("{done:#?}") };
        let results = ["1-0 ", "0-1 ", "1/2-1/2 "];
        assert!(results.iter().any(|start| result.starts_with(start)), "{result}");
        let game = variant(name).unwrap().game(fen.strip_prefix("Fen: ").unwrap()).unwrap();
        assert_eq!(game.fen(), fen.strip_prefix("Fen: ").unwrap());
    }
}

#[test]
fn a_good_file() {
    let file = example();
    let done = good(&["check", file.to_str().unwrap()]);
    for name in ["mini-chess:", "mini-jumpers:", "mini-armies:"] {
        assert!(done.out.lines().any(|line| line.starts_with(name)), "{name}");
    }
    assert!(done.out.contains("family royal, board 6x6"));
}

#[test]
fn a_file_with_faults() {
    let path = std::env::temp_dir().join(format!("menagerie-check-{}.toml", std::process::id()));
    fs::write(&path, BROKEN).unwrap();
    let done = run(&["check", path.to_str().unwrap()]);
    fs::remove_file(&path).unwrap();
    assert_eq!(done.code, Some(1));
    let said = format!("{}{}", done.out, done.err);
    for (line, value) in [(3, "8x99"), (4, "strat"), (7, "loyal")] {
        let told = |text: &str| text.contains(&format!("line {line}:")) && text.contains(value);
        assert!(said.lines().any(told), "line {line}, {value}: {said}");
    }
    assert_eq!(run(&["check", "/no/such/file"]).code, Some(1));
    let zebra = "[odd]\ninherits = 'chess'\npieces.Z = { name = 'zebra', moves = 'Z' }\n";
    fs::write(&path, zebra).unwrap();
    let done = good(&["check", path.to_str().unwrap()]);
    let note = "  note: zebra (Z) is not in the start, and nothing promotes to it\n";
    assert!(done.out.contains(note), "{}", done.out);
    // Valid games are still listed, and can be played.
    fs::write(&path, format!("{BROKEN}\n[sound]\ninherits = 'chess'\n")).unwrap();
    let path_text = path.to_str().unwrap();
    let done = run(&["check", path_text]);
    assert_eq!(done.code, Some(1));
    assert!(done.out.contains("sound: sound\n  family royal"), "{}", done.out);
    let done = run(&["--variant-path", path_text, "perft", "sound", "2"]);
    fs::remove_file(&path).unwrap();
    assert!(done.code == Some(0) && done.out.contains("400"), "{} {}", done.out, done.err);
    assert!(done.err.contains("line 4:"), "{}", done.err);
}

#[test]
fn help() {
    for command in ["", "variants", "show", "perft", "bench", "selfplay", "check"] {
        let mut args = vec![command, "--help"];
        args.retain(|arg| !arg.is_empty());
        let done = good(&args);
        assert!(done.out.contains("Usage: menagerie"), "{done:#?}");
        assert!(done.out.lines().all(|line| line.chars().count() <= 100), "{done:#?}");
    }
    assert!(good(&["--version"]).out.starts_with("menagerie "));
    assert_eq!(good(&["show", "King of the Hill"]).out, good(&["show", "kingofthehill"]).out);
}

/// A device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    for word in ["--help", "--version"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let done = command(&[word]).stdout(full).output().unwrap();
        assert_eq!(done.status.code(), Some(1), "{word}");
        assert!(String::from_utf8_lossy(&done.stderr).contains("cannot write"), "{word}");
    }
}

#[test]
fn wrong_usage_and_failures() {
    for args in [
        &["wibble"][..],
        &["--wibble"],
        &["perft"],
        &["perft", "chess"],
        &["perft", "chess", "x"],
        &["perft", "chess", "-1"],
        &["perft", "chess", "3", "--threads", "0"],
        &["bench", "chess", "--depth", "0"],
        &["show"],
        &["show", "cheskers", "--size", "x"],
        &["check"],
        &["selfplay", "chess", "--movetime", "soon"],
    ] {
        let done = run(args);
        assert!(done.code == Some(2) && done.out.is_empty(), "{args:?}: {done:#?}");
        assert!(done.err.contains("--help"), "{args:?}: {done:#?}");
    }
    for (args, code, mention) in [
        (&["show", "wibble"][..], 2, "wibble"),
        (&["show", "ches"], 2, "did you mean 'chess'?"),
        (&["show", "chess", "--moves", "e2e5"], 2, "e2e5"),
        (&["show", "chess", "--fen", "wibble"], 2, "rank"),
        (&["show", "chess", "--size", "9x9"], 2, "9x9"),
        (&["show", "chess", "--tables", "/no/such/folder"], 1, "/no/such/folder: not a folder"),
        (&["perft", "wibble", "3"], 2, "wibble"),
        (&["bench", "wibble"], 2, "wibble"),
        (&["selfplay", "wibble"], 2, "wibble"),
        (&["learn", "wibble"], 2, "wibble"),
        (&["solve", "wibble", "KvK"], 2, "wibble"),
        (&["tune", "eval", "wibble"], 2, "wibble"),
        (&["tune", "search", "wibble"], 2, "wibble"),
        (&["study", "wibble"], 2, "wibble"),
        (&["export", "wibble"], 2, "wibble"),
        (&["play", "--level", "5"], 2, "--level: expected a game too"),
        (&["play", "wibble"], 2, "wibble"),
        (&["play", "chess", "--fen", "wibble"], 2, "rank"),
        (&["--variant-path", "/no/such/file", "variants"], 1, "/no/such/file"),
    ] {
        let done = run(args);
        assert!(done.code == Some(code) && done.out.is_empty(), "{args:?}: {done:#?}");
        assert!(done.err.contains(mention), "{args:?}: {done:#?}");
    }
}
