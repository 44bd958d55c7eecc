//! Round trips of moves: written, then read.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// Boards of every size and kind.
fn boards() -> impl Strategy<Value = CodecBoard> {
    let turns = prop::sample::select(vec![SINGLE, CHAIN, SEVERAL]);
    (2..=16_u8, 2..=16_u8, turns).prop_map(|(files, ranks, turns)| board(files, ranks, turns))
}

fn squares(board: CodecBoard) -> impl Strategy<Value = BoardSquare> {
    (0..board.files, 0..board.ranks).prop_map(|(file, rank)| BoardSquare { file, rank })
}

fn own(legs: &[MoveLeg], letter: &str) -> String {
    let mut text = String::new();
    for leg in legs {
        if !text.is_empty() {
            text.push(',');
        }
        push_own(&mut text, leg.from);
        push_own(&mut text, leg.to);
    }
    text + letter
}

/// As many jumps as there is room for, in the directions that are asked for.
fn jumps(board: CodecBoard, from: BoardSquare, directions: &[(i8, i8)]) -> Vec<MoveLeg> {
    let beyond = |at: BoardSquare, (file, rank): (i8, i8)| {
        let file = at.file.checked_add_signed(file).filter(|&file| file < board.files)?;
        let rank = at.rank.checked_add_signed(rank).filter(|&rank| rank < board.ranks)?;
        Some(BoardSquare { file, rank })
    };
    let mut at = from;
    let mut legs = Vec::new();
    for &direction in directions {
        let over = beyond(at, direction);
        if direction != (0, 0)
            && let Some(over) = over
            && let Some(to) = beyond(over, direction)
        {
            legs.push(MoveLeg { from: at, to, over: Some(over) });
            at = to;
        }
    }
    legs
}

/// XBoard's spelling: a leg to each victim, and one to where the piece lands.
fn commas(board: CodecBoard, legs: &[MoveLeg]) -> String {
    let mut path = vec![legs[0].from];
    path.extend(legs.iter().filter_map(|leg| leg.over));
    path.push(legs[legs.len() - 1].to);
    let mut text = String::new();
    for step in path.windows(2) {
        if !text.is_empty() {
            text.push(',');
        }
        push(&mut text, step[0], board.first_rank());
        push(&mut text, step[1], board.first_rank());
    }
    text
}

fn chain() -> impl Strategy<Value = (CodecBoard, Vec<MoveLeg>)> {
    let board = boards().prop_map(|board| CodecBoard { turns: CHAIN, ..board });
    let start = board.prop_flat_map(|board| (Just(board), squares(board)));
    (start, vec((-1..=1_i8, -1..=1_i8), 1..12))
        .prop_map(|((board, from), directions)| (board, jumps(board, from, &directions)))
        .prop_filter("no room to jump", |(_, legs)| !legs.is_empty())
}

proptest! {
    #[test]
    fn squares_come_back((board, square) in boards().prop_flat_map(|b| (Just(b), squares(b)))) {
        let mut text = String::new();
        push(&mut text, square, board.first_rank());
        prop_assert_eq!(board.read_square(&text), Some(square));
    }

    #[test]
    fn plain_moves_come_back(
        (board, from, to) in boards().prop_flat_map(|b| (Just(b), squares(b), squares(b))),
        letter in prop::option::of(prop::char::range('A', 'Z')),
    ) {
        let legs = vec![MoveLeg { from, to, over: None }];
        let promotion = letter.map(|letter| Promotion { letter, plus: false, back: false, chosen: true });
        let suffix = letter.map(|letter| letter.to_ascii_lowercase().to_string());
        let expected = own(&legs, &suffix.unwrap_or_default());
        let wire = board.board_move(&BoardMove::Piece(PieceMove { legs, promotion, castling: None }));
        prop_assert_eq!(board.read_move(&wire), Ok(HostMove::Piece(expected)), "{}", wire);
    }

    #[test]
    fn chains_come_back((board, legs) in chain(), plus in any::<bool>()) {
        let board = CodecBoard { plus, ..board };
        let promotion = plus.then_some(Promotion { letter: 'Q', plus: true, back: false, chosen: false });
        let expected = Ok(HostMove::Piece(own(&legs, if plus { "+" } else { "" })));
        let wire = board.board_move(&BoardMove::Piece(PieceMove { legs: legs.clone(), promotion, castling: None }));
        prop_assert_eq!(board.read_move(&wire), expected.clone(), "{}", wire);
        let wire = commas(board, &legs) + if plus { "+" } else { "" };
        prop_assert_eq!(board.read_move(&wire), expected, "{}", wire);
    }

    /// A GUI's spelling has a leg to each victim, and both sides' spellings are the same move.
    #[test]
    fn a_guis_chains_come_back((board, legs) in chain(), plus in any::<bool>()) {
        let board = CodecBoard { plus, ..board };
        let codec = MoveCodec { board };
        let promotion = plus.then_some(Promotion { letter: 'Q', plus: true, back: false, chosen: false });
        let sign = if plus { "+" } else { "" };
        let mv = BoardMove::Piece(PieceMove { legs: legs.clone(), promotion, castling: None });
        let wire = codec.write(&mv);
        prop_assert_eq!(&wire, &(commas(board, &legs) + sign));
        let expected = Ok(HostMove::Piece(own(&legs, sign)));
        prop_assert_eq!(codec.read(&wire), expected.clone(), "{}", wire);
        prop_assert_eq!(codec.read(&board.board_move(&mv)), expected);
    }

    /// The parts of a chain have at most two victims each, and together are the chain.
    #[test]
    fn parts_make_the_whole((_, legs) in chain()) {
        let promotion = Some(Promotion { letter: 'K', plus: false, back: false, chosen: true });
        let whole = PieceMove { legs, promotion, castling: None };
        let turn = Turn { text: String::new(), moves: vec![BoardMove::Piece(whole.clone())] };
        let parts = split(&turn);
        let mut joined = PieceMove { legs: Vec::new(), promotion: None, castling: None };
        for part in &parts {
            let BoardMove::Piece(part) = part else {
                return Err(TestCaseError::fail("a pass"));
            };
            prop_assert!((1..=2).contains(&part.legs.len()));
            prop_assert_eq!(joined.promotion, None);
            joined.legs.extend(&part.legs);
            joined.promotion = part.promotion;
        }
        prop_assert_eq!(joined, whole);
    }
}
