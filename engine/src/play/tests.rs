//! Games and players of every kind.

use std::time::Duration;

use variants::Style;

use super::*;

#[test]
fn a_game_in_two_notations_is_taken_back() {
    let mut game = Game::new("chess").unwrap();
    assert_eq!(game.play("e4").unwrap(), "e2e4");
    assert_eq!(game.written("b8c6").unwrap(), "Nc6");
    assert!(game.play("e2e5").is_err());
    assert_eq!(game.turns(), ["e2e4"]);
    assert_eq!((game.undo().as_deref(), game.undo()), (Some("e2e4"), None));
    let mut mate = game.at("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1").unwrap();
    assert_eq!((game.turns().len(), mate.legal_turns(1), mate.outcome()), (0, None, None));
    mate.play("Qg7#").unwrap();
    assert_eq!(mate.outcome().unwrap().winner, Some(Color::White));
    assert!(matches!(game.at("8/8 w"), Err(PlayError::Fen(_))));
    assert!(matches!(Game::new("no-such-game"), Err(PlayError::Variant(_))));
}

#[test]
fn turns_of_several_steps() {
    let mut game = Game::new("chesimals").unwrap();
    assert!(game.has_steps() && game.legal_turns(100).is_none());
    game.play_step("C3C4").unwrap();
    assert_eq!(game.turns(), ["c3c4"]);
    assert!(!game.is_turn_start() && game.legal_steps().contains(&"c2c3".to_owned()));
    game.play_step("c2c3").unwrap();
    game.play_step("END").unwrap();
    assert_eq!((game.side(), game.turns()), (Color::Black, vec!["c3c4,c2c3".to_owned()]));
    assert_eq!(game.undo().as_deref(), Some("c3c4,c2c3"));
}

#[test]
fn the_engine_plays_games_of_every_family() {
    let mut engine = Player::new(1, 4).unwrap();
    for name in ["pacific", "cheskers", "chesimals2", "crazyhouse", "russian-draughts"] {
        let mut game = Game::new(name).unwrap();
        for _ in 0..4 {
            let turn = engine.turn(&game, Limits::nodes(50)).unwrap().unwrap();
            assert_eq!(game.play(&turn).unwrap(), turn, "{name}");
        }
        assert!(game.to_string().lines().count() > 8 && !game.draw(Style::Color, true).is_empty());
    }
    let game = Game::new("chess").unwrap();
    let limits = Limits { multi_pv: 3, ..Limits::nodes(500) };
    assert_eq!(engine.analyse(&game, limits).unwrap().len(), 3);
    engine.set_strength(Strength::skill(3), Some(7));
    let short = Limits::move_time(Duration::from_millis(20));
    assert!(engine.turn(&game, short).unwrap().is_some());
    let mated = game.at("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    assert_eq!(engine.turn(&mated, Limits::nodes(50)).unwrap(), None);
    engine.set_files("/no/such/file");
    assert!(matches!(engine.turn(&game, Limits::nodes(50)), Err(PlayError::Evaluation(_))));
    engine.set_files("");
    assert!(engine.turn(&game, Limits::nodes(50)).unwrap().is_some());
}

#[test]
fn files_are_used_until_others_are_set() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("weights.toml");
    let pacific = Game::new("pacific").unwrap();
    let weights = search::Weights::generic(pacific.variant().definition());
    let text = crate::evaluation::weights::write(&weights, "pacific");
    std::fs::write(&path, text).unwrap();
    let mut engine = Player::new(1, 4).unwrap();
    engine.set_use_nets(false);
    let score = |engine: &mut Player| {
        engine.clear();
        engine.analyse(&pacific, Limits::depth(1)).unwrap()[0].score
    };
    let bundled = score(&mut engine);
    engine.set_files(path.to_str().unwrap());
    let own = score(&mut engine);
    engine.set_files("");
    assert_eq!(score(&mut engine), bundled);
    assert_ne!(own, bundled);
}
