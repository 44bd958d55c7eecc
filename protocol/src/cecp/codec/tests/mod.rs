//! Legs and squares, both ways.

mod round;

use super::*;
use crate::{BoardMove, DropMove, HostMove, MoveLeg, PieceMove, Promotion, Turn};

fn board(files: u8, ranks: u8, turns: TurnKind) -> CodecBoard {
    CodecBoard { files, ranks, turns, ..CodecBoard::default() }
}

const CHAIN: TurnKind = TurnKind::Chain;
const SINGLE: TurnKind = TurnKind::Single;
const SEVERAL: TurnKind = TurnKind::Several;

#[track_caller]
fn reads(board: CodecBoard, wire: &str, own: &str) {
    assert_eq!(board.read_move(wire), Ok(HostMove::Piece(own.to_owned())), "{wire}");
}

#[track_caller]
fn refuses(board: CodecBoard, wire: &str) {
    let result = board.read_move(wire);
    assert!(result.is_err(), "{wire}: {result:?}");
}

/// The moves of our own notation: `c3xd4-e5,...`, legs by commas, victims in between.
fn moves(own: &str) -> BoardMove {
    let square = |text: &str| {
        CodecBoard { files: 26, ranks: 26, ..CodecBoard::default() }
            .read_square(text)
            .expect("a square")
    };
    let mut promotion = None;
    let mut legs = Vec::new();
    for leg in own.split(',') {
        let (leg, letter) = match leg.split_once('=') {
            Some((leg, letter)) => (leg, Some(letter)),
            None => (leg, None),
        };
        if let Some(letter) = letter {
            let plus = letter.starts_with('+');
            let letter = letter.trim_start_matches('+').chars().next().expect("a letter");
            promotion = Some(Promotion { letter, plus, back: false, chosen: !plus });
        }
        let squares: Vec<_> = leg.split(['x', '-']).map(square).collect();
        legs.push(match squares[..] {
            [from, to] => MoveLeg { from, to, over: None },
            [from, over, to] => MoveLeg { from, to, over: Some(over) },
            _ => panic!("{leg}"),
        });
    }
    BoardMove::Piece(PieceMove { legs, promotion, castling: None })
}

#[track_caller]
fn writes(board: CodecBoard, own: &str, wire: &str) {
    assert_eq!(board.board_move(&moves(own)), wire, "{own}");
}

#[test]
fn plain_moves() {
    let chess = CodecBoard::default();
    reads(chess, "e2e4", "e2e4");
    reads(chess, "E2-E4", "e2e4");
    reads(chess, "e4xd5", "e4d5");
    reads(chess, " e2e4 ", "e2e4");
    reads(chess, "e7e8q", "e7e8q");
    reads(chess, "e7e8Q", "e7e8q");
    reads(chess, "e7e8=Q", "e7e8q");
    reads(chess, "e7e8(N)", "e7e8n");
    reads(chess, "e7e8.", "e7e8");
    reads(chess, "e7e8=", "e7e8");
    writes(chess, "e2-e4", "e2e4");
    writes(chess, "e7-e8=Q", "e7e8q");
    for wire in [
        "",
        "e2",
        "e2e",
        "e2e9",
        "i2e4",
        "e0e4",
        "e2e4e5",
        "e7e8qq",
        "e2,e4",
        "e2e4,",
        ",e2e4",
        "e7e8q,e8e7",
        "nf3",
        "e2ée4",
        "e2e99999999999999999999",
        "e2--e4",
        "@@@",
        "e2e4+q",
    ] {
        refuses(chess, wire);
    }
}

#[test]
fn ten_ranks_count_from_zero() {
    let ten = board(10, 10, SINGLE);
    reads(ten, "a1a3", "a2a4");
    reads(ten, "a0j9", "a1j10");
    reads(ten, "b8b9m", "b9b10m");
    refuses(ten, "b9b10m");
    writes(ten, "a2-a4", "a1a3");
    writes(ten, "b9-b10=M", "b8b9m");
    assert_eq!(ten.read_square("j9"), Some(BoardSquare { file: 9, rank: 9 }));
    assert_eq!(ten.read_square("j10"), None);
    for ranks in [2, 8, 9, 11, 12, 16] {
        let other = board(16, ranks, SINGLE);
        let top = format!("a1p{ranks}");
        reads(other, &top, &top);
        refuses(other, "a0a1");
    }
}

#[test]
fn jumps_are_read_by_their_victims() {
    let chain = board(8, 8, CHAIN);
    reads(chain, "a3b4,b4c5", "a3c5");
    reads(chain, "a3xb4-c5", "a3c5");
    reads(chain, "a3b4,b4d6,d6e7", "a3c5,c5e7");
    reads(chain, "a3xb4xd6-e7", "a3c5,c5e7");
    reads(chain, "b4c5,c5e7,e7f8k", "b4d6,d6f8k");
    reads(chain, "b4xc5xe7-f8k", "b4d6,d6f8k");
    // Three victims, as nobody sends but a person may type; back and forth; straight lines.
    reads(chain, "a1xb2xd4xf6-g7", "a1c3,c3e5,e5g7");
    reads(chain, "c3xd4xd6-c7", "c3e5,e5c7");
    reads(chain, "c3xc4xd5-e5", "c3c5,c5e5");
    // One after the other over the same neighbour, to and fro.
    reads(chain, "c3xd4xd4-c3", "c3e5,e5c3");
    let ten = board(10, 10, CHAIN);
    reads(ten, "a0b1,b1c2", "a1c3");
    reads(ten, "a0xb1xd3-e4", "a1c3,c3e5");
    let wide = board(16, 12, CHAIN);
    reads(wide, "i10j11,j11k12c", "i10k12c");
    for wire in [
        "a3b4,b4d5",
        "a3b4,b4d6,d6e5",
        "a3b4,c5d6",
        "a3c4,c4e5",
        "a3b4,b4b4",
        "a3a3,a3a3",
        "a2b1,b1c0",
    ] {
        refuses(chain, wire);
    }
}

#[test]
fn jumps_are_read_by_their_landings() {
    let chain = board(8, 8, CHAIN);
    reads(chain, "c3e5", "c3e5");
    reads(chain, "c3e5,e5g7", "c3e5,e5g7");
    reads(chain, "c3e5,e5g7q", "c3e5,e5g7q");
    reads(chain, "c3xe5xg7", "c3e5,e5g7");
    reads(board(10, 10, CHAIN), "c2e4,e4g6", "c3e5,e5g7");
}

#[test]
fn jumps_are_written_by_their_victims() {
    let chain = board(8, 8, CHAIN);
    writes(chain, "a3xb4-c5", "a3xb4-c5");
    writes(chain, "a3xb4-c5,c5xd6-e7", "a3xb4xd6-e7");
    writes(chain, "a6xb7-c8=B", "a6xb7-c8b");
    writes(chain, "b7-a8=+Q", "b7a8+");
    writes(chain, "a6xb7-c8=+Q", "a6xb7-c8=+");
    writes(board(10, 10, CHAIN), "a1xb2-c3,c3xd4-e5", "a0xb1xd3-e4");
    writes(board(16, 12, CHAIN), "i10xj11-k12=C", "i10xj11-k12c");
}

#[test]
fn what_a_piece_becomes_is_kept() {
    let chain = board(8, 8, CHAIN);
    reads(chain, "c7d8k", "c7d8k");
    reads(chain, "b6xc7-d8k", "b6d8k");
    // No piece is written so in this game.
    reads(chain, "b7a8+", "b7a8");
    let chesica = CodecBoard { plus: true, ..chain };
    for wire in ["b6xc7-d8=+", "b6xc7-d8+", "b6c7,c7d8+"] {
        reads(chesica, wire, "b6d8+");
    }
    reads(chesica, "b7a8+", "b7a8+");
    reads(chesica, "b7a8=", "b7a8");
    reads(chesica, "b7a8", "b7a8");
}

#[test]
fn a_gui_names_victims_with_commas() {
    let writes = |board: CodecBoard, own: &str, wire: &str| {
        assert_eq!(MoveCodec { board }.write(&moves(own)), wire, "{own}");
    };
    let chain = board(8, 8, CHAIN);
    writes(chain, "a3xb4-c5", "a3b4,b4c5");
    writes(chain, "a3xb4-c5,c5xd6-e7", "a3b4,b4d6,d6e7");
    writes(chain, "a6xb7-c8=B", "a6b7,b7c8b");
    writes(chain, "b7-a8=+Q", "b7a8+");
    writes(chain, "a6xb7-c8=+Q", "a6b7,b7c8+");
    writes(CodecBoard::default(), "e7-e8=Q", "e7e8q");
    writes(CodecBoard::default(), "e1-g1", "e1g1");
    // XBoard finds the pawn by itself, but for those that it does not.
    writes(CodecBoard::default(), "e5xd5-d6", "e5d6");
    writes(board(10, 10, SINGLE), "e5xd5-d6", "e4d4,d4d5");
    writes(board(10, 10, SINGLE), "b9-b10=M", "b8b9m");
    let pass = MoveCodec { board: chain }.write(&BoardMove::Pass);
    assert_eq!(pass, "@@@@");
}

#[test]
fn castling_is_the_kings_step() {
    reads(board(10, 10, SINGLE), "f1i1", "f2i2");
    reads(CodecBoard::default(), "e1g1,h1f1", "e1g1");
    // A piece that goes in two steps has one move.
    reads(CodecBoard::default(), "d3e4,e4f5", "d3f5");
    refuses(CodecBoard::default(), "e1g1,h1f1,a1a2");
}

#[test]
fn castling_with_shuffled_arrays_has_a_sign_of_its_own() {
    let shuffled = CodecBoard { shuffled: true, ..CodecBoard::default() };
    for (wire, own) in [("O-O", "O-O"), ("o-o-o", "O-O-O"), ("0-0", "O-O")] {
        reads(shuffled, wire, own);
        assert!(CodecBoard::looks_like_move(wire));
    }
    let BoardMove::Piece(mv) = moves("b1-g1") else { panic!("a piece's move") };
    let castling = BoardMove::Piece(PieceMove { castling: Some(true), ..mv });
    assert_eq!(shuffled.board_move(&castling), "O-O");
    assert_eq!(CodecBoard::default().board_move(&castling), "b1g1");
}

#[test]
fn turns_of_several_units() {
    let armies = board(16, 12, SEVERAL);
    reads(armies, "g2h4,k1k3", "g2h4,k1k3");
    reads(armies, "g2h3,h3i4", "g2i4");
    reads(armies, "g2h3,h3i4,k1k3", "g2i4,k1k3");
    writes(armies, "g2-h4", "g2h4");
}

#[test]
fn passes() {
    for board in [CodecBoard::default(), board(10, 10, CHAIN), board(16, 12, SEVERAL)] {
        for wire in ["@@@@", "pass", "PASS"] {
            assert_eq!(board.read_move(wire), Ok(HostMove::Pass));
        }
        assert_eq!(board.board_move(&BoardMove::Pass), "@@@@");
    }
}

#[test]
fn excluded_moves() {
    let chain = board(8, 8, CHAIN);
    reads(chain, "a3c5;b4", "a3c5");
    reads(chain, "a3e7;d6b4", "a3c5,c5e7");
    reads(chain, "b4f8;e7c5k", "b4d6,d6f8k");
    let wide = board(16, 12, CHAIN);
    reads(wide, "a9a:", "a9a10");
    reads(wide, "i:k<;j;c", "i10k12c");
    reads(wide, "a;b<", "a11b12");
    refuses(chain, "a3c5;");
    refuses(chain, "a3c5;b4;b4");
    refuses(chain, ";");
}

#[test]
fn squares() {
    let chess = CodecBoard::default();
    assert_eq!(chess.read_square("a1"), Some(BoardSquare { file: 0, rank: 0 }));
    assert_eq!(chess.read_square("H8"), Some(BoardSquare { file: 7, rank: 7 }));
    for text in ["", "a", "1", "a9", "i1", "a0", "a1 ", "a1b", "é1", "a-1", "a256", "@@"] {
        assert_eq!(chess.read_square(text), None, "{text}");
    }
}

#[test]
fn first_words_that_look_like_moves() {
    for word in ["e2e4", "a10xb11-c12", "a3b4,b4c5", "@@@@", "pass", "E7E8Q", "z99z99"] {
        assert!(CodecBoard::looks_like_move(word), "{word}");
    }
    for word in ["", "e2", "bk", "new", "st", "e2e", "passx", "d", "é2e4", "1e2e4", "ee22"] {
        assert!(!CodecBoard::looks_like_move(word), "{word}");
    }
}

#[test]
fn turns_in_a_line() {
    let chain = board(8, 8, CHAIN);
    let turn = |text: &str, list: &[&str]| Turn {
        text: text.to_owned(),
        moves: list
            .iter()
            .map(|own| if own.is_empty() { BoardMove::Pass } else { moves(own) })
            .collect(),
    };
    let long = turn("", &["a1xb2-c3,c3xd4-e5,e5xf6-g7"]);
    assert_eq!(chain.turn(&long), "a1xb2xd4xf6-g7");
    assert_eq!(chain.first_move(&long), "a1xb2xd4-e5");
    let several = turn("", &["g2-h4", "k1-k3", ""]);
    assert_eq!(board(16, 12, SEVERAL).turn(&several), "g2h4|k1k3");
    assert_eq!(board(16, 12, SEVERAL).first_move(&several), "g2h4");
    assert_eq!(chain.turn(&turn("", &[""])), "@@@@");
    // Of these only the text is known.
    assert_eq!(board(10, 10, CHAIN).turn(&"c3e5,e5g10q".into()), "c2e4,e4g9q");
    assert_eq!(board(8, 8, CHAIN).turn(&"c3e5,e5g7q".into()), "c3e5,e5g7q");
    assert_eq!(board(10, 10, CHAIN).first_move(&"a0 a70000\n".into()), "a0_a70000\\n");
}

#[test]
fn long_chains_in_parts() {
    let chain = |own: &str| Turn { text: String::new(), moves: vec![moves(own)] };
    let five = "a1xb2-c3,c3xd4-e5,e5xf6-g7,g7xh6-i5,i5xj4-k3=K";
    let parts = split(&chain(five));
    assert_eq!(
        parts,
        [moves("a1xb2-c3,c3xd4-e5"), moves("e5xf6-g7,g7xh6-i5"), moves("i5xj4-k3=K")]
    );
    assert_eq!(split(&chain("a1-b2=Q")), [moves("a1-b2=Q")]);
    assert_eq!(split(&Turn::default()), []);
    let wide = board(16, 12, CHAIN);
    let wire: Vec<_> = parts.iter().map(|part| wide.board_move(part)).collect();
    assert_eq!(wire, ["a1xb2xd4-e5", "e5xf6xh6-i5", "i5xj4-k3k"]);
}

#[test]
fn drops() {
    let drop = |letter, plus, file, rank| {
        BoardMove::Drop(DropMove { letter, plus, to: BoardSquare { file, rank } })
    };
    assert_eq!(board(8, 8, SINGLE).board_move(&drop('N', false, 5, 2)), "N@f3");
    assert_eq!(board(10, 10, SINGLE).board_move(&drop('P', true, 0, 9)), "+P@a9");
    reads(board(8, 8, SINGLE), "N@f3", "N@f3");
    reads(board(8, 8, SINGLE), "n@f3", "N@f3");
    reads(board(8, 8, SINGLE), "@e4", "P@e4");
    reads(board(10, 10, SINGLE), "+P@a9", "+P@a10");
    for text in ["N@", "NN@f3", "N@f9", "@@", "N@f3q", "3@f3", "@@@"] {
        refuses(board(8, 8, SINGLE), text);
    }
    assert!(CodecBoard::looks_like_move("N@f3") && CodecBoard::looks_like_move("@f3"));
    assert!(!CodecBoard::looks_like_move("me@example") && !CodecBoard::looks_like_move("a@b"));
}

/// XBoard has no sign for it; Fairy-Stockfish has no letter.
#[test]
fn turning_back_has_a_letter_for_a_gui_and_a_sign_for_an_engine() {
    let mut mv = moves("a1-b2=P");
    let BoardMove::Piece(PieceMove { promotion: Some(promotion), .. }) = &mut mv else {
        panic!("no promotion: {mv:?}")
    };
    promotion.back = true;
    let board = board(5, 5, SINGLE);
    assert_eq!(board.board_move(&mv), "a1b2p");
    assert_eq!(MoveCodec { board }.write(&mv), "a1b2-");
    reads(board, "a1b2-", "a1b2-");
}
