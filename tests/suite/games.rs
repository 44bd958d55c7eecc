//! Every game over UCI.

use std::fmt::Write;

use menagerie_tests::Engine;

use crate::play::{all_games, check_answer};
use crate::tables::variant;

/// Checks the `info string` of a chosen game.
#[track_caller]
pub fn check_introduction(line: &str, name: &str) {
    let compiled = variant(name).unwrap();
    let game = compiled.definition();
    let can_be_held = game.pieces.iter().filter(|piece| !piece.royal && piece.reverts.is_none());
    let pocket = if game.family.has_hands() { can_be_held.count() } else { 0 };
    let wanted = format!(
        "info string variant {} files {} ranks {} pocket {} template {} startpos {}",
        game.name,
        game.size.files(),
        game.size.ranks(),
        pocket,
        game.template,
        game.start
    );
    assert_eq!(line, wanted);
}

#[test]
fn every_game_is_chosen_and_played() {
    let mut engine = Engine::start();
    for name in all_games() {
        check_introduction(&engine.choose(&name), &name);
        engine.ask("ucinewgame");
        let mut game = variant(&name).unwrap().start();
        let mut moves = String::new();
        for _ in 0..3 {
            assert_eq!(engine.ask(&format!("position startpos{moves}")), Vec::<String>::new());
            assert_eq!(engine.fen(), game.fen());
            let answer = engine.go("movetime 10");
            check_answer(&game, &answer);
            let best = answer.best.unwrap();
            game.play_turn(&best).unwrap();
            let word = if moves.is_empty() { " moves" } else { "" };
            let _ = write!(moves, "{word} {best}");
        }
    }
    engine.quit();
}

#[test]
fn every_game_answers_however_short_the_time() {
    let mut engine = Engine::start();
    for name in all_games() {
        engine.choose(&name);
        let start = variant(&name).unwrap().start();
        for limits in ["movetime 0", "movetime 1", "wtime 10 btime 10", "nodes 1", "depth 1"] {
            check_answer(&start, &engine.go(limits));
        }
        engine.send("go infinite");
        engine.send("stop");
        check_answer(&start, &engine.answer());
    }
    engine.quit();
}

#[test]
fn several_threads_play_every_game() {
    let mut engine = Engine::start();
    engine.ask("setoption name Threads value 3");
    for name in all_games() {
        engine.choose(&name);
        check_answer(&variant(&name).unwrap().start(), &engine.go("movetime 20"));
    }
    engine.quit();
}

/// Self-play games to the end, with a few nodes per move.
#[test]
fn whole_games() {
    const MOST: usize = 300;
    let mut engine = Engine::start();
    for name in ["chess", "knightmate", "cheskers", "chesica", "english-draughts", "chesimals2"] {
        engine.choose(name);
        engine.ask("ucinewgame");
        let mut game = variant(name).unwrap().start();
        let mut line = "position startpos moves".to_owned();
        for _ in 0..MOST {
            if game.outcome().is_some() {
                break;
            }
            if game.ply() > 0 {
                engine.send(&line);
            }
            let answer = engine.go("nodes 300");
            check_answer(&game, &answer);
            let best = answer.best.unwrap();
            game.play_turn(&best).unwrap();
            let _ = write!(line, " {best}");
        }
        engine.send(&line);
        assert_eq!(engine.fen(), game.fen(), "{name}");
    }
    engine.quit();
}
