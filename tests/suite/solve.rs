//! Endgame tables: made, shown, and used in play.

use std::fs;
use std::path::Path;

use menagerie_tests::{Engine, PATIENCE, Score, run};

use crate::matches::Folder;
use crate::terminal::play;

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
    let verify = ["--verify", "5000"];
    let again = [&["solve", "chess", "KvKQ", "--tables", &tables, "--json"], &verify[..]].concat();
    let again = run(&again);
    assert!(again.err.contains(" random positions have the values of their moves"), "{again:#?}");
    assert_eq!(again.code, Some(0), "{again:#?}");
    assert!(again.err.contains("0 tables to make, 2 there"), "{again:#?}");
    assert!(again.out.contains("\"plies\": 19"), "{again:#?}");
    assert!(again.err.contains("KvKQ is KQvK with the sides exchanged"), "{again:#?}");
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
        (
            &["chess", "KvK", "Kv"],
            1,
            "Kv: no position with these pieces is one of a game that goes on; no",
        ),
        (&["chess", "QvK", "KQvK", "Kv"], 1, "menagerie: QvK: no position"),
        (&["chess", "QvK", "KQvK", "Kv"], 1, "\nKv: no position"),
        (&["chess", "KXvK", "QvK", "KQ"], 2, "\ninvalid material 'KQ'"),
        (&["chess", "KXvK", "QvK", "KQ"], 2, "\nQvK: no position"),
        (&["chess", "v"], 2, "expected White's and Black's pieces"),
        (&["crazyhouse", "KQvK"], 1, "pieces in hand"),
        (&["chesimals", "SvS"], 1, "no position with these pieces"),
        (&["progressive", "KQvK"], 1, "number of moves of a turn"),
        (&["chesimals", "KPPvK", "--memory", "100"], 1, "100 MB --memory allows"),
        (&["chess", "KQRvKQ", "--memory", "1"], 1, "1 MB --memory allows"),
        (&["nothing", "KvK"], 2, "unknown variant"),
        (&["chess", "KvK", "--metric", "mate"], 2, "expected end or conversion"),
    ] {
        let done = run(&[&["solve", "--tables", &tables][..], args].concat());
        assert_eq!(done.code, Some(code), "{args:?}: {done:#?}");
        assert!(done.err.contains(part), "{args:?}: {done:#?}");
    }
    let plan = run(&["solve", "chess", "KPvK", "--plan", "--tables", &tables]);
    assert_eq!(plan.out.lines().count(), 6, "{plan:#?}");
    let plan = run(&["solve", "chess", "KPvK", "--plan", "--json", "--tables", &tables]);
    let plan: serde_json::Value = serde_json::from_str(&plan.out).unwrap();
    assert_eq!(plan["tables"].as_array().unwrap().len(), 6, "{plan:#?}");
    assert_eq!((&plan["tables"][0]["material"], &plan["there"]), (&"KvK".into(), &0.into()));
    assert!(!Path::new(&tables).exists(), "a plan writes nothing");
    fs::write(&tables, "").unwrap();
    let within = run(&["solve", "chess", "KRvK", "--tables", &tables]);
    assert_eq!(within.code, Some(1), "{within:#?}");
    assert!(!within.err.contains("made again"), "{within:#?}");
}

/// Chess in which ten moves of either side without progress are a draw, and a pawn that takes 55 plies to win.
const HURRIED: &str = "[hurried]\ninherits = \"chess\"\nmove-rule = 20\n";
const PAWN: &str = "8/8/8/1k6/8/8/K5P1/8 w - - 0 1";
/// The same after White's best move.
const AFTER: &str = "8/8/8/1k6/8/1K6/6P1/8 b - - 1 1";

#[test]
fn progress_comes_in_time() {
    let folder = Folder::new("solve-conversion");
    let (tables, definition) = (folder.path("tables"), folder.path("hurried.toml"));
    fs::write(&definition, HURRIED).unwrap();
    let own = ["--variant-path", &definition, "--tables", &tables];
    let solve = ["solve", "hurried", "KPvK", "--metric", "conversion"];
    let done = run(&[&solve[..], &own[..]].concat());
    assert_eq!(done.code, Some(0), "{done:#?}");
    assert!(done.out.contains("KPvK (hurried, 8x8, plies to conversion)"), "{done:#?}");
    assert!(done.err.contains("12 tables to make, 0 there"), "{done:#?}");
    let shown = run(&[&["show", "hurried", "--fen", PAWN][..], &own[..]].concat());
    let value = shown.out.lines().find(|line| line.starts_with("win in ")).unwrap();
    assert!(value.contains(" plies), conversion in "), "{shown:#?}");
    // Matches and the board go by it too, whatever Black plays.
    let openings = folder.path("openings.txt");
    fs::write(&openings, AFTER).unwrap();
    let out = folder.path("games");
    let args = ["match", "--variant", "hurried", "--engine", "random", "--engine", "greedy"];
    let rest = ["--games", "2", "--openings", &openings, "--out", &out];
    let tables_of_match = ["--variant-path", &definition, "--tb", &tables];
    let done = run(&[&args[..], &rest[..], &tables_of_match[..]].concat());
    assert_eq!(done.code, Some(0), "{done:#?}");
    let games = fs::read_to_string(folder.path("games.jsonl")).unwrap();
    assert_eq!(games.matches("White wins by adjudication: endgame tables").count(), 2, "{games}");
    let board = |fen: &str| {
        let place = ["hurried", "--fen", fen, "--engine", "none"];
        play(Path::new(&folder.path("")), &[&place[..], &own[..]].concat(), &["board", "quit"])
    };
    let too_late = AFTER.replace(" 1 1", " 15 8");
    let (early, late) = (board(AFTER), board(&too_late));
    assert!(early.contains("loss, conversion in 9 (18 plies)"), "{early}");
    assert!(late.contains("draw by the move rule"), "{late}");

    let mut engine = Engine::start_with(&["--variant-path", &definition]);
    engine.send("setoption name UCI_Variant value hurried");
    engine.send(&format!("setoption name TablePath value {tables}"));
    engine.send(&format!("position fen {too_late}"));
    let score = engine.go("depth 4").infos.last().unwrap().score;
    assert!(
        matches!(score, Some(Score::Centipawns(-40..0))),
        "a draw if White is careful: {score:?}"
    );
    let mut moves = String::new();
    for ply in 0..80 {
        engine.send(&format!("position fen {PAWN} moves{moves}"));
        let answer = engine.go("depth 2");
        let Some(best) = answer.best else {
            assert_eq!(ply % 2, 1, "Black is mated:{moves}");
            assert_eq!(answer.infos.last().unwrap().score, Some(Score::Mate(0)), "{moves}");
            return;
        };
        moves = format!("{moves} {best}");
    }
    panic!("no mate:{moves}");
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

/// Chesimals on boards on which a guard or two catch a lone chief.
const HUNTS: &str = "[hunt]
inherits = \"chesimals\"
board = \"5x5\"
start = \"4k/5/5/5/KP3 w - - 0 1\"

[chase]
inherits = \"chesimals\"
board = \"4x4\"
start = \"3k/4/4/KPP1 w - - 0 1\"
";

#[test]
fn whole_turns_are_exact() {
    let folder = Folder::new("solve-turns");
    let (tables, definition) = (folder.path("tables"), folder.path("hunts.toml"));
    fs::write(&definition, HUNTS).unwrap();
    let own = ["--variant-path", &definition, "--tables", &tables];
    let mut engine = Engine::start_with(&["--variant-path", &definition]);
    for (game, material, start, plies) in [
        ("hunt", "KPvK", "5/k4/5/5/K3P w - - 0 1", 11),
        ("chase", "KPPvK", "4/3P/P3/K2k w - - 0 1", 7),
    ] {
        let done = run(&[&["solve", game, material][..], &own[..]].concat());
        let longest = format!("Longest win of White: {} moves ({plies} plies)", (plies + 1) / 2);
        assert!(done.out.contains(&longest), "{done:#?}");
        engine.send(&format!("setoption name UCI_Variant value {game}"));
        engine.send(&format!("setoption name TablePath value {tables}"));
        let mut moves = String::new();
        for left in (0..=plies).rev() {
            engine.send(&format!("position fen {start} moves{moves}"));
            let answer = engine.go("nodes 1");
            let score = if left % 2 == 1 { (left + 1) / 2 } else { -(left / 2) };
            assert_eq!(answer.infos.last().unwrap().score, Some(Score::Mate(score)), "{moves}");
            assert_eq!(answer.best.is_none(), left == 0, "{moves}");
            moves = format!("{moves} {}", answer.best.unwrap_or_default());
        }
        // Only the requested turns, and one line for each of several.
        engine.send(&format!("position fen {start}"));
        let slower = engine.go("nodes 1 searchmoves a1b1 a1b2");
        assert!(["a1b1", "a1b2"].contains(&slower.best.unwrap().as_str()));
        engine.send("setoption name MultiPV value 3");
        let lines = engine.go("nodes 1").infos;
        assert_eq!(lines.len(), 3, "{lines:?}");
        engine.send("setoption name MultiPV value 1");
    }
    engine.quit();
}
