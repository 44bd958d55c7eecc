//! Royal pieces of several kinds, of which the last is royal, squares that draw, and zones of a game.

use super::games::builtin;
use super::{check_refused, moves, random, set_up};
use crate::{Color, Game, Outcome, Reason, U256};

/// Checks the legal moves of the piece that stands on the square named first.
fn check(fen: &str, from: &str, expected: &str) {
    let position = set_up::<U256>(builtin("tamerlane"), fen).unwrap();
    random::check(&position);
    let found: Vec<String> = moves(&position).into_iter().filter(|m| m.starts_with(from)).collect();
    assert_eq!(found.join(" "), expected, "{fen}");
}

/// Returns a position of `tamerlane` with some of its ranks, from the tenth down.
fn citadels(ranks: [(usize, &str); 4], side: char) -> String {
    let mut rows = ["*11*"; 10];
    (rows[1], rows[8]) = ("12*", "*12");
    for (rank, row) in ranks {
        rows[10 - rank] = row;
    }
    format!("{} {side} - - 0 1", rows.join("/"))
}

#[test]
fn the_last_royal_piece_of_all_kinds_is_royal() {
    // The king alone is in check and has to leave the file.
    let alone = citadels([(8, "*5r5*"), (5, "*11*"), (3, "*5K5*"), (10, "*k10*")], 'w');
    check(&alone, "g3", "g3f2 g3f3 g3f4 g3h2 g3h3 g3h4");
    // Beside a prince it may stay there, and the prince may go where it is attacked.
    let two = citadels([(8, "*5r5*"), (5, "*4S6*"), (3, "*5K5*"), (10, "*k10*")], 'w');
    check(&two, "f5", "f5e4 f5e5 f5e6 f5f4 f5f6 f5g4 f5g5 f5g6");
    check(&two, "g3", "g3f2 g3f3 g3f4 g3g2 g3g4 g3h2 g3h3 g3h4");
    let notes = |fen: &str| {
        crate::Variant::compile(builtin("tamerlane").into()).unwrap().game(fen).unwrap().notes()
    };
    assert_eq!(notes(&alone), "in check from g8");
    assert_eq!(notes(&two), "");
    // A king that is taken leaves the prince alone.
    let position = set_up::<U256>(builtin("tamerlane"), &two.replace(" w ", " b ")).unwrap();
    random::check(&position);
    assert!(moves(&position).contains(&"g8g3".to_owned()));
    // A pawn of kings that promotes makes a second one.
    let pawn = citadels([(8, "*5r5*"), (9, "1U10*"), (3, "*5K5*"), (4, "*k10*")], 'w');
    check(&pawn, "b9", "b9b10s");
    let attacked = citadels([(8, "*5r5*"), (5, "*11*"), (3, "*5K5*"), (10, "*k10*")], 'b');
    check_refused("tamerlane", &attacked, "white's royal piece on g3 could be taken");
    let none = citadels([(8, "*5r5*"), (5, "*11*"), (3, "*11*"), (10, "*k10*")], 'w');
    check_refused("tamerlane", &none, "white has 0 pieces 'king' or 'prince' or 'adventitious");
}

#[test]
fn a_royal_piece_in_the_enemys_citadel_draws() {
    let near = citadels([(8, "*K10*"), (9, "1R10*"), (3, "*10A*"), (10, "*4k6*")], 'w');
    check(&near, "b8", "b8a9 b8b7 b8c7 b8c8 b8c9");
    // The rook does not enter Black's citadel, the adventitious king enters White's.
    check(&near, "b9", "b9b10 b9c9 b9d9 b9e9 b9f9 b9g9 b9h9 b9i9 b9j9 b9k9 b9l9");
    check(&near, "l3", "l3k2 l3k3 l3k4 l3l2 l3l4 l3m2");
    let mut game = Game::new(set_up::<U256>(builtin("tamerlane"), &near).unwrap());
    let mut steps = Vec::new();
    let position = game.position().clone();
    crate::Position::generate(&position, &mut steps);
    let step =
        steps.into_iter().find(|&step| crate::Notation::step_text(&position, step) == "b8a9");
    game.play(step.unwrap());
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Goal)));
    assert_eq!(game.position().side, Color::Black);
    // Black's king may not enter its own.
    let own = citadels([(8, "*k10*"), (5, "*11*"), (3, "*10K*"), (4, "*11*")], 'b');
    check(&own, "b8", "b8b7 b8b9 b8c7 b8c8 b8c9");
}
