//! Endgame tables: made, shown, and used in play.

use std::fs;
use std::path::Path;

use menagerie_tests::{Engine, PATIENCE, run};

use crate::matches::Folder;

/// White wins, in more moves than a shallow search sees.
const LONGEST: &str = "8/8/8/8/3k4/8/8/KQ6 w - - 0 1";

fn solved(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let tables = folder.path("tables");
    let done = run(&["solve", "chess", "KQvK", "--tables", &tables, "--threads", "1"]);
    assert_eq!(done.code, Some(0), "{done:#?}");
    assert!(done.out.contains("Longest win of White: 10 moves (19 plies)"), "{done:#?}");
    (folder, tables)
}

#[test]
fn tables_are_made_once_and_mended() {
    let (folder, tables) = solved("solve");
    let again = run(&["solve", "chess", "KvKQ", "--tables", &tables, "--json"]);
    assert_eq!(again.code, Some(0), "{again:#?}");
    assert!(again.err.contains("0 tables to make, 2 there"), "{again:#?}");
    assert!(again.out.contains("\"plies\": 19"), "{again:#?}");
    let file = folder.path("tables/chess-8x8/KQvK.egt");
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    fs::write(folder.path("tables/chess-8x8/KRvK.egt"), "something else").unwrap();
    let mended = run(&["solve", "chess", "KQvK", "--tables", &tables]);
    assert_eq!(mended.code, Some(0), "{mended:#?}");
    for part in ["damaged", "not an endgame table", "1 table to make, 1 there"] {
        assert!(mended.err.contains(part), "{part}: {mended:#?}");
    }
    assert_eq!(fs::read(&file).unwrap(), bytes);
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let folder = Folder::new("solve-faults");
    let tables = folder.path("tables");
    for (args, code, part) in [
        (&["chess", "KXvK"][..], 2, "unknown piece 'X'"),
        (&["chess", "KQ"], 2, "expected White's and Black's pieces"),
        (&["chess"], 2, "required"),
        (&["chess", "QvK"], 1, "no position with these pieces"),
        (&["crazyhouse", "KQvK"], 1, "pieces in hand"),
        (&["chesimals", "SvS"], 1, "no position with these pieces"),
        (&["progressive", "KQvK"], 1, "number of moves of a turn"),
        (&["chesimals", "KPPvK", "--memory", "100"], 1, "100 MB --memory allows"),
        (&["chess", "KQRvKQ", "--memory", "1"], 1, "1 MB --memory allows"),
        (&["nothing", "KvK"], 2, "unknown variant"),
    ] {
        let done = run(&[&["solve", "--tables", &tables][..], args].concat());
        assert_eq!(done.code, Some(code), "{args:?}: {done:#?}");
        assert!(done.err.contains(part), "{args:?}: {done:#?}");
    }
    let plan = run(&["solve", "chess", "KPvK", "--plan", "--tables", &tables]);
    assert_eq!(plan.out.lines().count(), 6, "{plan:#?}");
    assert!(!Path::new(&tables).exists(), "a plan writes nothing");
}

#[test]
fn play_is_exact() {
    let (folder, tables) = solved("solve-play");
    let mut engine = Engine::start();
    engine.send("uci");
    engine.lines_until("uciok", PATIENCE);
    engine.send("setoption name TablePath value no such folder");
    engine.send(&format!("setoption name TablePath value {tables}"));
    engine.send(&format!("position fen {LONGEST}"));
    engine.send("go depth 4");
    let lines = engine.lines_until("bestmove", PATIENCE);
    assert!(lines.iter().any(|line| line.contains("not a folder")), "{lines:#?}");
    let info = lines.iter().rev().find(|line| line.starts_with("info depth")).unwrap();
    assert!(info.contains("score mate ") && info.contains(" tbhits "), "{info}");
    let shown = run(&["show", "chess", "--fen", LONGEST, "--tables", &tables]);
    assert!(shown.out.contains("\nwin in "), "{shown:#?}");
    let openings = folder.path("openings.txt");
    fs::write(&openings, LONGEST).unwrap();
    let out = folder.path("games");
    let args = ["match", "--engine", "random", "--engine", "greedy", "--games", "2"];
    let rest = ["--openings", &openings, "--tb", &tables, "--out", &out];
    let done = run(&[&args[..], &rest[..]].concat());
    assert_eq!(done.code, Some(0), "{done:#?}");
    let games = fs::read_to_string(folder.path("games.jsonl")).unwrap();
    assert_eq!(games.matches("by adjudication: endgame tables").count(), 2, "{games}");
}
