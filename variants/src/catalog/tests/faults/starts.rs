//! Faults of starts.

use super::{ARMIES, ARMY, JUMPING, ROYAL, check, check_change, faults};

#[test]
fn starts() {
    for (start, expected) in [
        ("", "'': expected the FEN"),
        ("k1r1/4/K1R1", "the placement has 3 ranks: expected 4"),
        ("k1r1/4/5/K1R1", "rank 2 ('5') has 5 squares: expected 4"),
        ("k1r1/4/1/K1R1", "rank 2 ('1') has 1 square: expected 4"),
        ("k1q1/4/4/K1R1", "invalid piece 'q' in rank 4 for x"),
        ("k1r1/4/4/K1R1 x", "invalid side to move 'x'"),
        ("k1k1/4/4/K1R1", "black has 2 royal pieces: expected one"),
        ("k1r1/4/4/R1R1", "white has 0 royal pieces: expected one"),
        ("k1r1/4/4/K1R1 w KQ", "castling rights in a game without castling: expected -"),
        ("k1r1/4/4/K1R1 w KK", "invalid castling rights 'KK': expected - or some of KQkq"),
    ] {
        check_change(
            ROYAL,
            "k1r1/4/4/K1R1 w - - 0 1",
            start,
            &format!("line 4: x.start: {expected}"),
        );
    }
    let holed = ROYAL.replacen("board", "holes = 'b2'\nboard", 1);
    check(&holed, &["line 5: x.start: b2 in the placement: expected '*', as the board lacks it"]);
    check_change(JUMPING, "w - -", "w - a3", "line 4: x.start: invalid en passant squares 'a3'");
}

#[test]
fn starts_that_the_rules_refuse() {
    // The side that is not to move is in check.
    let open = "k1r1/4/4/K2R b - - 0 1";
    let expected = "line 4: x.start: ";
    let found = faults(&ROYAL.replace("k1r1/4/4/K1R1 w - - 0 1", "r2k/4/4/K1R1 b - - 0 1"));
    assert!(found.starts_with(expected) && found.contains("could be taken"), "{found}");
    check(&ROYAL.replace("k1r1/4/4/K1R1 w - - 0 1", open), &[]);
    check_change(
        JUMPING,
        "M1M1",
        "4",
        "line 4: x.start: the game is over at its start, black wins",
    );
    let promoted = "line 4: x.start: 'x' has no such position: the M on a4 would have promoted";
    let found = faults(&JUMPING.replace("1m1m", "M2m"));
    assert!(found.contains("would have promoted"), "{found} {promoted}");
}

#[test]
fn faults_of_inherited_starts_are_told_where_the_game_differs() {
    for (game, keys, expected) in [
        (
            "chess",
            "goal = { white = 'e1', pieces = 'K' }",
            "line 3: x.goal: invalid position of x: both sides have lost",
        ),
        (
            "chess",
            "lose-without = { pieces = 'Q', least = 99 }",
            "line 3: x.lose-without: invalid position of x: both sides have lost",
        ),
        (
            "chess",
            "flips = 'around'\ncastling = false",
            "line 3: x.flips: flips with 'pawn': expected pieces",
        ),
        ("breakthrough", "repetition = 'checker-loses'", "line 3: x.repetition: 'checker-loses':"),
        (
            "english-draughts",
            "repetition = 'checker-loses'",
            "line 3: x.repetition: 'checker-loses': expected another rule in a game without royal",
        ),
        (
            "wildebeest",
            "pieces.K = { name = 'king', moves = 'KimD', royal = true }",
            "x.castling: several targets of 'king', which goes more than one square along its rank",
        ),
    ] {
        let found = faults(&format!("[x]\ninherits = '{game}'\n{keys}\n"));
        assert!(found.contains(expected), "{keys}: {found}");
    }
}

#[test]
fn starts_that_are_over() {
    for (start, expected) in [
        ("k3/2R1/1R2/3K b - - 0 1", "the game is over at its start, draw (stalemate)"),
        ("k1R1/2R1/4/3K b - - 0 1", "the game is over at its start, white wins (checkmate)"),
        ("k3/4/4/3K w - - 0 1", "the game is over at its start, draw (dead position)"),
    ] {
        let expected = format!("line 4: x.start: {expected}: expected one that can be played");
        check_change(ROYAL, "k1r1/4/4/K1R1 w - - 0 1", start, &expected);
    }
    let armies = format!("{ARMIES}{ARMY}");
    let expected = "line 4: x.start: the game is over at its start, white wins (chiefs)";
    check_change(&armies, "k1r1/", "2r1/", expected);
}

/// A start is judged as far as it can be, whatever else is wrong.

#[test]
fn faults_of_the_start_do_not_hide() {
    let text = ROYAL.replace("'R' }", "'X' }").replace("k1r1/", "k1q1/");
    check(
        &text,
        &["line 4: x.start: invalid piece 'q' in rank 4 for x", "line 6: x.pieces.R.moves"],
    );
    let text = ROYAL.replace("4x4", "4x5") + "title = 3\n";
    check(&text, &["line 4: x.start: the placement has 4 ranks: expected 5", "line 7: x.title"]);
    let text = ROYAL.replace("/K1R1", "/2R1") + "move-rule = 'x'\n";
    check(&text, &["line 4: x.start: white has 0 royal pieces", "line 7: x.move-rule"]);
}
