//! Games that are played by the same rules once they are converted: by the moves of Fairy-Stockfish.

use variants::{Catalog, Variant};

use super::{read, to_ini};

/// Moves of a piece: the game, a position, the piece's square and its moves.
type Moves = (&'static str, &'static str, &'static str, &'static str);

/// Expects that pieces have these moves in the games of a text.
fn expect_moves(text: &str, all: &[Moves]) {
    let import = read(text);
    for &(name, fen, from, expected) in all {
        let game = import.games.iter().find(|game| game.source == name).unwrap();
        assert_eq!(game.faults, [], "{name}");
        let (catalog, _) = Catalog::builtin().with_file(game.text.as_deref().unwrap()).unwrap();
        let variant = Variant::compile(catalog.get(&game.name).unwrap().clone()).unwrap();
        let mut moves = variant.game(fen).unwrap().step_texts();
        moves.retain(|text| text.starts_with(from));
        moves.sort();
        let expected: Vec<&str> = expected.split_whitespace().collect();
        assert_eq!(moves, expected, "{name}: {fen}\n{}", import.toml());
    }
}

#[test]
fn kinds_promote_for_the_side_that_is_named() {
    let text = "[black:chess]\npromotionPawnTypesBlack = pn\npromotionPieceTypes = qr\n\
        [white:chess]\npromotionPawnTypesWhite = pn\npromotionPieceTypes = qr\n\
        [none:chess]\npromotionPawnTypesWhite = -\nenPassantTypesWhite = -\n";
    let knights = "7k/2N5/8/8/8/8/2n5/7K";
    let (white, black) = (format!("{knights} w - - 0 1"), format!("{knights} b - - 0 1"));
    let [white, black]: [&'static str; 2] = [white.leak(), black.leak()];
    expect_moves(
        text,
        &[
            ("black", white, "c7", "c7a6 c7a8 c7b5 c7d5 c7e6 c7e8"),
            ("black", black, "c2", "c2a1q c2a1r c2a3 c2b4 c2d4 c2e1q c2e1r c2e3"),
            ("white", white, "c7", "c7a6 c7a8q c7a8r c7b5 c7d5 c7e6 c7e8q c7e8r"),
            ("white", black, "c2", "c2a1 c2a3 c2b4 c2d4 c2e1 c2e3"),
            // The pawn promotes and takes en passant whether it is named or not.
            ("none", "7k/2P5/8/8/8/8/8/7K w - - 0 1", "c7", "c7c8b c7c8n c7c8q c7c8r"),
            ("none", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5", "e5d6 e5e6"),
        ],
    );
}

#[test]
fn keys_that_differ_by_side_are_stated_or_named() {
    let text = "[self:chess]\npromotionPawnTypesWhite = p\npromotionPawnTypesBlack = pn\n\
        [steps:chess]\nlance = l\ncustomPiece1 = b:mWcF\nenPassantTypesWhite = b\n\
        [castles:chess]\ncastlingKingPieceBlack = q\n\
        [counts:chess]\nnMoveRuleTypesBlack = pn\n\
        [plain:chess]\npromotionRegion = *7\ndoubleStepRegion = *3\n";
    let lines = [
        "line 1: self: note: nMoveRuleTypes: moves of N: those of kinds that promote count as \
         progress, of both sides",
        "line 3: self: cannot be stated: promotionPawnTypes: 'N' promotes to itself",
        "line 7: steps: cannot be stated: enPassantTypes: 'B' takes en passant for one side alone",
        "line 9: castles: cannot be stated: castlingKingPiece: another king that castles for Black \
         than for White",
        "line 11: counts: note: nMoveRuleTypes: moves of N: those of kinds that promote count as \
         progress, of both sides",
        "line 13: plain: cannot be stated: promotionRegion: unknown key",
        "line 14: plain: cannot be stated: doubleStepRegion: unknown key",
    ];
    assert_eq!(read(text).lines(), lines);
}

/// Squares where a piece could not move, and squares of a base, on a larger board.
#[test]
fn larger_boards_keep_the_rules_of_their_bases() {
    let text = "[goro:gorogoro]\nmaxRank = 7\nstartFen = sgkgs/5/1ppp1/5/1PPP1/5/SGKGS[-] w 0 1\n\
        [ten:shogi]\nmaxRank = 10\nlance = -\n\
        startFen = 1nsgkgsn1/1r5b1/ppppppppp/9/9/9/9/PPPPPPPPP/1B5R1/1NSGKGSN1[] w 0 1\n\
        [kyoto:kyotoshogi]\nmaxRank = 6\nstartFen = p+nks+l/5/5/5/5/+LSK+NP[-] w 0 1\n\
        [fast:torpedo]\nmaxRank = 10\n\
        startFen = rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
        [stuck:chess]\ncustomPiece1 = s:mfW\ncustomPiece2 = h:mffN\nimmobilityIllegal = true\n\
        startFen = rnbqkbnr/ppphpspp/8/8/8/8/PPPSPHPP/RNBQKBNR w KQkq - 0 1\n\
        [lance:shogi]\nmaxRank = 10\n\
        startFen = lnsgkgsnl/1r5b1/ppppppppp/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w 0 1\n\
        [steps:makruk]\ndoubleStep = true\n\
        [check:chess]\nlance = l\nimmobilityIllegal = true\n\
        startFen = rnbqkbnr/ppplpppp/8/8/8/8/PPPLPPPP/RNBQKBNR w KQkq - 0 1\n";
    let stuck = "4k3/S7/8/1H6/8/8/8/4K3 w - - 0 1";
    let kyoto = "p+n1s+l/1k3/5/5/2+SK1/+L2+NP[] b - - 3 2";
    expect_moves(
        text,
        &[
            ("goro", "4k/P4/5/5/5/5/4K[] w - - 0 1", "a6", "a6a7+"),
            ("goro", "4k/5/5/P4/5/5/4K[] w - - 0 1", "a4", "a4a5 a4a5+"),
            ("ten", "4k4/9/9/N8/9/9/9/9/9/4K4[] w - - 0 1", "a7", "a7b9+"),
            ("ten", "4k4/P8/9/9/9/9/9/9/9/4K4[] w - - 0 1", "a9", "a9a10+"),
            ("kyoto", kyoto, "b6", "b6a5- b6c5- b6c6-"),
            ("fast", "4k3/8/8/8/8/p7/8/8/8/4K3 b - - 0 1", "a5", "a5a3 a5a4"),
            ("fast", "4k3/8/p7/8/8/8/8/8/8/4K3 b - - 0 1", "a8", "a8a6 a8a7"),
            ("stuck", stuck, "a7", ""),
            ("stuck", stuck, "b5", ""),
            ("steps", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2", "a2a3"),
        ],
    );
    assert_eq!(
        read(text).lines(),
        [
            "line 19: lance: cannot be stated: immobilityIllegal: 'L' on its last ranks, where it \
             promotes only with moves that begin in the zone",
            "line 26: check: cannot be stated: immobilityIllegal: 'L' that gives check where it \
             could not move on",
        ]
    );
}

/// One blast that takes the last pieces of both sides: Fairy-Stockfish has another winner.
#[test]
fn blasts_that_decide_for_both_sides_are_noted_or_refused() {
    let text = "[one:chess]\nking = -\ncommoner = k\ncastling = false\nblastOnCapture = true\n\
        extinctionValue = win\nextinctionPieceTypes = *\n[two:one]\nextinctionValue = loss\n\
        [three:atomic]\n";
    let lines = read(text).lines();
    for (name, here, there) in [("one", "loses", "wins"), ("two", "wins", "loses")] {
        let note = format!(
            "{name}: note: extinctionValue: a side that takes the last pieces of both sides by one \
             blast {here}; there, it {there}"
        );
        assert!(lines.iter().any(|line| line.ends_with(&note)), "{note}: {lines:?}");
    }
    assert!(!lines.iter().any(|line| line.contains("three")), "{lines:?}");
    let text = "[burst]\ninherits = \"chess\"\nlose-without = \"N\"\n\
        blast = { survivors = \"P\" }\n";
    let (catalog, _) = Catalog::builtin().with_file(text).unwrap();
    let refused = to_ini(&catalog, "burst").unwrap().unwrap_err();
    assert!(refused.iter().any(|fault| fault.key == "lose-without"), "{refused:?}");
}

/// Without blasts both sides lose kinds by a capture alone that promotes.
#[test]
fn captures_that_decide_for_both_sides_are_noted() {
    let import = read("[x:extinction]\n[kinglet:kinglet]\n");
    let text = import.games[0].text.as_deref().unwrap();
    assert!(text.ends_with("\n[x]\ninherits = \"extinction\"\n"), "{text}");
    let lines = import.lines();
    assert!(lines[0].contains("note: extinctionValue: a side whose capture promotes"), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("kinglet: note: extinction")), "{lines:?}");
}

/// Pieces that would have to promote where they are dropped.
#[test]
fn drops_are_exported_with_their_squares() {
    let game = |own: &str| {
        format!(
            "[drops]\nfamily = \"royal\"\nboard = \"6x6\"\n\
            start = \"rsksrs/6/6/6/6/RSKSRS w - - 0 1\"\n[drops.hand]\ncaptures = true\n\
            [drops.pieces]\nK = {{ name = \"king\", moves = \"K\", royal = true }}\n\
            R = {{ name = \"rook\", moves = \"R\", promotes = \"+R\", promotes-by = \"zone\" }}\n\
            \"+R\" = {{ name = \"dragon\", moves = \"RF\" }}\n\
            \"+S\" = {{ name = \"gold\", moves = \"WfF\" }}\n{own}\n"
        )
    };
    let export = |text: &str| {
        let (catalog, _) = Catalog::builtin().with_file(text).unwrap();
        (to_ini(&catalog, "drops").unwrap(), catalog)
    };
    let silver =
        "S = { name = \"silver\", moves = \"FfW\", promotes = \"+S\", promotes-by = \"zone\" }";
    let (exported, catalog) = export(&game(silver));
    let text = exported.unwrap().text;
    assert!(text.contains("dropRegionWhite = a1 b1"), "{text}");
    let import = read(&text);
    assert_eq!(import.lines(), Vec::<String>::new());
    let again = Catalog::builtin().with_file(import.games[0].text.as_deref().unwrap()).unwrap().0;
    let fen = "2k3/6/6/6/6/2K3[SR] w - - 0 1";
    let [own, again] = [catalog, again].map(|catalog| {
        let variant = Variant::compile(catalog.get("drops").unwrap().clone()).unwrap();
        let mut moves = variant.game(fen).unwrap().step_texts();
        moves.sort();
        moves
    });
    assert_eq!(own, again);
    assert!(!own.iter().any(|text| text.contains('@') && text.ends_with('6')), "{own:?}");

    let plain = "S = { name = \"silver\", moves = \"FfW\", promotes = \"+S\", promotes-by = \"zone\", \
        promotion = \"*5\" }";
    let refused = export(&game(plain)).0.unwrap_err();
    assert!(refused.iter().any(|fault| fault.key == "hand.where-promotes"), "{refused:?}");
}

/// A pawn without a first step of two squares beside one with it.
#[test]
fn pawns_keep_their_first_steps() {
    let text = "[steps]\ninherits = \"chess\"\n\
        start = \"rnbqkbnr/pppppppp/8/8/8/8/SSSSPPPP/RNBQKBNR w - - 0 1\"\ncastling = false\n\
        [steps.pieces]\nP.moves = \"fmWfcF\"\n\
        S = { name = \"sergeant\", moves = \"fmWfceFifmnD\", promotes = \"QRBN\" }\n";
    let (catalog, _) = Catalog::builtin().with_file(text).unwrap();
    let text = to_ini(&catalog, "steps").unwrap().unwrap().text;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/SSSSPPPP/RNBQKBNR w - - 0 1";
    let moves: [Moves; 2] = [("steps", start, "a2", "a2a3 a2a4"), ("steps", start, "e2", "e2e3")];
    expect_moves(&text, &moves);
}
