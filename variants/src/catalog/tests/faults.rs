use crate::Catalog;

/// A sound game of each family; that of armies lacks its own keys.
const ROYAL: &str = "[x]
family = 'royal'
board = '4x4'
start = 'k1r1/4/4/K1R1 w - - 0 1'
pieces.K = { name = 'king', moves = 'K', royal = true }
pieces.R = { name = 'rook', moves = 'R' }
";
const JUMPING: &str = "[x]
family = 'jumping'
board = '4x4'
start = '1m1m/4/4/M1M1 w - - 0 1'
pieces.M = { name = 'man', moves = 'mfF', jumps = 'fF', promotes = '+M' }
pieces.'+M' = { name = 'king', moves = 'mF', jumps = 'F' }
";
const ARMIES: &str = "[x]
family = 'armies'
board = '4x4'
start = 'k1r1/4/4/K1R1 w - - 0 1'
pieces.K = { name = 'king', moves = 'K' }
pieces.R = { name = 'guard', moves = 'R' }
";
const ARMY: &str = "armies = [{ name = 'one', units = 'KR' }]\nroyal-chiefs = 'K'\n";

/// Faults of a file, one a line.
fn faults(text: &str) -> String {
    match Catalog::builtin().with_file(text) {
        Ok(_) => String::new(),
        Err(faults) => faults.iter().map(|fault| format!("{fault}\n")).collect(),
    }
}

/// Checks that a file has these faults and no more: each line of `expected` is a fault's beginning.
fn check(text: &str, expected: &[&str]) {
    let found = faults(text);
    let fits = found.lines().count() == expected.len()
        && found.lines().zip(expected).all(|(found, expected)| found.starts_with(expected));
    assert!(fits, "of\n{text}\nfound\n{found}expected\n{}", expected.join("\n"));
}

/// Checks that a sound game, with a line after it, has one fault on that line.
fn check_line(game: &str, line: &str, expected: &str) {
    let number = game.lines().count() + 1;
    check(&format!("{game}{line}\n"), &[&format!("line {number}: {expected}")]);
}

/// Checks that a sound game, with a text replaced, has one fault.
fn check_change(game: &str, from: &str, to: &str, expected: &str) {
    assert!(game.contains(from), "{from}");
    check(&game.replacen(from, to, 1), &[expected]);
}

#[test]
fn sound_files_have_none() {
    check(ROYAL, &[]);
    check(JUMPING, &[]);
    check(&format!("{ARMIES}{ARMY}"), &[]);
}

#[test]
fn files_that_are_no_definitions() {
    check("", &["line 1: no game: expected a table such as [my-game]"]);
    check("# nothing\n", &["line 1: no game"]);
    check("x = 1\n", &["line 1: x: outside of any game"]);
    check(
        "[x]\n",
        &[
            "line 1: x.board: missing: expected FILESxRANKS",
            "line 1: x.family: missing: expected royal, jumping or armies",
            "line 1: x.pieces: missing: expected a table of the kinds",
            "line 1: x.start: missing: expected the FEN",
        ],
    );
    check("[x\nfamily = 'royal'\n", &["line 1: "]);
    check("[x]\nfamily = \n", &["line 2: "]);
    check(&" ".repeat(200_000), &["line 1: 200000 bytes long: expected at most 131072"]);
    let many: String = (0..101).map(|n| format!("[g{n}]\ninherits = 'chess'\n")).collect();
    check(&many, &["line 1: 101 games: expected at most 100"]);
}

#[test]
fn names_of_games() {
    let named = |name: &str| ROYAL.replacen("[x]", name, 1);
    for bad in ["[X]", "['a b']", "[a_b]", "['é']", "['']"] {
        let found = faults(&named(bad));
        assert!(found.starts_with("line 1: ") && found.contains("expected a name of lower-case"));
    }
    check(&named("[chess]"), &["line 1: chess: 'chess' is a built-in game: expected another name"]);
    check(&format!("{ROYAL}[x]\n"), &["line 7: duplicate key"]);
}

#[test]
fn all_faults_of_a_file_are_told() {
    let text = "[x]
family = 'royal'
board = '1x4'
titel = 'X'
move-rule = 0
[x.pieces]
K = { name = 'king', moves = 'Xf', royal = 1 }
k = { name = 'king', moves = 'K' }
R = 5
[y]
inherits = 'ches'
";
    check(
        text,
        &[
            "line 1: x.start: missing: expected the FEN of the position at the start",
            "line 3: x.board: '1x4': expected FILESxRANKS, each from 2 to 16, such as \"8x8\"",
            "line 4: x.titel: unknown key (did you mean 'title'?): expected inherits, title,",
            "line 5: x.move-rule: '0': expected a number from 1 to 10000",
            "line 7: x.pieces.K.moves: invalid Betza notation 'Xf': unknown atom 'X'",
            "line 7: x.pieces.K.royal: '1': expected true or false",
            "line 8: x.pieces.k: 'k': expected a capital letter from A to Z, or \"+\" and",
            "line 9: x.pieces.R: '5': expected a table, such as { name =",
            "line 11: y.inherits: unknown game 'ches' (did you mean 'chess'?): expected one of chess",
        ],
    );
    let faults = Catalog::builtin().with_file(text).unwrap_err();
    let places: Vec<_> = faults.iter().map(|fault| (fault.line, fault.column)).collect();
    assert_eq!(places[4..6], [(7, 30), (7, 44)]);
}

#[test]
fn values_of_common_keys() {
    for (line, expected) in [
        ("title = 3", "x.title: '3': expected the game's display name"),
        ("title = ' '", "x.title: ' ': expected the game's display name"),
        ("title = \"a\\nb\"", "x.title: 'a\\nb': expected text on one line"),
        ("template = 'a b'", "x.template: 'a b': expected a word"),
        (
            "repetition = 'drew'",
            "x.repetition: 'drew': expected draw, checker-loses, illegal or none (did you mean 'draw'?)",
        ),
        (
            "repetition = false",
            "x.repetition: 'false': expected draw, checker-loses, illegal or none",
        ),
        ("move-rule = 'ten'", "x.move-rule: 'ten': expected a number from 1 to 10000"),
        ("move-rule = 99999999999999999999", "x.move-rule: '99999999999999999999': expected"),
        ("move-rule = 1.5", "x.move-rule: '1.5': expected a number"),
        ("pieces.Q = [1]", "x.pieces.Q: an array: expected a table"),
        ("pieces.Q = {}", "x.pieces.Q.moves: missing: expected the moves in Betza notation"),
        ("duty = 'jumps'", "x.duty: a key of the jumping family: this game's family is royal"),
        ("movement = 1", "x.movement: unknown key: expected inherits"),
    ] {
        if line == "pieces.Q = {}" {
            assert!(faults(&format!("{ROYAL}{line}")).contains(expected));
        } else {
            check_line(ROYAL, line, expected);
        }
    }
    check_change(ROYAL, "'royal'", "'loyal'", "line 2: x.family: 'loyal': expected royal,");
    check_change(ROYAL, "'4x4'", "'4 x 4'", "line 3: x.board: '4 x 4': expected FILESxRANKS");
    check_change(ROYAL, "'4x4'", "{}", "line 3: x.board: a table: expected FILESxRANKS");
    let long = "x".repeat(1001);
    check_line(ROYAL, &format!("title = '{long}'"), "x.title: 1001 bytes long: expected at most");
}

#[test]
fn pieces_of_royal_games() {
    let queen = |keys: &str| format!("pieces.Q = {{ name = 'queen', moves = 'Q', {keys} }}");
    for (keys, expected) in [
        ("jumps = 'F'", "x.pieces.Q.jumps: a key of pieces in the jumping family"),
        ("value = -1", "x.pieces.Q.value: '-1': expected a number from 0 to 20000"),
        ("promotes = 'RXY'", "x.pieces.Q.promotes: unknown piece 'X': expected one of"),
        ("promotes = 'RR'", "x.pieces.Q.promotes: 'RR': 'R' is listed twice"),
        ("promotes = 'K'", "x.pieces.Q.promotes: promotes to 'king', which is royal"),
        ("promotes = 'Q'", "x.pieces.Q.promotes: 'Q' promotes itself: expected kinds that do not"),
        ("promotes = 'R', royal = true", "x.pieces.Q.promotes: a royal piece promotes"),
        ("zone = 'e1'", "x.pieces.Q.zone: 'e1': expected a square of the 4x4 board, a rectangle"),
        (
            "zone = { white = 'a1', red = 'a1' }",
            "x.pieces.Q.zone.red: unknown key: expected white or black",
        ),
        ("zone = {}", "x.pieces.Q.zone: no squares: expected white, black, or both"),
        ("moves-in = 'N'", "x.pieces.Q.moves-in: 'N': expected a table of squares and moves"),
        ("moves-in = { squares = 'a1' }", "x.pieces.Q.moves-in.moves: missing: expected the moves"),
        (
            "moves-in = { squares = 'a1', moves = 'X' }",
            "x.pieces.Q.moves-in.moves: invalid Betza notation 'X'",
        ),
        ("speed = 1", "x.pieces.Q.speed: unknown key: expected name, picture, moves,"),
    ] {
        let found = faults(&format!("{ROYAL}{}\n", queen(keys)));
        assert!(found.starts_with(&format!("line 7: {expected}")), "{keys}: {found}");
    }
    let many: String = (b'A'..=b'Z')
        .flat_map(|letter| [format!("{}", letter as char), format!("+{}", letter as char)])
        .filter(|key| key != "K" && key != "R")
        .map(|key| format!("pieces.'{key}' = {{ name = 'n', moves = 'N' }}\n"))
        .collect();
    let found = faults(&format!("{ROYAL}{many}"));
    assert!(found.contains("x.pieces: 52 kinds of pieces: expected at most 32"), "{found}");
    let long = "W".repeat(201);
    check_change(ROYAL, "'R' }", &format!("'{long}' }}"), "line 6: x.pieces.R.moves: 201 bytes");
}

#[test]
fn starts() {
    for (start, expected) in [
        ("", "'': expected the FEN"),
        ("k1r1/4/K1R1", "the placement has 3 ranks: expected 4"),
        ("k1r1/4/5/K1R1", "rank 2 ('5') has 5 squares: expected 4"),
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
fn keys_of_royal_games() {
    for (line, expected) in [
        ("initial-rank = 5", "x.initial-rank: '5': expected a number from 1 to 4"),
        ("promotion-rank = 0", "x.promotion-rank: '0': expected a number from 1 to 4"),
        ("stalemate = 'lost'", "x.stalemate: 'lost': expected draw, loss or win"),
        ("dead = true", "x.dead: 'true': expected false, or a table"),
        ("dead = { single = 'X' }", "x.dead.single: unknown piece 'X'"),
        ("dead = { pair = 'X' }", "x.dead.pair: unknown key: expected single or same-color"),
        ("castling = 'yes'", "x.castling: 'yes': expected a table"),
        ("facing-kings = 'no'", "x.facing-kings: 'no': expected true or false"),
        ("holes = 'a1 e1'", "x.holes: 'e1': expected a square of the 4x4 board, a rectangle"),
    ] {
        check_line(ROYAL, line, expected);
    }
}

#[test]
fn squares_of_first_moves_and_promotions() {
    for (line, expected) in [
        ("initial = 3", "x.initial: '3': expected squares, such as"),
        ("initial = '*5'", "x.initial: '*5': expected a square of the 4x4 board"),
        ("initial = {}", "x.initial: no squares: expected white, black, or both"),
        (
            "promotion = { white = 'a1', whte = 'a1' }",
            "x.promotion.whte: unknown key (did you mean 'white'?)",
        ),
        ("must-promote = true", "x.must-promote: 'true': expected squares"),
        ("promotion-limit = 'won'", "x.promotion-limit: 'won': expected \"lost\", or a table of"),
        ("promotion-limit = { X = 1 }", "x.promotion-limit.X: unknown piece 'X': expected one of"),
        ("promotion-limit = { R = 'a' }", "x.promotion-limit.R: 'a': expected a number from 0"),
        ("en-passant = 'e3'", "x.en-passant: 'e3': expected a square of the 4x4 board"),
        ("pieces.R.promotion = 'z'", "x.pieces.R.promotion: 'z': expected a square"),
        ("pieces.R.promotes-by = 'x'", "x.pieces.R.promotes-by: 'x': expected arrival, capture or"),
        ("hand = 1", "x.hand: '1': expected a table of rules"),
        ("hand = { capture = true }", "x.hand.capture: unknown key"),
        ("hand = { squares = 'z' }", "x.hand.squares: 'z': expected a square of the 4x4 board"),
        ("hand = { no-mate = 'X' }", "x.hand.no-mate: unknown piece 'X': expected one of"),
        ("hand = { first = 1 }", "x.hand.first: '1': expected true or false"),
        ("goal = { black = false }", "x.goal: no squares: expected white, black, or both"),
    ] {
        let game = ROYAL.replacen(
            "pieces.R = { name = 'rook', moves = 'R' }",
            "pieces.R.name = 'rook'\npieces.R.moves = 'R'",
            1,
        );
        check_line(&game, line, expected);
    }
}

#[test]
fn castling() {
    let game = |right: &str, keys: &str| {
        let castling = "[x.castling]\nrank = 1\nking = 'a'\nrook = 'R'\n";
        ROYAL.replacen("w -", &format!("w {right}"), 1) + castling + keys
    };
    let ways = "king-side = { rook-from = 'c', king-to = 'c', rook-to = 'b' }\n";
    check(
        &game(
            "-",
            &format!("{ways}queen-side = {{ rook-from = 'b', king-to = 'c', rook-to = 'c' }}"),
        ),
        &["line 12: x.castling.queen-side: king and rook go to one square"],
    );
    check(
        &game("-", &format!("{ways}queen-side = {{ rook-from = 'b', king-to = 'i' }}")),
        &[
            "line 12: x.castling.queen-side.rook-to: missing: expected the letter of a file",
            "line 12: x.castling.queen-side.king-to: 'i': expected the letter of a file, from \"a\" to",
        ],
    );
    check(
        &game(
            "-",
            &format!("{ways}queen-side = {{ rook-from = 'b', king-to = 'b', rook-to = 'c' }}"),
        ),
        &[
            "line 12: x.castling.queen-side: the rook stands elsewhere: expected it to the king's left",
        ],
    );
    let sound = game(
        "-",
        &format!("{ways}queen-side = {{ rook-from = 'a', king-to = 'a', rook-to = 'b' }}"),
    )
    .replace("king = 'a'", "king = 'b'");
    check(&sound, &[]);
    check(
        &sound.replace("king-to = 'a', rook-to = 'b'", "king-to = 'c', rook-to = 'b'"),
        &["line 7: x.castling: the king goes to one square on both sides: expected two"],
    );
    check(
        &sound.replacen("w -", "w k", 1),
        &["line 4: x.start: castling right 'k': expected black's king on b4"],
    );
    let placed = sound.replacen("k1r1", "rk1r", 1).replacen("K1R1", "RKR1", 1);
    check(
        &placed.replacen("w -", "w KQkq", 1),
        &["line 4: x.start: castling right 'k': expected black's rook on c4"],
    );
    check(&placed.replacen("w -", "w KQq", 1), &[]);
    let lopsided = |keys: &str| format!("{sound}\n[x.castling.black]\n{keys}");
    check(&lopsided("king-side = false"), &[]);
    for (keys, expected) in [
        (
            "rook = 'R'",
            "x.castling.black.rook: unknown key (did you mean 'rank'?): expected rank, king,",
        ),
        (
            "king = 'd'",
            "x.castling.king-side: the rook stands elsewhere: expected it to the king's",
        ),
        ("king-side = 1", "x.castling.black.king-side: '1': expected a table of the files"),
    ] {
        let found = faults(&lopsided(keys));
        assert!(found.contains(expected), "{keys}: {found}");
    }
    let never = "king-side = false\nqueen-side = false";
    check(
        &game("-", never),
        &["line 7: x.castling: no way to castle: expected one, or castling = false"],
    );
}

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
        ("'fF'", "'fF2'", "x.pieces.M.jumps: 'fF2': expected leaps"),
        ("'fF'", "'cF'", "x.pieces.M.jumps: 'cF': expected leaps"),
        ("'fF'", "'fF', cannot-jump = 'Q'", "x.pieces.M.cannot-jump: unknown piece 'Q'"),
        ("'fF'", "'fF', prize = 0", "x.pieces.M.prize: '0': expected a number from 1 to 10000"),
        ("'fF'", "'Y'", "x.pieces.M.jumps: invalid Betza notation 'Y'"),
        ("'+M'", "'M'", "x.pieces.M.promotes: 'M' promotes itself: expected kinds that do not"),
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

#[test]
fn inheritance() {
    // What a faulty parent hands down is told once.
    check(
        "[a]\ninherits = 'b'\n[b]\ninherits = 'chess'\nmove-rule = 0\n",
        &["line 5: b.move-rule: '0': expected"],
    );
    // What only the heir makes wrong is told at the heir.
    check(
        "[a]\ninherits = 'chess'\nboard = '9x8'\n",
        &["line 1: a.start: rank 8 ('rnbqkbnr') has 8 squares: expected 9 (inherited)"],
    );
    check(
        "[a]\ninherits = 'b'\n[b]\ninherits = 'c'\n[c]\ninherits = 'a'\nboard = 'x'\n",
        &["line 6: c.inherits: 'a': inherits from itself", "line 7: c.board: 'x': expected"],
    );
    check("[a]\ninherits = 'a'\n", &["line 2: a.inherits: 'a': inherits from itself"]);
    check("[a]\ninherits = ['chess']\n", &["line 2: a.inherits: an array: expected the name"]);
    check(
        "[a]\ninherits = 'chess'\nfamily = 'jumping'\nduty = 'jumps'\n",
        &["line 3: a.family: 'jumping': expected royal, the family that it inherits"],
    );
    check(
        "[a]\ninherits = 'chess'\npieces.Q = false\n",
        &[
            "line 1: a.start: invalid piece 'q' in rank 8 for a: expected one of P N B R K",
            "line 3: a.pieces.P.promotes: unknown piece 'Q'",
        ],
    );
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

#[test]
fn one_kind_is_royal() {
    check_change(
        ROYAL,
        "'R' }",
        "'R', royal = true }",
        "line 6: x.pieces.R.royal: 'K' is royal too: expected one kind, of which both sides have",
    );
}

#[test]
fn names_that_xboard_takes_for_games_of_its_own() {
    for (name, own) in [
        ("normal", "normal"),
        ("my-atomic", "atomic"),
        ("abnormal", "normal"),
        ("chu", "chu"),
        ("shogi-5x5", "shogi"),
        ("chess960", "960"),
        ("new2", "wild"),
        ("new-2", ""),
        ("w2", "wild"),
        ("wild7", "wild"),
        ("mini-shogi", ""),
        ("greater", ""),
    ] {
        let fault = format!(
            "line 1: {name}: '{name}' means '{own}' in XBoard, which has its own rules for it: \
             expected another name"
        );
        let expected: &[&str] = if own.is_empty() { &[] } else { &[&fault] };
        check(&ROYAL.replace("[x]", &format!("[{name}]")), expected);
    }
}

#[test]
fn a_faulty_game_does_not_block_the_others() {
    let other = |name: &str| ROYAL.replace("[x]", &format!("[{name}]"));
    let heir = "[heir]\ninherits = 'bad'\n";
    let text = format!("{}{}speed = 1\n{heir}{}", other("a"), other("bad"), other("b"));
    let reading = Catalog::builtin().read_file(&text);
    assert_eq!(reading.names, ["a", "b"]);
    assert_eq!(reading.left_out, ["bad", "heir"]);
    assert_eq!(reading.faults.len(), 1);
    assert!(reading.catalog.get("b").is_some() && reading.catalog.get("bad").is_none());
    // Of a file that is no TOML nobody knows what it was to be.
    let reading = Catalog::builtin().read_file(&format!("{text}[\n"));
    assert!(reading.names.is_empty() && !reading.faults.is_empty());
}

/// A few kilobytes whose moves would take minutes and gigabytes.
#[test]
fn moves_without_measure_are_a_fault() {
    let bomb = |kinds: u8, moves: &str, board: &str| {
        let letters = (b'A'..=b'Z').map(|letter| (letter as char).to_string());
        let pieces: String = letters
            .clone()
            .chain(letters.map(|letter| format!("+{letter}")))
            .filter(|key| key != "K")
            .take(usize::from(kinds) - 1)
            .map(|key| format!("pieces.'{key}' = {{ name = 'n', moves = '{moves}' }}\n"))
            .collect();
        let rows = "16/".repeat(14);
        let text = ROYAL.replace("4x4", board).replace("k1r1/4/4/", &format!("k1r13/{rows}"));
        text.replace("K1R1 ", "K1R13 ").replace("pieces.R =", "pieces.'+Z' =") + &pieces
    };
    let begin = std::time::Instant::now();
    let found = faults(&bomb(31, &"[K-K]".repeat(40), "16x16"));
    assert!(begin.elapsed().as_millis() < 500, "{:?}", begin.elapsed());
    assert!(
        found.starts_with("line 7: x.pieces.A.moves: with these moves the game has"),
        "{found}"
    );
    assert_eq!(found.lines().count(), 1, "{found}");
    // The largest armies of one's wildest dreams pass.
    check(&bomb(31, "QNN", "16x16"), &[]);
}

#[test]
fn turns_of_several_moves() {
    let line = |rest: &str| format!("{ROYAL}{rest}\n");
    let many = [
        ("turn = 2", "line 7: x.turn: '2': expected a table, such as { moves = 2 }"),
        ("turn = {}", "line 7: x.turn: every turn has one move: expected more moves, or growth"),
        ("turn.moves = 17", "line 7: x.turn.moves: '17': expected"),
        ("turn.moves = { white = 0 }", "line 7: x.turn.moves.white: '0': expected"),
        ("turn = { moves = 2, pass = 1 }", "line 7: x.turn.pass: unknown key"),
        ("turn = { growth = 9 }", "line 7: x.turn.growth: '9': expected"),
        (
            "turn = { moves = 2, check = 'free' }",
            "line 7: x.turn.check: 'free': expected ends-turn, last-move or by-turn",
        ),
        (
            "turn = { growth = 1, check = 'by-turn' }",
            "line 7: x.turn: check = \"by-turn\": expected turns of at most 2 moves",
        ),
        (
            "turn = { moves = 2, check = 'by-turn' }\nmust-capture = true",
            "line 7: x.turn: check = \"by-turn\": expected must-capture = false",
        ),
        (
            "turn.moves = 2\ngoal = { white = '*4', reply = true }",
            "line 7: x.turn: turns of several moves: expected goal.reply = false",
        ),
        ("turn.moves = 2\nhand = {}", "line 7: x.turn: turns of several moves: expected no hand"),
        (
            "turn.moves = 2\nbare-king = 'loss-unless-returned'",
            "line 7: x.turn: turns of several moves: expected bare-king",
        ),
    ];
    for (rest, expected) in many {
        check(&line(rest), &[expected]);
    }
    check(&line("turn = { moves = 2, first = false }"), &[]);
}
