//! Comparison with vampirc-uci on the inputs that it parses correctly.

use proptest::collection::vec;
use proptest::prelude::*;
use vampirc_uci::{UciMessage, UciTimeControl, parse_one};

use super::super::parse::set_option_ours;
use super::super::vampirc;
use crate::tokens::Tokens;
use crate::*;

const FENS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
    "8/8/8/8/8/8/8/Kk6 b - - 99 1234",
];

/// A move of an 8x8 board, with one of the pieces of chess.
fn a_move() -> impl Strategy<Value = String> {
    "[a-h][1-8][a-h][1-8][qrbn]?"
}

fn moves() -> impl Strategy<Value = Vec<String>> {
    vec(a_move(), 0..30)
}

/// A limit that vampirc can hold: `go` and what follows the word, without the
/// combinations that it loses (`ponder` or `movetime` beside a clock).
fn go_line() -> impl Strategy<Value = String> {
    let clock =
        |key: &'static str| (0u64..1_000_000_000_000).prop_map(move |n| format!("{key} {n}"));
    let clocks = (
        prop::option::of((-5000i64..100_000).prop_map(|n| format!("wtime {n}"))),
        prop::option::of(clock("btime")),
        prop::option::of(clock("winc")),
        prop::option::of(clock("binc")),
        prop::option::of((1u32..256).prop_map(|n| format!("movestogo {n}"))),
    )
        .prop_map(|(a, b, c, d, e)| [a, b, c, d, e].into_iter().flatten().collect());
    let time = prop_oneof![
        clocks,
        Just(vec!["infinite".to_owned()]),
        Just(vec!["ponder".to_owned()]),
        clock("movetime").prop_map(|text| vec![text]),
        Just(vec![]),
    ];
    let limits = (
        prop::option::of((1u32..256).prop_map(|n| format!("depth {n}"))),
        prop::option::of((1u64..1_000_000_000_000).prop_map(|n| format!("nodes {n}"))),
        prop::option::of((1u32..256).prop_map(|n| format!("mate {n}"))),
        prop::option::of(vec(a_move(), 1..5).prop_map(|m| format!("searchmoves {}", m.join(" ")))),
    )
        .prop_map(|(a, b, c, d)| [a, b, c, d].into_iter().flatten().collect::<Vec<_>>());
    (time, limits)
        .prop_map(|(time, limits): (Vec<String>, _)| [time, limits].concat())
        .prop_shuffle()
        .prop_map(|parts| {
            let mut line = "go".to_owned();
            for part in parts {
                line.push(' ');
                line.push_str(&part);
            }
            line
        })
}

fn ours(line: &str) -> Command {
    Uci::new().parse(line.as_bytes()).unwrap().unwrap()
}

/// A time of vampirc's as ours.
macro_rules! ms {
    ($time:expr) => {
        $time.map(|time| u64::try_from(time.num_milliseconds()).unwrap_or(0))
    };
}

fn translate(message: UciMessage) -> Option<Command> {
    Some(match message {
        UciMessage::Position { startpos, fen, moves } => Command::Position {
            start: match fen {
                Some(fen) if !startpos => StartPosition::Fen(fen.0),
                _ => StartPosition::Default,
            },
            moves: moves.iter().map(ToString::to_string).collect(),
        },
        UciMessage::Go { time_control, search_control } => {
            let mut go = Go::default();
            match time_control {
                Some(UciTimeControl::Ponder) => go.ponder = true,
                Some(UciTimeControl::Infinite) => go.infinite = true,
                Some(UciTimeControl::MoveTime(time)) => go.movetime = ms!(Some(time)),
                Some(UciTimeControl::TimeLeft {
                    white_time,
                    black_time,
                    white_increment,
                    black_increment,
                    moves_to_go,
                }) => {
                    go.wtime = ms!(white_time);
                    go.btime = ms!(black_time);
                    go.winc = ms!(white_increment);
                    go.binc = ms!(black_increment);
                    go.movestogo = moves_to_go.map(u32::from);
                }
                None => {}
            }
            if let Some(search) = search_control {
                go.depth = search.depth.map(u32::from);
                go.mate = search.mate.map(u32::from);
                go.nodes = search.nodes;
                go.search_moves = search.search_moves.iter().map(ToString::to_string).collect();
            }
            Command::Go(go)
        }
        UciMessage::Uci => Command::Handshake,
        UciMessage::IsReady => Command::IsReady,
        UciMessage::UciNewGame => Command::NewGame,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        UciMessage::Debug(on) => Command::Debug(on),
        UciMessage::Register { later: true, .. } => Command::Register(Registration::Later),
        UciMessage::Register { name, code, .. } => {
            Command::Register(Registration::With { name, code })
        }
        _ => return None,
    })
}

fn check(line: &str) -> Result<(), TestCaseError> {
    prop_assert_eq!(Some(ours(line)), translate(parse_one(line)), "{}", line);
    Ok(())
}

#[test]
fn fixed_lines() {
    for line in [
        "uci",
        "UCI",
        "isready",
        "ucinewgame",
        "stop",
        "stop now",
        "ponderhit",
        "quit",
        "  quit",
        "debug on",
        "debug OFF",
        "register later",
        "register name Stefan MK code 4359874324",
        "go",
        "go infinite",
        "go ponder searchmoves e2e4 d2d4",
        "go wtime 300000 btime 300000 winc 2000 binc 2000 movestogo 40",
        "go searchmoves e2e4 d2d4 infinite",
        "position startpos",
        "position startpos moves e2e4 e7e5 e1g1 a7a8q",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4",
    ] {
        check(line).unwrap();
    }
}

proptest! {
    #[test]
    fn positions(fen in prop::option::of(prop::sample::select(FENS)), moves in moves()) {
        let mut line = match fen {
            Some(fen) => format!("position fen {fen}"),
            None => "position startpos".to_owned(),
        };
        if !moves.is_empty() {
            line = format!("{line} moves {}", moves.join(" "));
        }
        check(&line)?;
    }

    #[test]
    fn limits(line in go_line()) {
        check(&line)?;
    }

    /// Lines that pass the guard are parsed alike by vampirc and by the own parser.
    #[test]
    fn options(
        name in vec("[A-Za-z_äß]{1,8}|value[a-z]?|name|\u{a0}", 1..4),
        value in prop::option::of("[ -~é\u{a0}\t]{0,12}"),
    ) {
        let mut line = format!("setoption name {}", name.join("  "));
        if let Some(value) = value {
            line = format!("{line} value {value}");
        }
        let line = line.trim_ascii();
        if let Some(theirs) = vampirc::set_option(line) {
            let (_, rest) = line.split_at("setoption".len());
            prop_assert_eq!(Ok(theirs), set_option_ours(Tokens::new(rest)));
        }
    }
}

#[test]
fn the_guard_lets_through_what_is_common() {
    for line in [
        "setoption name Hash value 64",
        "setoption name Clear Hash",
        "setoption name Move Overhead value 10",
        "setoption name SyzygyPath value C:\\my tables;D:\\value",
        "setoption name VariantPath value <empty>",
    ] {
        assert!(vampirc::set_option(line).is_some(), "{line}");
    }
}
