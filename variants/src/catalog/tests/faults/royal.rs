//! Faults of games of the royal family.

use super::{ROYAL, check, check_change, check_line, faults};

#[test]
fn pieces_of_royal_games() {
    let queen = |keys: &str| format!("pieces.Q = {{ name = 'queen', moves = 'Q', {keys} }}");
    for (keys, expected) in [
        ("jumps = 'F'", "x.pieces.Q.jumps: a key of pieces in the jumping family"),
        ("value = -1", "x.pieces.Q.value: '-1': expected a number from 0 to 20000"),
        ("promotes = 'RXY'", "x.pieces.Q.promotes: unknown piece 'X': expected one of"),
        ("promotes = { white = 'X' }", "x.pieces.Q.promotes.white: unknown piece 'X': expected"),
        ("promotes = { whte = 'R' }", "x.pieces.Q.promotes.whte: unknown key (did you mean"),
        ("promotes = 'RR'", "x.pieces.Q.promotes: 'RR': 'R' is listed twice"),
        ("promotes = 'K'", "x.pieces.Q.promotes: promotes to 'king', which is royal"),
        (
            "promotes = 'Q'",
            "x.pieces.Q.promotes: promotes to 'Q', which it is: expected other kinds",
        ),
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
        (
            "moves-in = { squares = 'a1', moves = 'N', inside = 2 }",
            "x.pieces.Q.moves-in.inside: '2': expected true or false",
        ),
        ("cannot-jump = 'X'", "x.pieces.Q.cannot-jump: unknown piece 'X'"),
        ("cannot-take = 3", "x.pieces.Q.cannot-take: '3': expected letters of pieces"),
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
fn keys_of_royal_games() {
    for (line, expected) in [
        ("initial-rank = 5", "x.initial-rank: '5': expected a number from 1 to 4"),
        ("promotion-rank = 0", "x.promotion-rank: '0': expected a number from 2 to 4"),
        ("stalemate = 'lost'", "x.stalemate: 'lost': expected draw, loss, win or majority"),
        ("dead = true", "x.dead: 'true': expected false, or a table"),
        ("dead = { single = 'X' }", "x.dead.single: unknown piece 'X'"),
        ("dead = { pair = 'X' }", "x.dead.pair: unknown key: expected single or same-color"),
        ("castling = 'yes'", "x.castling: 'yes': expected a table"),
        ("facing-kings = 'no'", "x.facing-kings: 'no': expected true, false or \"part-or-pass\""),
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
        ("must-promote = '*2'", "x.must-promote: no piece promotes: expected false"),
        ("pieces.R.must-promote = '*4'", "x.pieces.R.must-promote: the piece does not promote"),
        ("promotion-limit = { K = 1 }", "x.promotion-limit.K: 'K' is royal: expected kinds that"),
        ("promotion-limit = 'won'", "x.promotion-limit: 'won': expected \"lost\", or a table of"),
        ("promotion-limit = { X = 1 }", "x.promotion-limit.X: unknown piece 'X': expected one of"),
        (
            "promotion-limit = { R = 'a' }",
            "x.promotion-limit.R: the text 'a': expected a number from 0",
        ),
        ("en-passant = 'e3'", "x.en-passant: 'e3': expected a square of the 4x4 board"),
        ("pieces.R.promotion = 'z'", "x.pieces.R.promotion: 'z': expected a square"),
        ("pieces.R.promotes-by = 'x'", "x.pieces.R.promotes-by: 'x': expected arrival, capture or"),
        ("hand = 1", "x.hand: '1': expected a table of rules"),
        ("hand = { capture = true }", "x.hand.capture: unknown key"),
        ("hand = { squares = 'z' }", "x.hand.squares: 'z': expected a square of the 4x4 board"),
        ("hand = { no-mate = 'X' }", "x.hand.no-mate: unknown piece 'X': expected one of"),
        ("hand = { first = 1 }", "x.hand.first: '1': expected true or false"),
        ("pieces.R.drops = '*2'", "x.pieces.R.drops: a game without hands: expected the game's"),
        ("goal = { white = 'a1', hold = 1 }", "x.goal.hold: '1': expected true or false"),
        (
            "goal = { white = 'a1', hold = true, reply = true }",
            "x.goal: reply and hold: expected one of them",
        ),
        (
            "goal = { white = 'a1', draws = true, reply = true }",
            "x.goal: reply and draws: expected one of them",
        ),
        ("zone = 'e1'", "x.zone: 'e1': expected a square of the 4x4 board, a rectangle"),
        ("unmoved = 'K'", "x.unmoved: 'K': expected a table, such as { pieces = \"K\" }"),
        ("unmoved = {}", "x.unmoved.pieces"),
        ("unmoved = { pieces = 'X' }", "x.unmoved.pieces: unknown piece 'X': expected one of"),
        (
            "unmoved = { pieces = 'K' }\nshuffled = true",
            "x.unmoved: expected a game without shuffled",
        ),
        ("promotion-in-place = 'R'", "x.promotion-in-place: 'R': expected a table, such as"),
        ("promotion-in-place = {}", "x.promotion-in-place.pieces"),
        (
            "promotion-in-place = { pieces = 'R', step = 1 }",
            "x.promotion-in-place.step: '1': expected true or false",
        ),
        (
            "promotion-in-place = { pieces = 'R' }",
            "x.promotion-in-place: the pieces do not all promote: expected kinds with the key",
        ),
        ("connect = { count = 1 }", "x.connect.count: '1': expected a number from 2 to 4"),
        ("connect = { pieces = 'R' }", "x.connect: nothing wins: expected a count and a direction"),
        (
            "connect = { count = 3, cuont = 3 }",
            "x.connect.cuont: unknown key (did you mean 'count'?)",
        ),
        (
            "blast = true",
            "x.blast: 'true': expected a table, such as { survivors = \"P\" }, or false",
        ),
        (
            "castling = 'no'",
            "x.castling: 'no': expected a table of where king and rooks stand and go, or false",
        ),
        ("blast = { survivors = 'X' }", "x.blast.survivors: unknown piece 'X': expected one of"),
        ("blast = {}\nturn = { moves = 2 }", "x.blast: expected a game without `turn`"),
        ("hand = { two-a-file = 'X' }", "x.hand.two-a-file: unknown piece 'X': expected one of"),
        ("hand = { where-promotes = 1 }", "x.hand.where-promotes: '1': expected true or false"),
        ("walls = true", "x.walls: 'true': expected a table, such as { place"),
        ("walls = { place = 'x' }", "x.walls.place: 'x': expected any, origin or reach"),
        ("walls = { plce = 'any' }", "x.walls.plce: unknown key (did you mean 'place'?)"),
        ("walls = {}\nhand = {}", "x.walls: expected a game without hand"),
        ("walls = {}\nturn = { moves = 2 }", "x.walls: expected a game without turn"),
        ("walls = {}\ncheck-limit = 3", "x.walls: expected a game without check-limit"),
        ("walls = {}\nroyals = 'last'", "x.walls: expected royals = \"one\", \"any\" or"),
        (
            "hand = { royals = true, first = true }",
            "x.hand: royals with captures: expected captures = false",
        ),
        (
            "hand = { royals = true, captures = false }",
            "x.hand: royals without first: expected first = true",
        ),
        ("hand = { two-colors = 'X' }", "x.hand.two-colors: unknown piece 'X': expected one of"),
        ("hand = { drop-promoted = 1 }", "x.hand.drop-promoted: '1': expected true or false"),
        (
            "hand = { drop-promoted = true, keep-promotion = true }",
            "x.hand: drop-promoted and keep-promotion: expected one of them",
        ),
        (
            "hand = { drop-promoted = true, gates = true }",
            "x.hand: drop-promoted and gates: expected one of them",
        ),
        (
            "hand = { drop-promoted = true, two-colors = 'R' }",
            "x.hand: drop-promoted and two-colors: expected one of them",
        ),
        ("hand = { gates = 1 }", "x.hand.gates: '1': expected true or false"),
        ("hand = { drops = false }", "x.hand: pieces that nothing brings to the board: expected"),
        (
            "hand = { gates = true, drops = false, first = true }",
            "x.hand: first without drops: expected one of them",
        ),
        ("hand = { gates = true, one-a-file = 'R' }", "x.hand: gates and limits by file: expected"),
        ("hand = { gates = true, no-mate = 'R' }", "x.hand: gates and limits of checks by drops"),
        ("hand = { gates = true }\nshuffled = true", "x.hand: gates and shuffled: expected one of"),
        ("blast = {}\nhand = { gates = true }", "x.blast: expected a game without gates"),
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
    let choice = "king-side = { rook-from = 'd', king-to = 'a-b', rook-to = 'beside' }";
    let found = faults(&game("-", &format!("{choice}\nqueen-side = false")));
    let expected = "line 11: x.castling.king-side: expected king-to with files between the king's and \
                    the rook's";
    assert!(found.contains(expected), "{found}");
    let never = "king-side = false\nqueen-side = false";
    check(
        &game("-", never),
        &["line 7: x.castling: no way to castle: expected one, or castling = false"],
    );
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
fn passes_facing_kings_and_points() {
    let line = |rest: &str| format!("{ROYAL}{rest}\n");
    let many = [
        ("pass = 'free'", "line 7: x.pass: 'free': expected true, false or \"stalemate\""),
        (
            "facing-kings = 'part'",
            "line 7: x.facing-kings: 'part': expected true, false or \"part-or-pass\"",
        ),
        (
            "pass = true\nturn.moves = 2",
            "line 7: x.pass: expected a game without `turn`, `walls` and `counting`",
        ),
        (
            "facing-kings = 'part-or-pass'\nblast = {}",
            "line 7: x.facing-kings: \"part-or-pass\": expected a game without",
        ),
        (
            "facing-kings = 'part-or-pass'\npass = 'stalemate'",
            "line 7: x.facing-kings: \"part-or-pass\": expected `pass = true` too",
        ),
        (
            "walls = { place = 'reach' }\nblast = {}",
            "line 7: x.walls: place = \"reach\": expected a game without `blast`",
        ),
        ("points = 3", "line 7: x.points: '3': expected a table, such as"),
        ("points = { pieces = 'R' }", "line 7: x.points.pieces: 'R': expected a table of points"),
        ("points = { pieces = { X = 1 } }", "line 7: x.points.pieces.X: unknown piece 'X'"),
        ("points = { pieces = { R = -1 } }", "line 7: x.points.pieces.R: '-1': expected a number"),
        ("points = { equal = 'both' }", "line 7: x.points.equal: 'both': expected draw, white or"),
        ("points = { red = 1 }", "line 7: x.points.red: unknown key"),
        ("repetition-count = 1", "line 7: x.repetition-count: '1': expected a number from 2 to 9"),
    ];
    for (rest, expected) in many {
        check(&line(rest), &[expected]);
    }
    check(&line("pass = 'stalemate'\npoints = { equal = 'black' }"), &[]);
}

#[test]
fn a_start_is_judged_by_what_could_be_read() {
    let hand = ROYAL.replace("K1R1 w", "K1R1[Rr] w");
    check(&format!("{hand}hand = {{ captures = true }}\n"), &[]);
    let faulty = format!("{hand}hand = {{ must-move = 3 }}\n");
    let turning = ROYAL.replace("'R' }", "'R', promotes = 'Q' }")
        + "hand = {}\npieces.Q = { name = 'q', moves = 'Q', promotes = 'R' }\n";
    let ambiguous =
        "line 5: x.pieces: pieces promote to 'q', which promotes itself, and a captured 'q'";
    check(&turning, &[ambiguous]);
    check(&turning.replace("{}", "{ keep-promotion = true }"), &[]);
    check(&faulty, &["line 7: x.hand.must-move: '3': expected true or false"]);
    let both = faulty.replace("k1r1", "k1x1");
    check(&both, &["line 4: x.start: invalid piece 'x'", "line 7: x.hand.must-move"]);
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
