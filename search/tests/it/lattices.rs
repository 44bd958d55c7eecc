//! Positions with more multi-jumps than can be generated.

use std::sync::Arc;
use std::time::Instant;

use menagerie_search::{Control, Engine, Limits, SearchRequest, usable_threads};
use variants::{AnyGame, Catalog, Variant, with_game};

use crate::{ms, search_with};

/// King that can jump over men on every other square of every other rank.
const ROOM: &str = "15k/16/1p1p1p1p1p1p1p2/16/1p1p1p1p1p1p1p2/16/1p1p1p1p1p1p1p2/16/\
    1p1p1p1p1p1p1p2/16/1p1p1p1p1p1p1p2/16/1p1p1p1p1p1p1p2/16/1p1p1p1p1p1p1p2/K15 w - - 0 1";
/// Kings of both sides that capture each other in turn.
const KINGS: &str = "k15/1K1K1K1K1K1K1K2/16/1k1k1k1k1k1k1k2/16/1K1K1K1K1K1K1K2/16/\
    1k1k1k1k1k1k1k2/16/1K1K1K1K1K1K1K2/16/1k1k1k1k1k1k1k2/16/1K1K1K1K1K1K1K2/16/K15 w - - 0 1";

fn large(name: &str, fen: &str) -> AnyGame {
    let size = "16x16".parse().unwrap();
    let definition = Catalog::builtin().get(name).unwrap().resized(size).unwrap();
    Variant::compile(Arc::new(definition)).unwrap().game(fen).unwrap()
}

/// Searches without generating the legal moves, which takes longer; returns when it ended.
fn search(engine: &mut Engine, game: &AnyGame, limits: &Limits, control: &Control) -> Instant {
    let begin = Instant::now();
    let clock = move || begin.elapsed();
    with_game!(game, game => {
        let request = SearchRequest::new(game, *limits, &clock, control);
        let result = engine.search(&request, &mut |_| ());
        assert_eq!(result.turn.len(), 1);
    });
    Instant::now()
}

#[test]
fn time_limits_hold_on_any_number_of_threads() {
    for name in ["cheskers", "cheskers-most"] {
        for fen in [ROOM, KINGS] {
            let game = large(name, fen);
            for threads in [1, 16, 256] {
                let mut engine = Engine::new(threads, 8).unwrap();
                let begin = Instant::now();
                let limits = Limits::move_time(ms(100));
                let time = search(&mut engine, &game, &limits, &Control::new()) - begin;
                // The margin allows for other tests.
                assert!(time < ms(2000), "{name} {fen}, {threads} threads: {time:?}");
            }
        }
    }
}

#[test]
fn stop_is_heard() {
    for name in ["cheskers", "cheskers-most"] {
        let game = large(name, ROOM);
        let mut engine = Engine::new(16, 8).unwrap();
        let control = Control::new();
        let limits = Limits { infinite: true, ..Limits::default() };
        let late = std::thread::scope(|scope| {
            let searcher = scope.spawn(|| search(&mut engine, &game, &limits, &control));
            std::thread::sleep(ms(150));
            let stopped = Instant::now();
            control.stop();
            searcher.join().unwrap() - stopped
        });
        assert!(late < ms(1500), "{name}: {late:?}");
    }
}

#[test]
fn moves_that_are_played_are_legal() {
    for (name, fen) in [("cheskers", ROOM), ("cheskers-most", KINGS)] {
        let game = large(name, fen);
        let mut engine = Engine::new(1, 8).unwrap();
        with_game!(&game, game => {
            search_with(&mut engine, game, &Limits::depth(1), &[], &Control::new());
        });
    }
}

#[test]
fn the_machine_bounds_the_number_of_threads() {
    assert_eq!((usable_threads(0), usable_threads(1), usable_threads(16)), (1, 1, 16));
    let most = usable_threads(usize::MAX);
    assert!(most >= 16);
    let mut engine = Engine::new(usize::MAX, 1).unwrap();
    assert_eq!(engine.threads(), most);
    engine.set_threads(2).unwrap();
    assert_eq!(engine.threads(), 2);
}
