//! Passes, facing generals, points and cannons, in hand-made positions.

use std::sync::Arc;

use super::games::{builtin, own};
use super::{moves, set_up};
use crate::{Definition, Game, Position, Variant};

/// The legal moves of a piece of janggi.
#[track_caller]
fn check(fen: &str, from: &str, expected: &str) {
    let position = set_up::<u128>(builtin("janggi"), fen).unwrap();
    let found: Vec<String> = moves(&position).into_iter().filter(|m| m.starts_with(from)).collect();
    assert_eq!(found.join(" "), expected, "{fen}");
}

/// The outcome of a game after some turns.
fn outcome(definition: Definition, fen: &str, turns: &str) -> String {
    let mut game = Variant::compile(Arc::new(definition)).unwrap().game(fen).unwrap();
    for turn in turns.split(' ') {
        game.play_turn(turn).unwrap();
    }
    game.outcome().map_or("goes on".to_owned(), |outcome| outcome.to_string())
}

#[test]
fn palaces_have_lines() {
    // From a corner of the palace along its line, as far as the other corner.
    check(
        "5k3/9/9/9/9/9/9/4K4/9/3R5 w - - 0 1",
        "d1",
        "d1a1 d1b1 d1c1 d1d10 d1d2 d1d3 d1d4 d1d5 d1d6 d1d7 d1d8 d1d9 d1e1 d1e2 d1f1 d1f3 d1g1 d1h1 d1i1",
    );
    // No line leads from the side's middle.
    check("5k3/9/9/9/9/9/9/9/3K5/9 w - - 0 1", "d2", "d2d1 d2d2 d2d3 d2e2");
    check("3k5/9/3P5/9/9/9/9/9/4K4/9 w - - 0 1", "d8", "d8c8 d8d9 d8e8 d8e9");
}

#[test]
fn cannons_jump_over_other_pieces_than_cannons() {
    check("5k3/9/9/9/9/9/9/9/4K4/C8 w - - 0 1", "a1", "");
    check("5k3/9/9/9/9/9/P8/9/4K4/C8 w - - 0 1", "a1", "a1a10 a1a5 a1a6 a1a7 a1a8 a1a9");
    check("5k3/9/9/9/9/9/c8/9/4K4/C8 w - - 0 1", "a1", "");
    check("5k3/9/9/c8/9/9/P8/9/4K4/C8 w - - 0 1", "a1", "a1a5 a1a6");
    // Along a line of the palace.
    check("3k5/9/9/9/9/9/9/5K3/4P4/3C5 w - - 0 1", "d1", "");
    check("3k5/9/9/9/9/9/9/9/4P4/3C1K3 w - - 0 1", "d1", "d1f3 d1g1 d1h1 d1i1");
}

#[test]
fn a_game_ends_by_two_passes() {
    let fen = "5k3/9/9/9/9/9/9/9/3K5/R8 w - - 0 1";
    assert_eq!(outcome(builtin("janggi"), fen, "d2d2 f10f9"), "goes on");
    assert_eq!(outcome(builtin("janggi"), fen, "pass --"), "white wins (passes)");
    let equal = "5k3/9/9/9/9/9/9/9/3K5/P8 w - - 0 1";
    assert_eq!(outcome(builtin("janggi"), equal, "0000 f10f10"), "white wins (passes)");
    let bare = "5k3/9/9/9/9/9/9/9/3K5/9 w - - 0 1";
    assert_eq!(outcome(builtin("janggi"), bare, "d2d2 f10f10"), "black wins (passes)");
    let mut game = Game::new(set_up::<u128>(builtin("janggi"), fen).unwrap());
    super::play(&mut game, "d2d2");
    let fen = game.position().to_fen().text(&builtin("janggi"));
    assert_eq!(fen, "5k3/9/9/9/9/9/9/9/3K5/R8 b - pass 1 1");
    assert_eq!(&set_up::<u128>(builtin("janggi"), &fen).unwrap(), game.position());
}

#[test]
fn facing_generals_are_parted_or_end_the_game() {
    let fen = "4k4/9/9/9/9/9/9/9/4K4/R8 w - - 0 1";
    check(fen, "a1", "");
    check(fen, "e2", "e2d1 e2d2 e2d3 e2e2 e2f1 e2f2 e2f3");
    assert_eq!(outcome(builtin("janggi"), fen, "e2e2"), "white wins (facing royal pieces)");
    // In check too.
    let fen = "r3k4/9/9/9/9/9/9/9/r3K4/9 w - - 0 1";
    check(fen, "e2", "e2d1 e2d3 e2e2 e2f1 e2f3");
}

#[test]
fn a_side_that_cannot_move_passes() {
    let text = "[odds]\ninherits = 'chess'\npass = 'stalemate'\ndead = false\npoints = { equal = 'black' }";
    let fen = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
    assert_eq!(outcome(own("odds", text), fen, "f1f7"), "goes on");
    let position = set_up::<u64>(own("odds", text), "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    assert_eq!(moves(&position), ["h8h8"]);
    assert_eq!(position.count(), 1);
    let fen = "k7/8/8/8/8/8/8/K6R w - - 0 1";
    let there = "h1h2 a8a7 h2h1 a7a8 h1h2 a8a7 h2h1 a7a8";
    assert_eq!(outcome(own("odds", text), fen, there), "black wins (repetition)");
}
