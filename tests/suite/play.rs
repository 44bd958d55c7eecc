//! Checks of search output by the rules.

use menagerie_tests::{Answer, Engine};
use variants::{AnyGame, Catalog};

use crate::tables::variant;

/// Returns the names of all games.
pub fn all_games() -> Vec<String> {
    Catalog::builtin().names().map(str::to_owned).collect()
}

/// Games that XBoard's protocol can tell: those without walls, passes, flips and castling at choice.
pub fn games_of_cecp() -> Vec<String> {
    let has_parts = |name: &String| {
        let variant = variant(name).unwrap();
        let family = &variant.definition().family;
        let chooses = family.castling().is_some_and(|castling| castling.has_choice());
        family.has_walls()
            || family.has_passes()
            || family.has_flips()
            || family.holds_royals()
            || !family.in_place().is_empty()
            || family.drops_promoted()
            || variant.definition().piece_types().any(|kind| variant.definition().alternates(kind))
            || chooses
    };
    all_games().into_iter().filter(|name| !has_parts(name)).collect()
}

/// One game of each family, and of each width of board.
pub const FAMILIES: [(&str, &str); 6] = [
    ("chess", "native"),
    ("pacific", "native"),
    ("cheskers", "native"),
    ("chesica", "16x16"),
    ("english-draughts", "native"),
    ("chesimals", "native"),
];

/// Chooses a game and its board.
#[track_caller]
pub fn choose(engine: &mut Engine, game: &str, size: &str) {
    engine.choose(game);
    let lines = engine.ask(&format!("setoption name BoardSize value {size}"));
    assert!(lines.iter().all(|line| line.starts_with("info string variant ")), "{lines:?}");
}

/// Checks a search's answer: every line complete, every move legal, as whole turns.
#[track_caller]
pub fn check_answer(game: &AnyGame, answer: &Answer) {
    let name = game.definition().name.clone();
    assert!(!answer.infos.is_empty(), "{name}: no info before bestmove");
    assert_eq!(answer.strings, Vec::<String>::new(), "{name}");
    for info in &answer.infos {
        info.check();
        assert!(!info.pv.is_empty(), "{name}: no moves in {info:?}");
        check_line(game, &info.pv);
    }
    let best = answer.best.clone().unwrap_or_else(|| panic!("{name}: no best move"));
    let line: Vec<String> = std::iter::once(best).chain(answer.ponder.clone()).collect();
    check_line(game, &line);
}

/// Checks that a line of turns is legal.
#[track_caller]
pub fn check_line(game: &AnyGame, turns: &[String]) {
    let mut game = game.clone();
    for turn in turns {
        if let Err(error) = game.play_turn(turn) {
            panic!("{}: in {turns:?}: {error}, at {}", game.definition().name, game.fen());
        }
    }
}
