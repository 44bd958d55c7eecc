//! The board follows definition files.

use std::path::Path;

use serde_json::{Value, json};

use super::{Board, Page};

/// Replaces a file as editors do.
fn save(path: &Path, text: &str) {
    let draft = path.with_extension("draft");
    std::fs::write(&draft, text).unwrap();
    std::fs::rename(&draft, path).unwrap();
}

#[test]
fn the_board_follows_a_definition_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.toml");
    let heir = |name: &str, lines: &str| format!("[{name}]\ninherits = 'chess'\n{lines}\n");
    save(&path, &heir("mine", ""));
    let file = path.to_str().unwrap();
    let board = Board::start(folder.path(), &["--variant-path", file, "--engine", "none"]);
    let mut page = board.page();
    page.wait("definitions", |view| view["faults"].as_array().unwrap().is_empty());
    assert_eq!(page.table()["setup"]["variant"], "mine");
    for text in ["e2e4", "e7e5"] {
        page.send(&json!({"type": "move", "text": text}));
    }
    page.turns(2);
    // By new rules, with the game so far, and with a new game.
    save(&path, &(heir("mine", "title = 'My game'") + &heir("other", "")));
    let has = |event: &Value, name: &str| {
        event["games"].as_array().unwrap().iter().any(|game| game["name"] == name)
    };
    page.wait("games", |event| has(event, "other"));
    let view = page.wait("definitions", |_| true);
    assert!(view["text"].as_str().unwrap().contains("played again"), "{view}");
    page.turns(2);
    // Faults keep the last good board; a page that comes now sees it too.
    save(&path, "[mine]\ninherits = 'chess'\nspeed = 1\n");
    let view = page.wait("definitions", |view| !view["faults"].as_array().unwrap().is_empty());
    assert_eq!(view["faults"][0]["line"], 3, "{view}");
    page.send(&json!({"type": "move", "text": "g1f3"}));
    page.turns(3);
    let mut other = board.page();
    assert!(has(&other.wait("games", |_| true), "mine"));
    other.turns(3);
    // A knight is gone: the game goes on from before its move.
    let start = "start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1'";
    save(&path, &heir("mine", start));
    let view = page.wait("definitions", |view| view["faults"].as_array().unwrap().is_empty());
    assert!(view["text"].as_str().unwrap().contains("up to the turn g1f3"), "{view}");
    assert_eq!(page.turns(2)["last"]["text"], "e7e5");
    // The game is not possible any more.
    save(&path, &heir("mine", "start = 'rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1'"));
    page.wait("definitions", |view| view["text"].as_str().unwrap().contains("up to the turn e2e4"));
    page.turns(0);
    // The game has another name, or is gone.
    save(&path, &heir("renamed", ""));
    let view = page.wait("definitions", |view| view["text"].as_str().unwrap().contains("'mine'"));
    assert!(view["text"].as_str().unwrap().contains("is called 'renamed' now"), "{view}");
    page.wait("table", |table| table["setup"]["variant"] == "renamed");
    save(&path, &(heir("one", "") + &heir("two", "")));
    let view =
        page.wait("definitions", |view| view["text"].as_str().unwrap().contains("'renamed'"));
    assert!(view["text"].as_str().unwrap().contains("not in the definition files"), "{view}");
    // Files that cannot be read, or are huge or binary, do no harm.
    std::fs::remove_file(&path).unwrap();
    let view = page.wait("definitions", |view| view["faults"][0]["line"] == 0);
    assert!(view["faults"][0]["text"].as_str().unwrap().contains("my.toml"), "{view}");
    std::fs::write(&path, [0xff; 1000]).unwrap();
    page.wait("definitions", |view| view["faults"][0]["text"].as_str().unwrap().contains("UTF-8"));
    save(&path, &heir("mine", ""));
    page.wait("definitions", |view| view["faults"].as_array().unwrap().is_empty());
    // The game goes on after a restart.
    page.send(&json!({"type": "move", "text": "e2e4"}));
    page.turns(1);
    drop(board);
    let board = Board::start(folder.path(), &["--variant-path", file]);
    board.page().turns(1);
}

#[test]
fn a_faulty_file_is_opened_when_it_is_mended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.toml");
    save(&path, "[mine\n");
    let file = path.to_str().unwrap();
    let board = Board::start(folder.path(), &["--variant-path", file]);
    let mut page = board.page();
    let view = page.wait("definitions", |view| view["faults"][0]["line"] == 1);
    assert!(view["text"].as_str().unwrap().contains("another one is on the board"), "{view}");
    assert_eq!(page.table()["setup"]["variant"], "chess");
    save(&path, "[mine]\ninherits = 'chess'\n");
    page.wait("table", |table| table["setup"]["variant"] == "mine");
}

/// Chess in which the bishops are other pieces.
fn with_bishops(moves: &str) -> String {
    format!("[mine]\ninherits = 'chess'\npieces.B = {{ name = 'bishop', moves = '{moves}' }}\n")
}

#[test]
fn a_game_goes_on_by_rules_that_changed_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.toml");
    save(&path, &with_bishops("B"));
    let file = path.to_str().unwrap();
    let start = || Board::start(folder.path(), &["--variant-path", file, "--engine", "none"]);
    let board = start();
    let mut page = board.page();
    for text in ["e2e4", "e7e5", "f1c4", "d7d6"] {
        page.send(&json!({"type": "move", "text": text}));
    }
    page.turns(4);
    page.send(&json!({"type": "vary", "node": 2, "text": "f1a6"}));
    page.wait("look", |_| true);
    drop(board);
    // A file with a fault hides the game until it is mended.
    save(&path, &with_bishops("?"));
    let board = start();
    let mut page = board.page();
    let view = page.wait("definitions", |view| !view["faults"].as_array().unwrap().is_empty());
    assert!(view["text"].as_str().unwrap().contains("another one is on the board"), "{view}");
    let setup = page.table()["setup"].clone();
    assert_eq!((&setup["variant"], &setup["engine"]), (&json!("chess"), &json!("none")));
    save(&path, &with_bishops("B"));
    page.wait("table", |table| table["setup"]["variant"] == "mine" && table["turns"] == 4);
    page.wait("definitions", |view| view["text"].as_str().unwrap().contains("played again"));
    let words = |page: &mut Page| {
        page.send(&json!({"type": "pgn"}));
        page.wait("pgn", |_| true)["text"].as_str().unwrap().to_owned()
    };
    assert!(words(&mut page).contains("(2. Ba6)"), "{}", words(&mut page));
    // The variation is no longer possible, the game is.
    save(&path, &with_bishops("B3"));
    page.wait("definitions", |view| view["text"].as_str().unwrap().contains("played again"));
    assert!(!words(&mut page).contains("Ba6"), "{}", words(&mut page));
    drop(board);
    // The third turn is not possible: all that comes before it is.
    save(&path, &with_bishops("F"));
    let board = start();
    let mut page = board.page();
    let view = page.wait("definitions", |_| true);
    assert!(view["text"].as_str().unwrap().contains("up to the turn f1c4"), "{view}");
    assert_eq!(page.turns(2)["setup"]["variant"], "mine");
    // The words go with the game.
    page.send(
        &json!({"type": "new", "setup": {"variant": "cheskers", "engine": "none", "level": 1}}),
    );
    page.wait("definitions", |view| view["text"] == "");
}
