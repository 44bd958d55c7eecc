//! Promoted forms with a plus, as moves write them.

use super::{check, games, moves, random, set_up};
use crate::{Game, Notation, Position, Variant};

#[test]
fn forms_with_a_plus_are_written_with_it() {
    let text = "[shinobi]\ninherits = 'chess'\npromotion = '*7 *8'\nhand = { captures = false }\n\
        castling = false\ndead = false\nstart = 'rbqk4/8/8/8/8/8/8/RBQK4 w - - 0 1'\n\
        [shinobi.pieces]\nN = false\nP.promotes = 'Q'\n\
        H = { name = 'knight', moves = 'ffN', promotes = '+H', promotes-by = 'zone' }\n\
        '+H' = { name = 'promoted knight', moves = 'N' }\n";
    let own = games::own("shinobi", text);
    let position = set_up::<u64>(own, "k7/8/5H2/8/8/8/8/4K3[] w - - 0 1").unwrap();
    random::check(&position);
    let texts: Vec<String> = moves(&position).into_iter().filter(|m| m.starts_with('f')).collect();
    assert_eq!(texts.join(" "), "f6e8+ f6g8+");
    let mut steps = Vec::new();
    position.generate(&mut steps);
    let read = |text: &str| position.reads(&steps, text).map(|step| position.step_text(step));
    assert_eq!(read("f6e8h").as_deref(), Some("f6e8+"));
    assert_eq!(read("F6E8+").as_deref(), Some("f6e8+"));
    assert_eq!(read("f6e8q"), None);
}

#[test]
fn several_forms_with_a_plus_are_told_apart() {
    let text = "[forms]\ninherits = 'chess'\nhand = { captures = true }\n[forms.pieces]\n\
        P = { name = 'pawn', moves = 'fmWfcF', promotes = '+P+R' }\n\
        '+P' = { name = 'gold', moves = 'WfF' }\n'+R' = { name = 'dragon', moves = 'RF' }\n";
    let position = set_up::<u64>(games::own("forms", text), "8/1P6/8/8/8/8/8/k1K5[] w - - 0 1");
    let position = position.unwrap();
    let texts: Vec<String> = moves(&position).into_iter().filter(|m| m.starts_with('b')).collect();
    assert_eq!(texts.join(" "), "b7b8+ b7b8r");
    let mut steps = Vec::new();
    position.generate(&mut steps);
    for text in ["b7b8+", "b7b8r"] {
        let read = position.reads(&steps, text).map(|step| position.step_text(step));
        assert_eq!(read.as_deref(), Some(text));
    }
}

#[test]
fn pieces_turn_over_and_back() {
    let fen = "2k2/5/5/1P1+S1/2K2[Ln] w - - 0 1";
    check("kyoto-shogi", fen, "b2", "b2b3+");
    check("kyoto-shogi", fen, "d2", "d2a5- d2b4- d2c3- d2e1- d2e3-");
    check("kyoto-shogi", fen, "c1", "c1b1 c1c2 c1d1");
    // A pawn on the last rank cannot move, and may be dropped there.
    check("kyoto-shogi", "P1k2/5/5/5/2K2[P] w - - 0 1", "a5", "");
    let position = set_up::<u64>(games::builtin("kyoto-shogi"), "2k2/5/5/5/2K2[P] w - - 0 1");
    let texts = moves(&position.unwrap());
    let drops = |name: &str| texts.iter().filter(|text| text.starts_with(name)).count();
    assert_eq!((drops("P@"), drops("+P@")), (23, 23));
}

#[test]
fn pieces_turn_over_by_captures_alone() {
    let fen = "1k2/4/r3/1+L2/2K1[] w - - 0 1";
    check("micro-shogi", fen, "b2", "b2a1 b2a3- b2b3 b2c3");
    let mut game = Game::new(set_up::<u128>(games::builtin("micro-shogi"), START).unwrap());
    for text in ["d2d3", "d5d4", "d3d4+"] {
        super::play(&mut game, text);
    }
    let fen = game.position().to_fen().text(&games::builtin("micro-shogi"));
    assert_eq!(fen, "kb+r1/p2+P/4/4/+L+RBK[L] b - - 0 2");
}

const START: &str = "kb+r+l/p3/4/3P/+L+RBK[] w - - 0 1";

#[test]
fn turning_is_written_and_read() {
    let variant = Variant::compile(std::sync::Arc::new(games::builtin("kyoto-shogi"))).unwrap();
    let mut game = variant.game("2k2/5/5/1P1+S1/2K2[Ln] w - - 0 1").unwrap();
    for (text, san) in
        [("b2b3+", "b3=+P"), ("d2e3-", "+Se3=S"), ("L@a1", "L@a1"), ("+L@b4", "+L@b4+")]
    {
        assert_eq!(game.san(text).as_deref(), Some(san), "{text}");
        assert_eq!(game.read_san(san, 1).as_deref(), Some(text), "{san}");
    }
    for (san, text) in [("Pb3+", "b2b3+"), ("+Se3-", "d2e3-"), ("b3", "")] {
        assert_eq!(game.read_san(san, 1).as_deref().unwrap_or(""), text, "{san}");
    }
    let mut why = |text: &str| game.turn_course(text).unwrap_err().why.to_string();
    assert_eq!(why("b2b3"), "missing promotion sign: expected +");
    assert_eq!(why("b2b3-"), "no promotion to '-' here: expected +");
    assert_eq!(why("c1c2+"), "unexpected '+': this move does not promote");
    assert_eq!(why("+P@a1"), "no rook in hand");
    assert_eq!(why("+L@b2"), "b2 is not empty, and pieces are dropped on empty squares");
    for (read, text) in [("b2b3p", "b2b3+"), ("D2E3s", "d2e3-"), ("d2e3-", "d2e3-")] {
        assert_eq!(game.turn_course(read).unwrap().text, text, "{read}");
    }
}

#[test]
fn turning_is_no_progress() {
    let text = "[turning]\ninherits = 'chess'\npromotion = '*'\ncastling = false\ndead = false\n\
        start = 'nb2k3/8/8/8/8/8/8/NB2K3 w - - 0 1'\n\
        [turning.pieces]\nP = false\nQ = false\nR = false\nN.promotes = 'B'\nB.promotes = 'N'\n";
    let own = games::own("turning", text);
    let position = set_up::<u128>(own.clone(), &own.start.clone()).unwrap();
    random::check(&position);
    let mut game = Game::new(position);
    for text in ["a1b3b", "a8b6b", "b3d1n", "b6d8n", "d1b2b", "d8b7b", "b2a1n", "b7a8n"] {
        super::play(&mut game, text);
    }
    assert_eq!(game.position().to_fen().text(&own), "nb2k3/8/8/8/8/8/8/NB2K3 w - - 8 5");
    assert_eq!(game.occurrences_before(), 1);
}

#[test]
fn kinds_in_circles_and_chains() {
    let text = "[chain]\ninherits = 'chess'\ncastling = false\ndead = false\n\
        start = '4k3/8/8/8/8/8/8/4K3 w - - 0 1'\n[chain.pieces]\nQ = false\n\
        P.promotes = 'N'\nN.promotes = 'BR'\nN.promotion = '*5 *6'\nN.must-promote = false\n\
        B.promotes = 'N'\nB.promotion = '*1 *2'\n";
    let own = games::own("chain", text);
    for fen in ["4k3/1P6/8/3N4/8/8/3B4/4K3 w - - 0 1", "4k3/8/2n1b3/8/8/8/1p6/4K3 b - - 3 9"] {
        random::check(&set_up::<u64>(own.clone(), fen).unwrap());
    }
    let kind = |letter| own.piece_type(letter, false).unwrap();
    let alternates = |letter| own.alternates(kind(letter));
    assert_eq!(['P', 'N', 'B', 'R'].map(alternates), [false, true, true, false]);
    assert!(own.promotes_for_good(kind('P')) && !own.promotes_for_good(kind('N')));
}
