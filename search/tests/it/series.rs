//! Turns of several moves.

use menagerie_search::{Control, Engine, Limits, Score, SearchFamily};
use variants::{AnyGame, Game, with_game};

use crate::{Answer, game, search, search_with};

/// Plays a turn and tells the end of the game.
fn end_of(any: &AnyGame, answer: &Answer) -> String {
    let mut after = any.clone();
    after.play_turn(&answer.turn.join(",")).unwrap();
    after.outcome().map_or("goes on".to_owned(), |outcome| outcome.to_string())
}

#[test]
fn mates_in_a_series() {
    for (name, fen) in [
        // 1.e4 2.e5 a6 3.Bc4 Qf3 Qxf7#
        ("italian-progressive", "rnbqkbnr/1ppp1ppp/p7/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        ("progressive", "rnbqkbnr/1ppp1ppp/p7/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        // The same with four moves, and five.
        ("italian-progressive", "rnbqkbnr/pppp1ppp/8/4p3/4P3/1P6/P1PP1PPP/RNBQKBNR b KQkq - 0 2"),
        ("italian-progressive", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3"),
        ("progressive", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3"),
        ("marseillais", "6k1/5ppp/8/8/8/8/R7/1R2K3 w - - 0 9"),
        ("monster", "4k3/8/4P3/8/3P4/8/2q5/7K w - - 0 1"),
        ("doublemove", "rnb1kbnr/ppp2ppp/8/4p1q1/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 9"),
    ] {
        let any = game(name, fen);
        let answer = search(&any, &Limits::nodes(1_500_000));
        let end = end_of(&any, &answer);
        assert!(end.contains("wins"), "{name} {fen}: {:?} {end}", answer.turn);
        assert_eq!(answer.score, Score::Mate(1), "{name} {fen}");
    }
}

fn requested<P: SearchFamily>(game: &Game<P>, texts: &[&str], limits: &Limits) -> Answer {
    let turns = variants::read_turns(&mut game.clone(), texts);
    let only: Vec<Vec<P::Step>> = turns.into_iter().map(Option::unwrap).collect();
    let mut engine = Engine::new(1, 1).unwrap();
    search_with(&mut engine, game, limits, &only, &Control::new())
}

#[test]
fn requested_turns_are_played_whole() {
    let any = game("marseillais", "");
    with_game!(&any, game => {
        let limits = Limits::depth(4);
        assert_eq!(requested(game, &["h2h4,h4h5"], &limits).turn, ["h2h4", "h4h5"]);
        // The second turn loses the queen.
        let turns = ["d2d4,d1d3", "d2d4,d1d2"];
        assert!(turns.contains(&&*requested(game, &turns, &limits).turn.join(",")));
        let both = Limits { multi_pv: 2, ..limits };
        let answer = requested(game, &turns, &both);
        assert!(turns.contains(&&*answer.turn.join(",")), "{:?}", answer.turn);
    });
}

#[test]
fn lines_are_whole_turns() {
    for name in ["marseillais", "balanced-marseillais", "progressive", "italian-progressive"] {
        let any = game(name, "");
        for depth in 1..=5 {
            let answer = search(&any, &Limits::depth(depth));
            for (_, _, first) in answer.reports {
                any.clone().play_turn(&first.unwrap()).unwrap();
            }
        }
    }
}
