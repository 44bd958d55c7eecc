//! `go` in all its forms.

use std::thread::sleep;
use std::time::Duration;

use menagerie_tests::{Answer, Engine, PATIENCE, Score};
use variants::AnyGame;

use crate::play::check_answer;
use crate::tables::variant;

/// Starts an engine at the start of chess, with that start.
fn chess() -> (Engine, AnyGame) {
    (Engine::start(), variant("chess").unwrap().start())
}

/// Returns the last line of the best move.
fn last(answer: &Answer) -> &menagerie_tests::Info {
    answer.infos.iter().rfind(|info| info.multipv.is_none_or(|line| line == 1)).unwrap()
}

#[test]
fn clocks_in_any_order_and_one_alone() {
    let (mut engine, start) = chess();
    for limits in [
        "wtime 500 btime 500",
        "wtime 500 btime 500 winc 10 binc 10",
        "binc 10 winc 10 btime 500 wtime 500",
        "movestogo 40 wtime 500 btime 500",
        "wtime 500",
        "btime 500",
        "winc 20 wtime 300",
        "wtime 1 btime 1",
        "wtime 0 btime 0",
        "wtime -100 btime -100",
        "movestogo 1 btime 300 wtime 300",
    ] {
        let answer = engine.go(limits);
        check_answer(&start, &answer);
        // Twice a whole clock would lose any game; the margin is for loaded machines.
        assert!(last(&answer).time.unwrap() < 1000, "{limits}: {answer:?}");
    }
    engine.quit();
}

#[test]
fn depth() {
    let (mut engine, start) = chess();
    for depth in 1..=5 {
        let answer = engine.go(&format!("depth {depth}"));
        check_answer(&start, &answer);
        assert_eq!(last(&answer).depth, Some(depth));
        assert!(answer.infos.iter().all(|info| info.depth <= Some(depth)));
    }
    engine.quit();
}

#[test]
fn nodes() {
    let (mut engine, start) = chess();
    for nodes in [1, 100, 10_000] {
        let answer = engine.go(&format!("nodes {nodes}"));
        check_answer(&start, &answer);
        let used = last(&answer).nodes.unwrap();
        assert!(used <= nodes + nodes / 10 + 1, "{used} nodes of {nodes}");
    }
    engine.quit();
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    let (mut engine, _) = chess();
    let mut answers = Vec::new();
    for _ in 0..2 {
        engine.ask("ucinewgame");
        let answer = engine.go("nodes 20000");
        let lines: Vec<_> = answer
            .infos
            .into_iter()
            .map(|info| (info.depth, info.score, info.nodes, info.pv))
            .collect();
        answers.push((lines, answer.best, answer.ponder));
    }
    assert_eq!(answers[0], answers[1]);
    engine.quit();
}

#[test]
fn mate() {
    let (mut engine, _) = chess();
    let fen = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1";
    engine.send(&format!("position fen {fen}"));
    let answer = engine.go("mate 2");
    check_answer(&variant("chess").unwrap().game(fen).unwrap(), &answer);
    assert_eq!(last(&answer).score, Some(Score::Mate(2)), "{answer:?}");
    engine.quit();
}

#[test]
fn move_time() {
    let (mut engine, start) = chess();
    let answer = engine.go("movetime 150");
    check_answer(&start, &answer);
    let time = last(&answer).time.unwrap();
    assert!(time < 1500, "{time} ms");
    engine.quit();
}

#[test]
fn infinite_ends_with_stop_alone() {
    let (mut engine, start) = chess();
    for limits in ["infinite", "infinite depth 2", "movetime 20 infinite", ""] {
        engine.send(&format!("go {limits}"));
        let mut lines = engine.lines_until("info depth 2 ", PATIENCE);
        sleep(Duration::from_millis(50));
        lines.extend(engine.ask(""));
        assert!(lines.iter().all(|line| line.starts_with("info depth")), "{limits}: {lines:?}");
        engine.send("stop");
        lines.extend(engine.lines_until("bestmove", PATIENCE));
        check_answer(&start, &menagerie_tests::answer(&lines));
        assert!(engine.ask("").is_empty(), "{limits}: a second answer");
    }
    engine.quit();
}

#[test]
fn a_forced_mate_does_not_end_an_infinite_search() {
    let (mut engine, _) = chess();
    engine.send("position fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1");
    engine.send("go infinite");
    sleep(Duration::from_millis(300));
    let lines = engine.ask("");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    engine.send("stop");
    assert!(engine.answer().best.is_some());
    engine.quit();
}

#[test]
fn pondering() {
    let (mut engine, start) = chess();
    for limits in [
        "ponder wtime 300 btime 300",
        "wtime 300 ponder btime 300",
        "ponder movetime 50",
        "ponder depth 2",
    ] {
        engine.send(&format!("go {limits}"));
        sleep(Duration::from_millis(120));
        let mut lines = engine.ask("");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{limits}: {lines:?}");
        engine.send("ponderhit");
        lines.extend(engine.lines_until("bestmove", PATIENCE));
        check_answer(&start, &menagerie_tests::answer(&lines));
    }
    engine.send("go ponder wtime 100000 btime 100000");
    engine.send("stop");
    check_answer(&start, &engine.answer());
    engine.quit();
}

#[test]
fn search_moves() {
    let (mut engine, start) = chess();
    for limits in [
        "depth 3 searchmoves a2a3 h2h4",
        "searchmoves a2a3 h2h4 depth 3",
        "searchmoves h2h4 a2a3 movetime 50",
    ] {
        let answer = engine.go(limits);
        check_answer(&start, &answer);
        for info in &answer.infos {
            assert!(["a2a3", "h2h4"].contains(&info.pv[0].as_str()), "{limits}: {info:?}");
        }
        assert!(["a2a3", "h2h4"].contains(&answer.best.as_deref().unwrap()));
    }
    engine.quit();
}

#[test]
fn several_lines() {
    for game in ["chess", "pacific", "cheskers", "chesica", "chesimals"] {
        let mut engine = Engine::start();
        engine.choose(game);
        engine.ask("setoption name MultiPV value 3");
        let answer = engine.go("depth 3");
        check_answer(&variant(game).unwrap().start(), &answer);
        let deepest: Vec<_> =
            answer.infos.iter().rev().filter(|info| !info.bound).take(3).collect();
        let mut ranks: Vec<_> = deepest.iter().map(|info| info.multipv.unwrap()).collect();
        ranks.sort_unstable();
        assert_eq!(ranks, [1, 2, 3], "{game}");
        let mut first: Vec<_> = deepest.iter().map(|info| info.pv[0].clone()).collect();
        first.sort();
        first.dedup();
        assert_eq!(first.len(), 3, "{game}: lines begin alike");
        engine.quit();
    }
}

#[test]
fn more_lines_than_moves() {
    let (mut engine, _) = chess();
    engine.ask("setoption name MultiPV value 256");
    let fen = "7k/8/8/8/8/8/1q6/K7 w - - 0 1";
    engine.send(&format!("position fen {fen}"));
    let answer = engine.go("depth 3");
    check_answer(&variant("chess").unwrap().game(fen).unwrap(), &answer);
    assert_eq!(answer.best.as_deref(), Some("a1b2"));
    engine.quit();
}

/// Armies of riders on an open board, in which a win within the turn is sought for long; kings that jump over each
/// other in more chains than can be followed; turns of sixteen moves, of hundreds each; riders that lead everywhere on
/// winding paths, whose moves hundreds of walls can follow; and riders that each take hundreds of pieces.
const VAST: &str = r#"
[army]
family = "armies"
board = "16x16"
start = "wwwwwwwkwwwwwwww/wwwwwwwwwwwwwwww/wwwwwwwwwwwwwwww/wwwwwwwwwwwwwwww/16/16/16/16/16/16/16/16/WWWWWWWWWWWWWWWW/WWWWWWWWWWWWWWWW/WWWWWWWWWWWWWWWW/WWWWWWWKWWWWWWWW w - - 0 1"
move-rule = 100
armies = [{ name = "royal", units = "KW" }]
royal-chiefs = "K"
[army.pieces]
K = { name = "king", moves = "K[K-K]" }
W = { name = "machine", moves = "NNQ[R-sR]" }

[chains]
family = "jumping"
board = "16x16"
start = "1m1m1m1m1m1m1m1m/16/16/16/16/16/16/16/16/16/16/16/16/16/M1M1M1M1M1M1M1M1/16 w - - 0 1"
duty = "jumps"
capture = ["kings-first"]
removal = "at-end"
chain-promotion = "goes-on"
[chains.pieces]
M = { name = "man", moves = "mfF", jumps = "Q", promotes = "+M" }
"+M" = { name = "king", moves = "mQ", jumps = "Q" }

[series]
family = "royal"
board = "16x16"
start = "xxxxxxxxkxxxxxxx/xxxxxxxxxxxxxxxx/xxxxxxxxxxxxxxxx/xxxxxxxxxxxxxxxx/16/16/16/16/16/16/16/16/XXXXXXXXXXXXXXXX/XXXXXXXXXXXXXXXX/XXXXXXXXXXXXXXXX/XXXXXXXXKXXXXXXX w - - 0 1"
turn = { moves = 16, check = "last-move" }
[series.pieces]
K = { name = "king", moves = "K" }
X = { name = "monster", moves = "QNNgQpQCCJJAADDqNzBzR" }

[walled]
family = "royal"
board = "16x16"
start = "rnbqrnbqkbnrqbnr/rrrrqqqqqqqqrrrr/16/16/16/16/16/16/16/16/16/16/16/16/RRRRQQQQQQQQRRRR/RNBQRNBQKBNRQBNR w - - 0 1"
walls = { place = "any", single = true }
[walled.pieces]
R = { name = "rook", moves = "R" }
N = { name = "knight", moves = "N" }
B = { name = "bishop", moves = "B" }
Q = { name = "queen", moves = "Q" }
K = { name = "king", moves = "K", royal = true }

[winding]
family = "royal"
board = "16x16"
start = "xxxxxxxxkxxxxxxx/xxxxxxxxxxxxxxxx/xxxxxxxxxxxxxxxx/xxxxxxxxxxxxxxxx/16/16/16/16/16/16/16/16/XXXXXXXXXXXXXXXX/XXXXXXXXXXXXXXXX/XXXXXXXXXXXXXXXX/XXXXXXXXKXXXXXXX w - - 0 1"
walls = { place = "any", single = true }
[winding.pieces]
K = { name = "king", moves = "K", royal = true }
X = { name = "worm", moves = "qNzBzRqCqJ" }

[riders]
family = "royal"
board = "16x16"
start = "xxxxxxxxkxxxxxxx/xxxxxxxxxxxxxxxx/xxxxxxxxxxxxxxxx/xxxxxxxxxxxxxxxx/16/16/16/16/16/16/16/16/XXXXXXXXXXXXXXXX/XXXXXXXXXXXXXXXX/XXXXXXXXXXXXXXXX/XXXXXXXXKXXXXXXX w - - 0 1"
[riders.pieces]
K = { name = "king", moves = "K", royal = true }
X = { name = "monster", moves = "QNNgQpQCCJJAADDqNzBzRR[R-sR]" }
"#;

#[test]
fn vast_games_are_answered_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vast.toml");
    std::fs::write(&path, VAST).unwrap();
    let mut engine = Engine::start();
    engine.send(&format!("setoption name VariantPath value {}", path.display()));
    engine.send("setoption name UCI_Variant value army");
    assert!(engine.go("movetime 100").best.is_some());
    engine.send("setoption name UCI_Variant value chains");
    let (own, other) = ("+M2+M2+M2+M2+M2+M", "1+m2+m2+m2+m2+m2");
    let rows = format!("{other}/16/{other}/{own}/");
    engine.send(&format!("position fen {} w - - 0 1", rows.repeat(4).trim_end_matches('/')));
    assert!(engine.go("nodes 1").best.is_some());
    for game in ["series", "walled", "winding", "riders"] {
        engine.send(&format!("setoption name UCI_Variant value {game}"));
        assert!(engine.go("movetime 100").best.is_some(), "{game}");
        assert!(engine.go("depth 1").best.is_some(), "{game}");
    }
    engine.quit();
}
