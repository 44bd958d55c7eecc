//! Turns of several moves: random games against the second statement, and positions made by hand.

use std::sync::Arc;

use proptest::prelude::*;

use super::games::{builtin, own};
use super::slow_turns::Turn;
use super::{Royal, check_refused, moves, set_up};
use crate::zobrist::split_mix;
use crate::{Bits, Definition, Fen, Notation, Position, U256, Variant};

/// Checks all that must hold in a position.
fn check<B: Bits>(position: &Royal<B>, turn: &Turn<'_>) {
    let definition = &position.common().definition;
    let shown = format!("{} move {}", turn.fen().text(definition), turn.made + 1);
    let expected: Vec<String> = turn.moves().into_keys().collect();
    assert_eq!(moves(position), expected, "{shown}");
    assert_eq!(position.count(), expected.len() as u64, "{shown}");
    assert_eq!(position.side(), turn.side(), "{shown}");
    assert_eq!(position.is_turn_start(), turn.made == 0, "{shown}");
    assert_eq!(position.moves_left(), turn.length - turn.made, "{shown}");
    assert_eq!(position.key(), position.key_from_scratch(), "{shown}");
    let decided = turn.world().decided();
    if turn.made == 0 {
        assert_eq!(position.decided(), decided, "{shown}");
        assert_eq!(position.to_fen(), *turn.fen(), "{shown}");
        assert_eq!(Royal::from_fen(&position.rules, turn.fen()).as_ref(), Ok(position), "{shown}");
        assert_eq!(position.is_check(), turn.in_check(), "{shown}");
    } else if expected.is_empty() {
        let stuck = decided.unwrap_or_else(|| position.outcome_without_steps());
        assert_eq!(position.decided(), Some(stuck), "{shown}");
    }
    let (mut steps, mut tactical, mut checks) = (Vec::new(), Vec::new(), Vec::new());
    position.generate(&mut steps);
    position.generate_tactical(&mut tactical);
    position.generate_tactical_and_checks(&mut checks);
    let is_tactical = |step: &&_| position.is_tactical(**step);
    let mut wanted: Vec<_> = steps.iter().filter(is_tactical).copied().collect();
    let text = |step: &_| position.step_text(*step);
    wanted.sort_by_key(text);
    tactical.sort_by_key(text);
    assert_eq!(tactical, wanted, "{shown}");
    let is_wanted =
        |step: &&_| position.is_tactical(**step) || crate::Attacks::gives_check(position, **step);
    let mut wanted: Vec<_> = steps.iter().filter(is_wanted).copied().collect();
    wanted.sort_by_key(text);
    checks.sort_by_key(text);
    assert_eq!(checks, wanted, "{shown}");
}

fn play_game<B: Bits>(definition: Definition, mut seed: u64, most: usize) -> usize {
    let definition = Arc::new(definition);
    let mut compiled = Royal::<B>::compile(Arc::clone(&definition));
    // Half of the games find legal moves by trying.
    compiled.exact &= seed & 1 == 0;
    let rules = Arc::new(compiled);
    let fen = Fen::parse(&definition.start, &definition).unwrap();
    let mut position = Royal::from_fen(&rules, &fen).unwrap();
    let mut turn = Turn::new(&definition, fen);
    let mut played = Vec::new();
    for _ in 0..most {
        check(&position, &turn);
        let mut steps = Vec::new();
        position.generate(&mut steps);
        // Pawns and captures more often than their share; checks seldom, as they end turns.
        let weight = |step: &_| match position.step_info(*step) {
            Some(step_info) if step_info.captures => 3,
            Some(step_info) if step_info.piece.kind().index() == 0 => 2,
            _ => 1,
        };
        let sum: u64 = steps.iter().map(weight).sum();
        if sum == 0 {
            break;
        }
        let mut at = split_mix(&mut seed) % sum;
        let step = *steps
            .iter()
            .find(|step| {
                let found = at < weight(step);
                at = at.saturating_sub(weight(step));
                found
            })
            .unwrap();
        let text = position.step_text(step);
        let before = position.clone();
        let undo = position.play(step);
        turn = turn.moves().remove(&text).unwrap();
        assert!(position.pass().is_none());
        played.push((before, step, undo));
    }
    let count = played.len();
    for (before, step, undo) in played.into_iter().rev() {
        position.undo(step, undo);
        assert_eq!(position, before);
    }
    count
}

/// Games that use what the built-in ones do not.
fn others() -> Vec<Definition> {
    let file = r#"
        [three]
        inherits = "chess"
        turn = { moves = { white = 3, black = 2 }, first = 2, en-passant = "first-moves" }

        [late]
        inherits = "chess"
        turn = { moves = 3, check = "last-move", en-passant = "first-moves" }

        [takers]
        inherits = "chess"
        must-capture = true
        turn = { moves = 2, check = "last-move" }

        [both]
        inherits = "chess"
        start = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"
        turn = { moves = 2, check = "by-turn", en-passant = "first-moves" }
    "#;
    ["three", "late", "both"].map(|name| own(name, file)).into()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2))]

    #[test]
    fn fixed_turns(seed: u64) {
        for name in ["marseillais", "balanced-marseillais", "doublemove"] {
            play_game::<u64>(builtin(name), seed, 60);
        }
        play_game::<u128>(builtin("marseillais"), seed, 20);
        for game in others().into_iter().take(2) {
            play_game::<u64>(game, seed, 60);
        }
    }

    #[test]
    fn growing_turns(seed: u64) {
        for name in ["progressive", "italian-progressive"] {
            play_game::<u64>(builtin(name), seed, 60);
        }
        play_game::<U256>(builtin("italian-progressive"), seed, 20);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1))]

    #[test]
    fn checks_by_turn(seed: u64) {
        play_game::<u64>(builtin("monster"), seed, 40);
        play_game::<u64>(others().remove(2), seed, 12);
    }
}

/// The moves of a position of a game of this crate after others, from one square or, with none, all.
#[track_caller]
fn check_moves(name: &str, fen: &str, made: &str, from: &str, expected: &str) {
    let definition = builtin(name);
    let mut position = set_up::<u64>(definition, fen).unwrap();
    for text in made.split_whitespace() {
        let mut steps = Vec::new();
        position.generate(&mut steps);
        let step = steps.into_iter().find(|&step| position.step_text(step) == text);
        position.play(step.unwrap_or_else(|| panic!("{text} in {fen}")));
    }
    let found: Vec<String> =
        moves(&position).into_iter().filter(|text| text.starts_with(from)).collect();
    assert_eq!(found.join(" "), expected, "{name} {fen} {made}");
}

#[test]
fn en_passant_within_turns() {
    let fen = "4k3/8/8/8/1p3p2/8/P1P1P1P1/4K3 w - - 0 2";
    // Both pawns that stay where they came to can be taken, one after the other.
    check_moves("marseillais", fen, "a2a4 g2g4", "b4", "b4a3 b4b3");
    check_moves("marseillais", fen, "a2a4 g2g4 b4a3", "f4", "f4f3 f4g3");
    check_moves("marseillais", fen, "a2a4 g2g4 e8e7", "b4", "b4b3");
    check_moves("marseillais", fen, "c2c4 c4c5", "b4", "b4b3");
    // Where another piece stands on the square passed, that is taken.
    let fen = "4k3/8/8/8/1p6/8/P3P3/1N2K3 w - - 0 2";
    check_moves("marseillais", fen, "a2a4 b1a3", "b4", "b4a3 b4b3");
    check_moves("marseillais", fen, "a2a4 b1a3 b4a3", "a3", "a3a2");
    // Progressive chess: with the first move alone.
    let fen = "4k3/8/8/8/1p3p2/8/P1P1P1P1/4K3 w - - 0 2";
    check_moves("progressive", fen, "a2a4 g2g4 e1d1 b4a3", "f4", "f4f3");
}

#[test]
fn checks_within_turns() {
    let rook = "4k3/8/8/8/8/8/8/R3K3 w - - 0 2";
    check_moves("marseillais", rook, "a1a8", "", "e8d7 e8e7 e8f7");
    // Italian rules: the rook goes to the eighth rank with the third move alone.
    check_moves("italian-progressive", rook, "", "a1a8", "");
    check_moves("italian-progressive", rook, "a1a2 a2a1", "a1a8", "a1a8");
    // A check that could be answered by another check alone, which would come too early: mate.
    let fen = "2K5/8/8/8/8/8/prN5/kr6 b - - 0 1";
    check_moves("progressive", fen, "", "", "b2c2");
    check_moves("italian-progressive", fen, "", "", "");
    let variant = Variant::compile(builtin("italian-progressive").into()).unwrap();
    let mut game = variant.game(fen).unwrap();
    assert_eq!(game.outcome().unwrap().to_string(), "white wins (checkmate)");
    let why = game.play_turn("b2c2").unwrap_err().why.to_string();
    assert_eq!(why, "the game is over (checkmate)");
    let mut game = variant.game("4k3/8/8/8/8/8/8/R3K3 w - - 0 2").unwrap();
    let why = game.play_step("a1a8").unwrap_err().why.to_string();
    assert_eq!(why, "it gives check before the last move of the turn");
}

#[test]
fn a_turn_that_cannot_go_on_is_stalemate() {
    let variant = Variant::compile(builtin("marseillais").into()).unwrap();
    let mut game = variant.game("1r5k/8/8/7p/8/p6P/P7/K7 w - - 0 2").unwrap();
    assert_eq!(game.step_texts(), ["h3h4"]);
    assert!(game.play_turn("h3h4,h4h5").is_err());
    game.play_turn("h3h4").unwrap();
    assert_eq!(game.outcome().unwrap().to_string(), "draw (stalemate)");
}

#[test]
fn whole_turns_are_read() {
    let variant = Variant::compile(builtin("balanced-marseillais").into()).unwrap();
    let mut game = variant.start();
    let why = |game: &mut crate::AnyGame, turn: &str| game.play_turn(turn).unwrap_err().why;
    assert_eq!(why(&mut game, "e2e4,d2d4").to_string(), "the turn is over before its last move");
    game.play_turn("e2e4").unwrap();
    assert_eq!(why(&mut game, "e7e5").to_string(), "the turn is not over: expected 1 more");
    game.play_turn("e7e5,d7d5").unwrap();
    assert_eq!(game.fen(), "rnbqkbnr/ppp2ppp/8/3pp3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6d6 0 2");
    assert_eq!(game.san("e4d5,d1e2"), None);
    game.play_turn("d1h5,h5f7").unwrap();
    // A check ends the turn.
    let variant = Variant::compile(builtin("marseillais").into()).unwrap();
    let mut game = variant.game("4k3/8/8/8/8/8/8/R3K3 w - - 0 2").unwrap();
    assert_eq!(why(&mut game, "a1a8,a8a1").to_string(), "the turn is over before its last move");
    game.play_turn("a1a8").unwrap();
}

#[test]
fn monsters_pass_through_check() {
    // The king takes the protected queen and steps back; the other king must keep its distance.
    let fen = "k7/8/1p6/2q5/8/1K6/8/8 w - - 0 1";
    check_moves("monster", fen, "", "b3c4", "b3c4");
    let expected = "black's royal piece on a4 could be taken, with white to move";
    check_refused("monster", "8/8/8/8/k7/8/1K6/8 w - - 0 1", expected);
    let variant = Variant::compile(builtin("monster").into()).unwrap();
    // A known mate: the pawns could take the king in two moves wherever it goes.
    let mut game = variant.game("4k3/8/4P3/8/3P4/8/2q5/7K w - - 0 1").unwrap();
    game.play_turn("d4d5,d5d6").unwrap();
    assert_eq!(game.outcome().unwrap().to_string(), "white wins (checkmate)");
}
