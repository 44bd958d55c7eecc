//! Faults of games of the jumping and armies families.

use super::{ARMIES, JUMPING, check, check_change, check_line};

#[test]
fn keys_of_jumping_games() {
    for (line, expected) in [
        ("duty = 'none'", "x.duty: 'none': expected jumps or captures"),
        (
            "capture = 'all'",
            "x.capture: 'all': expected free, multiple, most, value, by-king, most-kings or \
             kings-first",
        ),
        ("capture = ['free']", "x.capture[1]: 'free': expected multiple, most, value"),
        ("capture = ['most', 'most']", "x.capture[2]: 'most': expected each criterion once"),
        ("removal = 'late'", "x.removal: 'late': expected at-once or at-end"),
        ("landing = 'far'", "x.landing: 'far': expected any or next"),
        ("chain-promotion = 'no'", "x.chain-promotion: 'no': expected stops, goes-on or at-end"),
        ("half-turn = 1", "x.half-turn: '1': expected true or false"),
        ("king-moves = 8", "x.king-moves: '8': expected a number from 1 to 7"),
        ("endings = 3", "x.endings: '3': expected an array of tables"),
        ("endings = [3]", "x.endings[1]: '3': expected a table, such as { pieces = 3, against = 1"),
        ("endings = [{ pieces = 3, plies = 2 }]", "x.endings[1].against: missing"),
        (
            "endings = [{ pieces = 3, against = 1, plies = 2, king = true }]",
            "x.endings[1].king: unknown key",
        ),
        (
            "duty = 'captures'\nremoval = 'at-end'",
            "x.duty: 'captures': expected \"jumps\" in a game that says more about jumps",
        ),
        ("lose-without = 'Q'", "x.lose-without: unknown piece 'Q': expected one of M +M"),
        ("progress = ''", "x.progress: '': expected letters of pieces"),
        ("castling = {}", "x.castling: a key of the royal family: this game's family is jumping"),
        (
            "array = { min = 4, max = 4, rows = { 4 = ['MMM'] } }",
            "x.array.rows.4[1]: 'MMM': expected 2 letters, one for each dark square",
        ),
        (
            "array = { min = 4, max = 4, rows = { 4 = ['MX'] } }",
            "x.array.rows.4[1]: unknown piece 'X'",
        ),
        (
            "array = { min = 4, max = 4, rows = { 4 = ['MM', 'MM', 'MM'] } }",
            "x.array.rows.4: 3 rows: expected from 1 to 2",
        ),
        (
            "array = { min = 4, max = 6, rows = { 4 = ['MM'] } }",
            "x.array.rows.6: missing: expected White's rows, from the back",
        ),
        (
            "array = { min = 4, max = 4, rows = { 4 = ['MM'], 5 = ['MM'] } }",
            "x.array.rows.5: unknown key: expected 4",
        ),
        (
            "array = { min = 6, max = 4, rows = {} }",
            "x.array: min is 6 and max 4: expected min to be no more than max",
        ),
        ("array = { min = 5, max = 8, rows = {} }", "x.array.min: '5': expected an even number"),
        (
            "array = { min = 6, max = 6, rows = { 6 = ['MMM'] } }",
            "x.array: has nothing for the game's own board of 4x4",
        ),
        (
            "array = { min = 4, max = 4, rows = { 4 = ['MM', 'MM'] } }",
            "x.array: makes '1m1m/m1m1/1M1M/M1M1 w - - 0 1' on the game's own board",
        ),
    ] {
        check_line(JUMPING, line, expected);
    }
    check(&format!("{JUMPING}array = {{ min = 4, max = 4, rows = {{ 4 = ['MM'] }} }}\n"), &[]);
}

#[test]
fn pieces_of_jumping_games() {
    for (from, to, expected) in [
        ("'mfF'", "'imfF'", "x.pieces.M.moves: 'imfF': the jumping family has no moves with 'i'"),
        ("'mfF'", "'ceF'", "x.pieces.M.moves: 'ceF': the jumping family has no moves with 'e'"),
        ("'fF'", "'A'", "x.pieces.M.jumps: 'A': expected leaps W, F, K or D"),
        ("'fF'", "'[F-F]'", "x.pieces.M.jumps: '[F-F]': expected leaps"),
        ("'fF'", "'cF'", "x.pieces.M.jumps: 'cF': expected leaps"),
        ("'fF'", "'fF', cannot-jump = 'Q'", "x.pieces.M.cannot-jump: unknown piece 'Q'"),
        ("'fF'", "'fF', prize = 0", "x.pieces.M.prize: '0': expected a number from 1 to 10000"),
        ("'fF'", "'Y'", "x.pieces.M.jumps: invalid Betza notation 'Y'"),
        ("'+M'", "'M'", "x.pieces.M.promotes: promotes to 'M', which it is: expected other kinds"),
        ("'+M'", "'M+M'", "x.pieces.M.promotes: promotes to two kinds that moves write as 'M'"),
    ] {
        check_change(JUMPING, from, to, &format!("line 5: {expected}"));
    }
}

#[test]
fn keys_of_armies_games() {
    let army = |line: &str, expected: &[&str]| check(&format!("{ARMIES}{line}"), expected);
    army(
        "",
        &[
            "line 1: x.armies: missing: expected an array of armies",
            "line 1: x.royal-chiefs: missing: expected letters of chiefs",
        ],
    );
    army(
        "armies = [{ name = 'one', units = 'K' }, { units = 'K' }, 3]\nroyal-chiefs = 'X'\n",
        &[
            "line 7: x.armies[2].name: missing: expected the army's name",
            "line 7: x.armies[3]: '3': expected a table",
            "line 8: x.royal-chiefs: unknown piece 'X'",
        ],
    );
    army(
        "armies = [{ name = 'one', units = 'K' }, { name = 'two', units = 'K' }]\nroyal-chiefs = 'K'\n",
        &[
            "line 7: x.armies: 'K' is in 2 armies: expected every piece in one",
            "line 7: x.armies: 'R' is in 0 armies: expected every piece in one",
        ],
    );
    army(
        "armies = [{ name = 'one', units = 'KR' }]\nroyal-chiefs = 'R'\n",
        &["line 8: x.royal-chiefs: 'R': expected the chief of an army"],
    );
}
