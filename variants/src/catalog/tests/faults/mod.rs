//! Faults of definition files: lines, keys and messages.

mod idle;
mod jumping;
mod royal;
mod starts;

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
    check("[x]\ninherits = 'chess'\nsise = = \n", &["line 3: extra `=`"]);
    check(&" ".repeat(200_000), &["line 1: 200000 bytes long: expected at most 131072"]);
    let many: String = (0..101).map(|n| format!("[g{n}]\ninherits = 'chess'\n")).collect();
    check(&many, &["line 1: 101 games: expected at most 100"]);
}

#[test]
fn names_of_games() {
    let named = |name: &str| ROYAL.replacen("[x]", name, 1);
    for bad in ["[X]", "['a b']", "[a_b]", "['é']", "['']", "[--help]", "[-]"] {
        let found = faults(&named(bad));
        assert!(found.starts_with("line 1: ") && found.contains("expected a name of lower-case"));
    }
    check(&named("[chess]"), &["line 1: chess: 'chess' is a built-in game: expected another name"]);
}

#[test]
fn keys_that_stand_twice() {
    check(&format!("{ROYAL}[x]\n"), &["line 7: duplicate key 'x': line 1 has it already"]);
    for (text, expected) in [
        ("[a]\nmisere = true\n\nmisere = false\n", "line 4: duplicate key 'misere': line 2"),
        // The same key of another game, and one within a table, are others.
        (
            "[a]\ninherits = 'chess'\n[b]\ninherits = 'chess'\n[c]\nx = { inherits = 1 }\n\
             inherits = 'chess'\n\"inherits\" = 'chess'\n",
            "line 8: duplicate key 'inherits': line 7",
        ),
        ("[a]\nw = 1\nhand = { w = 1, b = 2,\nw = 3 }\n", "line 4: duplicate key 'w': line 3"),
        (
            "[a.pieces.K]\nname = 'k'\n[b.pieces.K]\n[a.pieces.K]\n",
            "line 4: duplicate key 'K': line 1",
        ),
        ("[a]\npieces.K.name = 'k'\npieces.K.name = 'l'\n", "line 3: duplicate key 'name': line 2"),
    ] {
        let found = faults(text);
        assert!(found.lines().any(|line| line.starts_with(expected)), "{text}: {found}");
    }
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
            "line 4: x.titel: unknown key (did you mean 'title'?)",
            "line 5: x.move-rule: '0': expected a number from 1 to 10000",
            "line 7: x.pieces.K.moves: invalid Betza notation 'Xf': unknown atom 'X'",
            "line 7: x.pieces.K.royal: '1': expected true or false",
            "line 8: x.pieces.k: 'k': expected a capital letter from A to Z, or \"+\" and",
            "line 9: x.pieces.R: '5': expected a table, such as { name =",
            "line 11: y.inherits: unknown game 'ches' (did you mean 'chess'?)",
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
            "x.repetition: 'drew': expected draw, checker-loses, checker-or-first-loses, illegal or none (did you mean 'draw'?)",
        ),
        (
            "repetition = false",
            "x.repetition: 'false': expected draw, checker-loses, checker-or-first-loses, illegal or none",
        ),
        ("move-rule = 'ten'", "x.move-rule: the text 'ten': expected a number from 1 to 10000"),
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
fn inheritance() {
    // What a faulty parent passes on is reported once.
    check(
        "[a]\ninherits = 'b'\n[b]\ninherits = 'chess'\nmove-rule = 0\n",
        &["line 5: b.move-rule: '0': expected"],
    );
    // What only the heir makes wrong is reported at the heir.
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
