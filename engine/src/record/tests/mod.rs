//! Moves of the board and what they make of a game.

mod round;

use variants::{Catalog, Variant};

use super::*;

fn set_up(variant: &str, fen: Option<&str>) -> (Record, AnyGame) {
    let definition = Catalog::builtin().get(variant).unwrap().clone();
    let variant = Variant::compile(definition).unwrap();
    let game = fen.map_or_else(|| variant.start(), |fen| variant.game(fen).unwrap());
    (Record::new(game.side()), game)
}

/// Plays moves, `-` for a pass, `<` to take one back, and compares the FEN.
#[track_caller]
fn check(variant: &str, fen: Option<&str>, moves: &str, expected: Result<&str, &str>) {
    let (mut record, mut game) = set_up(variant, fen);
    let mut result = Ok(());
    for mv in moves.split_whitespace() {
        result = match mv {
            "-" => record.play(&mut game, &HostMove::Pass),
            "<" => record.take_back(&mut game, 1).then_some(()).ok_or("nothing".to_owned()),
            text => record.play(&mut game, &HostMove::Piece(text.to_owned())),
        };
        if result.is_err() {
            break;
        }
    }
    let fen = game.fen();
    match expected {
        Ok(expected) => assert_eq!((result, fen.as_str()), (Ok(()), expected)),
        Err(expected) => assert_eq!(result, Err(expected.to_owned())),
    }
}

/// A man with a triple jump.
const CHAIN: &str = "8/8/5m2/8/3m4/8/1m6/M7 w - - 0 1";

#[test]
fn long_chains_come_in_parts() {
    let three = "5k2/6m1/8/4m3/8/2m5/1M6/8 w - - 0 1";
    check("english-draughts", Some(three), "b2d4,d4f6 - f6h8", Ok("5k1K/8/8/8/8/8/8/8 b - - 0 1"));
    check(
        "english-draughts",
        Some(three),
        "b2d4 b2d4",
        Err("the turn is still white's: the other side passes"),
    );
    check("english-draughts", Some(three), "b2d4 - -", Err("this game has no pass: make a move"));
    check(
        "english-draughts",
        Some(three),
        "b2d4 - d4f6 - < < f6h8",
        Err("malformed: a leg ends on d4 and the next begins on f6"),
    );
    check("english-draughts", Some(CHAIN), "a1c3 - < <", Ok(CHAIN));
}

#[test]
fn a_plus_has_to_be_said() {
    let fen = "8/2B5/8/8/8/8/5b2/8 w - - 0 1";
    let after = "1+B6/8/8/8/8/8/5b2/8 b - - 0 1";
    check("chesica", Some(fen), "c7b8+", Ok(after));
    check("chesica", Some(fen), "c7b8", Err("missing '+': the piece is promoted, as in c7b8+"));
}

/// For kinds with `+` in FENs, promotions are written with that sign if it identifies one,
/// otherwise with letters.
#[test]
fn a_plus_is_a_choice() {
    let text = |family: &str, start: &str, promotes: &str, rest: &str| {
        format!(
            "[x]\nfamily = '{family}'\nboard = '6x6'\nstart = '{start}'\n\
             pieces.P = {{ name = 'pawn', moves = 'fW', promotes = '{promotes}' }}\n\
             pieces.'+P' = {{ name = 'gold', moves = 'W' }}\n\
             pieces.'+Q' = {{ name = 'queen', moves = 'Q' }}\n\
             pieces.'+R' = {{ name = 'rook', moves = 'R' }}\n{rest}"
        )
    };
    let king = "pieces.K = { name = 'king', moves = 'K', royal = true }";
    let royal = |promotes| text("royal", "5k/P5/6/6/6/K5 w - - 0 1", promotes, king);
    let jumping = |promotes| text("jumping", "5p/P5/6/6/6/6 w - - 0 1", promotes, "");
    let check = |file: String, mv: &str, expected: Result<&str, &str>| {
        let (catalog, _) = Catalog::builtin().with_file(&file).unwrap();
        let variant = Variant::compile(catalog.get("x").unwrap().clone()).unwrap();
        let mut game = variant.start();
        let mut record = Record::new(game.side());
        let result = record.play(&mut game, &HostMove::Piece(mv.to_owned()));
        let placement = game.fen().split('/').next().unwrap().to_owned();
        let expected = expected.map(str::to_owned).map_err(str::to_owned);
        assert_eq!(result.map(|()| placement), expected, "{mv}");
    };
    check(royal("+P"), "a5a6+", Ok("+P4k"));
    check(royal("+P"), "a5a6p", Ok("+P4k"));
    check(royal("+Q+P"), "a5a6+", Ok("+P4k"));
    check(royal("+Q+P"), "a5a6q", Ok("+Q4k"));
    check(royal("+Q+R"), "a5a6r", Ok("+R4k"));
    let either = "no promotion to '+' here: expected one of q r";
    check(royal("+Q+R"), "a5a6+", Err(either));
    check(jumping("+Q+R"), "a5a6r", Ok("+R4p"));
    check(jumping("+Q+R"), "a5a6+", Err(either));
    check(jumping("+Q+P"), "a5a6+", Ok("+P4p"));
    check(jumping("+R"), "a5a6+", Ok("+R4p"));
}

#[test]
fn a_letter_that_is_no_choice_is_dropped() {
    let fen = "8/2M5/8/8/8/1m6/8/8 w - - 0 1";
    let after = "1K6/8/8/8/8/1m6/8/8 b - - 0 1";
    check("english-draughts", Some(fen), "c7b8k", Ok(after));
    check(
        "chess",
        None,
        "e2e4q",
        Ok("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
    );
}

#[test]
fn turns_of_several_moves_end_by_the_rules() {
    let after = "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq d3e3 0 1";
    check("marseillais", None, "e2e4 - d2d4", Ok(after));
    check("marseillais", None, "e2e4 - d2d4 < < - d2d4", Ok(after));
    check(
        "marseillais",
        None,
        "e2e4 e7e5",
        Err("the turn is still white's: the other side passes"),
    );
    check("marseillais", None, "e2e4 - -", Err("this game has no pass: make a move"));
    // A check ends the turn.
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 2";
    check("marseillais", Some(fen), "a1a8 e8e7 - e7e6", Ok("R7/8/4k3/8/8/8/8/4K3 w - - 2 3"));
    // Castling is a move of a turn.
    let after = "4k3/8/8/8/8/8/3K4/3R4 b - - 1 2";
    check("marseillais", Some(fen), "e1c1 - c1d2", Ok(after));
}

#[test]
fn turns_of_several_units_end_with_a_pass() {
    check("chesimals", None, "-", Err("a turn moves at least one unit: move one, then pass"));
    let after = "1ege1t1tp1p1hwh1/1gdg1sqsnkn1wow1/1ege1t1tp1p1hwh1/16/16/16/16/16/\
        1G1G12/1E1E1T1TP1P1HWH1/2D2SQSNKN1WOW1/1EGE1T1TP1P1HWH1 b - - 1 1";
    let _ = after;
    check("chesimals", None, "c3c4 c2c3", Err("the turn is still white's: the other side passes"));
    let (mut record, mut game) = set_up("chesimals", None);
    for (mv, board, rules) in [
        (HostMove::Piece("c3c4".to_owned()), Color::Black, Color::White),
        (HostMove::Pass, Color::White, Color::White),
        (HostMove::Piece("d2d4".to_owned()), Color::White, Color::White),
        (HostMove::Piece("c2c3".to_owned()), Color::Black, Color::White),
        (HostMove::Pass, Color::White, Color::White),
        (HostMove::Pass, Color::Black, Color::Black),
    ] {
        let _ = record.play(&mut game, &mv);
        assert_eq!((record.board_side(), game.side()), (board, rules), "{mv:?}");
    }
    assert_eq!(record.moves_of(Color::White), 3);
    assert_eq!(record.moves_of(Color::Black), 2);
    assert!(record.take_back(&mut game, 3));
    assert_eq!(record.len(), 2);
}
