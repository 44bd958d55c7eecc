//! UCI commands, one by one.

use menagerie_tests::{Engine, PATIENCE};

use crate::play::all_games;
use crate::tables::variant;

/// Options, in the notation that GUIs expect.
const OPTIONS: [&str; 20] = [
    "option name UCI_Variant type combo default chess var ",
    "option name VariantPath type string default <empty>",
    "option name EvalFile type string default <empty>",
    "option name TablePath type string default bundled",
    "option name Use NNUE type check default true",
    "option name BoardSize type string default native",
    "option name Threads type spin default 1 min 1 max ",
    "option name Hash type spin default 16 min 1 max ",
    "option name Clear Hash type button",
    "option name Ponder type check default false",
    "option name MultiPV type spin default 1 min 1 max ",
    "option name Skill Level type spin default 20 min 0 max 20",
    "option name UCI_LimitStrength type check default false",
    "option name UCI_Elo type spin default ",
    "option name Skill Seed type spin default 0 min 0 max ",
    "option name UCI_AnalyseMode type check default false",
    "option name UCI_ShowWDL type check default false",
    "option name UCI_Chess960 type check default false",
    "option name Move Overhead type spin default ",
    "option name Debug Log File type string default <empty>",
];

#[test]
fn handshake() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.lines_until("uciok", PATIENCE);
    assert!(lines[0].starts_with("id name Menagerie "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    for option in OPTIONS {
        assert_eq!(lines.iter().filter(|line| line.starts_with(option)).count(), 1, "{option}");
    }
    assert_eq!(lines.len(), OPTIONS.len() + 3, "{lines:?}");
    let combo = lines.iter().find(|line| line.contains("UCI_Variant")).unwrap();
    for game in all_games() {
        assert!(combo.contains(&format!(" var {game}")), "{game}");
    }
    assert_eq!(engine.ask(""), Vec::<String>::new());
    engine.quit();
}

#[test]
fn every_option_can_be_set() {
    let mut engine = Engine::start();
    for (name, value) in [
        ("Threads", "2"),
        ("Skill Level", "3"),
        ("UCI_LimitStrength", "true"),
        ("UCI_Elo", "1000"),
        ("Skill Seed", "7"),
        ("Hash", "1"),
        ("Ponder", "true"),
        ("MultiPV", "3"),
        ("UCI_AnalyseMode", "true"),
        ("UCI_ShowWDL", "true"),
        ("Move Overhead", "0"),
        ("Debug Log File", ""),
        ("VariantPath", "<empty>"),
        ("move  overhead", "25"),
        ("THREADS", "1"),
    ] {
        let lines = engine.ask(&format!("setoption name {name} value {value}"));
        assert!(lines.is_empty(), "{name}: {lines:?}");
    }
    assert!(engine.ask("setoption name Clear Hash").is_empty());
    let answer = engine.go("depth 3");
    for info in answer.infos {
        assert!(info.wdl.is_some_and(|chances| chances.iter().sum::<u32>() == 1000), "{info:?}");
    }
    engine.quit();
}

#[test]
fn commands_without_an_answer() {
    let mut engine = Engine::start();
    let start = engine.board();
    for line in ["ucinewgame", "debug off", "stop", "ponderhit", "", "   ", "\t", "\r"] {
        assert!(engine.ask(line).is_empty(), "{line:?}");
    }
    assert!(engine.ask("register later").iter().all(|line| line.starts_with("info string ")));
    assert_eq!(engine.board(), start);
    engine.ask("debug on");
    assert!(engine.ask("stop").iter().all(|line| line.starts_with("info string ")));
    engine.quit();
}

#[test]
fn words_can_be_spaced_and_spelt_freely() {
    let mut engine = Engine::start();
    engine.send("\t position   startpos\tmoves  e2e4 \r");
    let fen = engine.fen();
    assert!(fen.starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/"), "{fen}");
    engine.send("position fen 8/8/8/8/8/k7/8/K6R   w -  - 0 1  moves h1h3");
    assert!(engine.fen().starts_with("8/8/8/8/8/k6R/8/K7 b"));
    engine.quit();
}

#[test]
fn showing_and_judging_the_board() {
    let mut engine = Engine::start();
    for game in all_games() {
        engine.choose(&game);
        let start = variant(&game).unwrap().start();
        let board = engine.board();
        assert!(board.contains(&format!("Fen: {}", start.fen())), "{board:?}");
        assert!(board.contains(&format!("Key: {:016X}", start.key())), "{board:?}");
        let eval = engine.ask("eval");
        let value = eval.iter().find_map(|line| line.strip_prefix("Evaluation: ")).unwrap();
        let value: i32 = value.split(' ').next().unwrap().parse().unwrap();
        // Armies that are not alike.
        let is_uneven = ["manchu", "monster", "horde", "orda"].contains(&game.as_str());
        let most = if is_uneven { i32::MAX } else { 300 };
        assert!(value.abs() < most, "{game}: a start that is nearly won: {value}");
    }
    engine.quit();
}

#[test]
fn flip_gives_the_other_side_the_move() {
    let mut engine = Engine::start();
    engine.ask("position startpos moves e2e4");
    let before = engine.fen();
    let told = engine.ask("flip");
    let after = engine.fen();
    assert_eq!(told, [format!("Fen: {after}")]);
    assert!(before.contains(" b ") && after.contains(" w "), "{before} {after}");
    // A side in check that is not to move: an invalid position.
    engine.ask("position fen 4k3/8/8/8/8/8/4R3/4K3 b - - 0 1");
    let before = engine.board();
    let told = engine.ask("flip");
    assert!(told.iter().all(|line| line.starts_with("info string flip")), "{told:?}");
    assert_eq!(engine.board(), before);
    engine.quit();
}

#[test]
fn perft_counts_below_each_move() {
    let mut engine = Engine::start();
    for (game, depth) in [("chess", 3), ("cheskers", 4), ("chesica", 3), ("pacific", 2)] {
        engine.choose(game);
        let start = variant(game).unwrap().start();
        engine.send(&format!("go perft {depth}"));
        let lines = engine.lines_until("Nodes searched: ", PATIENCE);
        let mut wanted: Vec<String> = start
            .divide(depth, None)
            .into_iter()
            .map(|(turn, count)| format!("{turn}: {count}"))
            .collect();
        wanted.sort();
        wanted.push(String::new());
        wanted.push(format!("Nodes searched: {}", start.perft(depth)));
        assert_eq!(lines, wanted, "{game}");
    }
    assert!(engine.ask("go perft 0").contains(&"Nodes searched: 1".to_owned()));
    engine.quit();
}

#[test]
fn perft_can_be_stopped() {
    let mut engine = Engine::start();
    engine.choose("chesimals");
    assert!(engine.ask("go perft 30").is_empty());
    engine.send("stop");
    engine.expect_line("info string perft: stopped", PATIENCE);
    engine.quit();
}

#[test]
fn bench_ends_with_nodes_and_speed() {
    let mut engine = Engine::start();
    let mut counts = Vec::new();
    for _ in 0..2 {
        engine.send("bench chess depth 4");
        let lines = engine.lines_until("Nodes/second    : ", PATIENCE);
        let nodes = &lines[lines.len() - 2];
        assert!(nodes.starts_with("Nodes searched  : "), "{lines:?}");
        counts.push(nodes.clone());
    }
    assert_eq!(counts[0], counts[1]);
    engine.quit();
}

#[test]
fn help_tells_the_commands() {
    let mut engine = Engine::start();
    let lines = engine.ask("help").join("\n");
    for word in ["position", "setoption", "perft", "bench", "eval", "flip"] {
        assert!(lines.contains(word), "{word}");
    }
    engine.quit();
}
