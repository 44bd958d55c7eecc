//! Events and their lines.

use super::{introduced, written};
use crate::*;

#[track_caller]
fn check(event: Event, expected: &str) {
    assert_eq!(written(&mut introduced(), &event), expected, "{event:?}");
}

#[track_caller]
fn check_game(event: GameEvent, expected: &str) {
    check(Event::Game(event), expected);
}

fn square(file: u8, rank: u8) -> BoardSquare {
    BoardSquare { file, rank }
}

#[test]
fn the_game() {
    let leg = MoveLeg { from: square(4, 1), to: square(4, 3), over: None };
    let mv = PieceMove { legs: vec![leg], promotion: None, castling: None };
    check_game(GameEvent::Move(BoardMove::Piece(mv)), "move e2e4\n");
    check_game(GameEvent::Move(BoardMove::Pass), "move @@@@\n");
    check_game(GameEvent::Resign, "resign\n");
    check_game(GameEvent::OfferDraw, "offer draw\n");
    check_game(GameEvent::Pong("17".into()), "pong 17\n");
    check_game(GameEvent::Hint("e2e4".into()), "Hint: e2e4\n");
    let result = |result, reason: &str| GameEvent::Result { result, reason: reason.into() };
    check_game(result("1-0", "White mates"), "1-0 {White mates}\n");
    check_game(result("1/2-1/2", "a {b}\nc"), "1/2-1/2 {a (b)\\nc}\n");
    check_game(GameEvent::Book(vec![]), "\n");
    check_game(GameEvent::Book(vec!["e2e4 60%".into(), "d2d4\n".into()]), " e2e4 60%\n d2d4\n\n");
}

#[test]
fn illegal_moves() {
    let illegal = |text: &str, reason: &str| GameEvent::IllegalMove {
        text: text.into(),
        reason: reason.into(),
    };
    check_game(
        illegal("a3b4", "a capture is compulsory"),
        "Illegal move (a capture is compulsory): a3b4\ntelluser a capture is compulsory\n",
    );
    check_game(illegal("a3b4", ""), "Illegal move: a3b4\n");
    // XBoard would not take these moves back.
    check_game(
        illegal("a3b4?", "off the board, no random draw?"),
        "Illegal move (off the Board, no Random Draw.): a3b4.\n\
         telluser off the board, no random draw?\n",
    );
    let unreadable = Cecp::new().read_move("a3z9").unwrap_err();
    check(
        Event::Unreadable(unreadable),
        "Illegal move (not a move from square to square): a3z9\n\
         telluser not a move from square to square\n",
    );
}

#[test]
fn errors() {
    let error = |line: &str| Event::Unreadable(Cecp::new().parse(line.as_bytes()).unwrap_err());
    check(error("foo bar"), "Error (unknown command): foo\n");
    check(error("level 40 5"), "Error (missing a number of seconds): level\n");
    check(error("sd x"), "Error (not a number of plies): sd x\n");
    check(error("new game"), "Error (unknown word): new game\n");
    let foreign = Cecp::new().parse(b"\xff\x01").unwrap_err();
    check(Event::Unreadable(foreign), "Error (not UTF-8): \\xff\\x01\n");
    check(
        Event::Error("no game 'x'\ntry y".into()),
        "tellusererror no game 'x'\ntellusererror try y\n",
    );
    check(Event::Error("\\\\server".into()), "tellusererror server\n");
    let long = written(&mut introduced(), &Event::Error("x".repeat(10_000)));
    assert!(long.len() < 450);
}

#[test]
fn for_people() {
    check(Event::InfoString("one\r\n\ntwo\n".into()), "# one\n#\n# two\n");
    check(Event::Text(" +-+\n | |\n".into()), "#  +-+\n#  | |\n");
    check(Event::PerftLine { mv: "e2e4".into(), count: 20 }, "# e2e4: 20\n");
    check(Event::PerftTotal(400), "# Nodes searched: 400\n");
    check(Event::best_move("e2e4"), "");
    check(Event::ReadyOk, "");
}

#[test]
fn thinking() {
    let info = SearchInfo {
        depth: 9,
        seldepth: Some(14),
        score: Some(InfoScore::Centipawns(156)),
        nodes: 48_000,
        nps: 4_428,
        time_ms: 10_849,
        pv: vec!["e2e4".into(), "e7e5".into()],
        ..SearchInfo::default()
    };
    check(Event::Info(info.clone()), "9 156 1084 48000 14 4428 0\te2e4 e7e5\n");
    let check_score = |score, bound, expected: &str| {
        let info = SearchInfo { score: Some(score), bound, ..info.clone() };
        check(Event::Info(info), expected);
    };
    let (exact, lower, upper) = (InfoBound::Exact, InfoBound::Lower, InfoBound::Upper);
    check_score(InfoScore::Centipawns(-5), lower, "9 -5 1084 48000 14 4428 0\te2e4 e7e5!\n");
    check_score(InfoScore::Centipawns(5), upper, "9 5 1084 48000 14 4428 0\te2e4 e7e5?\n");
    check_score(InfoScore::Mate(3), exact, "9 100003 1084 48000 14 4428 0\te2e4 e7e5\n");
    check_score(InfoScore::Mate(-2), exact, "9 -100002 1084 48000 14 4428 0\te2e4 e7e5\n");
    check_score(InfoScore::Mate(0), exact, "9 -100000 1084 48000 14 4428 0\te2e4 e7e5\n");
    // No score is taken for a mate.
    check_score(
        InfoScore::Centipawns(i32::MAX),
        exact,
        "9 99999 1084 48000 14 4428 0\te2e4 e7e5\n",
    );
    check_score(
        InfoScore::Centipawns(i32::MIN),
        exact,
        "9 -99999 1084 48000 14 4428 0\te2e4 e7e5\n",
    );
    check_score(InfoScore::Mate(i32::MIN), exact, "9 -200000 1084 48000 14 4428 0\te2e4 e7e5\n");
    // What is searched now is nothing to think about.
    let current = SearchInfo { currmove: Some("e2e4".into()), ..SearchInfo::default() };
    check(Event::Info(current), "");
    let huge = SearchInfo {
        depth: u32::MAX,
        score: Some(InfoScore::Centipawns(0)),
        nodes: u64::MAX,
        nps: 1,
        time_ms: u64::MAX,
        pv: vec!["e2e4".into(); 1000],
        ..SearchInfo::default()
    };
    let line = written(&mut introduced(), &Event::Info(huge));
    let (numbers, pv) = line.trim_end().split_once('\t').unwrap();
    assert_eq!(numbers, "2147483647 0 2147483647 18446744073709551615 2147483647 1 0");
    assert_eq!(pv, ["e2e4"; 200].join(" "));
}

#[test]
fn status() {
    let status =
        AnalysisStatus { time_ms: 12_345, nodes: 30_000, depth: 7, moves_left: 5, moves: 30 };
    check_game(GameEvent::Status(status), "stat01: 1234 30000 7 5 30\n");
}

#[test]
fn targets() {
    let target = |file, rank, kind| Target { square: square(file, rank), kind };
    check_game(GameEvent::Targets(vec![]), "highlight 8/8/8/8/8/8/8/8\n");
    check_game(
        GameEvent::Targets(vec![
            target(4, 2, TargetKind::Quiet),
            target(4, 3, TargetKind::Quiet),
            target(5, 3, TargetKind::Capture),
            target(0, 7, TargetKind::Promotion),
            target(0, 7, TargetKind::Quiet),
            target(7, 0, TargetKind::Jump),
            target(200, 200, TargetKind::Jump),
        ]),
        "highlight M7/8/8/8/4YR2/4Y3/8/7C\n",
    );
}
