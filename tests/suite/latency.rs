//! Latency of answers and of exits.

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use menagerie_tests::{Engine, PATIENCE, assert_fast, command, finish, time};

use crate::play::{FAMILIES, choose};

/// Maximum latency of `stop`.
const STOP: Duration = Duration::from_millis(50);
/// Maximum latency of the exit.
const END: Duration = Duration::from_millis(300);
const TRIES: usize = 5;

/// Starts an engine with an infinite search.
fn searching(game: &str, size: &str, threads: u32) -> Engine {
    let mut engine = Engine::start();
    engine.ask(&format!("setoption name Threads value {threads}"));
    choose(&mut engine, game, size);
    engine.send("go infinite");
    engine.expect_line("info depth 1 ", PATIENCE);
    engine
}

#[test]
fn stop() {
    for threads in [1, 2] {
        for (game, size) in FAMILIES {
            let mut engine = searching(game, size, threads);
            assert_fast(&format!("stop in {game}, {threads} threads"), STOP, TRIES, || {
                sleep(Duration::from_millis(60));
                let time = time(|| {
                    engine.send("stop");
                    engine.expect_line("bestmove", PATIENCE);
                });
                engine.send("go infinite");
                engine.expect_line("info depth 1 ", PATIENCE);
                time
            });
        }
    }
}

#[test]
fn stop_at_once() {
    for (game, size) in FAMILIES {
        let mut engine = searching(game, size, 2);
        engine.send("stop");
        engine.expect_line("bestmove", PATIENCE);
        assert_fast(&format!("go and stop in {game}"), STOP, TRIES, || {
            time(|| {
                engine.send("go infinite");
                engine.send("stop");
                engine.expect_line("bestmove", PATIENCE);
            })
        });
    }
}

#[test]
fn ready_while_searching() {
    let mut engine = searching("chesimals", "native", 2);
    assert_fast("isready", STOP, TRIES, || {
        time(|| {
            engine.ask("");
        })
    });
}

#[test]
fn short_times() {
    let mut engine = Engine::start();
    engine.ask("setoption name Move Overhead value 0");
    for (game, size) in FAMILIES {
        choose(&mut engine, game, size);
        // The first search of a game initialises tables.
        engine.go("depth 1");
        for limits in ["movetime 1", "wtime 10 btime 10", "wtime 30 btime 30 movestogo 1"] {
            assert_fast(&format!("{game}: go {limits}"), STOP, TRIES, || {
                time(|| assert!(!engine.go(limits).infos.is_empty()))
            });
        }
    }
}

/// Checks the time of an exit by the given way, idle and searching.
fn check_end(what: &str, code: Option<i32>, end: impl Fn(&mut Engine)) {
    for busy in [false, true] {
        assert_fast(&format!("{what}, searching: {busy}"), END, 3, || {
            let mut engine =
                if busy { searching("chesimals", "native", 2) } else { Engine::start() };
            engine.ask("");
            let begin = Instant::now();
            end(&mut engine);
            let status = engine.end(PATIENCE);
            let time = begin.elapsed();
            assert_eq!(status.code(), code, "{what}, searching: {busy}");
            assert_eq!(engine.errors(), "", "{what}, searching: {busy}");
            time
        });
    }
}

#[test]
fn quit() {
    check_end("quit", Some(0), |engine| engine.send("quit"));
}

#[test]
fn end_of_input() {
    check_end("end of input", Some(0), Engine::close_input);
}

/// With the input held open: no line wakes the reader up.
#[cfg(unix)]
#[test]
fn interrupted() {
    check_end("SIGINT", Some(130), |engine| {
        let kill = format!("kill -INT {}", engine.pid());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    });
}

#[test]
fn a_search_that_is_nearly_done_is_answered_before_the_end() {
    let mut engine = Engine::start();
    engine.send("go depth 2");
    engine.close_input();
    engine.expect_line("bestmove", PATIENCE);
    assert_eq!(engine.end(PATIENCE).code(), Some(0));
}

/// Many clients close the input after `quit`.
#[test]
fn a_client_that_quits_and_closes_the_input_wants_no_more_answers() {
    for work in ["go wtime 6000000 btime 6000000", "go perft 12", "go movetime 6000000"] {
        let mut engine = Engine::start();
        engine.ask(work);
        sleep(Duration::from_millis(300));
        engine.send("quit");
        engine.close_input();
        assert_eq!(engine.end(PATIENCE).code(), Some(0), "{work}");
    }
}

/// A GUI that crashed reads no more.
#[test]
fn nobody_reads() {
    assert_fast("the end after a closed output", Duration::from_secs(1), 3, || {
        let mut engine = command(&[]);
        engine.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = engine.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        use std::io::{Read, Write};
        input.write_all(b"uci\ngo infinite\n").unwrap();
        child.stdout.as_mut().unwrap().read_exact(&mut [0; 100]).unwrap();
        drop(child.stdout.take());
        let begin = Instant::now();
        // Only a write detects the closed end.
        let _ = input.write_all(b"isready\n");
        let status = finish(&mut child, PATIENCE).expect("it goes on though nobody reads");
        let time = begin.elapsed();
        assert_eq!(status.code(), Some(0));
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!(errors, "");
        time
    });
}

/// A GUI that pauses reading must not prevent the engine from handling `quit`.
#[test]
fn nobody_reads_for_a_while() {
    let mut child =
        command(&[]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().unwrap();
    use std::io::Write;
    // More answers than a pipe's buffer holds.
    input.write_all("uci\nd\n".repeat(300).as_bytes()).unwrap();
    input.write_all(b"quit\n").unwrap();
    let status = finish(&mut child, PATIENCE).expect("it hangs");
    assert_eq!(status.code(), Some(0));
}
