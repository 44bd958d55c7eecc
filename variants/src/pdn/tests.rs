//! Portable Draughts Notation of the built-in games.

use crate::{Catalog, Variant};

fn variant(name: &str) -> Variant {
    Variant::compile(Catalog::builtin().get(name).unwrap().clone()).unwrap()
}

/// The table at <https://pdn.fmjd.org/gametype.html>. White begins Thai draughts here, and two games
/// have no number there.
#[test]
fn games_have_the_types_of_the_standard() {
    for (name, expected) in [
        ("international-draughts", Some("20,W,10,10,N2,0")),
        ("english-draughts", Some("21,B,8,8,N1,0")),
        ("italian-draughts", Some("22,W,8,8,N2,1")),
        ("pool-checkers", Some("23,B,8,8,N1,0")),
        ("spanish-draughts", Some("24,W,8,8,N1,1")),
        ("russian-draughts", Some("25,W,8,8,A0,0")),
        ("brazilian-draughts", Some("26,W,8,8,A0,0")),
        ("canadian-draughts", Some("27,W,12,12,N2,0")),
        ("czech-draughts", Some("29,W,8,8,A0,0")),
        ("turkish-draughts", Some("30,W,8,8,A0,0")),
        ("thai-draughts", Some("31,W,8,8,N2,0")),
        ("frisian-draughts", Some("40,W,10,10,N2,0")),
        ("suicide-checkers", None),
        ("armenian-draughts", None),
    ] {
        let pdn = super::Pdn::of(variant(name).definition()).unwrap();
        assert_eq!(pdn.game_type().as_deref(), expected, "{name}");
    }
    assert!(super::Pdn::of(variant("cheskers").definition()).is_none());
}

#[test]
fn starts_are_written_and_read() {
    for (name, expected) in [
        ("international-draughts", "W:W31-50:B1-20"),
        ("canadian-draughts", "W:W43-72:B1-30"),
        ("english-draughts", "B:W21-32:B1-12"),
        ("italian-draughts", "W:W21-32:B1-12"),
        ("spanish-draughts", "W:W1-12:B21-32"),
        ("thai-draughts", "W:W25-32:B1-8"),
        (
            "russian-draughts",
            "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
        ),
    ] {
        let variant = variant(name);
        assert_eq!(variant.start().pdn_fen().as_deref(), Some(expected), "{name}");
        let game = variant.game(expected).unwrap();
        assert_eq!(game.fen(), variant.start().fen(), "{name}");
    }
}

#[test]
fn positions_are_read_in_all_their_forms() {
    let variant = variant("international-draughts");
    let check = |text: &str, expected: &str| {
        let found = variant.game(text).map(|game| game.pdn_fen().unwrap());
        assert_eq!(found.as_deref(), Ok(expected), "{text}");
    };
    check("W:WK1,31,32,33:BK50,44,45", "W:WK1,31-33:B44,45,K50");
    check("b:b k3, 4 : w 50 .", "B:W50:BK3,4");
    check("B:BK1-3:W6-8:H7:F12", "B:W6-8:BK1,K2,K3");
    assert!(variant.game("B:BK1-3:W6-8:H7:F12").unwrap().fen().ends_with(" b - - 7 12"));
    let check = |text: &str, expected: &str| {
        let found = variant.game(text).unwrap_err().to_string();
        assert_eq!(found, format!("invalid PDN position: {expected}"), "{text}");
    };
    check("W:W51:B1", "'51': expected a square from 1 to 50");
    check("W:W0:B1", "'0': expected a square from 1 to 50");
    check("W:W9-3:B1", "'9-3': expected a square from 1 to 50");
    check("W:WKK3:B1", "'KK3': expected a square from 1 to 50");
    check("W:W3:B1-4", "'1-4': expected each square once");
    check("W:W3", "'W:W3': expected both W and B, each with its squares");
    check("W:W3:B4:W5", "'W5': expected W and the squares of White, B and those of Black");
    check("W:W3:B4:Hx", "'Hx': expected a number");
    check("W:W3:B4:é", "'é': expected W and the squares of White, B and those of Black");
    check("W::", "'': expected W and the squares of White, B and those of Black");
    let error = variant.game("W:W3:B4:H4000000").unwrap_err().to_string();
    assert!(error.starts_with("invalid half-move clock"), "{error}");
}

#[test]
fn moves_are_written_by_the_games_signs() {
    let check = |name: &str, fen: &str, turn: &str, expected: &str| {
        let mut game = variant(name).game(fen).unwrap();
        assert_eq!(game.pdn(turn).as_deref(), Some(expected), "{name} {turn}");
        let before = game.fen();
        game.play_turn(expected).unwrap();
        assert!(game.undo_turn());
        assert_eq!(game.fen(), before);
    };
    check("international-draughts", "W:W31-50:B1-20", "d4e5", "32-28");
    check("international-draughts", "W:W28:B23,14", "e5g7,g7i9", "28x10");
    check("russian-draughts", "W:Wc3:Bd4,d6", "c3e5,e5c7", "c3:c7");
    check("brazilian-draughts", "W:Wc3:Bd4,d6", "c3e5,e5c7", "c3xc7");
    check("thai-draughts", "W:W23:B18", "e3c5", "23-14");
    check("spanish-draughts", "W:W1:B30", "h1g2", "1-5");
    check("english-draughts", "B:W21-32:B1-12", "b6a5", "9-13");
    // Two ways round to the same square: the whole way.
    let ring = "W:W47:B41,31,32,42,10";
    let mut game = variant("international-draughts").game(ring).unwrap();
    for turn in game.step_texts() {
        let text = game.pdn(&turn).unwrap();
        assert_eq!(game.turn_course(&text).unwrap().text, turn, "{text}");
    }
}
