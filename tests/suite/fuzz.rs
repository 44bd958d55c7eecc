//! Sessions of valid and invalid lines, in any order: the program must survive all of them.
//!
//! Reproducible; the number of a failing session is its seed.

use menagerie_tests::{Engine, PATIENCE, Random};

use crate::play::all_games;
use crate::tables::variant;

const SESSIONS: u64 = 24;
const LINES: usize = 40;

/// Lines that may be sent at any time. None writes files or takes much memory, and none is
/// `isready`: the one at the end must be unique.
const LINES_OF_ALL_KINDS: &[&str] = &[
    "uci",
    "ucinewgame",
    "debug on",
    "debug off",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "flip",
    "help",
    "register later",
    "setoption name Threads value 1",
    "setoption name Threads value 2",
    "setoption name Threads value 0",
    "setoption name Hash value 1",
    "setoption name Hash value 4",
    "setoption name Clear Hash",
    "setoption name MultiPV value 1",
    "setoption name MultiPV value 4",
    "setoption name UCI_ShowWDL value true",
    "setoption name Move Overhead value 0",
    "setoption name BoardSize value 10x10",
    "setoption name BoardSize value 16x8",
    "setoption name BoardSize value native",
    "setoption name VariantPath value /no/such/file",
    "setoption name VariantPath value",
    "position startpos",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K2R b - - 99 1",
    "position startpos moves e2e4 e7e5",
    "position startpos moves a1b2,c3d4",
    "go depth 2",
    "go movetime 5",
    "go nodes 500",
    "go infinite",
    "go ponder wtime 50 btime 50",
    "go wtime 20 btime 20",
    "go mate 1",
    "go perft 2",
    "go perft 9",
    "go searchmoves e2e4 b3d5 c3d4",
    "bench cheskers depth 2",
    "bench wibble",
    "",
    "wibble",
    "go depth",
    "position",
    "setoption name",
    "\u{265e}\u{1f40d}",
];

/// Returns a position some legal turns after a game's start.
fn some_position(random: &mut Random, name: &str) -> String {
    let mut game = variant(name).unwrap().start();
    let mut line = "position startpos moves".to_owned();
    for _ in 0..random.below(12) {
        let steps = game.step_texts();
        if steps.is_empty() {
            break;
        }
        let turn = random.choose(&steps).clone();
        if game.play_turn(&turn).is_err() {
            break;
        }
        line.push(' ');
        line.push_str(&turn);
    }
    if random.once_in(2) { line } else { format!("position fen {}", game.fen()) }
}

/// Corrupts a line at random, or leaves it unchanged.
fn spoil(random: &mut Random, line: &[u8]) -> Vec<u8> {
    // Corrupted, these could take all memory, or write a file.
    let costly: [&[u8]; 2] = [b"setoption", b"bench"];
    if line.is_empty() || costly.iter().any(|start| line.starts_with(start)) {
        return line.to_vec();
    }
    let mut bytes = line.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        match random.below(5) {
            0 => bytes.truncate(at.max(1)),
            1 => bytes[at] = random.number() as u8,
            2 => bytes.insert(at, b" -0189x,/"[random.below(9)]),
            3 => bytes.extend_from_within(at..),
            _ => drop(bytes.remove(at)),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes.retain(|&byte| byte != b'\n');
    // Not by accident either.
    let text = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
    if text.trim_start().starts_with("quit") { b"wibble".to_vec() } else { bytes }
}

fn session(seed: u64) {
    let mut random = Random::new(seed);
    let games = all_games();
    let mut name = "chess".to_owned();
    let mut engine = Engine::start();
    let mut asked = 0;
    for _ in 0..LINES {
        let line = match random.below(10) {
            0 => {
                name.clone_from(random.choose(&games));
                format!("setoption name UCI_Variant value {name}")
            }
            1 | 2 => some_position(&mut random, &name),
            _ => (*random.choose(LINES_OF_ALL_KINDS)).to_owned(),
        };
        let mut bytes = line.into_bytes();
        if random.once_in(3) {
            bytes = spoil(&mut random, &bytes);
        }
        asked += usize::from(bytes.to_ascii_lowercase().trim_ascii_start().starts_with(b"go"));
        engine.send_bytes(&bytes);
    }
    engine.send("stop");
    engine.send("debug off");
    engine.send("isready");
    let lines = engine.lines_until("readyok", PATIENCE);
    let answers = lines.iter().filter(|line| line.starts_with("bestmove")).count();
    assert!(answers <= asked, "session {seed}: {answers} answers to {asked} searches");
    for line in &lines {
        assert!(!line.contains("internal error"), "session {seed}: {line}");
    }

    // In any case a game can be played.
    engine.send("stop");
    engine.ask("setoption name MultiPV value 1");
    let game = random.choose(&games).clone();
    engine.send(&format!("setoption name UCI_Variant value {game}"));
    engine.expect_line(&format!("info string variant {game} "), PATIENCE);
    engine.send("go depth 1");
    assert!(engine.answer().best.is_some(), "session {seed}");
    engine.quit();
}

#[test]
fn sessions_of_any_lines() {
    use rayon::prelude::*;
    (0..SESSIONS).into_par_iter().for_each(session);
}
