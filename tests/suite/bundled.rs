//! Endgame tables of an installation: found by the engine and the board, copied and removed.

use std::fs;
use std::process::Command;

use menagerie_tests::{PATIENCE, run, run_within};

use crate::install::{Folder, good, text};

/// White wins in more moves than a shallow search sees.
const LONG: &str = "8/8/8/8/3k4/8/8/KQ6 w - - 0 1";

/// Runs an installed program with lines of input, and returns its output.
fn say(folder: &Folder, args: &[&str], input: &str) -> String {
    let lines = folder.path("lines");
    fs::write(&lines, input).unwrap();
    let input = fs::File::open(&lines).unwrap();
    let done = Command::new(folder.program()).args(args).stdin(input).output().unwrap();
    String::from_utf8_lossy(&done.stdout).into_owned()
}

#[test]
fn tables_come_with_an_installation() {
    let folder = Folder::new("bundled");
    good(folder.run("install", &[]));
    let place = if cfg!(windows) { "bin/tables" } else { "share/menagerie/tables" };
    let tables = folder.path(place);
    let solved = run(&["solve", "chess", "KQvK", "--tables", text(&tables)]);
    assert_eq!(solved.code, Some(0), "{solved:#?}");
    // By default the engine knows them; an empty value turns them off.
    let go = format!("position fen {LONG}\ngo depth 2\nisready\nquit\n");
    let known = say(&folder, &[], &format!("uci\n{go}"));
    assert!(known.contains("score mate 7 "), "{known}");
    let off = say(&folder, &[], &format!("uci\nsetoption name TablePath value\n{go}"));
    assert!(off.contains("bestmove") && !off.contains("score mate 7 "), "{off}");

    // The board's opponent wins by them.
    let games = folder.path("games");
    let args = ["play", "chess", "--tui", "--fen", LONG, "--engine", "both", "--level", "10"];
    let args = [&args[..], &["--games", text(&games)]].concat();
    let played = say(&folder, &args, "");
    let (is_won, last) = (played.contains("1-0: White wins"), played.contains("7. "));
    assert!(is_won && last && !played.contains("8. "), "{played}");

    // An installation by this one has them too, and is removed with them.
    let other = Folder::new("bundled-copy");
    let mut install = Command::new(folder.program());
    install.args(["install", "--prefix", text(&other.path(""))]);
    let done = good(run_within(&mut install, PATIENCE));
    assert!(done.contains("2 endgame tables installed"), "{done}");
    let copied = other.path(place).join("chess-8x8/KQvK.egt");
    let own = tables.join("chess-8x8/KQvK.egt");
    assert!(fs::read(copied).unwrap() == fs::read(own).unwrap());
    let done = good(other.run("uninstall", &[]));
    assert!(done.contains("2 endgame tables removed"), "{done}");
    assert_eq!(fs::read_dir(other.path("")).unwrap().count(), 0, "{done}");
}
