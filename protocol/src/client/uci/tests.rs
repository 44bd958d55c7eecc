//! Lines in and out.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::strategies::{info, spec, text};
use crate::{
    Command, Dialect, Event, Go, InfoBound, InfoScore, OptionKind, Registration, StartPosition, Uci,
};

#[track_caller]
fn check_error(line: &str, expected: &str) {
    assert_eq!(parse(line.as_bytes()).unwrap_err().to_string(), expected, "{line}");
}

fn report(line: &str) -> SearchReport {
    match parse(line.as_bytes()) {
        Ok(UciReply::Info(report)) => report,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn short_replies() {
    let unknown = |text: &str| UciReply::Unknown(text.to_owned());
    for (line, expected) in [
        ("", UciReply::Empty),
        (" \t", UciReply::Empty),
        ("uciok", UciReply::UciOk),
        ("  readyok ", UciReply::ReadyOk),
        ("id name Some Engine 1.0", UciReply::Name("Some Engine 1.0".into())),
        ("id author A. Uthor", UciReply::Author("A. Uthor".into())),
        ("id", unknown("id")),
        ("info string depth x", UciReply::InfoString("depth x".into())),
        ("copyprotection error", UciReply::CopyProtection(EngineCheck::Error)),
        ("registration checking", UciReply::Registration(EngineCheck::Checking)),
        ("registration maybe", unknown("registration maybe")),
        ("Some Engine by A. Uthor", unknown("Some Engine by A. Uthor")),
        ("bestmovee2e4", unknown("bestmovee2e4")),
    ] {
        assert_eq!(parse(line.as_bytes()), Ok(expected), "{line}");
    }
    assert_eq!(parse(b"\xff\0"), Ok(unknown("\\xff\\x00")));
    assert_eq!(parse(b"id author M\xfcller"), Ok(UciReply::Author("M\u{fffd}ller".into())));
}

#[test]
fn best_moves() {
    for (line, best, ponder) in [
        ("bestmove e2e4", Some("e2e4"), None),
        ("bestmove c3e5,e5g7 ponder a10b9q", Some("c3e5,e5g7"), Some("a10b9q")),
        ("bestmove e2e4 ponder (none)", Some("e2e4"), None),
        ("bestmove e2e4 ponder", Some("e2e4"), None),
        ("bestmove (none)", None, None),
        ("bestmove 0000", None, None),
        ("bestmove NULL ponder NULL", None, None),
    ] {
        let text = |text: Option<&str>| text.map(str::to_owned);
        let expected = UciReply::BestMove { best: text(best), ponder: text(ponder) };
        assert_eq!(parse(line.as_bytes()), Ok(expected), "{line}");
    }
    check_error("bestmove", "bestmove: missing a move");
    check_error("bestmove e2e4 e7e5", "bestmove: unknown word 'e7e5'");
    check_error("bestmove e2e4 ponder e7e5 x", "bestmove: unknown word 'x'");
    let error = parse(b"bestmove e2\xff").unwrap_err();
    assert_eq!(error.to_string(), "not UTF-8: 'bestmove e2\\xff'");
}

#[test]
fn searches() {
    let line = "info depth 12 seldepth 20 multipv 2 score cp -35 upperbound nodes 12345 nps 99 \
                hashfull 3 tbhits 0 time 125 pv e2e4 e7e5 bmc 1.5 string x";
    let expected = SearchReport {
        depth: Some(12),
        seldepth: Some(20),
        multipv: Some(2),
        score: Some(InfoScore::Centipawns(-35)),
        bound: InfoBound::Upper,
        nodes: Some(12345),
        nps: Some(99),
        time_ms: Some(125),
        pv: "e2e4 e7e5 bmc 1.5".to_owned(),
    };
    assert_eq!(report(line), expected);
    assert_eq!(report("info").score, None);
    let mate = report("info score lowerbound mate -3 depth 5");
    assert_eq!((mate.score, mate.bound), (Some(InfoScore::Mate(-3)), InfoBound::Lower));
    assert_eq!(mate.depth, Some(5));
    // What nothing depends on may be anything.
    let odd = report("info time -1 nps 1e6 newword 7 seldepth depth 3 currmove e2e4");
    assert_eq!((odd.depth, odd.nps), (Some(3), None));
    let huge = report("info score cp -99999999999999999999 nodes 99999999999999999999 depth 0");
    assert_eq!(huge.score, Some(InfoScore::Centipawns(-i32::MAX)));
    assert_eq!((huge.nodes, huge.depth), (Some(u64::MAX), Some(0)));
    check_error("info depth x", "info depth: 'x' is not a number of plies");
    check_error("info depth -1", "info depth: '-1' is not a number of plies");
    check_error("info nodes", "info nodes: missing a number of nodes");
    check_error("info nodes 1e5", "info nodes: '1e5' is not a number of nodes");
    check_error("info score cp nan", "info score cp: 'nan' is not a number of centipawns");
    check_error("info score mate depth 3", "info score mate: 'depth' is not a number of moves");
    check_error("info score 35", "info score: '35' is not 'cp' or 'mate'");
    check_error("info score lowerbound depth 3", "info score: missing 'cp' or 'mate'");
    check_error("info multipv first", "info multipv: 'first' is not a rank from 1");
}

#[test]
fn options() {
    for (line, name, kind) in [
        ("name Ponder type check default True", "Ponder", OptionKind::Check { default: true }),
        ("name Clear  Hash type button", "Clear Hash", OptionKind::Button),
        (
            "name Hash type spin default 16 min 1 max 99999999999999999999",
            "Hash",
            OptionKind::Spin { default: 16, min: 1, max: i64::MAX },
        ),
        (
            "name Style type combo default Very Solid var Very Solid var Risky",
            "Style",
            OptionKind::Combo {
                default: "Very Solid".into(),
                choices: vec!["Very Solid".into(), "Risky".into()],
            },
        ),
        (
            "name Book type string default /a min/var x",
            "Book",
            OptionKind::String { default: "/a min/var x".into() },
        ),
        ("name Log type string default <empty>", "Log", OptionKind::String { default: "".into() }),
        ("name Log type string", "Log", OptionKind::String { default: "".into() }),
    ] {
        match parse(format!("option {line}").as_bytes()) {
            Ok(UciReply::Option(spec)) => assert_eq!((&*spec.name, spec.kind), (name, kind)),
            other => panic!("{line}: {other:?}"),
        }
    }
    check_error("option", "option: missing the word 'name'");
    check_error("option Hash", "option: 'Hash' is not the word 'name'");
    check_error("option name type spin", "option name: missing a name");
    check_error("option name Hash", "option: missing the word 'type'");
    check_error(
        "option name Hash type int",
        "option type: 'int' is not check, spin, combo, button or string",
    );
    check_error(
        "option name Hash type spin default many",
        "option type spin default: 'many' is not a whole number",
    );
    check_error(
        "option name Hash type spin min 2 max 1",
        "option type spin max: '1' is not a number from its min on",
    );
    check_error(
        "option name X type check default",
        "option type check default: '' is not true or false",
    );
}

#[track_caller]
fn check_round(command: Command) {
    let mut out = String::new();
    write(&command, &mut out);
    assert_eq!(Uci::new().parse(out.trim_end().as_bytes()), Ok(Some(command)), "{out}");
}

#[test]
fn commands_are_read_as_they_were_meant() {
    let moves = vec!["e2e4".to_owned(), "c3e5,e5g7".to_owned()];
    let fen = StartPosition::Fen("8/8/8/8/8/8/8/8 w - - 0 1".into());
    for command in [
        Command::Handshake,
        Command::NewGame,
        Command::SetOption { name: "Clear Hash".into(), value: None },
        Command::SetOption { name: "Hash".into(), value: Some("64".into()) },
        Command::SetOption { name: "Log".into(), value: Some("<empty>".into()) },
        Command::Position { start: StartPosition::Default, moves: Vec::new() },
        Command::Position { start: fen, moves: moves.clone() },
        Command::Go(Go::default()),
        Command::Go(Go {
            wtime: Some(1),
            btime: Some(2),
            winc: Some(3),
            binc: Some(4),
            movestogo: Some(5),
            depth: Some(6),
            nodes: Some(7),
            mate: Some(8),
            movetime: Some(9),
            infinite: true,
            ponder: true,
            search_moves: moves,
            unread: Vec::new(),
        }),
        Command::GoPerft { depth: 3 },
        Command::Register(Registration::Later),
        Command::Quit,
    ] {
        check_round(command);
    }
}

#[test]
fn no_text_breaks_a_line() {
    let awkward = "a\nquit b".to_owned();
    for command in [
        Command::SetOption { name: awkward.clone(), value: Some(awkward.clone()) },
        Command::Position {
            start: StartPosition::Fen(awkward.clone()),
            moves: vec![awkward.clone()],
        },
        Command::Go(Go { search_moves: vec![awkward], ..Go::default() }),
    ] {
        let mut out = String::new();
        write(&command, &mut out);
        assert_eq!(out.lines().count(), 1, "{out}");
    }
}

/// Words of replies, to get past the first of a line.
const WORDS: &[&str] = &[
    "id",
    "name",
    "author",
    "option",
    "type",
    "check",
    "spin",
    "combo",
    "string",
    "button",
    "default",
    "min",
    "max",
    "var",
    "info",
    "depth",
    "score",
    "cp",
    "mate",
    "lowerbound",
    "nodes",
    "pv",
    "multipv",
    "bestmove",
    "ponder",
    "(none)",
    "-1",
    "99999999999999999999",
    "+",
    "\u{e9}",
    "x",
];

proptest! {
    #[test]
    fn no_line_panics(words in vec(prop_oneof![
        prop::sample::select(WORDS).prop_map(|word| word.as_bytes().to_vec()),
        vec(any::<u8>(), 0..6),
    ], 0..14)) {
        if let Err(error) = parse(&words.join(&b' ')) {
            let text = error.to_string();
            prop_assert!(text.len() < 500 && !text.contains(char::is_control));
        }
    }

    /// Output of the engine's side is parsed on this side.
    #[test]
    fn both_sides_agree(info in info(), spec in spec(), message in text()) {
        let mut out = String::new();
        Uci::new().write(&Event::Info(info.clone()), &mut out);
        let Ok(UciReply::Info(report)) = parse(out.as_bytes()) else {
            return Err(TestCaseError::fail(out));
        };
        prop_assert_eq!(report.depth, Some(info.depth));
        prop_assert_eq!(report.nodes, Some(info.nodes));
        prop_assert_eq!(report.score.is_some(), info.score.is_some());
        out.clear();
        Uci::new().write(&Event::Option(spec), &mut out);
        Uci::new().write(&Event::InfoString(message), &mut out);
        for line in out.lines() {
            let _ = parse(line.as_bytes());
        }
    }
}
