//! Pieces that moves turn over, and drops by what stands around.

use std::sync::Arc;

use proptest::prelude::*;

use super::games::own;
use super::random::play_game;
use super::{moves, set_up};
use crate::{Definition, Variant};

/// A game of stones in hand, with these keys.
fn stones(board: &str, start: &str, keys: &str) -> Definition {
    let text = format!(
        "[stones]\nfamily = 'royal'\nboard = '{board}'\nstart = '{start} w - - 0 1'\n\
         move-rule = false\n{keys}\n[stones.pieces]\nP = {{ name = 'stone', moves = '' }}\n"
    );
    own("stones", &text)
}

/// Reversi on a small board: the centre is filled first, by either side.
fn reversi() -> Definition {
    stones(
        "6x6",
        "6/6/6/6/6/6[PPPPPPPPPPPPPPPPPPpppppppppppppppppp]",
        "flips = 'enclosed'\npass = 'stalemate'\nstalemate = 'majority'\n\
         points = { pieces = { P = 1 }, full-board = true }\n\
         hand = { captures = false, place = 'enclosing', opening = 'c3 d3 c4 d4' }",
    )
}

/// Ataxx on a board without its corners' neighbours: pieces double or leap.
fn infection(flips: &str, place: &str) -> Definition {
    let text = format!(
        "[infection]\nfamily = 'royal'\nboard = '5x5'\nholes = 'c3'\n\
         start = 'P3p/5/2*2/5/p3P[Pp] w - - 0 1'\nflips = '{flips}'\npass = 'stalemate'\n\
         stalemate = 'majority'\npoints = {{ pieces = {{ P = 1 }}, full-board = true }}\n\
         hand = {{ captures = false, endless = true, place = '{place}' }}\n\
         [infection.pieces]\nP = {{ name = 'blob', moves = 'mDmNmA' }}\n"
    );
    own("infection", &text)
}

fn four_in_a_row() -> Definition {
    stones(
        "5x4",
        "5/5/5/5[PPPPPPPPPPpppppppppp]",
        "connect = { count = 3 }\nhand = { captures = false, place = 'falling' }",
    )
}

/// Captures that turn over what is around them, without hands.
fn crusade() -> Definition {
    let text = "[crusade]\nfamily = 'royal'\nboard = '4x5'\nstalemate = 'majority'\n\
                flips = 'around'\nstart = 'PpPp/pPpP/PpPp/pPpP/PpPp w - - 0 1'\n\
                [crusade.pieces]\nP = { name = 'pilgrim', moves = 'cK' }\n";
    own("crusade", text)
}

#[test]
fn drops_turn_over_what_they_enclose() {
    let position = set_up::<u64>(reversi(), "6/6/2Pp2/2pP2/6/6[Pp] w - - 0 5").unwrap();
    assert_eq!(moves(&position), ["P@b3", "P@c2", "P@d5", "P@e4"]);
    assert_eq!(
        after(reversi(), "6/6/2Pp2/2pP2/6/6[Pp] w - - 0 5", "P@e4"),
        "6/6/2PPP1/2pP2/6/6[p] b - - 1 5"
    );
    // Several lines at once, but only up to the nearest own piece, and none over a gap.
    let fen = "p1P3/1p1p2/pp1pP1/2pp2/2PPPp/6[P] w - - 0 5";
    assert_eq!(after(reversi(), fen, "P@c4"), "p1P3/1p1p2/ppPPP1/2PP2/2PPPp/6[] b - - 1 5");
}

/// The small reversi of the example file.
fn reversi_of_example() -> Definition {
    let text = include_str!("../../../../definitions/example.toml");
    let (catalog, _) = crate::Catalog::builtin().with_file(text).unwrap();
    Definition::clone(catalog.get("mini-reversi").unwrap())
}

#[test]
fn a_side_without_pieces_passes() {
    let variant = Variant::compile(Arc::new(reversi_of_example())).unwrap();
    let mut game = variant.game(&variant.definition().start).unwrap();
    let moves = "P@c4 P@c3 P@d3 P@d4 P@e4 P@c5 P@b4 P@e3 P@d6 P@e5 P@f4 P@d5 P@d2";
    for text in moves.split(' ') {
        assert_eq!(game.outcome(), None, "before {text}");
        game.play_turn(text).unwrap();
    }
    assert!(!game.fen().split('[').next().unwrap().contains('p'), "{}", game.fen());
    for _ in 0..2 {
        assert_eq!(game.outcome(), None);
        game.play_turn("pass").unwrap();
    }
    assert_eq!(game.outcome().unwrap().to_string(), "white wins (passes)");
}

#[test]
fn a_game_of_passes_has_no_stalemate_in_its_sentences() {
    let definition = reversi_of_example();
    let text = definition.sentences().join(" ");
    assert!(text.contains("A side that has no legal move passes"), "{text}");
    assert!(!text.contains("has no legal move draws"), "{text}");
}

#[test]
fn stones_fall() {
    check_game(&four_in_a_row(), "5/5/2p2/P1Pp1[Pp] w - - 0 3", "P@a2 P@b1 P@c3 P@d2 P@e1");
}

#[test]
fn stones_stand_apart() {
    let snort = stones(
        "4x3",
        "4/4/4[Pp]",
        "stalemate = 'loss'\nhand = { captures = false, endless = true, place = 'apart' }",
    );
    check_game(&snort, "4/1p2/4[Pp] w - - 0 2", "P@a1 P@a3 P@c1 P@c3 P@d1 P@d2 P@d3");
}

#[test]
fn drops_of_some_games_turn_over_only_beside_their_own() {
    let after = |fen: &str, text: &str| after(infection("around-joined", "anywhere"), fen, text);
    let fen = "5/5/2*2/1p3/4P[Pp] w - - 0 2";
    assert_eq!(after(fen, "P@a1"), "5/5/2*2/1p3/P3P[Pp] b - - 1 2");
    assert_eq!(after(fen, "e1c1"), "5/5/2*2/1P3/2P2[Pp] b - - 1 2");
    let fen = "5/5/2*2/1p3/P3P[Pp] w - - 0 2";
    assert_eq!(after(fen, "P@b1"), "5/5/2*2/1P3/PP2P[Pp] b - - 1 2");
}

#[test]
fn a_full_board_ends_the_game_by_points() {
    let variant = Variant::compile(Arc::new(square_of_stones())).unwrap();
    let mut game = variant.game("pP/P1[P] w - - 0 1").unwrap();
    assert_eq!(game.outcome(), None);
    game.play_turn("P@b1").unwrap();
    assert_eq!(game.outcome().unwrap().to_string(), "white wins (full board)");
}

fn square_of_stones() -> Definition {
    stones(
        "2x2",
        "2/2[Pp]",
        "points = { pieces = { P = 1 }, full-board = true }\n\
         hand = { captures = false, endless = true }",
    )
}

#[test]
fn rules_that_do_not_go_with_flips_are_faults() {
    for (keys, expected) in [
        ("inherits = 'chess'\nflips = 'around'\ncastling = false", "flips with 'pawn'"),
        ("inherits = 'chess'\nflips = 'around'", "expected a game without castling"),
        ("inherits = 'crazyhouse'\nhand.endless = true", "endless with captures"),
        ("inherits = 'seirawan'\nhand.place = 'falling'", "gates and place"),
        ("inherits = 'duck'\nflips = 'around'", "expected a game without walls"),
        ("inherits = 'amazons'\nflips = 'all'", "flips"),
        ("inherits = 'crazyhouse'\nhand.opening = 'z9'", "hand.opening"),
    ] {
        let text = format!("[x]\n{keys}");
        let faults = crate::Catalog::builtin().with_file(&text).unwrap_err();
        let text = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(text.contains(expected), "{keys}: {text}");
    }
}

/// The position after a move.
fn after(definition: Definition, fen: &str, text: &str) -> String {
    let variant = Variant::compile(Arc::new(definition)).unwrap();
    let mut game = variant.game(fen).unwrap();
    game.play_turn(text).unwrap();
    game.fen()
}

/// Checks a position's moves.
fn check_game(definition: &Definition, fen: &str, expected: &str) {
    let position = set_up::<u64>(definition.clone(), fen).unwrap();
    assert_eq!(moves(&position).join(" "), expected);
    super::random::check(&position);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn random_games(seed: u64) {
        play_game::<u64>(reversi(), seed);
        play_game::<u64>(four_in_a_row(), seed);
        play_game::<u64>(crusade(), seed);
        for flips in ["enclosed", "around", "around-joined"] {
            for place in ["anywhere", "joining", "apart", "enclosing"] {
                play_game::<u64>(infection(flips, place), seed);
            }
        }
    }
}
