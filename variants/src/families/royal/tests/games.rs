//! The games that the tests play.

use crate::Catalog;
use crate::Definition;

/// A built-in game.
pub(super) fn builtin(name: &str) -> Definition {
    Definition::clone(Catalog::builtin().get(name).unwrap())
}

/// A game of this file.
pub(super) fn own(name: &str, file: &str) -> Definition {
    let (catalog, _) = Catalog::builtin().with_file(file).unwrap();
    Definition::clone(catalog.get(name).unwrap())
}

/// Chess with pieces whose attacks can be blocked in other ways than a rook's or a bishop's, whose
/// captures differ from their moves, and with promotion of an odd pawn.
pub(super) fn odd_army() -> Definition {
    let text = r#"
        [odd-army]
        inherits = "chess"
        title = "Odd army"
        start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"

        [odd-army.pieces]
        P = { name = "berolina pawn", moves = "fmFfceWifmnD", promotes = "QRN" }
        N = { name = "nightrider", moves = "NN" }
        B = { name = "archer", moves = "mBcF3" }
        Q = { name = "elephant", moves = "WnAnD" }
        R = { name = "lance", moves = "fRbW2sW" }
    "#;
    own("odd-army", text)
}

/// A small board where the king castles to a square beside it, or to its own.
pub(super) fn close_castling() -> Definition {
    let text = r#"
        [close-castling]
        family = "royal"
        board = "6x6"
        start = "r1bk1r/pppppp/6/6/PPPPPP/R1BK1R w KQkq - 0 1"

        [close-castling.castling]
        rank = 1
        king = "d"
        rook = "R"
        king-side = { rook-from = "f", king-to = "e", rook-to = "d" }
        queen-side = { rook-from = "a", king-to = "d", rook-to = "c" }

        [close-castling.pieces]
        K = { name = "king", moves = "K", royal = true }
        P = { name = "pawn", moves = "fmWfcF", promotes = "RB" }
        R = { name = "rook", moves = "R" }
        B = { name = "bishop", moves = "B" }
    "#;
    own("close-castling", text)
}

/// Chess with pawns that also move to where they could take en passant, as a king may here.
pub(super) fn sergeants() -> Definition {
    let text = r#"
        [sergeants]
        inherits = "chess"
        title = "Sergeants"

        [sergeants.pieces]
        P = { name = "sergeant", moves = "fKfceFifmnD", promotes = "QRBN" }
        K = { name = "king", moves = "KceK", royal = true }
    "#;
    own("sergeants", text)
}

/// A game with several royal pieces on one side and none on the other, an end for each, and goals
/// that count two safe pieces.
pub(super) fn several_kings() -> Definition {
    let text = r#"
        [several-kings]
        family = "royal"
        board = "9x8"
        start = "rnbkqkbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQQQBNR w - - 0 1"
        royals = "all"
        stalemate = { white = "loss", black = "win" }
        lose-without = [{ pieces = "QR", least = 3, side = "white" }, "N"]
        goal = { pieces = "PN", white = "*7 e6", black = "a*", count = 2, safe = true }

        [several-kings.pieces]
        K = { name = "king", moves = "K", royal = true }
        Q = { name = "queen", moves = "Q" }
        R = { name = "rook", moves = "R" }
        B = { name = "bishop", moves = "B" }
        N = { name = "knight", moves = "N" }
        P = { name = "pawn", moves = "fmWfceFifmnD", promotes = "QRBN" }
    "#;
    own("several-kings", text)
}

/// A small game with all rules of drops.
pub(super) fn drops() -> Definition {
    let text = r#"
        [drops]
        family = "royal"
        board = "5x6"
        start = "rgkgr/ppppp/5/5/PPPPP/RGKGR[PPLlp] w - - 0 1"
        hand = { must-move = true, one-a-file = "PL", no-mate = "PR" }

        [drops.pieces]
        K = { name = "king", moves = "K", royal = true }
        P = { name = "pawn", moves = "fW", promotes = "+P" }
        "+P" = { name = "tokin", moves = "WfF" }
        L = { name = "lance", moves = "fR" }
        G = { name = "gold", moves = "WfF" }
        R = { name = "rook", moves = "R", drops = { white = "*1 *2 *3 a4 b4" } }
    "#;
    own("drops", text)
}

/// A game whose pieces in hand are put on gates or dropped, with hoppers.
pub(super) fn gates_and_drops() -> Definition {
    let text = r#"
        [gates-and-drops]
        inherits = "seirawan"
        hand = { captures = true, drops = true }

        [gates-and-drops.pieces]
        P.drops = "*2 *3 *4 *5 *6 *7"
        H.moves = "mRcpR"
    "#;
    own("gates-and-drops", text)
}

/// Games with walls: of one's own choice, left behind, in reach; with kings or without.
pub(super) fn walled(place: &str, rest: &str) -> Definition {
    let text = format!("[walled]\ninherits = \"chess\"\nwalls = {{ place = \"{place}\"{rest} }}\n");
    own("walled", &text)
}

/// Drops that come first and give no check.
pub(super) fn drops_first() -> Definition {
    let text = r#"
        [drops-first]
        inherits = "drops-parent"
        start = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[QRRBBNNqrrbbnn] w - - 0 1"
        castling = false
        hand = { captures = false, first = true, give-check = false }

        [drops-parent]
        inherits = "chess"
        hand = { squares = "*1 *2 *3" }

        [drops-parent.pieces]
        R.drops = "*1"
    "#;
    own("drops-first", text)
}

/// Riders that bend, turn and hop, long leaps and lame ones, zones and moves of some squares.
pub(super) fn odd_riders() -> Definition {
    let text = r#"
        [odd-riders]
        family = "royal"
        board = "9x9"
        start = "rgshkahbc/ppppppppp/9/9/9/9/9/PPPPPPPPP/RGSHKAHBC w - - 0 1"
        facing-kings = false

        [odd-riders.pieces]
        K = { name = "king", moves = "K", royal = true, zone = { white = "c1-g5", black = "*" } }
        R = { name = "rose", moves = "qN" }
        G = { name = "griffon", moves = "[F?fR]" }
        S = { name = "crooked bishop", moves = "zBz(0,2)4" }
        H = { name = "hopper", moves = "pRgBmgNN", zone = "*1 *2 *3 *4 *5 *6 *7 *8 a9 e9" }
        A = { name = "antelope", moves = "(3,4)nZnNNc(0,4)" }
        B = { name = "hook mover", moves = "[R-smR][W-fF-fF][K-scK2]" }
        C = { name = "cannon", moves = "mRcpR" }
        P = { name = "pawn", moves = "fmWfceFifmnD", moves-in = [
            { squares = "a5-i8", moves = "mgB" },
            { squares = { white = false, black = "e4 d5-f6" }, moves = "csN" },
        ], promotes = "RGC" }
    "#;
    own("odd-riders", text)
}

/// A small game of drops with cannons, zones and a missing square.
pub(super) fn cannon_drops() -> Definition {
    let text = r#"
        [cannon-drops]
        family = "royal"
        board = "6x6"
        holes = "c3"
        start = "1ckc2/p1p1p1/6/2*3/P1P1P1/2CKC1[CPGcpg] w - - 0 1"
        facing-kings = false
        hand = { no-mate = "P", squares = "*1 *2 *3 *4" }

        [cannon-drops.pieces]
        K = { name = "king", moves = "W", royal = true }
        C = { name = "cannon", moves = "mRcpR" }
        P = { name = "pawn", moves = "fsW" }
        G = { name = "guard", moves = "F", zone = "a1-f3" }
    "#;
    own("cannon-drops", text)
}

/// Chess on a board with missing squares, in some with hoppers.
pub(super) fn holed_board(hops: bool) -> Definition {
    let (name, knight) = if hops { ("holed-hops", "NcgQ") } else { ("holed", "N") };
    let text = format!(
        r#"
        [{name}]
        family = "royal"
        board = "8x8"
        holes = "a1 h8 d4-e4 c6 a4"
        start = "rnbqkbn*/pppppppp/2*5/8/*2**3/8/PPPPPPPP/*NBQKBNR w Kq - 0 1"

        [{name}.castling]
        rank = 1
        king = "e"
        rook = "R"
        king-side = {{ rook-from = "h", king-to = "g", rook-to = "f" }}
        queen-side = {{ rook-from = "a", king-to = "c", rook-to = "d" }}

        [{name}.pieces]
        K = {{ name = "king", moves = "K", royal = true }}
        Q = {{ name = "queen", moves = "Q" }}
        R = {{ name = "rook", moves = "R" }}
        B = {{ name = "bishop", moves = "B" }}
        N = {{ name = "knight", moves = "{knight}" }}
        P = {{ name = "pawn", moves = "fmWfceFifmnD", promotes = "QRBN" }}
        "#
    );
    own(name, &text)
}

/// Chess with pawns that promote where they stand, and more of such a rule.
pub(super) fn standing_pawns(more: &str) -> Definition {
    let text = format!(
        "[standing]\ninherits = 'chess'\npromotion = '*3 *4 *6 *8'\n\
         promotion-in-place = {{ pieces = 'P'{more} }}\n[standing.pieces]\nP.promotes = 'QN'\n"
    );
    own("standing", &text)
}

/// Sittuyin from an ending.
pub(super) fn burmese_ending() -> Definition {
    let text = "[ending]\ninherits = 'sittuyin'\nhand = false\n\
         start = '8/2r1k3/1P6/3PP1p1/2p2p2/2S5/4K3/8 w - - 0 1'\n\
         [ending.pieces]\nR.drops = false\n";
    own("ending", text)
}
