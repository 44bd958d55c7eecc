//! UCI commands and their answers.

use super::*;

/// Sends a script and compares the answers, without search information.
#[track_caller]
pub(super) fn check(script: &str, expected: &str) {
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
            english-draughts, suicide-checkers, ... (86 in all)
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
        position startpos moves e4 e5
        position startpos moves 0000
        position fen nonsense
        position fen 8/8/8/8/8/8/8/8 w - - 0 1
        flip",
        "info string position: move 3: illegal move 'd4d5': the pawn on d4 cannot go to d5
        info string position: move 1: illegal move 'e4': a move is written from square to square: expected e2e4
        info string position: move 1: illegal move '0000': this game has no pass
        info string position: fen 'nonsense': the placement has 1 rank: expected 8
        info string position: fen '8/8/8/8/8/8/8/8 w - - 0 1': invalid position of chess: white has 0 pieces 'king': expected 1
        Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
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
fn a_search_without_end_has_none_after_a_ponderhit() {
    for go in ["go infinite", "go ponder"] {
        let mut client = Client::new();
        client.send(&format!("{go}\nponderhit"));
        assert!(!client.session.ends_by_itself(), "{go}");
        client.send("stop\nwait");
    }
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
        info string go perft: '101' is not from 0 to 100",
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
        info string option 'Hash': '0' is not from 1 to 1048576 (MB)
        info string option 'Hash': missing value: expected a whole number from 1 to 1048576 (MB)
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
fn quit_ends_it() {
    let mut client = Client::new();
    assert_eq!(client.session.line(b"go infinite"), Flow::Continue);
    assert_eq!(client.session.line(b"quit"), Flow::Quit);
    client.session.stop_all();
    client.wait();
    assert!(client.output().contains("bestmove "));
}
