use super::*;
use engine::evaluation;
use engine::library::Library;

fn play_game(variant: &str, opening: &Opening, most: usize, stop: bool) -> (GameEnd, Vec<String>) {
    let variant = Library::builtin().variant(variant, None).unwrap();
    let mut engines = [1, 2].map(|_| Engine::new(1, 1).unwrap());
    let [white, black] = &mut engines;
    let evaluation = evaluation::bundled(variant.definition());
    let side = |engine, nodes| {
        let evaluation = evaluation.clone();
        Side { engine, limits: Limits::nodes(nodes), evaluation }
    };
    let players = Players::Both(ByColor::new(side(white, 300), side(black, 100)));
    let mut turns = Vec::new();
    let end = play(&variant, opening, players, most, &AtomicBool::new(stop), &mut |_, answer| {
        turns.extend(answer.best.as_ref().map(|turn| turn.text.clone()));
        ControlFlow::Continue(())
    });
    (end.unwrap(), turns)
}

#[test]
fn games_end_by_the_rules_and_are_the_same_again() {
    for variant in ["cheskers", "chesica", "chesimals2"] {
        let opening = Opening::default();
        let (end, turns) = play_game(variant, &opening, 2000, false);
        assert!(matches!(end, GameEnd::Over(_)), "{variant}: {end:?}");
        assert_eq!(play_game(variant, &opening, 2000, false), (end, turns));
    }
}

#[test]
fn openings_are_played_first() {
    let mate = Opening { fen: None, turns: ["f2f3", "e7e5", "g2g4"].map(str::to_owned).to_vec() };
    let (end, turns) = play_game("chess", &mate, 5, false);
    assert_eq!(turns, ["d8h4"]);
    assert!(
        matches!(end, GameEnd::Over(outcome) if outcome.winner == Some(variants::Color::Black))
    );
    let bad = Opening { fen: None, turns: vec!["e2e5".to_owned()] };
    let variant = Library::builtin().variant("chess", None).unwrap();
    assert!(matches!(set_up(&variant, &bad), Err(SelfplayError::Turn(_))));
    let bad = Opening { fen: Some("nothing".to_owned()), turns: Vec::new() };
    assert!(matches!(set_up(&variant, &bad), Err(SelfplayError::Fen(_))));
}

#[test]
fn games_have_an_end() {
    let (end, turns) = play_game("chess", &Opening::default(), 3, false);
    assert_eq!((end, turns.len()), (GameEnd::TooLong, 3));
    let (end, turns) = play_game("chess", &Opening::default(), 3, true);
    assert_eq!((end, turns.len()), (GameEnd::Stopped, 0));
}
