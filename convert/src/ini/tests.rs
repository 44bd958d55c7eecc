//! Sections and the definitions made of them.

mod same;

use variants::royal::RoyalDefinition;
use variants::{Catalog, Definition, Variant};

use super::{read_ini, to_ini};
use crate::Exported;
use crate::Import;

fn read(text: &str) -> Import {
    read_ini(text, &Catalog::builtin(), &[])
}

/// Returns the definition of a text's only game.
fn stated(text: &str) -> String {
    let import = read(text);
    assert_eq!(import.lines(), Vec::<String>::new());
    import.games[0].text.clone().unwrap()
}

#[test]
fn a_change_of_a_known_game_is_a_short_definition() {
    let text = "# Chess with camels.\n[camels:chess]\nmaxFile = 10\ncastling = false\n\
        customPiece1 = c:C\npromotionPieceTypes = qrbnc\n\
        startFen = rncbqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNCBQKBCNR w - - 0 1\n";
    let expected = "# Chess with camels.\n[camels]\ninherits = \"chess\"\nboard = \"10x8\"\n\
        start = \"rncbqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNCBQKBCNR w - - 0 1\"\n\
        castling = false\n\n[camels.pieces]\nP.promotes = \"QCRBN\"\n\
        C = { name = \"camel\", moves = \"C\" }\n";
    assert_eq!(stated(text), expected);
}

/// Whatever Fairy-Stockfish calls it, and in whatever order it has pieces and squares.
#[test]
fn a_known_game_is_inherited_by_its_name_here() {
    for (theirs, own) in [
        ("shogi", "shogi"),
        ("minishogi", "minishogi"),
        ("kyotoshogi", "kyoto-shogi"),
        ("micro", "micro-shogi"),
        ("normal", "chess"),
        ("shatranj", "shatranj"),
        ("kingofthehill", "kingofthehill"),
        ("3check", "3check"),
        ("crazyhouse", "crazyhouse"),
        ("placement", "placement"),
        ("capablanca", "capablanca"),
    ] {
        assert_eq!(stated(&format!("[x:{theirs}]\n")), format!("[x]\ninherits = \"{own}\"\n"));
    }
    let text = stated("[x:shogi]\nstalemateValue = draw\n");
    let dead = "dead = { single = \"B\", same-color = \"B\" }";
    assert_eq!(text, format!("[x]\ninherits = \"shogi\"\n{dead}\nstalemate = \"draw\"\n"));
}

#[test]
fn a_game_without_a_base_is_stated_whole() {
    let text = "[tiny]\nmaxRank = 5\nmaxFile = e\nking = k\nrook = r\ncustomPiece1 = p:mfWcfF\n\
        pawnTypes = p\npromotionPieceTypes = r\npromotionRegionWhite = *5\n\
        startFen = r3k/ppppp/5/PPPPP/R3K w - - 0 1\ncastling = false\nstalemateValue = loss\n";
    let text = stated(text);
    let (catalog, _) = Catalog::builtin().with_file(&text).unwrap();
    let game = Variant::compile(catalog.get("tiny").unwrap().clone()).unwrap().start();
    assert_eq!(game.perft(1), 9);
    assert!(text.contains("stalemate = \"loss\"") && text.contains("castling = false"), "{text}");
}

#[test]
fn sections_inherit_from_earlier_sections() {
    let text = "[one:chess]\nstalemateValue = win\n[two:one]\nmustCapture = true\n";
    let import = read(text);
    assert_eq!(import.lines(), Vec::<String>::new());
    let expected = "[two]\ninherits = \"one\"\nmust-capture = true\n";
    assert_eq!(import.games[1].text.as_deref(), Some(expected));
    let only = read_ini(text, &Catalog::builtin(), &["two".to_owned()]);
    assert_eq!(only.games.len(), 1);
    let text = only.games[0].text.as_deref().unwrap();
    assert!(text.contains("inherits = \"chess\""), "{text}");
}

#[test]
fn whatever_cannot_be_stated_is_named_with_its_line() {
    let text = "speed = 1\n[walls:chess]\nwallingRule = edge\nfoo = 1\n\
        [bad:nothing]\n[odd:chess]\nmaxRank = 99\npromotionPieceTypes = qz\nno line\n\
        stalemateValue = maybe\ncustomPiece1 = x:WtR\nstartFen = xnbqkbnr/8/8/8/8/8/8/4K3 w - -\n\
        [chased:chess]\nchasingRule = axf\n";
    let lines = [
        "line 1: 'speed = 1': expected a section first",
        "line 3: walls: cannot be stated: wallingRule: 'edge' cannot be stated",
        "line 4: walls: cannot be stated: foo: unknown key",
        "line 5: bad: unknown base 'nothing': expected an earlier section, or a game that \
         Fairy-Stockfish knows",
        "line 7: odd: cannot be stated: maxRank: '99': expected a rank from 1 to 10",
        "line 8: odd: cannot be stated: promotionPieceTypes: 'qz': expected letters of pieces",
        "line 9: odd: cannot be stated: 'no line': expected key = value",
        "line 10: odd: cannot be stated: stalemateValue: 'maybe': expected one of draw loss win none",
        "line 11: odd: cannot be stated: customPiece1: 't' in moves",
        "line 14: chased: note: chasingRule: 'axf' is left out",
    ];
    assert_eq!(read(text).lines(), lines);
}

#[test]
fn lines_below_a_broken_header_belong_to_no_game() {
    let import = read("[one:chess]\nstalemateValue = loss\n[two:chess\nmustCapture = true\n");
    assert_eq!(import.lines(), ["line 3: '[two:chess': expected [name] or [name:base]"]);
    let expected = "[one]\ninherits = \"chess\"\nstalemate = \"loss\"\n";
    assert_eq!(import.games[0].text.as_deref(), Some(expected));
}

#[test]
fn names_that_cannot_be_are_changed() {
    for (name, changed) in [("chess", "my-chess"), ("fancy_game", "fancy-game"), ("a-b", "a-b")] {
        let import = read(&format!("[{name}:chess]\nstalemateValue = loss\n"));
        assert_eq!(import.games[0].name, changed, "{name}");
        assert!(import.games[0].text.is_some(), "{name}");
    }
}

#[test]
fn moves_keep_their_meaning() {
    let moves = [
        ("N", "N"),
        ("fN", "ffN"),
        ("ffNfsN", "ffNfsN"),
        ("fsW", "fsW"),
        ("mRcB3", "mRcB3"),
        ("fRrbBlbF", "fRrbBlbF"),
        ("KifmnD", "KifmnD"),
        ("lrR", "lrR"),
    ];
    for (theirs, ours) in moves {
        let words = super::betza::words(theirs).unwrap();
        let text: Result<String, String> = words.iter().map(super::betza::Word::text).collect();
        assert_eq!(text.as_deref(), Ok(ours), "{theirs}");
    }
}

#[test]
fn all_games_that_fairy_stockfish_knows_are_read_without_faults_of_their_lines() {
    let mut faults = Vec::new();
    let sections = super::lines::sections(super::BASES, &mut faults);
    assert_eq!(faults, []);
    let names: Vec<String> = sections.iter().map(|section| section.name.clone()).collect();
    let heirs: String =
        names.iter().enumerate().map(|(n, name)| format!("[heir-{n}:{name}]\n")).collect();
    let import = read_ini(&heirs, &Catalog::builtin(), &[]);
    assert_eq!((import.games.len(), import.faults.len()), (names.len(), 0));
    for section in &sections {
        let mut faults = Vec::new();
        let of = |name: &String| sections.iter().position(|section| section.name == *name);
        let base = section.base.as_ref().map(|base| of(base).unwrap());
        assert!(base.is_none_or(|base| base < of(&section.name).unwrap()), "{}", section.name);
        let mut known = super::Rules::default();
        let mut chain = vec![section];
        while let Some(base) = chain.last().and_then(|section| section.base.as_ref()) {
            chain.push(&sections[of(base).unwrap()]);
        }
        for (depth, section) in chain.iter().rev().enumerate() {
            let base = (depth > 0).then_some(&known);
            known = super::Rules::of_section(base, section, &mut faults);
        }
        assert_eq!(faults, [], "{}", section.name);
    }
}

#[test]
fn steps_gates_and_walls_keep_their_squares() {
    let text = "[triple:chess]\ndoubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6\n\
        tripleStepRegionWhite = *2\ntripleStepRegionBlack = *7\n\
        [gates:seirawan]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQkqbd - 0 1\n\
        [trail:snailtrail]\n[island:isolation]\n[hybrid:atomic]\nwallingRule = duck\n";
    let import = read(text);
    let stated = |index: usize| import.games[index].text.clone().unwrap_or_default();
    assert!(
        stated(0).contains("moves-in = { squares = \"*2\", moves = \"ifmnH\" }"),
        "{}",
        stated(0)
    );
    assert!(stated(1).contains(" w KQkqbd - 0 1"), "{}", stated(1));
    assert!(stated(2).contains("walls = { place = \"origin\" }"), "{}", stated(2));
    assert!(stated(3).contains("squares = "), "{}", stated(3));
    assert_eq!(
        import.lines(),
        [
            "line 11: hybrid: cannot be stated: wallingRule: walls that may not stand where a blast has been"
        ]
    );
}

#[test]
fn passes_points_and_lines_are_stated() {
    let text = "[korean:janggi]\n[odds:chess]\nmaterialCounting = blackdrawodds\npassOnStalemate = true\n\
        [one:chess]\npassWhite = true\n[fold:shogi]\nnFoldRule = 2\n[small:minishogi]\n";
    let import = read(text);
    let stated = |index: usize| import.games[index].text.clone().unwrap_or_default();
    assert!(stated(0).contains("facing-kings = \"part-or-pass\""), "{}", stated(0));
    assert!(stated(0).contains("equal = \"black\""), "{}", stated(0));
    assert!(stated(1).contains("points = { equal = \"black\" }"), "{}", stated(1));
    assert!(stated(1).contains("pass = \"stalemate\""), "{}", stated(1));
    assert!(stated(3).contains("repetition-count = 2"), "{}", stated(3));
    assert_eq!(import.lines(), ["line 6: one: cannot be stated: pass: a pass for one side alone"]);
}

#[test]
fn drops_that_enclose_or_fall_are_stated() {
    let text = "[othello:flipello]\n[blobs:ataxx]\n[line:cfour]\n[more:chess]\nstalemateValue = win\n\
        stalematePieceCount = true\n[sides:flipello]\nenclosingDrop = anyside\n";
    let line = "[cfour]\nmaxRank = 6\nmaxFile = 7\nimmobile = p\nstartFen = 7/7/7/7/7/7[PPpp] w - - 0 1\n\
        pieceDrops = true\nenclosingDrop = top\ncastling = false\nconnectN = 4\n";
    let import = read(&format!("{line}{text}"));
    let stated = |index: usize| import.games[index].text.clone().unwrap_or_default();
    assert!(stated(0).contains("place = \"falling\""), "{}", stated(0));
    let othello = stated(1);
    for key in [
        "flips = \"enclosed\"",
        "place = \"enclosing\", opening = \"d4 d5 e4 e5\"",
        "full-board = true",
    ] {
        assert!(othello.contains(key), "{key}: {othello}");
    }
    assert!(othello.contains("stalemate = \"majority\""), "{othello}");
    let blobs = stated(2);
    for key in ["[Pp] w", "flips = \"around\"", "place = \"joining\", endless = true"] {
        assert!(blobs.contains(key), "{key}: {blobs}");
    }
    let (catalog, _) = Catalog::builtin().with_file(&othello).unwrap();
    let text = to_ini(&catalog, "othello").unwrap().unwrap().text;
    let again = read(&text);
    assert_eq!(again.games[0].faults, [], "{text}");
    let keys = "flips = \"enclosed\"";
    assert!(again.games[0].text.as_ref().is_some_and(|text| text.contains(keys)), "{text}");
    assert_eq!(
        import.lines(),
        [
            "line 15: more: cannot be stated: stalematePieceCount: a win of the side with fewer pieces",
            "line 17: sides: cannot be stated: enclosingDrop: 'anyside' cannot be stated",
        ]
    );
}

#[test]
fn large_texts_are_refused() {
    let text = "[a:chess]\n".repeat(1002);
    let lines = read_ini(&text, &Catalog::builtin(), &["none".to_owned()]).lines();
    assert!(lines.iter().any(|line| line.contains("more than 1000 sections")), "{lines:?}");
    let text = format!("[a:chess]\nstartFen = {}\n", "p".repeat(5000));
    assert!(read(&text).lines()[0].contains("expected at most 4096"));
    assert!(read(&"#".repeat(2 << 20)).lines()[0].contains("expected at most 1048576"));
}

/// A long chain of bases, and a section of very many keys.
#[test]
fn the_time_for_a_text_grows_with_its_length() {
    use std::fmt::Write;
    let mut text = "[game-0:chess]\nmaxRank = 8\n".to_owned();
    for number in 1..60 {
        writeln!(text, "[game-{number}:game-{}]\npromotionRank = 8", number - 1).unwrap();
    }
    let import = read(&text);
    assert_eq!(import.lines(), Vec::<String>::new());
    let last = import.games.last().unwrap().text.as_deref().unwrap();
    assert_eq!(last, "[game-59]\ninherits = \"chess\"\n");

    let keys: String = (0..100_000).map(|number| format!("k{number}=\n")).collect();
    let lines = read(&format!("[a:chess]\n{keys}k7=\n")).lines();
    assert_eq!(lines.len(), 100_000);
    assert!(lines[99_999].contains("k7"), "{}", lines[99_999]);
}

/// Every game that can be exported is the same game when it is imported again.
#[test]
fn exported_games_are_imported_unchanged() {
    let catalog = Catalog::builtin();
    let names: Vec<String> = catalog.names().map(str::to_owned).collect();
    let mut exported = 0;
    for name in &names {
        let Ok(Exported { text, .. }) = to_ini(&catalog, name).unwrap() else { continue };
        exported += 1;
        let import = read_ini(&text, &catalog, &[]);
        let game = &import.games[0];
        assert_eq!(game.faults, [], "{name}\n{text}");
        let again = catalog.read_file(game.text.as_deref().unwrap());
        assert_eq!(again.faults, [], "{name}");
        let [own, again] = [(&catalog, name), (&again.catalog, &game.name)]
            .map(|(catalog, name)| catalog.get(name).unwrap().clone());
        let moves = |definition: &variants::Definition| {
            let game = Variant::compile(definition.clone().into()).unwrap().start();
            (1..4).map(|depth| game.perft(depth)).collect::<Vec<_>>()
        };
        assert_eq!(moves(&own), moves(&again), "{name}\n{text}");
        let draws =
            |game: &variants::Definition| (game.move_rule, game.repetition, game.repetition_count);
        assert_eq!(draws(&own), draws(&again), "{name}");
    }
    assert!(exported >= 40, "{exported} games");
}

/// Returns the ends of a game as text.
fn ends_of(definition: &Definition) -> String {
    let own = RoyalDefinition::of(definition).unwrap();
    format!("{} {:?} {:?}", definition.misere, own.stalemate, own.ends)
}

/// Combinations of ends are refused, or imported again as the same ends.
#[test]
fn exported_ends_are_imported_unchanged() {
    const STALEMATES: [&str; 2] = ["stalemate = 'win'", "stalemate = 'loss'"];
    const ENDS: [&str; 9] = [
        "",
        "check-limit = 2",
        "goal = { pieces = 'K', white = 'd4 e4 d5 e5' }",
        "goal = { pieces = 'N', white = '*8', reply = true }",
        "goal = { pieces = 'K', white = '*8', hold = true }",
        "lose-without = 'N'",
        "lose-without = { pieces = 'P', least = 3 }",
        "bare-king = 'loss'",
        "connect = { count = 4 }",
    ];
    let (mut refused, mut stated) = (Vec::new(), 0);
    for misere in ["", "misere = true"] {
        for (at, end) in ENDS.iter().enumerate() {
            for (stalemate, other) in STALEMATES.iter().zip(&ENDS[at..]).chain([(&"", &"")]) {
                let other = if other == end || other.split(' ').next() == end.split(' ').next() {
                    ""
                } else {
                    other
                };
                let text =
                    format!("[ends]\ninherits = 'chess'\n{misere}\n{stalemate}\n{end}\n{other}\n");
                let Ok((catalog, _)) = Catalog::builtin().with_file(&text) else { continue };
                let written = match to_ini(&catalog, "ends").unwrap() {
                    Ok(Exported { text, .. }) => text,
                    Err(_) => {
                        refused.push(text);
                        continue;
                    }
                };
                let import = read_ini(&written, &Catalog::builtin(), &[]);
                let game = &import.games[0];
                assert_eq!(game.faults, [], "{text}\n{written}");
                let stated_again = game.text.as_deref().unwrap();
                let again = Catalog::builtin().read_file(stated_again);
                assert_eq!(again.faults, [], "{stated_again}");
                let [own, again] = [(&catalog, "ends"), (&again.catalog, &game.name)]
                    .map(|(catalog, name)| ends_of(catalog.get(name).unwrap()));
                assert_eq!(own, again, "{text}\n{written}\n{stated_again}");
                stated += 1;
            }
        }
    }
    assert!(stated > 12, "{stated}");
    let is_refused =
        |parts: [&str; 2]| refused.iter().any(|text| parts.iter().all(|part| text.contains(part)));
    assert!(is_refused(["misere", "check-limit"]) && is_refused(["misere", "goal"]));
    assert!(is_refused(["'N', white", "reply"]) && is_refused(["'K', white", "hold"]));
}

#[test]
fn pieces_that_turn_over_and_back_are_stated() {
    let import = read(
        "[kyoto:kyotoshogi]\n[small:micro]\n[zone:micro]\npromotionRegionWhite = *1\n\
        [choice:kyotoshogi]\nmandatoryPiecePromotion = false\n",
    );
    let stated = |index: usize| import.games[index].text.clone().unwrap_or_default();
    for (index, name, own) in [(0, "kyoto", "kyoto-shogi"), (1, "small", "micro-shogi")] {
        let (catalog, _) = Catalog::builtin().with_file(&stated(index)).unwrap();
        let counts = [name, own].map(|name| {
            let game = Variant::compile(catalog.get(name).unwrap().clone()).unwrap().start();
            (1..5).map(|depth| game.perft(depth)).collect::<Vec<_>>()
        });
        assert_eq!(counts[0], counts[1], "{}", stated(index));
        assert_eq!(stated(index), format!("[{name}]\ninherits = \"{own}\"\n"));
    }
    assert_eq!(import.games[2].text, None);
    assert_eq!(
        import.lines(),
        ["line 3: zone: cannot be stated: piecePromotionOnCapture: captures that begin in the \
          zone, and promote"]
    );
    assert!(stated(3).contains("must-promote = false"), "{}", stated(3));
    for name in ["kyoto-shogi", "micro-shogi"] {
        let text = to_ini(&Catalog::builtin(), name).unwrap().unwrap().text;
        assert!(text.contains("pieceDemotion = true"), "{text}");
        assert!(text.contains("dropPromoted = true"), "{text}");
        assert_eq!(text.contains("piecePromotionOnCapture = true"), name == "micro-shogi");
    }
    let text = "[half]\ninherits = \"kyoto-shogi\"\n[half.pieces]\n\"+P\".promotes = false\n";
    let (catalog, _) = Catalog::builtin().with_file(text).unwrap();
    let refused = to_ini(&catalog, "half").unwrap().unwrap_err();
    let message = "promotes: promoted pieces that turn back in another way";
    assert!(refused.iter().any(|fault| fault.to_string() == message), "{refused:?}");
}

#[test]
fn keys_without_a_counterpart_are_refused_by_name() {
    let catalog = Catalog::builtin();
    let refused = to_ini(&catalog, "cheskers").unwrap().unwrap_err();
    assert_eq!(refused[0].to_string(), "family: the jumping family");
    let text = "[side]\ninherits = \"chess\"\nstalemate = { white = \"loss\" }\n";
    let (catalog, _) = catalog.with_file(text).unwrap();
    let refused = to_ini(&catalog, "side").unwrap().unwrap_err();
    assert_eq!(refused[0].to_string(), "stalemate: differs by side");
    assert!(to_ini(&catalog, "no-game").is_none());
    let text = "[undead]\ninherits = \"chess\"\ndead = false\n";
    let (catalog, _) = catalog.with_file(text).unwrap();
    let left_out = to_ini(&catalog, "undead").unwrap().unwrap().left_out;
    assert_eq!(left_out[0].to_string(), "dead: false: what cannot mate is its own choice there");
    assert_eq!(to_ini(&catalog, "chess").unwrap().unwrap().left_out, []);
}

#[test]
fn first_moves_and_placing_are_stated() {
    let import = read("[ouk:cambodian]\n[first:karouk]\n[placed:placement]\n[burma:sittuyin]\n");
    let stated = |index: usize| import.games[index].text.clone().unwrap_or_default();
    let unmoved = "unmoved = { pieces = \"KM\", ended-by = \"R\" }";
    assert!(stated(0).contains(unmoved) && stated(0).contains("KimfsN"), "{}", stated(0));
    assert!(stated(1).contains("check-limit = 1"), "{}", stated(1));
    assert!(stated(2).contains("inherits = \"placement\""), "{}", stated(2));
    assert!(!stated(2).contains("castling"), "{}", stated(2));
    assert!(stated(3).contains("inherits = \"sittuyin\""), "{}", stated(3));
    assert!(!stated(3).contains("promotion-in-place"), "{}", stated(3));
    assert_eq!(import.lines(), Vec::<String>::new());
}
