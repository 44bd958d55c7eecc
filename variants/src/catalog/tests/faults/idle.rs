//! Values that could have no effect.

use super::{JUMPING, ROYAL, check, check_change, check_line, faults};

/// A sound game whose rook may have further keys.
fn dotted() -> String {
    let rook = "pieces.R = { name = 'rook', moves = 'R' }";
    ROYAL.replace(rook, "pieces.R.name = 'rook'\npieces.R.moves = 'R'")
}

#[test]
fn numbers_that_are_never_reached() {
    for (line, expected) in [
        (
            "goal = { white = '*4', count = 99 }",
            "x.goal.count: '99': expected at most 4, the number of the goal's squares",
        ),
        (
            "goal = { pieces = 'K', white = '*4', count = 2 }",
            "x.goal.count: '2': expected 1, as a side has one piece of these kinds",
        ),
        ("connect = { square = 9 }", "x.connect.square: '9': expected a number from 2 to 4"),
        ("connect = { count = 5 }", "x.connect.count: '5': expected a number from 2 to 4"),
        ("promotion-rank = 1", "x.promotion-rank: '1': expected a number from 2 to 4"),
        (
            "pieces.R.promotes-by = 'zone'",
            "x.pieces.R.promotes-by: the piece does not promote: expected the key promotes",
        ),
    ] {
        check_line(&dotted(), line, expected);
    }
    // On a board that is not square rows may be as long as it is.
    let long = |count| {
        let text = ROYAL.replace("4x4", "6x4").replace("k1r1", "k1r3").replace("/4/4/", "/6/6/");
        let text = text.replace("K1R1", "K1R3");
        faults(&format!("{text}connect = {{ count = {count} }}\n"))
    };
    assert_eq!(long(6), "");
    assert!(long(7).contains("x.connect.count: '7': expected a number from 2 to 6"));
    check(&format!("{ROYAL}goal = {{ pieces = 'KR', white = '*4', count = 2 }}\n"), &[]);
}

#[test]
fn lists_and_tables_without_anything() {
    for (line, expected) in [
        ("lose-without = []", "x.lose-without: an empty array: expected kinds, a table, or"),
        ("pieces.R.moves-in = []", "x.pieces.R.moves-in: an empty array: expected a table of"),
        ("points = {}", "x.points: no points: expected pieces, white, black, equal, or full-board"),
    ] {
        check_line(&dotted(), line, expected);
    }
    for (line, expected) in [
        ("capture = []", "x.capture: an empty array: expected criteria"),
        ("endings = []", "x.endings: an empty array: expected an array of tables, or false"),
    ] {
        check_line(JUMPING, line, expected);
    }
    check(&format!("{ROYAL}points.full-board = true\n"), &[]);
}

#[test]
fn modifiers_and_ranges() {
    for (moves, expected) in [
        ("eW", "'e' without 'c': expected both, as in ceF"),
        ("emF", "'e' without 'c': expected both, as in ceF"),
        ("W17", "invalid range 17: expected 0 to 15"),
        ("W999", "invalid range 999: expected 0 to 15"),
    ] {
        let expected =
            format!("line 6: x.pieces.R.moves: invalid Betza notation '{moves}': {expected}");
        check_change(ROYAL, "'R' }", &format!("'{moves}' }}"), &expected);
    }
}

#[test]
fn checks_that_no_move_may_give() {
    let never = "x.give-check: give-check = false in a game with check-limit: expected one of them";
    check_line(ROYAL, "give-check = false\ncheck-limit = 3", never);
    let heir = "[x]\ninherits = '3check'\ngive-check = false\n";
    assert!(faults(heir).contains(never), "{}", faults(heir));
    let heir = "[x]\ninherits = 'racingkings'\ncheck-limit = 3\n";
    assert!(faults(heir).contains("x.check-limit: give-check = false in a game with check-limit"));
    check(&format!("{ROYAL}check-limit = 3\n"), &[]);
}

#[test]
fn moves_on_some_squares_that_are_moves_everywhere() {
    for (moves, is_new) in [
        ("R", false),
        ("W", false),
        ("R2", false),
        ("sW", false),
        ("cR", false),
        ("F", true),
        ("N", true),
        ("sWF", true),
    ] {
        let line = format!("pieces.R.moves-in = {{ squares = 'a1-b2', moves = '{moves}' }}\n");
        let expected = format!("'{moves}': expected moves that it does not have by `moves`");
        let found = faults(&format!("{}{line}", dotted()));
        assert_eq!(found.contains(&expected), !is_new, "{moves}: {found}");
    }
}

#[test]
fn zones_outside_which_pieces_start() {
    let found = faults(&format!("{}pieces.R.zone = '*2'\n", dotted()));
    assert!(found.contains("'R' on c1") || found.contains("'r' on c4"), "{found}");
    assert!(found.contains("outside its zone: expected a square of it"), "{found}");
}
