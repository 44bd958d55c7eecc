//! Castling from other arrays, by side, with several kinds, and as text.

use super::games::{builtin, own};
use super::random::play_game;
use super::{check_refused, moves, set_up};
use crate::zobrist::split_mix;
use crate::{Definition, Game, Notation, Position};

/// A game whose start is one of its arrays.
fn shuffled(name: &str, seed: &mut u64) -> Definition {
    let mut game = builtin(name);
    let mut pick = |count| (split_mix(seed) % count as u64) as usize;
    game.start = game.shuffled_start(&mut pick).unwrap();
    // Without pawns, so that there is more castling.
    let rows: Vec<&str> = game.start.split('/').collect();
    let empty = game.size.files().to_string();
    let rows: Vec<&str> = rows
        .iter()
        .map(|row| if row.contains("pp") || row.contains("PP") { &*empty } else { row })
        .collect();
    if split_mix(seed).is_multiple_of(2) {
        game.start = rows.join("/");
    }
    game
}

#[test]
fn games_from_any_array() {
    let (mut seed, mut played) = (3, 0);
    for _ in 0..20 {
        let (chess, wide) =
            (shuffled("fischerandom", &mut seed), shuffled("caparandom", &mut seed));
        for game in [chess, wide] {
            if set_up::<u128>(game.clone(), &game.start).is_ok() {
                play_game::<u128>(game, split_mix(&mut seed));
                played += 1;
            }
        }
    }
    assert!(played > 10, "{played} games");
}

/// White castles only to the left, with a rook or a bishop, Black from another file only to the
/// right.
fn lopsided() -> Definition {
    let text = r#"
        [lopsided]
        inherits = "chess"
        start = "rnbk1b1r/pppp1ppp/8/8/8/8/PPPPPPPP/B2QKBNR w Qk - 0 1"

        [lopsided.castling]
        rook = "RB"
        king-side = false
        black = { king = "d", king-side = { rook-from = "f", king-to = "f", rook-to = "e" }, queen-side = false }
    "#;
    own("lopsided", text)
}

#[test]
fn castling_by_side() {
    let position = set_up::<u64>(lopsided(), "3k1b2/8/8/8/8/8/8/B3K3 w Qk - 0 1").unwrap();
    assert!(moves(&position).contains(&"e1c1".to_owned()));
    let position = set_up::<u64>(lopsided(), "3k1b2/8/8/8/8/8/8/B3K3 b Qk - 0 1").unwrap();
    assert!(moves(&position).contains(&"d8f8".to_owned()));
    for fen in ["3k1b2/8/8/8/8/8/8/B3K2R w K - 0 1", "r2k4/8/8/8/8/8/8/B3K3 w q - 0 1"] {
        let error = set_up::<u64>(lopsided(), fen).unwrap_err().to_string();
        assert!(error.contains("expected castlings that this game has"), "{error}");
    }
    for seed in 0..8 {
        play_game::<u64>(lopsided(), seed);
    }
}

#[test]
fn rights_are_read_in_two_notations_and_written_in_one() {
    for (fen, written) in [
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "KQkq"),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "KQkq"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq"),
        ("r3k2r/8/8/8/8/8/8/R3K1RR w Gq - 0 1", "Gq"),
        ("r3k2r/8/8/8/8/8/8/RR1K3R w B - 0 1", "B"),
    ] {
        let position = set_up::<u64>(builtin("chess"), fen).unwrap();
        assert_eq!(position.to_fen().castling, written, "{fen}");
    }
    check_refused(
        "chess",
        "r3k2r/8/8/8/8/8/8/R3K2R w HB - 0 1",
        "white's king and rook on one rank for 'B'",
    );
    check_refused("chess", "r3k2r/8/8/8/8/8/4K3/R6R w KQ - 0 1", "expected the king on e1");
    check_refused(
        "chess",
        "r3k2r/8/8/8/8/8/8/R3K2R w Z - 0 1",
        "expected letters of KQkq or of rooks",
    );
}

#[test]
fn castling_is_written_as_asked_and_read_in_any_form() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let castles = |by_rook: bool, text: &str| {
        let mut game = Game::new(set_up::<u64>(builtin("chess"), fen).unwrap());
        game.set_castling_by_rook(by_rook);
        let mut steps = Vec::new();
        game.legal_steps(&mut steps);
        let step = game.position().reads(&steps, text)?;
        Some(game.position().step_text(step))
    };
    for text in ["e1g1", "e1h1", "E1H1", "O-O", "0-0"] {
        assert_eq!(castles(false, text).as_deref(), Some("e1g1"), "{text}");
        assert_eq!(castles(true, text).as_deref(), Some("e1h1"), "{text}");
    }
    assert_eq!(castles(true, "O-O-O").as_deref(), Some("e1a1"));
    assert_eq!(castles(true, "e1b1"), None);
}

#[test]
fn arrays_with_other_rooks_have_other_keys() {
    let key = |rights: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/4K1RR w {rights} - 0 1");
        set_up::<u64>(builtin("chess"), &fen).unwrap().key()
    };
    assert_eq!(key("K"), key("H"));
    assert_ne!(key("K"), key("G"));
}
