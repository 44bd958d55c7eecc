//! Import and export of games.

use std::fs;
use std::path::PathBuf;

use menagerie_tests::{Finished, run};

/// Environment variable with the path of a `variants.ini` of Fairy-Stockfish's, for a longer test.
const FILE: &str = "MENAGERIE_VARIANTS_INI";

/// Writes a file, runs commands with its path, and removes it.
fn with_file(name: &str, text: &str, commands: impl FnOnce(&str)) {
    let path: PathBuf =
        std::env::temp_dir().join(format!("menagerie-{}-{name}", std::process::id()));
    fs::write(&path, text).unwrap();
    commands(path.to_str().unwrap());
    fs::remove_file(&path).unwrap();
}

/// Imports a file, and returns the definitions and what was said.
fn import(path: &str) -> Finished {
    run(&["import", path])
}

#[test]
fn sections_become_games() {
    let text = "[fast:chess]\nflagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1\n\
        [walls:chess]\nwallingRule = edge\n";
    with_file("some.ini", text, |path| {
        let done = import(path);
        assert_eq!(done.code, Some(1), "{done:#?}");
        let expected = "[fast]\ninherits = \"chess\"\ngoal = { pieces = \"K\", white = \"*8\" }\n";
        assert_eq!(done.out, expected);
        assert!(done.err.contains("line 6: walls: cannot be stated: wallingRule"), "{}", done.err);
        let done = run(&["import", path, "--game", "fast"]);
        assert_eq!((done.code, done.out.as_str()), (Some(0), expected));
        let done = run(&["import", path, "--game", "wals"]);
        let expected_err = "unknown game 'wals' (did you mean 'walls'?)";
        assert!(done.err.contains(expected_err), "{}", done.err);
        with_file("some.toml", expected, |games| {
            let done = run(&["--variant-path", games, "perft", "fast", "2"]);
            assert!(done.out.contains("400"), "{done:#?}");
        });
    });
}

#[test]
fn a_section_of_an_unknown_base_counts_as_a_game() {
    with_file("base.ini", "[bad:nosuch]\n[good:chess]\n", |path| {
        let done = import(path);
        assert!(done.err.contains("line 1: bad: unknown base 'nosuch'"), "{}", done.err);
        assert!(done.err.contains("1 of 2 games stated"), "{}", done.err);
        let done = run(&["import", path, "--game", "bad"]);
        assert!(done.err.contains("0 of 1 game stated"), "{}", done.err);
    });
}

#[test]
fn a_diagram_becomes_a_game() {
    let text = "files=8 ranks=8\npawn::::a2-h2\nrook::::a1,h1\nking::::e1\n";
    with_file("mine.txt", text, |path| {
        let done = import(path);
        assert!(done.code == Some(0) && done.out.contains("inherits = \"chess\""), "{done:#?}");
    });
}

#[test]
fn a_file_without_a_game_is_not_written() {
    with_file("none.ini", "[x:nothing]\n", |path| {
        let out = format!("{path}.toml");
        let done = run(&["import", path, "--out", &out]);
        assert_eq!(done.code, Some(1), "{done:#?}");
        assert!(done.err.contains("0 of 1 game stated"), "{done:#?}");
        assert!(!std::path::Path::new(&out).exists());
    });
    for (text, expected) in [
        ("[x]\ninherits = \"chess\"\n", "a definition file (see `menagerie check`): expected"),
        ("[Event \"a\"]\n\n1. e4 *\n", "games in PGN: expected a variants.ini or an"),
    ] {
        with_file("other.ini", text, |path| {
            let done = import(path);
            assert!(done.code == Some(1) && done.err.contains(expected), "{done:#?}");
        });
    }
}

#[test]
fn games_are_exported_complete_and_for_fairy_stockfish() {
    let done = run(&["export", "amazon"]);
    assert!(done.code == Some(0) && !done.out.contains("inherits"), "{done:#?}");
    with_file("own.toml", &done.out.replace("[amazon", "[mine"), |path| {
        let done = run(&["--variant-path", path, "perft", "mine", "2"]);
        assert!(done.out.contains("484"), "{done:#?}");
    });
    let done = run(&["export", "amazon", "--ini"]);
    assert!(done.out.starts_with("[amazon]\n") && done.out.contains("amazon = a"), "{done:#?}");
    let done = run(&["export", "chesimals", "--ini"]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("cannot be stated: family"), "{}", done.err);
}

/// The games of Fairy-Stockfish's own file, whose path a user gives.
#[test]
fn a_file_of_fairy_stockfish_is_imported() {
    let Some(path) = std::env::var_os(FILE) else {
        eprintln!("skipped: {FILE} is not set");
        return;
    };
    let done = import(&path.to_string_lossy());
    let games = done.out.lines().filter(|line| line.ends_with(']') && !line.contains('.')).count();
    assert!(games >= 60, "{games} games: {}", done.err);
}
