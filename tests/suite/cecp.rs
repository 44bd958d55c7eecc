//! XBoard's protocol over pipes: games between two engines, with a relay between them that behaves
//! like XBoard.

use std::time::Duration;

use menagerie_tests::{Engine, PATIENCE, assert_fast, time};
use rayon::prelude::*;

use crate::play::games_of_cecp;
use crate::tables::variant;

/// Maximum number of board moves of a game.
const MAX_MOVES: usize = 14;

/// Starts an engine, introduced, in a game's start position, with a GUI's usual settings.
fn join(game: &str) -> Engine {
    let mut engine = Engine::start();
    engine.send("xboard");
    engine.send("protover 2");
    let lines = engine.lines_until("feature done=1", PATIENCE);
    let game = if game == "chess" { "normal" } else { game };
    let variants = lines.iter().find_map(|line| line.strip_prefix("feature variants=\""));
    let variants = variants.expect("variants").trim_end_matches('"');
    assert!(variants.split(',').any(|name| name == game), "{game}: {variants}");
    for line in ["accepted ping", "new", "random", "level 0 1 0.1", "post", "hard", "st 0.015"] {
        engine.send(line);
    }
    if game != "normal" {
        engine.send(&format!("variant {game}"));
    }
    engine.send("force");
    engine.send("computer");
    settle(&mut engine);
    engine
}

/// Returns the output until all commands are done.
fn settle(engine: &mut Engine) -> Vec<String> {
    engine.send("ping 77");
    engine.lines_until("pong 77", PATIENCE)
}

/// Converts a move as XBoard forwards it: over the victims' squares, legs joined by commas.
fn relayed(mv: &str) -> String {
    let mv = mv.replace("=+", "+");
    let squares: Vec<&str> = mv.split(['x', '-']).collect();
    if squares.len() < 3 {
        return mv;
    }
    let legs: Vec<String> = squares.windows(2).map(|pair| pair.concat()).collect();
    legs.join(",")
}

#[test]
fn relayed_moves_have_legs() {
    for (sent, received) in [
        ("e2e4", "e2e4"),
        ("a3xb4-c5", "a3b4,b4c5"),
        ("b4xc5xe7-f8k", "b4c5,c5e7,e7f8k"),
        ("a6xb7-c8=+", "a6b7,b7c8+"),
        ("@@@@", "@@@@"),
    ] {
        assert_eq!(relayed(sent), received);
    }
}

/// Answer of an engine that is to move.
enum Reply {
    Move(String),
    /// End of the game: a result, a draw offer, or silence.
    End(String),
}

/// Returns the engine's next move, or its end of the game.
fn reply(engine: &mut Engine) -> Reply {
    // Answered after the move, or at once if there is no search.
    for line in settle(engine) {
        assert!(!line.contains("llegal") && !line.contains("rror"), "{line}");
        let ends = ["1-0 ", "0-1 ", "1/2-1/2 ", "resign", "offer draw", "pong "];
        if let Some(mv) = line.strip_prefix("move ") {
            return Reply::Move(mv.to_owned());
        } else if ends.iter().any(|end| line.starts_with(end)) {
            return Reply::End(line);
        }
    }
    unreachable!("the last line is a pong");
}

fn fen(engine: &mut Engine) -> String {
    engine.send("force");
    settle(engine);
    engine.send("d");
    let lines = settle(engine);
    let fen = lines.iter().find_map(|line| line.strip_prefix("# Fen: "));
    fen.expect("a FEN").to_owned()
}

/// Plays a game; a very short one has to be over by the rules, or be given up.
fn play(game: &str) {
    let mut engines = [join(game), join(game)];
    // On a GUI's board White moves first, in any game.
    engines[0].send("go");
    let mut moves = 0;
    let mut end = String::new();
    while moves < MAX_MOVES && end.is_empty() {
        let mover = moves % 2;
        match reply(&mut engines[mover]) {
            Reply::End(how) => end = how,
            Reply::Move(mv) => {
                moves += 1;
                let other = &mut engines[1 - mover];
                if moves == MAX_MOVES {
                    other.send("force");
                }
                other.send("time 6000");
                other.send("otim 6000");
                other.send(&format!("usermove {}", relayed(&mv)));
                if moves == 1 {
                    other.send("go");
                }
            }
        }
    }
    let [white, black] = &mut engines;
    let (white, black) = (fen(white), fen(black));
    assert_eq!(white, black, "{game}, {moves} moves, {end}");
    let position = variant(game).unwrap().game(&white).expect("a position of the game");
    assert_eq!(position.fen(), white);
    let over = position.outcome_on_board().is_some() || end.starts_with("resign");
    assert!(moves > 10 || over, "{game}: {end:?} after {moves} moves");
    engines.into_iter().for_each(Engine::quit);
}

#[test]
fn games_between_two_engines() {
    let games: Vec<_> = games_of_cecp().into_iter().step_by(4).collect();
    games.par_iter().for_each(|game| play(game));
}

#[test]
#[ignore = "a minute"]
fn games_of_every_variant_between_two_engines() {
    games_of_cecp().par_iter().for_each(|game| play(game));
}

#[test]
fn a_thinking_engine_quits_at_once() {
    assert_fast("quit while thinking", Duration::from_millis(300), 3, || {
        let mut engine = join("chesimals");
        engine.send("level 40 5 0");
        engine.send("go");
        std::thread::sleep(Duration::from_millis(50));
        time(|| {
            engine.send("quit");
            assert_eq!(engine.end(PATIENCE).code(), Some(0));
        })
    });
    for mode in ["analyze", "go\nusermove a2a3"] {
        let mut engine = join("chess");
        engine.send("st 0.01");
        engine.send(mode);
        engine.close_input();
        assert_eq!(engine.end(PATIENCE).code(), Some(0));
    }
}

#[test]
fn games_of_a_file_are_told_as_well() {
    let path = std::env::temp_dir().join(format!("menagerie-cecp-{}.toml", std::process::id()));
    std::fs::write(&path, "[my-cheskers]\ninherits = \"cheskers\"\ncapture = \"free\"\n").unwrap();
    let mut engine = Engine::start();
    engine.send("xboard");
    engine.send("protover 2");
    engine.lines_until("feature done=1", PATIENCE);
    engine.send(&format!("option VariantPath={}", path.display()));
    let lines = settle(&mut engine);
    assert!(
        lines.iter().any(|line| line.starts_with("feature variants=") && line.contains("my-ches")),
        "{lines:?}"
    );
    engine.send("variant my-cheskers");
    let lines = settle(&mut engine);
    assert!(lines.iter().any(|line| line.contains(") 8x8+0_lion ")), "{lines:?}");
    engine.quit();
    let _ = std::fs::remove_file(path);
}
