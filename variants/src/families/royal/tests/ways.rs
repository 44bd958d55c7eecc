//! Hand-made positions of hoppers, zones, facing kings and missing squares.

use std::sync::Arc;

use super::games::{builtin, holed_board, own};
use super::{Royal, check, check_refused, moves, set_up};
use crate::{Fen, Game, Notation, Position};

#[test]
fn cannons_take_behind_a_hurdle() {
    check(
        "xiangqi",
        "3k5/9/4p4/9/4P4/9/4C4/9/9/4K4 w - - 0 1",
        "e4",
        "e4a4 e4b4 e4c4 e4d4 e4e2 e4e3 e4e5 e4e8 e4f4 e4g4 e4h4 e4i4",
    );
    // A piece that comes between cannon and king opens the attack, or one that leaves closes it.
    let position = set_up::<u128>(builtin("xiangqi"), "4k4/9/4c4/9/9/9/9/4N4/3R5/4K4 w - - 0 1");
    let position = position.unwrap();
    assert!(position.is_forced());
    let texts = moves(&position).join(" ");
    assert_eq!(texts, "d2e2 e1d1 e1f1 e3c2 e3c4 e3d1 e3d5 e3f1 e3f5 e3g2 e3g4", "{texts}");
}

#[test]
fn generals_may_not_face_each_other() {
    check("xiangqi", "4k4/9/9/9/9/9/9/9/4N4/4K4 w - - 0 1", "e2", "");
    check("xiangqi", "4k4/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1", "e6", "e6e7");
    check("xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1", "d1d2");
    check_refused("xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "face each other");
}

#[test]
fn pieces_stay_in_their_zones() {
    let fen = "3k5/9/9/9/2b6/6B2/9/9/9/4KA3 w - - 0 1";
    check("xiangqi", fen, "g5", "g5e3 g5i3");
    check("xiangqi", fen, "f1", "f1e2");
    let fen = "3k5/9/9/9/2p6/2P6/9/9/9/4K4 w - - 0 1";
    check("xiangqi", fen, "c5", "c5c6");
    check("xiangqi", "3k5/9/9/2p6/2P6/9/9/9/9/4K4 w - - 0 1", "c6", "c6b6 c6c7 c6d6");
}

#[test]
fn grasshoppers_land_just_behind() {
    check("grasshopper", "4k3/8/8/1p6/8/8/1G1P3P/4K3 w - - 0 1", "b2", "b2b6 b2e2");
}

#[test]
fn missing_squares_stop_slides_but_not_leaps() {
    assert!(Royal::<u64>::compile(Arc::new(holed_board(false))).exact);
    let fen = "4k2*/8/2*5/8/*2**3/8/8/*1N1K2R w K - 0 1";
    let position = set_up::<u64>(holed_board(false), fen).unwrap();
    assert_eq!(position.to_fen().text(&holed_board(false)), fen);
    for (fen, what) in [
        ("4k3/8/2*5/8/*2**3/8/8/*1N1K2R w K - 0 1", "h8 in the placement: expected '*'"),
        ("4k2*/8/2**4/8/*2**3/8/8/*1N1K2R w K - 0 1", "d6 in the placement: expected a piece"),
    ] {
        let error = Fen::parse(fen, &holed_board(false)).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
    let texts = |from: &str, fen: &str| {
        let position = set_up::<u64>(holed_board(false), fen).unwrap();
        moves(&position).into_iter().filter(|text| text.starts_with(from)).collect::<Vec<_>>()
    };
    assert_eq!(
        texts("d", "4k2*/8/2*5/8/*2**3/8/3R4/*3K3 w - - 0 1").join(" "),
        "d2a2 d2b2 d2c2 d2d1 d2d3 d2e2 d2f2 d2g2 d2h2"
    );
    assert_eq!(texts("c", "4k2*/8/2*5/8/*2**3/8/2N5/*3K3 w - - 0 1").join(" "), "c2a3 c2b4 c2e3");
}

#[test]
fn only_one_side_may_have_a_kind() {
    let text = r#"
        [one-sided]
        inherits = "chess"
        start = "lhaykahl/8/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"
        promotion-rank = 8
        goal = { pieces = "K", white = "*8" }

        [one-sided.pieces]
        L = { name = "lancer", moves = "mRcN" }
        H = { name = "kheshig", moves = "NK" }
        A = { name = "archer", moves = "mNcB" }
        Y = { name = "yurt", moves = "FfW" }
        P.promotes = "QH"
    "#;
    let position = set_up::<u64>(
        own("one-sided", text),
        "lhaykahl/8/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
    );
    assert_eq!(position.unwrap().count(), 20);
}

#[test]
fn a_king_does_not_castle_past_what_cannot_take_its_rook() {
    let text = "[past]\ninherits = 'chess'\n[past.pieces]\n\
        C = { name = 'chariot', moves = 'R', cannot-take = 'R' }\n";
    let position = set_up::<u64>(own("past", text), "4kc2/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    super::random::check(&position);
    assert!(!moves(&position).contains(&"e1g1".to_owned()));
    let position = set_up::<u64>(own("past", text), "3ck3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    assert!(moves(&position).contains(&"e1g1".to_owned()));
}

#[test]
fn kinds_in_hand_are_not_alike_as_hurdles() {
    let text = "[hurdles]\ninherits = 'crazyhouse'\n[hurdles.pieces]\n\
        B = { name = 'hopper', moves = 'pB', cannot-jump = 'P' }\n";
    let fen = "8/6k1/8/8/3B4/8/8/4K3[pn] b - - 0 1";
    let position = set_up::<u64>(own("hurdles", text), fen).unwrap();
    super::random::check(&position);
    let drops = moves(&position);
    assert!(drops.contains(&"P@f6".to_owned()) && !drops.contains(&"N@f6".to_owned()));
}

#[test]
fn a_move_that_repetition_bars_leaves_the_others() {
    // A kind that takes over a hurdle: moves are tried one by one.
    let text = r#"
        [barred]
        family = "royal"
        board = "4x4"
        start = "c2K/4/4/k2C w - - 0 1"
        repetition = "illegal"
        [barred.pieces]
        K = { name = "king", moves = "K", royal = true }
        C = { name = "cannon", moves = "mRcpR" }
    "#;
    let mut game = Game::new(set_up::<u64>(own("barred", text), "c2K/4/4/k2C w - - 0 1").unwrap());
    let mut steps = Vec::new();
    for text in ["d4c4", "a1b1", "c4d4", "b1a1", "d4c4", "a1b1", "c4d4"] {
        game.legal_steps(&mut steps);
        let step = steps.iter().copied().find(|&step| game.position().step_text(step) == text);
        game.play(step.unwrap());
    }
    let barred = game.barred_steps();
    assert_eq!(barred.len(), 1, "{barred:?}");
    assert_eq!(game.position().step_text(barred[0]), "b1a1");
    assert!(game.has_legal_steps());
    game.legal_steps(&mut steps);
    assert_eq!(steps.len() as u64 + 1, game.position().count());
}
