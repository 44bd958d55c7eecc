//! Invalid input: reported with the value, and otherwise ignored.

use menagerie_tests::{Engine, PATIENCE};

/// Invalid lines, each with text that the answer must contain.
const FAULTS: &[(&str, &str)] = &[
    ("wibble", "wibble"),
    ("ucix", "ucix"),
    ("isready?", "isready?"),
    ("bestmove e2e4", "bestmove"),
    ("go perft", "perft"),
    ("go perft x", "'x'"),
    ("go perft 101", "101"),
    ("go perft 99999999999999999999", "perft"),
    ("position", "position"),
    ("position wibble", "wibble"),
    ("position startpos e2e4", "e2e4"),
    ("position startpos moves e2e5", "e2e5"),
    ("position startpos moves e2e4 e7e5 e1e3", "move 3"),
    ("position startpos moves e2e4 e2e4", "e2e4"),
    ("position startpos moves a10b9", "a10b9"),
    ("position startpos moves e2e4q", "e2e4q"),
    ("position startpos moves 0000", "0000"),
    ("position startpos moves \u{265e}f3", "\u{265e}f3"),
    ("position fen", "FEN"),
    ("position fen moves e2e4", "FEN"),
    ("setoption", "setoption"),
    ("setoption Threads 2", "Threads"),
    ("setoption name", "setoption"),
    ("setoption name Wibble value 3", "Wibble"),
    ("setoption name Wibble", "Wibble"),
    ("setoption name Threads", "Threads"),
    ("setoption name Threads value", "Threads"),
    ("setoption name Threads value 0", "'0'"),
    ("setoption name Threads value -1", "-1"),
    ("setoption name Threads value 1025", "1025"),
    ("setoption name Threads value two", "two"),
    ("setoption name Threads value 99999999999999999999999", "99999999999999999999999"),
    ("setoption name Hash value 0", "'0'"),
    ("setoption name Hash value 1048577", "1048577"),
    ("setoption name MultiPV value 257", "257"),
    ("setoption name MultiPV value 1.5", "1.5"),
    ("setoption name Move Overhead value 10001", "10001"),
    ("setoption name Ponder value maybe", "maybe"),
    ("setoption name UCI_ShowWDL value 2", "'2'"),
    ("setoption name UCI_Variant value wibble", "wibble"),
    ("setoption name UCI_Variant value", "UCI_Variant"),
    ("setoption name BoardSize value 9x9", "9x9"),
    ("setoption name VariantPath value /no/such/file", "/no/such/file"),
    ("setoption name VariantPath value /", "/"),
    ("setoption name EvalFile value /no/such/file", "/no/such/file"),
    ("setoption name EvalFile value /", "/"),
    ("setoption name Debug Log File value /no/such/file", "/no/such/file"),
    ("debug maybe", "maybe"),
    ("register wibble", "wibble"),
    ("bench wibble", "wibble"),
    ("bench depth x", "'x'"),
    ("bench chess depth 3 threads none", "none"),
];

/// Searches with an invalid part, which is reported and ignored, each with text that the report
/// must contain.
const GO_FAULTS: &[(&str, &str)] = &[
    ("go depth x", "'x'"),
    ("go depth -3", "-3"),
    ("go depth", "go depth"),
    ("go depth 3 depth", "go depth"),
    ("go movetime soon", "soon"),
    ("go movetime", "go movetime"),
    ("go nodes 1e9", "1e9"),
    ("go mate 0x10", "0x10"),
    ("go wtime btime 100", "go wtime"),
    ("go wibble", "wibble"),
    ("go infinite wibble", "wibble"),
    ("go searchmoves e2e5", "e2e5"),
    ("go searchmoves wibble depth 2", "wibble"),
];

/// Invalid FENs of chess, each with text that the answer must contain.
const FENS: &[(&str, &str)] = &[
    ("wibble", "1 rank: expected 8"),
    ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "7 ranks"),
    ("rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "9 ranks"),
    ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank"),
    ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank"),
    ("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "x"),
    ("rnbqkbnr/pppp\u{e9}ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "\u{e9}"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "'x'"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w ZZ - 0 1", "Z"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq z9 0 1", "z9"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1", "'x'"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 -1", "-1"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 99999999999999999999", "9999"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 wibble", "7 fields"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w kq - 0 1", "king"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w kq - 0 1", "king"),
    ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e8"),
    ("rnbqkbnP/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "h8"),
];

/// Sends a line, and checks that an error with that text is reported.
#[track_caller]
fn check_fault(engine: &mut Engine, line: &[u8], mention: &str) {
    let lines = engine.ask_bytes(line);
    let shown = String::from_utf8_lossy(&line[..line.len().min(100)]).into_owned();
    assert!(!lines.is_empty(), "nothing is told of {shown:?}");
    assert!(lines.iter().all(|line| line.starts_with("info string ")), "{shown:?}: {lines:?}");
    assert!(
        lines.iter().any(|line| line.contains(mention)),
        "{mention:?} is not told of {shown:?}: {lines:?}"
    );
    assert!(lines.iter().all(|line| line.len() < 1000), "{shown:?}: long lines");
}

/// Sends an invalid `go`, and checks that the error is reported and that one move is answered.
#[track_caller]
fn check_go_fault(engine: &mut Engine, line: &str, mention: &str) {
    let shown = &line[..line.len().min(100)];
    engine.send(line);
    engine.send("stop");
    let lines = engine.lines_until("bestmove", PATIENCE);
    assert!(
        lines.iter().any(|line| line.starts_with("info string go") && line.contains(mention)),
        "{mention:?} is not told of {shown:?}: {lines:?}"
    );
    assert!(lines.iter().all(|line| line.len() < 1000), "{shown:?}: long lines");
    assert_ne!(lines.last().map(String::as_str), Some("bestmove (none)"), "{shown:?}");
    assert!(engine.ask("stop").is_empty(), "{shown:?}");
}

#[test]
fn faults_in_chess() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4 e7e5");
    let before = engine.board();
    let options = engine.ask("uci");
    for (line, mention) in FAULTS {
        check_fault(&mut engine, line.as_bytes(), mention);
        assert_eq!(engine.board(), before, "after {line:?}");
    }
    for (line, mention) in GO_FAULTS {
        check_go_fault(&mut engine, line, mention);
        assert_eq!(engine.board(), before, "after {line:?}");
    }
    for (fen, mention) in FENS {
        check_fault(&mut engine, format!("position fen {fen}").as_bytes(), mention);
        assert_eq!(engine.board(), before, "after {fen:?}");
    }
    assert_eq!(engine.ask("uci"), options);
    assert!(engine.go("depth 2").best.is_some());
    engine.quit();
}

#[test]
fn faults_in_other_games() {
    let mut engine = Engine::start();
    for (game, faults) in [
        (
            "cheskers",
            [
                "position startpos moves c3d4",
                "position startpos moves d6c5 c3e5",
                "position fen 1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1Q1 b - - 0 1",
            ],
        ),
        (
            "chesimals",
            [
                "position startpos moves a1a2",
                "position startpos moves b3d5,a1a1",
                "position fen 16/16/16/16/16/16/16/16/16/16/16/16/16 w - - 0 1",
            ],
        ),
        (
            "pacific",
            [
                "position startpos moves a1a9",
                "position startpos moves a11a12",
                "position fen 10/10/10/10/10/10/10/10/10/10 w - - 0 1",
            ],
        ),
    ] {
        engine.choose(game);
        let before = engine.board();
        for line in faults {
            let last = line
                .split(' ')
                .find(|word| line.contains(" moves ") && word.ends_with(char::is_numeric));
            check_fault(&mut engine, line.as_bytes(), last.map_or("position", |_| "illegal move"));
            assert_eq!(engine.board(), before, "{game}: after {line:?}");
        }
        assert!(engine.go("depth 1").best.is_some());
    }
    engine.quit();
}

#[test]
fn lines_that_are_not_text() {
    let mut engine = Engine::start();
    engine.send("position startpos moves d2d4");
    let before = engine.board();
    check_fault(&mut engine, b"\xff\xfe\x00go", "UTF-8");
    check_fault(&mut engine, b"position startpos moves \xc3\x28", "UTF-8");
    check_fault(&mut engine, b"\x00\x01\x02", "unknown command");
    check_fault(&mut engine, b"\x1b[31mred\x07", "unknown command");
    check_fault(&mut engine, "\u{202e}og".as_bytes(), "unknown command");
    assert_eq!(engine.board(), before);
    engine.quit();
}

#[test]
fn lines_of_megabytes() {
    let mut engine = Engine::start();
    engine.send("position startpos moves d2d4");
    let before = engine.board();
    let megabyte = "x".repeat(1 << 20);
    check_fault(&mut engine, megabyte.as_bytes(), "xxx");
    check_fault(&mut engine, format!("position fen {megabyte}").as_bytes(), "position");
    check_fault(&mut engine, format!("position startpos moves {megabyte}").as_bytes(), "move 1");
    check_fault(&mut engine, format!("setoption name {megabyte} value 1").as_bytes(), "xxx");
    check_fault(
        &mut engine,
        format!("setoption name VariantPath value {megabyte}").as_bytes(),
        "xxx",
    );
    check_go_fault(&mut engine, &format!("go depth {}", "9".repeat(1 << 20) + "x"), "999");
    check_fault(&mut engine, "wibble ".repeat(1 << 17).as_bytes(), "wibble");
    check_fault(&mut engine, &vec![b'y'; 9 << 20], "skipped");
    check_fault(&mut engine, &vec![0xff; 1 << 20], "UTF-8");
    assert_eq!(engine.board(), before);
    // A long game is a long line, and valid.
    let moves = " g1f3 g8f6 f3g1 f6g8".repeat(10_000);
    assert!(engine.ask(&format!("position startpos moves{moves}")).is_empty());
    assert!(engine.go("depth 1").best.is_some());
    engine.quit();
}

#[test]
fn what_cannot_be_done_while_a_search_runs() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4");
    let before = engine.board();
    engine.send("go infinite");
    engine.expect_line("info depth 1 ", PATIENCE);
    for line in [
        "go depth 1",
        "go",
        "position startpos",
        "position startpos moves e2e4 e7e5",
        "setoption name Hash value 32",
        "setoption name Threads value 2",
        "setoption name UCI_Variant value pacific",
        "setoption name Clear Hash",
        "ucinewgame",
        "bench chess depth 1",
        "flip",
        "go perft 1",
    ] {
        let lines = engine.ask(line);
        let word = line.split(' ').next().unwrap();
        assert!(
            lines.iter().any(|told| told.starts_with(&format!("info string {word}"))),
            "{line}: {lines:?}"
        );
        assert!(lines.iter().all(|line| line.starts_with("info ")), "{line}: {lines:?}");
    }
    assert!(engine.ask("wibble").iter().any(|line| line.contains("wibble")));
    assert!(engine.ask("eval").iter().any(|line| line.starts_with("Evaluation")));
    engine.send("stop");
    assert!(engine.answer().best.is_some());
    assert_eq!(engine.board(), before);
    assert_eq!(engine.ask("stop"), Vec::<String>::new());
    engine.quit();
}

/// A program may send the next position without waiting for the answer to `stop`.
#[test]
fn commands_right_after_stop_come_in_their_order() {
    let mut engine = Engine::start();
    for _ in 0..5 {
        engine.send("position startpos");
        engine.send("go infinite");
        engine.send("stop");
        engine.send("position startpos moves e2e4");
        engine.send("go searchmoves e7e5 depth 2");
        assert!(engine.answer().best.is_some_and(|best| best.ends_with(['3', '4'])));
        assert_eq!(engine.answer().best.as_deref(), Some("e7e5"));
    }
    engine.quit();
}
