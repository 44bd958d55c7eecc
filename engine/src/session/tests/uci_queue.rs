//! UCI commands that come while others are executed.

use super::uci::check;
use super::*;

#[test]
fn what_follows_a_search_that_ends_by_itself_waits_for_its_end() {
    check(
        "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1
        go depth 4
        position fen 6k1/5ppp/8/8/8/8/8/1R2K3 w - - 0 1
        setoption name Hash value 0
        go depth 4
        isready
        go nodes 1000
        wait",
        "bestmove a1a8
        info string option 'Hash': '0' is not from 1 to 1048576 (MB)
        readyok
        bestmove b1b8
        bestmove b1b8",
    );
}

#[test]
fn a_stop_ends_all_that_was_asked_before() {
    check(
        "go perft 30
        position fen k7/8/8/8/8/8/8/1R1K4 b - - 0 1
        go infinite
        isready
        go perft 30
        stop
        wait",
        "info string perft: stopped
        readyok
        info string go perft: not allowed during a search; send stop first
        bestmove a8a7",
    );
    check(
        "position fen k7/8/8/8/8/8/8/1R1K4 b - - 0 1
        go depth 99999999999999999999
        go movetime 99999999999999999999
        position fen K7/8/8/8/8/8/8/1r1k4 w - - 0 1
        go movetime 99999999999999999999
        go perft 30
        stop
        wait",
        "bestmove a8a7
        bestmove a8a7
        bestmove a8a7
        info string perft: stopped",
    );
}

#[test]
fn a_command_that_takes_long_is_not_waited_for() {
    use crate::session::background::OnStop;
    use crate::task::Effect;
    use std::sync::mpsc::sync_channel;

    let mut client = Client::new();
    let begin = |client: &mut Client, stop| {
        let (end, wait) = sync_channel::<()>(0);
        client.session.run_in_background("eval", stop, move |_| {
            let _ = wait.recv();
            Effect::new(|session: &mut Session| session.send(&Event::Text("done".to_owned())))
        });
        end
    };
    let end = begin(&mut client, OnStop::Cancel);
    for line in ["d", "isready"] {
        client.session.line(line.as_bytes());
    }
    assert_eq!(client.output(), "");
    drop(end);
    client.settle();
    let output = client.output();
    assert!(output.starts_with("done\n\n 8 ") && output.ends_with("readyok\n"), "{output}");

    // A cancelled command has no effect, even if it ends later.
    let end = begin(&mut client, OnStop::Cancel);
    client.session.line(b"stop");
    assert_eq!(client.output(), "info string eval: stopped\n");
    drop(end);
    client.send("isready");
    assert_eq!(client.output(), "readyok\n");

    // A command that cannot be cancelled is completed, and no input is lost.
    let end = begin(&mut client, OnStop::Finish);
    for line in ["stop", "isready", "stop"] {
        client.session.line(line.as_bytes());
    }
    drop(end);
    client.settle();
    assert_eq!(client.output(), "done\nreadyok\n");
    assert_eq!(client.session.line(b"quit"), Flow::Quit);
}

#[test]
fn commands_that_wait_are_bounded() {
    let mut client = Client::new();
    client.session.line(b"go perft 30");
    for _ in 0..4096 {
        client.session.line(b"flip");
    }
    assert_eq!(client.output(), "");
    client.session.line(b"flip");
    let refused = "info string too many commands wait: this one is ignored; send stop first\n";
    assert_eq!(client.output(), refused);
    client.session.stop_all();
    client.wait();
    assert_eq!(client.output(), "info string perft: stopped\n");

    client.session.line(b"go perft 30");
    let long = format!("position startpos moves {}", "e2e4 ".repeat(1 << 18));
    for _ in 0..5 {
        client.session.line(long.as_bytes());
    }
    assert_eq!(client.output(), refused);
    client.session.stop_all();
    client.wait();
}

#[test]
fn what_follows_a_stop_waits_for_the_answer() {
    // After a mate there is no ponder move, at any depth.
    check(
        "position fen 6k1/5ppp/8/8/8/8/8/1R2K3 w - - 0 1
        go infinite searchmoves b1b8
        isready
        stop
        position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1
        go depth 4
        wait",
        "readyok
        bestmove b1b8
        bestmove a1a8",
    );
}

#[test]
fn a_stop_that_waits_is_for_the_search_that_waits() {
    check(
        "go infinite searchmoves a2a3
        stop
        go infinite searchmoves h2h3
        stop
        go ponder depth 1 searchmoves b2b3
        ponderhit
        wait",
        "bestmove a2a3
        bestmove h2h3
        bestmove b2b3",
    );
}

/// A GUI that gets no answer to `go` waits until it loses.
#[test]
fn every_go_has_one_answer() {
    for (go, error) in [
        ("go wtime 60000.5 btime 60000.5 depth 1", ""),
        ("go depth 1 wibble", "info string go: unknown word 'wibble'\n"),
        ("go wibble", "info string go: unknown word 'wibble'\n"),
        ("go mate", "info string go mate: missing a number of moves\n"),
        ("go depth", "info string go depth: missing a number of plies\n"),
        ("go wtime btime", "info string go wtime: missing a number of milliseconds\n"),
        (
            "go depth 1 searchmoves e2e5 e7e5",
            "info string go searchmoves: no legal move given: all moves are searched\n",
        ),
    ] {
        let mut client = Client::new();
        client.send(go);
        client.wait();
        let output = client.output();
        assert!(output.contains(error), "{go}: {output}");
        assert_eq!(output.matches("bestmove ").count(), 1, "{go}: {output}");
        assert!(!output.contains("(none)"), "{go}: {output}");
    }
}

#[test]
fn reports_of_other_tasks_are_ignored() {
    let mut client = Client::new();
    client.session.handle_message(TaskMessage {
        id: 7,
        report: TaskReport::Done(TaskResult::Events(vec![Event::ReadyOk])),
    });
    assert_eq!(client.output(), "");
}
