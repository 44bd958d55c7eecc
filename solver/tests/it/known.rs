//! Published results.

use menagerie_solver::{Metric, SideCounts, Value};

use crate::solved;

#[test]
fn chess_with_three_men() {
    let solved = solved("chess", &["KQvK", "KRvK", "KPvK"]);
    for (material, moves) in [("KQvK", 10), ("KRvK", 16), ("KPvK", 28), ("KBvK", 0), ("KvK", 0)] {
        assert_eq!(solved.longest(material).div_ceil(2), moves, "{material}");
    }
    let pawn = solved.summary("KPvK");
    assert_eq!(
        (pawn.white, pawn.black),
        (
            SideCounts { positions: 163_328, wins: 124_960, draws: 38_368, losses: 0 },
            SideCounts { positions: 168_024, wins: 0, draws: 70_420, losses: 97_604 },
        )
    );
    // White to move draws, Black to move loses: 80 such positions, and as many with the files exchanged.
    assert_eq!((pawn.zugzwangs.full, pawn.zugzwangs.half), (0, 160));
    let rook = &solved.summary("KRvK").longest[0];
    assert_eq!(rook.line.len(), 31);
    let mut game = solved.variant.game(&rook.fen).unwrap();
    assert_eq!(solved.tables.value_of(&game, Metric::End), Some(Value::Win(31)));
    for turn in &rook.line {
        game.play_turn(turn).unwrap();
    }
    assert_eq!(game.outcome().unwrap().to_string(), "white wins (checkmate)");
}

#[test]
fn english_draughts_with_two_kings() {
    // Ed Gilbert and others: 992 positions, the longest win takes 11 plies.
    let solved = solved("english-draughts", &["KvK"]);
    let kings = solved.summary("KvK");
    let expected = SideCounts { positions: 992, wins: 230, draws: 654, losses: 108 };
    assert_eq!((kings.white, kings.black), (expected, expected));
    assert_eq!(solved.longest("KvK"), 11);
}

#[test]
#[ignore = "minutes: four men"]
fn chess_with_bishop_and_knight() {
    let solved = solved("chess", &["KBNvK"]);
    assert_eq!(solved.longest("KBNvK").div_ceil(2), 33);
}

#[test]
fn kings_of_draughts_are_counted() {
    // Combinations of squares, as Mark VandeWettering lists them.
    let solved = solved("english-draughts", &["KKvK"]);
    let two = solved.summary("KKvK");
    assert_eq!((two.white.positions, two.black.positions), (14_880, 14_880));
}
