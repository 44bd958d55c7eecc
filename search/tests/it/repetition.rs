//! Repetitions, before the root of a search and in it.

use menagerie_search::{Control, Engine, Limits, Score};
use variants::{read_turn, with_game};

use crate::{game, search, search_with};

fn after(turns: &[&str], variant: &str, fen: &str) -> variants::AnyGame {
    let mut game = game(variant, fen);
    turns.iter().for_each(|turn| game.play_turn(turn).unwrap());
    game
}

#[test]
fn one_return_to_a_position_from_before_the_root_is_no_draw() {
    // Black is a queen down; Nf6g8 repeats the start position for the first time.
    let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let game = after(&["g1f3", "g8f6", "f3g1"], "chess", fen);
    let answer = search(&game, &Limits::depth(8));
    let Score::Centipawns(score) = answer.score else { panic!("{answer:?}") };
    assert!(score < -300, "{answer:?}");
}

#[test]
fn a_second_return_is_a_draw() {
    let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let turns: Vec<&str> = round.iter().chain(&round[..3]).copied().collect();
    let answer = search(&after(&turns, "chess", fen), &Limits::depth(8));
    assert_eq!((answer.turn[0].as_str(), answer.score), ("f6g8", Score::Centipawns(0)));
}

#[test]
fn a_return_within_the_search_is_a_draw() {
    // The queen's checks on e8 and h5 save a lost game.
    let game = game("chess", "6k1/6p1/8/7Q/8/8/rq6/7K w - - 0 1");
    let answer = search(&game, &Limits::depth(8));
    assert_eq!((answer.turn[0].as_str(), answer.score), ("h5e8", Score::Centipawns(0)));
}

/// Returns the score of a turn after others, in a game whose turns move several units.
fn score_of_turn(turns: &[&str], turn: &str) -> Score {
    // White is far ahead.
    let fen = "5kq9/5s10/16/16/16/16/16/16/3S1S1S8/2SS1S1SS7/3TKQT9/16 w - - 0 1";
    let any = after(turns, "chesimals", fen);
    let mut engine = Engine::new(1, 8).unwrap();
    with_game!(&any, game => {
        let only = [read_turn(&mut game.clone(), turn).unwrap()];
        search_with(&mut engine, game, &Limits::depth(4), &only, &Control::new()).score
    })
}

#[test]
fn in_games_of_long_turns_too_only_a_second_return_from_before_the_root_is_a_draw() {
    let round = ["e2e1", "f12e12", "e1e2", "e12f12"];
    let once = score_of_turn(&round[..3], round[3]);
    assert!(!matches!(once, Score::Centipawns(-100..=100)), "{once:?}");
    let turns: Vec<&str> = round.iter().chain(&round[..3]).copied().collect();
    assert_eq!(score_of_turn(&turns, round[3]), Score::Centipawns(0));
}
