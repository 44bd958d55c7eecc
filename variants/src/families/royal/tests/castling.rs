//! Castling.

use super::*;
use crate::royal::StepKind;

/// A position of Wildebeest Chess with White's first rank.
fn with_first_rank(rank: &str) -> String {
    format!("5k5/11/11/11/11/11/11/11/11/{rank} w KQ - 0 1")
}

/// The castlings of a position of Wildebeest Chess.
fn castlings(fen: &str) -> String {
    let position = set_up::<u128>(builtin("wildebeest"), fen).unwrap();
    random::check(&position);
    let mut steps = Vec::new();
    position.generate(&mut steps);
    steps.retain(|step| step.kind() == StepKind::Castling);
    let mut texts: Vec<String> = steps.iter().map(|&step| position.step_text(step)).collect();
    texts.sort();
    texts.join(" ")
}

#[test]
fn a_king_chooses_how_far_it_castles() {
    let fen = with_first_rank;
    assert_eq!(castlings(&fen("R4K4R")), "f1a1 f1b1 f1c1 f1d1 f1h1 f1i1 f1j1 f1k1");
    assert_eq!(castlings(&fen("R4K3NR")), "f1a1 f1b1 f1c1 f1d1");
    // A square that the king crosses is attacked: it may stop before.
    assert_eq!(castlings("5k5/11/11/11/11/11/11/11/8r2/R4K4R w K - 0 1"), "f1h1 f1k1");
    let variant = crate::Variant::compile(Arc::new(builtin("wildebeest"))).unwrap();
    let after = |text: &str| {
        let mut game = variant.game(&fen("R4K4R")).unwrap();
        game.play_turn(text).unwrap();
        game.fen()
    };
    assert_eq!(after("f1h1"), "5k5/11/11/11/11/11/11/11/11/R5RK3 b - - 1 1");
    assert_eq!(after("f1k1"), "5k5/11/11/11/11/11/11/11/11/R4RK4 b - - 1 1");
    assert_eq!(after("f1g1"), "5k5/11/11/11/11/11/11/11/11/R5K3R b - - 1 1");
    assert_eq!(after("f1b1"), "5k5/11/11/11/11/11/11/11/11/1KR7R b - - 1 1");
    let mut game = variant.game(&fen("R4K4R")).unwrap();
    let sans: Vec<String> =
        ["f1h1", "f1k1", "f1g1", "f1a1"].map(|text| game.san(text).unwrap()).to_vec();
    assert_eq!(sans, ["Kh1", "O-O+", "Kg1", "O-O-O+"]);
}

#[test]
fn castling_with_a_choice_in_other_arrays_ends_between_king_and_rook() {
    let fen = with_first_rank;
    assert_eq!(castlings(&fen("R6K2R")), "h1b1 h1c1 h1d1 h1e1 h1j1 h1k1");
    let refused = set_up::<u128>(builtin("wildebeest"), &fen("R8KR")).unwrap_err();
    let expected = "expected a target of castling between j1 and k1 for 'K'";
    assert!(refused.to_string().contains(expected), "{refused}");
    let mut all = 0;
    for (king, left, right) in (1..10)
        .flat_map(|king| (0..king).flat_map(move |a| (king + 1..11).map(move |b| (king, a, b))))
    {
        let mut rank = ['1'; 11];
        (rank[king], rank[left], rank[right]) = ('K', 'R', 'R');
        let rank = random::merge_ones(&rank.iter().collect::<String>());
        // Without a target on one side there is no such right.
        if let Ok(position) = set_up::<u128>(builtin("wildebeest"), &fen(&rank)) {
            random::check(&position);
            all += 1;
        }
    }
    assert!(all > 60, "{all}");
}

#[test]
fn castling_in_pacific_goes_three_squares() {
    let fen = "10/r4k3r/10/10/10/10/10/10/R4K3R/10 w KQkq - 0 1";
    let king = "f2c2 f2e1 f2e2 f2e3 f2f1 f2f3 f2g1 f2g2 f2g3 f2i2";
    check("pacific-gollon", fen, "f2", king);
    // The way there is attacked on one side.
    let fen = "6r3/r4k3r/10/10/10/10/10/10/R4K3R/10 w KQ - 0 1";
    check("pacific-gollon", fen, "f2", "f2c2 f2e1 f2e2 f2e3 f2f1 f2f3");
}

#[test]
fn castling_is_told_from_the_king_going_there_alone() {
    let position = |fen: &str| set_up::<u64>(close_castling(), fen).unwrap();
    let both = position("3k2/6/6/6/6/R2K1R w KQ - 0 1");
    let king = moves(&both).into_iter().filter(|text| text.starts_with('d')).collect::<Vec<_>>();
    assert_eq!(king.join(" "), "d1a1 d1c1 d1c2 d1d2 d1e1 d1e2 d1f1");
    let mut after: Vec<String> = Vec::new();
    let mut steps = Vec::new();
    both.generate(&mut steps);
    for text in ["d1a1", "d1e1", "d1f1"] {
        let mut game = Game::new(both.clone());
        game.play(*steps.iter().find(|&&step| both.step_text(step) == text).unwrap());
        after.push(game.position().to_fen().text(&close_castling()));
    }
    let boards = ["3k2/6/6/6/6/2RK1R", "3k2/6/6/6/6/R3KR", "3k2/6/6/6/6/R2RK1"];
    assert_eq!(after, boards.map(|board| format!("{board} b - - 1 1")));
}
