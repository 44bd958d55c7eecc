//! Games whose royal pieces are dropped first.

use super::games::builtin;
use super::{Royal, check_refused, moves, random, set_up};
use crate::{Game, Notation, Position};

/// Plays moves from a position, each compared with the slow rules.
fn play(fen: &str, texts: &str) -> Game<Royal<u64>> {
    let mut game = Game::new(set_up::<u64>(builtin("placement"), fen).unwrap());
    for text in texts.split_whitespace() {
        random::check(game.position());
        let mut steps = Vec::new();
        game.legal_steps(&mut steps);
        let step = steps.into_iter().find(|&step| game.position().step_text(step) == text);
        game.play(step.unwrap_or_else(|| panic!("{text} is not legal")));
    }
    random::check(game.position());
    game
}

#[test]
fn pieces_are_dropped_first_and_the_king_with_them() {
    let start = builtin("placement").start;
    let position = set_up::<u64>(builtin("placement"), &start).unwrap();
    let texts = moves(&position);
    assert_eq!(texts.len(), 40, "{texts:?}");
    assert!(texts.iter().all(|text| text.contains('@') && text.ends_with('1')), "{texts:?}");
    // The second bishop comes to the other colour.
    let game = play(&start, "B@a1 B@b8");
    let bishops: Vec<String> =
        moves(game.position()).into_iter().filter(|text| text.starts_with('B')).collect();
    assert_eq!(bishops.join(" "), "B@b1 B@d1 B@f1 B@h1");
    // Other pieces leave it a square there.
    let game = play(&start, "B@a1 B@a8 N@b1 N@b8 N@d1 N@d8 R@f1 R@f8");
    assert!(
        !moves(game.position()).iter().any(|text| text.ends_with("h1") && !text.starts_with('B'))
    );
    let lost = "8/pppppppp/8/8/8/8/PPPPPPPP/8[QRRBBNNkqrrbbnn] w - - 0 1";
    check_refused("placement", lost, "white has 0 pieces 'king': expected 1");
}

#[test]
fn king_and_rook_castle_from_where_they_are_dropped() {
    let texts = "K@e1 K@d8 R@h1 R@a8 R@b1 R@h8 N@g1 N@g8 N@c1 N@b8 Q@d1 Q@c8 B@a1 B@e8 B@f1 B@f8";
    let game = play(&builtin("placement").start, texts);
    let fen = game.position().to_fen().text(&builtin("placement"));
    let expected = "rnqkbbnr/pppppppp/8/8/8/8/PPPPPPPP/BRNQKBNR[] w K - 16 9";
    assert_eq!(fen, expected);
    let game = play(&fen, "g1f3 a7a6 e2e3 a6a5 f1e2 a5a4 e1g1");
    let fen = game.position().to_fen().text(&builtin("placement"));
    assert!(fen.contains("/BRNQ1RK1[] b - "), "{fen}");
}
