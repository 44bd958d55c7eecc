//! First moves and promotions by squares, in games made at random.

use proptest::prelude::*;

use super::games::builtin;
use super::random::play_game;
use super::{moves, set_up};
use crate::Definition;
use crate::zobrist::split_mix;

/// A game whose pawns start, promote, may stay and are limited at random.
fn random_zones(seed: &mut u64) -> Option<Definition> {
    let mut pick = |count: u64| split_mix(seed) % count;
    let squares = |pick: &mut dyn FnMut(u64) -> u64| {
        let words: Vec<String> = (0..1 + pick(3))
            .map(|_| match pick(3) {
                0 => format!("*{}", 1 + pick(7)),
                1 => format!("{}*", char::from(b'a' + pick(7) as u8)),
                _ => format!("{}{}", char::from(b'a' + pick(7) as u8), 1 + pick(7)),
            })
            .collect();
        words.join(" ")
    };
    let by_side = |pick: &mut dyn FnMut(u64) -> u64| match pick(3) {
        0 => {
            let (white, black) = (squares(pick), squares(pick));
            format!("{{ white = '{white}', black = '{black}' }}")
        }
        1 => format!("{{ black = '{}' }}", squares(pick)),
        _ => format!("'{}'", squares(pick)),
    };
    let mut game = String::new();
    for key in ["initial", "promotion", "must-promote", "en-passant"] {
        if pick(2) == 0 {
            game += &format!("{key} = {}\n", by_side(&mut pick));
        }
    }
    game += ["", "promotion-limit = 'lost'\n", "promotion-limit = { R = 2, N = 3 }\n"]
        [pick(3) as usize];
    let own_keys = |pick: &mut dyn FnMut(u64) -> u64| {
        let mut keys = String::new();
        for key in ["initial", "promotion", "must-promote"] {
            if pick(3) == 0 {
                keys += &format!(", {key} = {}", by_side(pick));
            }
        }
        keys + ["", ", promotes-by = 'capture'", ", must-promote = false"][pick(3) as usize]
    };
    let promotes = ["'NR'", "{ white = 'N', black = 'RN' }", "{ white = 'R', black = false }"];
    let promotes = promotes[pick(3) as usize];
    let (pawn, sergeant) = (own_keys(&mut pick), own_keys(&mut pick));
    let text = format!(
        r#"
        [random-zones]
        family = "royal"
        board = "7x7"
        start = "rnk1snr/pp1pp1p/7/1p3s1/3P1P1/PP1PS1P/RNKS1NR w - - 0 1"
        move-rule = 100
        {game}
        [random-zones.pieces]
        K = {{ name = "king", moves = "K", royal = true }}
        R = {{ name = "rook", moves = "R" }}
        N = {{ name = "knight", moves = "N" }}
        P = {{ name = "pawn", moves = "fmWfceFifmnD", promotes = {promotes}{pawn} }}
        S = {{ name = "sergeant", moves = "fKifmnDifmnA", promotes = "R"{sergeant} }}
        "#
    );
    // Pieces may stand where they would have promoted.
    let (catalog, _) = crate::Catalog::builtin().with_file(&text).ok()?;
    Some(Definition::clone(catalog.get("random-zones")?))
}

#[test]
fn zones_by_kind_and_side() {
    let mut played = 0;
    for mut seed in 0..150 {
        if let Some(definition) = random_zones(&mut seed) {
            play_game::<u64>(definition, seed);
            played += 1;
        }
    }
    assert!(played > 40, "{played}");
}

#[test]
fn promotion_may_be_declined_and_needs_a_lost_piece() {
    let pawn = |from: &str, fen: &str| {
        let position = set_up::<u128>(builtin("grand"), fen).unwrap();
        let own = moves(&position).into_iter().filter(|text| text.starts_with(from));
        own.collect::<Vec<_>>().join(" ")
    };
    // White has all its pieces but a knight; then all of them.
    let all = "1B4Q3/K4C1A2/R8R/4B5/4N5";
    assert_eq!(pawn("b7", &format!("8k1/10/10/1P8/10/{all} w - - 0 1")), "b7b8 b7b8n");
    assert_eq!(pawn("b9", &format!("8k1/1P8/10/10/10/{all} w - - 0 1")), "b9b10n");
    let all = all.replace("4N5", "4NN4");
    assert_eq!(pawn("b7", &format!("8k1/10/10/1P8/10/{all} w - - 0 1")), "b7b8");
    assert_eq!(pawn("b9", &format!("8k1/1P8/10/10/10/{all} w - - 0 1")), "");
}

#[test]
fn reasons_speak_of_promotion() {
    let variant = crate::Variant::compile(std::sync::Arc::new(builtin("grand"))).unwrap();
    let why = |fen: &str, turn: &str| {
        let error = variant.game(fen).unwrap().play_turn(turn).unwrap_err();
        error.why.to_string()
    };
    let all = "1B4Q3/K4C1A2/R8R/4B5/4NN4";
    let fen = format!("8k1/1P8/10/10/10/{all} w - - 0 1");
    assert_eq!(why(&fen, "b9b10"), "it promotes, but there is nothing left to promote to");
    let lost = "9k/10/10/1P8/10/10/K9/10/10/10 w - - 0 1";
    assert_eq!(why(lost, "b7b8k"), "no promotion to 'k' here: expected one of q c a r b n");
    assert_eq!(
        why("9k/1P8/10/10/10/10/K9/10/10/10 w - - 0 1", "b9b10"),
        "missing promotion letter: expected one of q c a r b n"
    );
    assert_eq!(why(lost, "a4a5q"), "unexpected 'q': this move does not promote");
    let mut game = variant.game(lost).unwrap();
    assert_eq!(game.san("b7b8").as_deref(), Some("b8"));
    assert_eq!(game.san("b7b8q").as_deref(), Some("b8=Q"));
    assert_eq!(game.read_san("b8", 1).as_deref(), Some("b7b8"));
    assert_eq!(game.read_san("b8=A", 1).as_deref(), Some("b7b8a"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2))]

    #[test]
    fn pawns_of_their_own(seed: u64) {
        for game in ["grand", "opulent"] {
            play_game::<u128>(builtin(game), seed);
        }
        for game in ["horde", "torpedo", "pawnsideways", "legan"] {
            play_game::<u64>(builtin(game), seed);
        }
    }
}
