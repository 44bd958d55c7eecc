//! Board sizes, and games from files.

use std::fs;
use std::path::{Path, PathBuf};

use menagerie_tests::Engine;

use crate::games::check_introduction;
use crate::play::{all_games, check_answer};
use crate::tables::variant;

#[test]
fn boards_that_a_game_has() {
    let mut engine = Engine::start();
    for name in ["cheskers", "chesica"] {
        engine.choose(name);
        for files in [8, 10, 12, 14, 16] {
            for ranks in [8, 10, 12, 14, 16] {
                let size = format!("{files}x{ranks}");
                let lines = engine.ask(&format!("setoption name BoardSize value {size}"));
                assert_eq!(lines.len(), 1, "{name} {size}: {lines:?}");
                check_introduction(&lines[0], &format!("{name}@{size}"));
                let start = variant(&format!("{name}@{size}")).unwrap().start();
                assert_eq!(engine.fen(), start.fen());
                check_answer(&start, &engine.go("depth 3"));
            }
        }
        let lines = engine.ask("setoption name BoardSize value native");
        check_introduction(&lines[0], name);
    }
    engine.quit();
}

#[test]
fn another_game_has_its_own_board() {
    let mut engine = Engine::start();
    engine.choose("cheskers");
    engine.ask("setoption name BoardSize value 12x10");
    check_introduction(&engine.choose("chess"), "chess");
    check_introduction(&engine.choose("cheskers"), "cheskers");
    engine.quit();
}

#[test]
fn boards_that_a_game_does_not_have() {
    let mut engine = Engine::start();
    for name in all_games() {
        engine.choose(&name);
        engine.ask("position startpos");
        let before = engine.board();
        for size in [
            "9x9",
            "8x6",
            "18x18",
            "16x18",
            "0x0",
            "8",
            "x",
            "8x",
            "-8x8",
            "8x8x8",
            "1e1x8",
            "99999999999x8",
        ] {
            if size == "9x9" && ["chancellor", "shogi"].contains(&name.as_str()) {
                continue;
            }
            let lines = engine.ask(&format!("setoption name BoardSize value {size}"));
            assert!(lines.iter().any(|line| line.contains(size)), "{name} {size}: {lines:?}");
            assert!(lines.iter().all(|line| line.starts_with("info string ")), "{lines:?}");
            assert_eq!(engine.board(), before, "{name} {size}");
        }
    }
    engine.choose("pacific");
    let lines = engine.ask("setoption name BoardSize value 8x8");
    assert!(lines[0].contains("10x10"), "the boards it has are not told: {lines:?}");
    engine.quit();
}

/// A file of one test, deleted on drop.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &str) -> Scratch {
        let name = format!("menagerie-test-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, text).unwrap();
        Scratch(path)
    }

    fn option(&self) -> String {
        format!("setoption name VariantPath value {}", self.0.display())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Returns the example file, which has every key.
pub fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants/definitions/example.toml")
}

/// A file with three errors.
pub const BROKEN: &str = "[my-game]\ninherits = \"chess\"\nboard = \"8x99\"\nstrat = \"none\"\n\n\
                          [another]\nfamily = \"loyal\"\n";

#[test]
fn games_from_a_file() {
    let good = Scratch::new(
        "a good file.toml",
        "[small-chess]\ninherits = \"chess\"\ntitle = \"Without queens\"\n\
         start = \"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\"\n",
    );
    let broken = Scratch::new("broken.toml", BROKEN);
    let other = Scratch::new("other.toml", "[other-chess]\ninherits = \"small-chess\"\n");
    let mut engine = Engine::start();

    let lines = engine.ask(&good.option());
    assert!(lines.iter().any(|line| line.contains("small-chess")), "{lines:?}");
    let line = engine.choose("small-chess");
    assert!(line.contains(" startpos rnb1kbnr/"), "{line}");
    engine.ask("position startpos moves e2e4");
    let before = (engine.board(), engine.ask("uci"));

    let lines = engine.ask(&broken.option());
    assert!(lines.len() >= 3, "not all faults are told: {lines:?}");
    for value in ["8x99", "strat", "loyal"] {
        assert!(lines.iter().any(|line| line.contains(value)), "{value}: {lines:?}");
    }
    // What it inherits is in no file that is read at the same time.
    for bad in [other.option(), "setoption name VariantPath value /no/such/file".to_owned()] {
        let lines = engine.ask(&bad);
        assert!(!lines.is_empty() && lines.iter().all(|line| line.starts_with("info string ")));
    }
    assert_eq!((engine.board(), engine.ask("uci")), before);
    assert!(engine.go("depth 2").best.is_some());

    let lines = engine.ask(&format!("setoption name VariantPath value {}", example().display()));
    assert!(lines.iter().any(|line| line.contains("mini-chess")), "{lines:?}");
    assert!(engine.ask("uci").iter().any(|line| line.contains(" var mini-armies")));
    for name in ["mini-chess", "mini-jumpers", "mini-armies"] {
        let line = engine.choose(name);
        assert!(line.contains(" files 6 ranks 6 "), "{line}");
        assert!(engine.go("depth 2").best.is_some());
    }
    let lines = engine.ask("setoption name UCI_Variant value small-chess");
    assert!(lines[0].contains("small-chess"), "a game of the file before: {lines:?}");
    engine.quit();
}

#[test]
fn games_from_the_command_line() {
    let file = example();
    let mut engine = Engine::start_with(&["--variant-path", file.to_str().unwrap()]);
    engine.choose("mini-jumpers");
    assert!(engine.go("depth 3").best.is_some());
    engine.quit();
}
