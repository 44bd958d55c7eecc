//! Expensive positions, games and options: limits hold and the program stays responsive.

use std::thread::sleep;
use std::time::{Duration, Instant};

use menagerie_tests::{Engine, PATIENCE, Random, time};
use variants::AnyGame;

use crate::tables::variant;

/// Maximum latency of a search, `stop` or `quit`, with a margin for loaded machines.
const AT_HAND: Duration = Duration::from_millis(1000);

/// A king that jumps among men on every other square of every other rank: the number of its
/// multi-jumps explodes.
const LATTICE: &str = "15k/16/1p1p1p1p1p1p1p2/16/1p1p1p1p1p1p1p2/16/1p1p1p1p1p1p1p2/16/\
    1p1p1p1p1p1p1p2/16/1p1p1p1p1p1p1p2/16/1p1p1p1p1p1p1p2/16/1p1p1p1p1p1p1p2/K15 w - - 0 1";

fn lattice(game: &str, threads: usize) -> Engine {
    let mut engine = Engine::start();
    engine.choose(game);
    engine.ask("setoption name BoardSize value 16x16");
    engine.ask(&format!("setoption name Threads value {threads}"));
    assert!(engine.ask(&format!("position fen {LATTICE}")).is_empty());
    engine
}

/// Checks that a stop and the exit are immediate.
#[track_caller]
fn check_end(mut engine: Engine, what: &str) {
    engine.send("go infinite");
    sleep(Duration::from_millis(100));
    let stopped = time(|| {
        engine.send("stop");
        engine.expect_line("bestmove", PATIENCE);
    });
    engine.send("go infinite");
    sleep(Duration::from_millis(50));
    let ended = time(|| engine.quit());
    assert!(stopped < AT_HAND && ended < AT_HAND, "{what}: {stopped:?} {ended:?}");
}

#[test]
fn lattices_of_jumps() {
    for game in ["cheskers", "cheskers-most"] {
        for threads in [1, 16, 256] {
            let mut engine = lattice(game, threads);
            let time = time(|| assert!(engine.go("movetime 100").best.is_some()));
            assert!(time < AT_HAND, "{game}, {threads} threads: {time:?}");
            check_end(engine, game);
        }
    }
}

#[test]
fn perft_in_a_lattice_can_be_stopped() {
    let mut engine = lattice("cheskers", 2);
    engine.send("go perft 4");
    sleep(Duration::from_millis(20));
    let time = time(|| {
        engine.send("stop");
        engine.expect_line("info string perft: stopped", PATIENCE);
    });
    assert!(time < AT_HAND, "{time:?}");
    engine.quit();
}

/// Returns legal successive turns that neither capture nor advance.
fn sideways(mut game: AnyGame, count: usize) -> Vec<String> {
    let mut random = Random::new(7);
    let mut turns = Vec::new();
    while turns.len() < count {
        let mut steps = game.step_texts();
        steps.retain(|step| step.len() == 4 && step.as_bytes()[1] == step.as_bytes()[3]);
        let turn = random.choose(&steps).clone();
        game.play_turn(&turn).unwrap();
        turns.push(turn);
    }
    turns
}

#[test]
fn ten_thousand_turns() {
    let round = |turns: [&str; 4]| {
        let turns = turns.iter().map(|&turn| turn.to_owned());
        turns.cycle().take(10_000).collect()
    };
    let games: [(&str, Vec<String>); 3] = [
        ("chesica", sideways(variant("chesica").unwrap().start(), 10_000)),
        ("chess", round(["g1f3", "g8f6", "f3g1", "f6g8"])),
        ("chesimals", round(["c3c4", "c10c9", "c4c3", "c9c10"])),
    ];
    for (game, turns) in games {
        let mut engine = Engine::start();
        engine.choose(game);
        let set_up = time(|| {
            let line = format!("position startpos moves {}", turns.join(" "));
            assert_eq!(engine.ask(&line), [""; 0]);
        });
        assert!(set_up < Duration::from_secs(3), "{game}: {set_up:?}");
        let answered = time(|| assert!(engine.go("movetime 100").best.is_some()));
        assert!(answered < AT_HAND, "{game}: {answered:?}");
        check_end(engine, game);
    }
}

#[test]
fn any_number_of_threads() {
    for threads in [64, 512] {
        let mut engine = Engine::start();
        engine.ask(&format!("setoption name Threads value {threads}"));
        let time = time(|| assert!(engine.go("wtime 1000 btime 1000").best.is_some()));
        assert!(time < AT_HAND, "{threads}: {time:?}");
        check_end(engine, "chess");
    }
}

#[test]
fn a_table_takes_no_time_and_no_more_than_there_is() {
    let mut engine = Engine::start();
    let begin = Instant::now();
    let answer = engine.ask("setoption name Hash value 1048576");
    let [refusal] = &answer[..] else { panic!("{answer:?}") };
    assert!(
        refusal.starts_with("info string option 'Hash': 1048576 MB: expected at most ")
            && refusal.ends_with(" MB (free memory); the table still has 16 MB"),
        "{refusal}"
    );
    // The available memory can be allocated, and freed at once.
    let free: u64 = refusal.split(' ').filter_map(|word| word.parse().ok()).nth(1).unwrap();
    assert!(engine.ask(&format!("setoption name Hash value {}", free.min(4096))).is_empty());
    engine.ask("ucinewgame");
    engine.go("movetime 50");
    engine.ask("ucinewgame");
    engine.quit();
    assert!(begin.elapsed() < AT_HAND, "{:?}", begin.elapsed());
}
