//! UCI commands and their answers.

use super::*;

/// Sends a script and compares the answers, without search information.
#[track_caller]
fn check(script: &str, expected: &str) {
    let mut client = Client::new();
    client.send(script);
    client.wait();
    let output = client.output();
    let output = output.lines().filter(|line| !line.starts_with("info depth"));
    // How far a search came decides whether it has a ponder move.
    let output: Vec<&str> =
        output.map(|line| line.split_once(" ponder ").map_or(line, |(best, _)| best)).collect();
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    assert_eq!(output, expected, "{script}");
}

#[test]
fn the_handshake_tells_every_option() {
    let mut client = Client::new();
    client.send("uci\nisready");
    let output = client.output();
    assert!(output.starts_with("id name Menagerie "), "{output}");
    assert!(output.ends_with("uciok\nreadyok\n"), "{output}");
    for option in ["UCI_Variant type combo default chess var chess var pacific", "Hash type spin"] {
        assert!(output.contains(&format!("option name {option}")), "{output}");
    }
}

#[test]
fn choosing_a_game_sets_up_its_start() {
    let template = Library::builtin().definition("chess").unwrap().template.clone();
    let chess = format!(
        "info string variant chess files 8 ranks 8 pocket 0 template {template} startpos \
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
    check(
        "setoption name UCI_Variant value cheskers
        flip
        setoption name UCI_Variant value nonsense
        setoption name BoardSize value 12x10
        setoption name BoardSize value 9x9
        setoption name BoardSize value x
        flip
        setoption name UCI_Variant value CHESS
        setoption name BoardSize value 10x8
        setoption name BoardSize value 8x8",
        &format!(
            "info string variant cheskers files 8 ranks 8 pocket 0 template fairy startpos \
            1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 b - - 0 1
            Fen: 1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 w - - 0 1
            info string option 'UCI_Variant': 'nonsense' is not one of chess, pacific, \
            pacific-gollon, pacific-triple, pacific-castling, capablanca, janus, chancellor, \
            amazon, knightmate, cheskers, cheskers-free, cheskers-most, chesica, \
            english-draughts, suicide-checkers, ... (83 in all)
            info string variant cheskers files 12 ranks 10 pocket 0 template fairy startpos \
            1c1b1k1k1c1b/p1p1p1p1p1p1/1p1p1p1p1p1p/12/12/12/12/P1P1P1P1P1P1/1P1P1P1P1P1P/\
            B1C1K1K1B1C1 b - - 0 1
            info string option 'BoardSize': cheskers is not played on a board of 9x9: expected \
            even numbers of files and ranks from 8 to 16
            info string option 'BoardSize': invalid board size 'x': expected FILESxRANKS, each \
            from 2 to 16, such as 10x10
            Fen: 1c1b1k1k1c1b/p1p1p1p1p1p1/1p1p1p1p1p1p/12/12/12/12/P1P1P1P1P1P1/1P1P1P1P1P1P/\
            B1C1K1K1B1C1 w - - 0 1
            {chess}
            info string option 'BoardSize': chess is not played on a board of 10x8: expected 8x8
            {chess}"
        ),
    );
}

#[test]
fn an_illegal_move_changes_nothing() {
    check(
        "position startpos moves e2e4 e7e5
        position startpos moves d2d4 d7d5 d4d5 e7e5
        position fen nonsense
        position fen 8/8/8/8/8/8/8/8 w - - 0 1
        flip",
        "info string position: move 3: illegal move 'd4d5': the pawn on d4 cannot go to d5
        info string position: the placement has 1 rank: expected 8
        info string position: invalid chess position: white has 0 pieces 'king': expected 1
        Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
    );
}

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
        info string option 'Hash': '0' is not in 1..=1048576 (MB)
        readyok
        bestmove b1b8
        bestmove b1b8",
    );
}

#[test]
fn a_search_without_end_is_answered_once() {
    let unused = "
        position startpos
        setoption name Hash value 1
        go
        ucinewgame";
    check(
        &format!(
            "position fen k7/8/8/8/8/8/8/1R1K4 b - - 0 1
            go infinite
            isready
            {unused}
            stop
            wait"
        ),
        "readyok
        info string position: not allowed during a search; send stop first
        info string setoption: not allowed during a search; send stop first
        info string go: not allowed during a search; send stop first
        info string ucinewgame: not allowed during a search; send stop first
        bestmove a8a7",
    );
}

#[test]
fn illegal_searchmoves_are_left_out() {
    check(
        "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1
        go depth 1 searchmoves e1e2 e1e5
        wait",
        "info string go searchmoves: illegal move 'e1e5': the king on e1 cannot go to e5: ignored
        bestmove e1e2",
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
fn a_search_without_end_has_none_after_a_ponderhit() {
    for go in ["go infinite", "go ponder"] {
        let mut client = Client::new();
        client.send(&format!("{go}\nponderhit"));
        assert!(!client.session.ends_by_itself(), "{go}");
        client.send("stop\nwait");
    }
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

#[test]
fn pondering_waits_for_the_hit() {
    let mut client = Client::new();
    client.send("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\ngo ponder movetime 20");
    assert!(!client.session.ends_by_itself());
    client.send("ponderhit");
    assert!(client.session.ends_by_itself());
    client.wait();
    assert!(client.output().ends_with("bestmove a1a8\n"));
}

#[test]
fn a_line_of_progress_stands_before_every_answer() {
    for variant in ["chess", "chesica", "chesimals"] {
        for go in ["movetime 0", "nodes 1", "wtime 1", "btime 1", "depth 1", "mate 1 nodes 50"] {
            let mut client = Client::new();
            client.send(&format!("setoption name UCI_Variant value {variant}\ngo {go}"));
            client.wait();
            let output = client.output();
            let mut lines = output.lines().rev();
            assert!(lines.next().is_some_and(|line| line.starts_with("bestmove ")), "{output}");
            let info = lines.next().unwrap();
            for word in ["depth", "seldepth", "score", "nodes", "nps", "hashfull", "time", "pv"] {
                assert!(info.contains(&format!(" {word} ")), "{go}: {output}");
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let mut client = Client::new();
    client.send("position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 3\nwait\nd");
    let output = client.output();
    let begin = "info string the game is over: black wins (checkmate)\n\
        info depth 0 seldepth 0 multipv 1 score mate 0 ";
    assert!(output.starts_with(begin), "{output}");
    assert!(output.contains("\nbestmove (none)\n"), "{output}");
    assert!(output.ends_with("in check from h4\nThe game is over: black wins (checkmate)\n"));
}

/// An answer before `stop` or `ponderhit` is forbidden, also if there is nothing to search.
#[test]
fn a_finished_game_waits_for_stop_or_ponderhit() {
    for (go, end) in [
        ("go infinite", "stop"),
        ("go infinite depth 3", "stop"),
        ("go", "stop"),
        ("go ponder wtime 1000", "ponderhit"),
        ("go ponder wtime 1000", "stop"),
    ] {
        let mut client = Client::new();
        client.send("position startpos moves f2f3 e7e5 g2g4 d8h4");
        client.send(go);
        std::thread::sleep(std::time::Duration::from_millis(30));
        client.send("isready");
        let output = client.output();
        assert!(!output.contains("bestmove"), "{go}: {output}");
        client.send(end);
        client.wait();
        assert!(client.output().ends_with("bestmove (none)\n"), "{go}, {end}");
    }
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
fn perft_and_its_end() {
    check(
        "setoption name UCI_Variant value cheskers
        position fen 8/8/3k4/8/3k4/2P5/8/K7 w - - 0 1
        go perft 1
        wait
        go perft 0
        go perft 101",
        "info string variant cheskers files 8 ranks 8 pocket 0 template fairy startpos \
        1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 b - - 0 1
        c3e5,e5c7: 1

        Nodes searched: 1

        Nodes searched: 1
        info string go perft: '101' is not in 0..=100",
    );
    check("go perft 30\nstop\nwait", "info string perft: stopped");
}

#[test]
fn nonsense_is_named() {
    check(
        "nonsense
        go perft x
        setoption name Hash value 0
        setoption name Hash
        debug
        position",
        "info string unknown command 'nonsense'
        info string go perft: 'x' is not a number of plies
        info string option 'Hash': '0' is not in 1..=1048576 (MB)
        info string option 'Hash': missing value: expected a whole number in 1..=1048576 (MB)
        info string debug: missing on or off
        info string position: missing 'startpos' or 'fen'",
    );
    let mut client = Client::new();
    client.session.line(&[0xff, 0xfe, b'x']);
    assert_eq!(client.output(), "info string not UTF-8: '\\xff\\xfex'\n");
}

#[test]
fn a_search_that_breaks_is_answered_with_a_legal_move() {
    let mut client = Client::new();
    client.session.begin(TaskKind::Search { purpose: Purpose::BestMove, bounded: true }, |_, _| {
        panic!("on purpose")
    });
    client.wait();
    let output = client.output();
    assert!(
        output.starts_with("info string internal error: on purpose\ninfo depth 1 "),
        "{output}"
    );
    assert!(output.ends_with(" pv b1a3\nbestmove b1a3\n"), "{output}");
    client.send("go depth 1");
    client.wait();
    assert!(client.output().contains("bestmove "));
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

#[test]
fn quit_ends_it() {
    let mut client = Client::new();
    assert_eq!(client.session.line(b"go infinite"), Flow::Continue);
    assert_eq!(client.session.line(b"quit"), Flow::Quit);
    client.session.stop_all();
    client.wait();
    assert!(client.output().contains("bestmove "));
}
