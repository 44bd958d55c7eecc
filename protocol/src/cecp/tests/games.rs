//! Games sent to XBoard.

use super::{introduced, written};
use crate::*;

fn piece(name: &str, letter: char, moves: &str) -> PieceInfo {
    PieceInfo {
        letter,
        plus: false,
        name: name.into(),
        picture: None,
        moves: moves.into(),
        jumps: None,
        promotes: Vec::new(),
        royal: false,
    }
}

fn jumper(name: &str, letter: char, moves: &str, jumps: &str) -> PieceInfo {
    PieceInfo { jumps: Some(jumps.into()), ..piece(name, letter, moves) }
}

fn promoting(to: &[usize], piece: PieceInfo) -> PieceInfo {
    PieceInfo { promotes: to.into(), ..piece }
}

fn royal(piece: PieceInfo) -> PieceInfo {
    PieceInfo { royal: true, ..piece }
}

fn plus(piece: PieceInfo) -> PieceInfo {
    PieceInfo { plus: true, ..piece }
}

fn picture(picture: &str, piece: PieceInfo) -> PieceInfo {
    PieceInfo { picture: Some(picture.into()), ..piece }
}

fn game(name: &str, turns: TurnKind, start: &str, pieces: Vec<PieceInfo>) -> VariantInfo {
    let ranks = start.split(' ').next().unwrap().split('/').count();
    VariantInfo {
        name: name.into(),
        template: "fairy".into(),
        files: ranks.try_into().unwrap(),
        ranks: ranks.try_into().unwrap(),
        native_size: true,
        start: start.into(),
        pieces,
        turns,
        hands: None,
        blasts: false,
        shuffled: false,
        castling: None,
    }
}

#[track_caller]
fn check(game: VariantInfo, expected: &str) {
    assert_eq!(written(&mut introduced(), &Event::Variant(game)), expected);
}

fn pacific() -> VariantInfo {
    game(
        "pacific-gollon",
        TurnKind::Single,
        "c1f1gg1f1c/rnmbqkbmnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNMBQKBMNR/C1F1GG1F1C w KQkq - 0 1",
        vec![
            promoting(&[5, 4, 6, 3, 7, 8, 2, 1], piece("pawn", 'P', "fmWfceFifmnDifmnH")),
            piece("knight", 'N', "N"),
            piece("bishop", 'B', "B"),
            piece("rook", 'R', "R"),
            piece("nobleman", 'M', "Q"),
            piece("queen", 'Q', "QN"),
            piece("castle", 'C', "NAD"),
            piece("fortress", 'F', "FD"),
            piece("guard", 'G', "K"),
            royal(piece("king", 'K', "K")),
        ],
    )
}

#[test]
fn a_royal_game() {
    let castling = Some(CastlingInfo { king: 'K', sides: [[Some(3); 2]; 2] });
    let setup = "setup (PNBRQ...F.G..............C.MKpnbrq...f.g..............c.mk) 10x10+0_fairy \
                c1f1gg1f1c/rnmbqkbmnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNMBQKBMNR/C1F1GG1F1C \
                w KQkq - 0 1
piece P& fmWfceFifmnDifmnHrcaleWlcareW
piece N& N
piece B& B
piece R& R
piece M& Q
piece Q& QN
piece C& NAD
piece F& FD
piece G& K
";
    check(VariantInfo { castling, ..pacific() }, &format!("{setup}piece K& KisO3\n"));
    check(pacific(), &format!("{setup}piece K& K\n"));
    let castling = Some(CastlingInfo { king: 'K', sides: [[Some(4), Some(3)]; 2] });
    check(
        VariantInfo { castling, ..pacific() },
        &format!("{setup}piece K KirO4ilO3\npiece k KilO4irO3\n"),
    );
}

#[test]
fn jumping_games() {
    check(
        game(
            "cheskers",
            TurnKind::Chain,
            "1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 b - - 0 1",
            vec![
                promoting(&[1, 2, 3], jumper("pawn", 'P', "mfF", "fF")),
                jumper("king", 'K', "mF", "F"),
                piece("bishop", 'B', "B"),
                piece("camel", 'C', "C"),
            ],
        ),
        "setup (P.B.K...................C.p.b.k...................c.) 8x8+0_lion \
         1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 b - - 0 1
piece P& fmFfcafmFfcafmacafmFmpabF
piece K& mFcafmFcafmacafmFmpabF
piece B& BmpabF
piece C& CmpabF
",
    );
    check(
        game(
            "english-draughts",
            TurnKind::Chain,
            "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 b - - 0 1",
            vec![promoting(&[1], jumper("man", 'M', "mfF", "fF")), jumper("king", 'K', "mF", "F")],
        ),
        "setup (M...K.m...k.) 8x8+0_lion \
         1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 b - - 0 1
piece M& fmFfcafmFfcafmacafmFmpabF
piece K& mFcafmFcafmacafmFmpabF
",
    );
}

#[test]
fn promoted_kinds() {
    check(
        game(
            "chesica",
            TurnKind::Chain,
            "1q1q1q1q/r1r1r1r1/1b1b1b1b/8/8/B1B1B1B1/1R1R1R1R/Q1Q1Q1Q1 w - - 0 1",
            vec![
                promoting(&[3], jumper("bishop", 'B', "fF", "fF")),
                promoting(&[4], jumper("rook", 'R', "mfFfsW", "fF")),
                promoting(&[5], jumper("queen", 'Q', "fFfsW", "fF")),
                plus(jumper("promoted bishop", 'B', "B", "F")),
                plus(jumper("promoted rook", 'R', "mFR", "F")),
                plus(jumper("promoted queen", 'Q', "Q", "F")),
            ],
        ),
        "setup (..BRQ........+++...brq........+++.) 8x8+0_lion \
         1q1q1q1q/r1r1r1r1/1b1b1b1b/8/8/B1B1B1B1/1R1R1R1R/Q1Q1Q1Q1 w - - 0 1
piece B& fFfcafmFfcafmacafmFmpabF
piece R& fmFfrlWfcafmFfcafmacafmFmpabF
piece Q& fFfrlWfcafmFfcafmacafmFmpabF
piece +B& BcafmFcafmacafmFmpabF
piece +R& mFRcafmFcafmacafmFmpabF
piece +Q& QcafmFcafmacafmFmpabF
",
    );
}

#[test]
fn armies() {
    let start = "8/8/8/8/8/8/8/8 w - - 0 1";
    check(
        game(
            "armies",
            TurnKind::Several,
            start,
            vec![
                royal(piece("right royal chief", 'K', "K[K-K]")),
                picture("Monarch", piece("left royal chief", 'Q', "K[K-K]")),
                piece("elephant", 'E', "FA[F-fA][A-fF]"),
                piece("left guard", 'T', "K[K-fK]"),
                piece("right guard", 'P', "K"),
                picture("viking", piece("ortho guard", 'H', "K")),
                picture("viking", piece("dia guard", 'G', "K")),
            ],
        ),
        "setup (......E...T..............P.G..........H...........Q.............K.\
         ......e...t..............p.g..........h...........q.............k.) 8x8+0_lion \
         8/8/8/8/8/8/8/8 w - - 0 1
piece K& KmaK
piece Q& KmaK
piece E& FAmafmpafFmpafmafF
piece T& KmafK
piece P& K
piece H& K
piece G& K
",
    );
}

#[test]
fn what_has_no_words_may_go_anywhere() {
    let pieces = vec![
        piece("wanderer", 'W', "[W-F]"),
        piece("walker", 'V', "[F-W]"),
        piece("falcon", 'F', "N"),
        royal(piece("king", 'K', "K")),
    ];
    check(
        game("odd", TurnKind::Single, "kw/KW w - - 0 1", pieces),
        "setup (.F...............W.VK.f...............w.vk) 2x2+0_fairy kw/KW w - - 0 1\n\
         piece F& N\npiece K& K\n",
    );
}

#[test]
fn where_black_begins_white_must_pass() {
    let pieces = vec![royal(piece("king", 'K', "K"))];
    check(
        game("late", TurnKind::Single, "2/2 b - - 0 1", pieces),
        "setup (.....K.....k) 2x2+0_lion 2/2 b - - 0 1\npiece K& K\n",
    );
}

#[test]
fn known_games_are_not_told() {
    let chess = || game("chess", TurnKind::Single, "k1/K1 w - - 0 1", vec![]);
    check(chess(), "");
    check(
        VariantInfo { native_size: false, ..chess() },
        "setup (............) 2x2+0_fairy k1/K1 w - - 0 1\n",
    );
}

#[test]
fn the_board_that_was_told_last_counts() {
    let mut cecp = introduced();
    written(&mut cecp, &Event::Variant(pacific()));
    assert_eq!(cecp.read_move("a1a3"), Ok(HostMove::Piece("a2a4".into())));
    assert_eq!(cecp.read_square("j9"), Some(BoardSquare { file: 9, rank: 9 }));
    // Nor is there castling, whatever XBoard believes.
    let fen = "setboard k9/10/10/10/10/10/10/10/10/K9 w KQkq - 0 1";
    let expected = "k9/10/10/10/10/10/10/10/10/K9 w - - 0 1";
    let command = Command::Game(GameCommand::SetBoard(expected.into()));
    assert_eq!(cecp.parse(fen.as_bytes()), Ok(Some(command)));
    let chess = game("chess", TurnKind::Single, "8/8/8/8/8/8/8/8 w - - 0 1", vec![]);
    written(&mut cecp, &Event::Variant(chess));
    assert_eq!(cecp.read_move("a1a3"), Ok(HostMove::Piece("a1a3".into())));
}
