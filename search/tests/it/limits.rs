//! Limits of searches, and results at the limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use menagerie_search::{
    Control, Engine, Limits, Score, SearchRequest, TimeControl, Weight, Weights,
};
use variants::{AnyGame, Catalog, with_game};

use crate::{Answer, assert_turn, game, ms, search, search_with};

const GAMES: [&str; 6] =
    ["chess", "pacific", "cheskers", "chesica", "english-draughts", "chesimals"];

#[test]
fn the_same_answer_to_the_node() {
    for name in GAMES {
        let start = game(name, "");
        let limits = Limits::nodes(20_000);
        let mut engine = Engine::new(1, 4).unwrap();
        let mut answers: Vec<Answer> = Vec::new();
        for _ in 0..2 {
            answers.push(with_game!(&start, game => {
                search_with(&mut engine, game, &limits, &[], &Control::new())
            }));
            engine.new_game();
        }
        assert_eq!(answers[0], answers[1], "{name}");
        assert_eq!(answers[0], search(&start, &limits), "{name}");
    }
}

#[test]
fn what_was_made_ready_changes_nothing() {
    let mut engine = Engine::new(1, 4).unwrap();
    for name in GAMES {
        let start = game(name, "");
        let limits = Limits::nodes(5000);
        // On a new engine, after searches of another game, and after some of this one.
        for _ in 0..2 {
            engine.prepare_any(&start);
            let answer = with_game!(&start, game => {
                search_with(&mut engine, game, &limits, &[], &Control::new())
            });
            assert_eq!(answer, search(&start, &limits), "{name}");
            engine.new_game();
        }
        with_game!(&start, game => {
            search_with(&mut engine, game, &limits, &[], &Control::new());
        });
    }
}

#[test]
fn node_limits_are_exact() {
    for name in GAMES {
        for nodes in [1, 2, 17, 1000, 12_345] {
            let answer = search(&game(name, ""), &Limits::nodes(nodes));
            assert!(answer.nodes <= nodes, "{name} {nodes} {}", answer.nodes);
            if name != "chesimals" {
                assert_eq!(answer.nodes, nodes, "{name}");
            }
        }
    }
}

#[test]
fn stopped_before_it_begins() {
    for name in GAMES {
        let control = Control::new();
        control.stop();
        let limits = Limits { infinite: true, ..Limits::default() };
        let mut engine = Engine::new(2, 1).unwrap();
        let answer = with_game!(&game(name, ""), game => {
            search_with(&mut engine, game, &limits, &[], &control)
        });
        assert!(answer.nodes < 20_000, "{name} {}", answer.nodes);
    }
}

#[test]
fn a_search_that_is_stopped_at_once_sees_what_hangs() {
    for (name, fen, best) in [
        ("chess", "4k3/8/8/3q4/8/8/8/K2R4 w - - 0 1", "d1d5"),
        ("pacific", "4k5/10/10/10/3q6/10/10/10/10/K2R6 w - - 0 1", "d1d6"),
    ] {
        for threads in [1, 4] {
            let control = Control::new();
            control.stop();
            let limits = Limits { infinite: true, ..Limits::default() };
            let mut engine = Engine::new(2, threads).unwrap();
            let answer = with_game!(&game(name, fen), game => {
                search_with(&mut engine, game, &limits, &[], &control)
            });
            assert_eq!(answer.turn, [best], "{name} {threads}");
        }
    }
}

/// Returns the time from a stop, some time after the beginning of a search, to the answer.
fn stopped_after(engine: &mut Engine, game: &AnyGame, time: Duration) -> Duration {
    let control = Control::new();
    let limits = Limits { infinite: true, ..Limits::default() };
    std::thread::scope(|scope| {
        let stopper = scope.spawn(|| {
            std::thread::sleep(time);
            control.stop();
            Instant::now()
        });
        with_game!(game, game => search_with(engine, game, &limits, &[], &control));
        stopper.join().unwrap().elapsed()
    })
}

#[test]
fn a_stop_is_answered_soon() {
    for name in GAMES {
        // Some milliseconds; other tests run at the same time, which take the processors now and then.
        let stop = |_| stopped_after(&mut Engine::new(2, 4).unwrap(), &game(name, ""), ms(60));
        let late = (0..3).map(stop).min().unwrap();
        assert!(late < ms(100), "{name} {late:?}");
    }
}

/// Clock on which each reading takes a fixed time.
fn ticking(tick: Duration) -> impl Fn() -> Duration + Sync {
    let looks = AtomicU64::new(0);
    move || tick * looks.fetch_add(1, Ordering::Relaxed) as u32
}

#[test]
fn time_is_kept() {
    let clock_of = |left| TimeControl { remaining: left, ..TimeControl::default() };
    for name in GAMES {
        for limits in [
            Limits::move_time(ms(1)),
            Limits::move_time(ms(10)),
            Limits::move_time(ms(500)),
            Limits { clock: Some(clock_of(ms(10))), ..Limits::default() },
            Limits { clock: Some(clock_of(ms(0))), overhead: ms(20), ..Limits::default() },
            Limits { clock: Some(clock_of(ms(9000))), ..Limits::default() },
        ] {
            let clock = ticking(ms(1));
            let mut engine = Engine::new(1, 1).unwrap();
            let control = Control::new();
            let any = game(name, "");
            with_game!(&any, game => {
                let request = SearchRequest::new(game, limits, &clock, &control);
                let result = engine.search(&request, &mut |_| ());
                assert_turn(game, &result);
                // Up to the limit, except for the first iteration and the clock readings after the
                // end.
                let limit = limits.move_time.unwrap_or(ms(4500));
                assert!(result.elapsed <= limit + ms(60), "{name} {limits:?} {result:?}");
            });
        }
    }
}

/// A busy machine may let a thread begin after the time is over.
#[test]
fn a_late_thread_completes_its_first_iteration() {
    for name in GAMES {
        for limits in [Limits::move_time(ms(20)), Limits::move_time(ms(0))] {
            let looks = AtomicU64::new(0);
            let clock = || match looks.fetch_add(1, Ordering::Relaxed) {
                0 => ms(0),
                late => ms(500) + Duration::from_micros(late),
            };
            let mut engine = Engine::new(1, 1).unwrap();
            let control = Control::new();
            let any = game(name, "");
            let depth = with_game!(&any, game => {
                let request = SearchRequest::new(game, limits, &clock, &control);
                let mut depth = 0;
                engine.search(&request, &mut |report| depth = depth.max(report.depth));
                depth
            });
            assert!(depth >= 1, "{name} {limits:?}");
        }
    }
}

#[test]
fn pondering_waits_for_the_hit() {
    let control = Control::new();
    let limits = Limits { ponder: true, ..Limits::move_time(ms(20)) };
    let mut engine = Engine::new(1, 1).unwrap();
    let any = game("chess", "");
    std::thread::scope(|scope| {
        let begin = Instant::now();
        scope.spawn(|| {
            std::thread::sleep(ms(120));
            control.ponder_hit();
        });
        with_game!(&any, game => search_with(&mut engine, game, &limits, &[], &control));
        assert!((ms(120)..ms(600)).contains(&begin.elapsed()));
    });
}

#[test]
fn several_lines_differ_and_descend() {
    for name in GAMES {
        let limits = Limits { multi_pv: 3, ..Limits::depth(3) };
        let answer = search(&game(name, ""), &limits);
        let last = answer.reports.iter().rev().find(|report| report.1 == 1).unwrap().0;
        let firsts: Vec<_> = answer
            .reports
            .iter()
            .filter(|report| report.0 == last)
            .map(|report| &report.2)
            .collect();
        assert!(firsts.len() >= 3 && firsts[0] != firsts[1] && firsts[1] != firsts[2], "{name}");
    }
}

#[test]
fn only_what_is_asked_for() {
    let any = game("chess", "");
    let wanted = "h2h4";
    with_game!(&any, game => {
        use variants::Notation;
        let mut legal = Vec::new();
        game.clone().legal_steps(&mut legal);
        legal.retain(|&step| game.position().step_text(step) == wanted);
        let only: Vec<_> = legal.into_iter().map(|step| vec![step]).collect();
        let mut engine = Engine::new(1, 1).unwrap();
        let answer = search_with(&mut engine, game, &Limits::depth(4), &only, &Control::new());
        assert_eq!(answer.turn, [wanted]);
    });
    // A turn of two steps is played as it is, without further steps.
    let any = game("chesimals", "");
    with_game!(&any, game => {
        use variants::Position;
        let mut line = game.clone();
        let mut turn = Vec::new();
        for _ in 0..2 {
            let mut legal = Vec::new();
            line.legal_steps(&mut legal);
            let step = *legal.iter().find(|&&step| line.position().step_info(step).is_some()).unwrap();
            line.play(step);
            turn.push(step);
        }
        let mut engine = Engine::new(1, 1).unwrap();
        let only = [turn];
        let answer = search_with(&mut engine, game, &Limits::depth(2), &only, &Control::new());
        assert_eq!(answer.turn.len(), 3);
        assert_eq!(answer.turn[2], "end");
    });
}

#[test]
fn a_mate_of_the_asked_length_ends_it() {
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let answer = search(&game("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), &limits);
    assert_eq!(answer.score, Score::Mate(2));
}

#[test]
fn a_bare_king_that_cannot_take_loses_by_its_next_move() {
    let game = game("shatranj", "8/8/8/4k3/8/8/4R3/K7 b - - 0 1");
    assert_eq!(search(&game, &Limits::depth(4)).score, Score::Mate(-1));
}

#[test]
fn sizes_and_threads_change() {
    let mut engine = Engine::new(0, 0).unwrap();
    assert_eq!(engine.threads(), 1);
    engine.set_threads(3).unwrap();
    assert_eq!(engine.threads(), 3);
    engine.set_hash(2).unwrap();
    assert!(engine.set_hash(usize::MAX).is_err());
    let any = game("chess", "");
    with_game!(&any, game => {
        search_with(&mut engine, game, &Limits::depth(5), &[], &Control::new());
    });
}

#[test]
fn the_table_outlives_a_change_of_threads() {
    let any = game("chess", "");
    let mut engine = Engine::new(1, 8).unwrap();
    let nodes = |engine: &mut Engine| {
        with_game!(&any, game => {
            search_with(engine, game, &Limits::depth(7), &[], &Control::new()).nodes
        })
    };
    let first = nodes(&mut engine);
    engine.set_threads(2).unwrap();
    engine.set_threads(1).unwrap();
    assert!(nodes(&mut engine) < first / 2);
    // Another size, or another game, clears the hash.
    engine.set_hash(8).unwrap();
    assert_eq!(nodes(&mut engine), first);
    engine.new_game();
    assert_eq!(nodes(&mut engine), first);
}

#[test]
fn weights_count_from_the_next_search_on() {
    for name in ["chess", "chesimals"] {
        let any = game(name, "");
        let definition = Catalog::builtin().get(name).unwrap().clone();
        let mut other = Weights::generic(&definition);
        other.set(None, "tempo", &[Weight::both(300.0)]).unwrap();
        let other = Some(Arc::new(other));
        let answer = |engine: &mut Engine| {
            let limits = Limits::nodes(3000);
            with_game!(&any, game => search_with(engine, game, &limits, &[], &Control::new()))
        };
        let [mut changing, mut fresh] = [(); 2].map(|()| Engine::new(1, 4).unwrap());
        let first = answer(&mut changing);
        fresh.set_weights(other.clone());
        let expected = answer(&mut fresh);
        assert_ne!(first.score, expected.score, "{name}");
        changing.set_weights(other);
        assert_eq!(answer(&mut changing), expected, "{name}");
        changing.set_weights(None);
        assert_eq!(answer(&mut changing), first, "{name}");
    }
}

#[test]
fn more_threads_than_processors() {
    for threads in [64, 256] {
        let mut engine = Engine::new(1, 4).unwrap();
        engine.set_threads(threads).unwrap();
        let any = game("chess", "");
        let limits = Limits::move_time(ms(100));
        let begin = Instant::now();
        with_game!(&any, game => search_with(&mut engine, game, &limits, &[], &Control::new()));
        // Other tests run at the same time, and each thread needs time to end.
        assert!(begin.elapsed() < ms(2500), "{threads}: {:?}", begin.elapsed());
        let late = stopped_after(&mut engine, &any, ms(100));
        assert!(late < ms(2500), "{threads}: {late:?}");
    }
}

/// GUIs keep the last report of each PV, wherever a search ends.
#[test]
fn several_lines_begin_with_different_turns_at_the_end() {
    for (name, nodes) in [("chess", 400..30_000), ("chesimals", 4000..40_000)] {
        let game = game(name, "");
        for nodes in nodes.step_by(1999) {
            let answer = search(&game, &Limits { multi_pv: 3, ..Limits::nodes(nodes) });
            let last = |line| {
                let reported = answer.reports.iter().rfind(|report| report.1 == line);
                reported.and_then(|report| report.2.clone())
            };
            let turns = [1, 2, 3].map(last);
            assert!(turns[0].is_some(), "{name} {nodes}");
            assert!(
                turns[0] != turns[1] && turns[1] != turns[2] && turns[0] != turns[2]
                    || turns[1].is_none(),
                "{name} {nodes}: {turns:?}"
            );
        }
    }
}
