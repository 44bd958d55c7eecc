//! Finished games.

use menagerie_tests::{Engine, Score};

use crate::tables::finished_positions;

#[test]
fn a_finished_game_has_no_best_move() {
    let mut engine = Engine::start();
    let positions = finished_positions(3);
    assert!(positions.len() > 40, "only {}", positions.len());
    let mut chosen = String::new();
    for (name, fen) in positions {
        if name != chosen {
            let (game, size) = name.split_once('@').unwrap_or((&name, "native"));
            crate::play::choose(&mut engine, game, size);
            chosen.clone_from(&name);
        }
        assert_eq!(engine.ask(&format!("position fen {fen}")), Vec::<String>::new(), "{name}");
        for limits in ["movetime 20", "depth 3", "wtime 100 btime 100"] {
            let answer = engine.go(limits);
            assert_eq!((&answer.best, &answer.ponder), (&None, &None), "{name}: {fen}: {limits}");
            let info = answer.infos.last().unwrap_or_else(|| panic!("{name}: no info for {fen}"));
            info.check();
            let scores = [Score::Mate(0), Score::Mate(1), Score::Centipawns(0)];
            assert!(info.score.is_some_and(|score| scores.contains(&score)), "{name}: {info:?}");
        }
    }
    engine.quit();
}

#[test]
fn fools_mate() {
    let mut engine = Engine::start();
    engine.send("position startpos moves f2f3 e7e5 g2g4 d8h4");
    let answer = engine.go("movetime 1000");
    assert_eq!(answer.best, None);
    assert_eq!(answer.infos.last().unwrap().score, Some(Score::Mate(0)));
    // Nor is there one among other illegal moves.
    assert_eq!(engine.go("movetime 10 searchmoves e2e4").best, None);
    engine.quit();
}

/// A game that is drawn by its history can still be searched: not every program claims.
#[test]
fn a_position_that_came_thrice_is_told() {
    let mut engine = Engine::start();
    let there_and_back = "g1f3 g8f6 f3g1 f6g8";
    engine.send(&format!("position startpos moves {there_and_back} {there_and_back}"));
    let board = engine.board();
    assert!(board.iter().any(|line| line.contains("repetition")), "{board:?}");
    engine.quit();
}
