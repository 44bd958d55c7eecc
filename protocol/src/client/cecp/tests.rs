//! Lines of engines, and lines for them.

use proptest::prelude::*;

use super::*;
use crate::{Cecp, Dialect, InfoBound, InfoScore, Level, OptionKind, OptionSpec, OptionValue};

#[track_caller]
fn reads(line: &str, expected: CecpReply) {
    assert_eq!(parse(line.as_bytes()), Ok(expected), "{line}");
}

#[track_caller]
fn refuses(line: &str, expected: &str) {
    match parse(line.as_bytes()) {
        Err(error) => assert_eq!(error.to_string(), expected, "{line}"),
        Ok(reply) => panic!("{line}: {reply:?}"),
    }
}

#[track_caller]
fn unknown(line: &str) {
    assert!(matches!(parse(line.as_bytes()), Ok(CecpReply::Unknown(_))), "{line}");
}

#[track_caller]
fn feature_list(line: &str) -> Vec<Result<Feature, String>> {
    match parse(line.as_bytes()) {
        Ok(CecpReply::Features(list)) => {
            list.into_iter().map(|one| one.map_err(|error| error.to_string())).collect()
        }
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn moves() {
    for line in ["move e2e4", " move  e2e4 \r\n", "1 ... e2e4", "12. ... e2e4", "3... e2e4"] {
        reads(line, CecpReply::Move("e2e4".to_owned()));
    }
    reads("move a3xb4xd6-e7=+", CecpReply::Move("a3xb4xd6-e7=+".to_owned()));
    reads("move @@@@", CecpReply::Move("@@@@".to_owned()));
    refuses("move", "move: missing a move");
    refuses("1 ...", "...: missing a move");
    refuses("move e2e4 e7e5", "move: unknown word 'e7e5'");
    for line in ["Move e2e4", "moves e2e4", "e2e4", "1. e2e4", "1."] {
        unknown(line);
    }
}

#[test]
fn ends_of_games() {
    reads("resign", CecpReply::Resign);
    reads("offer draw", CecpReply::OfferDraw);
    refuses("offer peace", "offer: 'peace' is not the word draw");
    for (line, claim, comment) in [
        ("1-0 {White mates}", Claim::WhiteWins, "White mates"),
        ("0-1", Claim::BlackWins, ""),
        ("1/2-1/2 { Draw by {rule} }", Claim::Draw, "Draw by {rule}"),
        ("1-0 no braces", Claim::WhiteWins, "no braces"),
    ] {
        reads(line, CecpReply::Result { claim, comment: comment.to_owned() });
    }
    unknown("1-00 {x}");
    unknown("* {adjourned}");
}

#[test]
fn refusals() {
    for (line, reason, text) in [
        ("Illegal move: e2e5", "", "e2e5"),
        ("Illegal move e2e5", "", "e2e5"),
        ("illegal move (not (quite) right): e2e5", "not (quite) right", "e2e5"),
        ("Illegal move (king in check): e1e2", "king in check", "e1e2"),
        ("Illegal move", "", ""),
    ] {
        let (reason, text) = (reason.to_owned(), text.to_owned());
        reads(line, CecpReply::IllegalMove { reason, text });
    }
    for (line, reason, text) in [
        ("Error (unknown command): san", "unknown command", "san"),
        ("Error (x", "", "(x"),
        ("Error: what", "", "what"),
    ] {
        let (reason, text) = (reason.to_owned(), text.to_owned());
        reads(line, CecpReply::Error { reason, text });
    }
    unknown("Errors happen");
    unknown("Illegal moves");
}

#[test]
fn words_for_others() {
    for (line, to, text) in [
        ("telluser hello  there", Audience::User, "hello  there"),
        ("tellusererror Illegal position", Audience::UserError, "Illegal position"),
        ("tellopponent hi", Audience::Others, "hi"),
        ("tellics", Audience::Others, ""),
    ] {
        reads(line, CecpReply::Tell { to, text: text.to_owned() });
    }
    reads("# move e2e4", CecpReply::Comment("move e2e4".to_owned()));
    reads("#", CecpReply::Comment(String::new()));
    reads("", CecpReply::Empty);
    reads(" \t\r\n", CecpReply::Empty);
    for line in ["Hint: e2e4", "stat01: 1 2 3 4 5", "tell x", "xmove e2e4", "uciok"] {
        unknown(line);
    }
    assert!(matches!(parse(b"\xff\xfe"), Ok(CecpReply::Unknown(_))));
}

#[test]
fn pongs() {
    reads("pong 17", CecpReply::Pong(17));
    refuses("pong", "pong: missing the number of a ping");
    refuses("pong x", "pong: 'x' is not the number of a ping");
    refuses("pong 1 2", "pong: unknown word '2'");
}

#[test]
fn games_that_the_engine_defines() {
    let fen = "8/8 w - - 0 1";
    let setup = |size| CecpReply::Setup(BoardSetup { size, fen: fen.to_owned() });
    reads("setup (PNBRQ.KLpnbrq.kl) 16x12+0_lion 8/8 w - - 0 1", setup(Some((16, 12))));
    reads("setup (PNK) 8/8 w - - 0 1", setup(None));
    reads("setup 8x10+5_shogi 8/8 w - - 0 1", setup(Some((8, 10))));
    let expected = "(TABLE) FILESxRANKS+HOLDINGS_PARENT FEN";
    refuses("setup (PNK 8x8", &format!("setup: '(PNK 8x8' is not {expected}"));
    refuses("setup (PNK) 8x999 f", &format!("setup: '(PNK) 8x999 f' is not {expected}"));
    reads("piece X& fmWfcF", CecpReply::Piece("X& fmWfcF".to_owned()));
}

#[test]
fn thinking_output() {
    let report = |line: &str| match parse(line.as_bytes()) {
        Ok(CecpReply::Thinking(report)) => report,
        other => panic!("{line}: {other:?}"),
    };
    let plain = report("9 156 1084 48000 Nf3 Nc6");
    assert_eq!(
        plain,
        SearchReport {
            depth: Some(9),
            score: Some(InfoScore::Centipawns(156)),
            time_ms: Some(10_840),
            nodes: Some(48_000),
            pv: "Nf3 Nc6".to_owned(),
            ..SearchReport::default()
        }
    );
    let whole = report(" 12 -30 5 99 17 250000 0\ta2a3 b7xc6!");
    assert_eq!(
        (whole.seldepth, whole.nps, whole.bound),
        (Some(17), Some(250_000), InfoBound::Lower)
    );
    assert_eq!(whole.pv, "a2a3 b7xc6!");
    let bare = report("7. +0 0 1\te2e4?");
    assert_eq!((bare.depth, bare.seldepth, bare.bound), (Some(7), None, InfoBound::Upper));
    for (score, expected) in [
        ("100003", InfoScore::Mate(3)),
        ("-100002", InfoScore::Mate(-2)),
        ("-100000", InfoScore::Mate(0)),
        ("100000", InfoScore::Mate(1)),
        ("99999", InfoScore::Centipawns(99_999)),
        ("-99999", InfoScore::Centipawns(-99_999)),
        ("99999999999999999999", InfoScore::Mate(i32::MAX)),
        ("-99999999999999999999", InfoScore::Mate(-i32::MAX)),
    ] {
        assert_eq!(report(&format!("1 {score} 0 0")).score, Some(expected), "{score}");
    }
    for line in ["9 156 1084", "9 0.5 3 4 e2e4", "9x 1 2 3 e4", "99999999999 1 2 3", "9 1 2\t3 e4"]
    {
        unknown(line);
    }
}

#[test]
fn features() {
    assert_eq!(
        feature_list("feature ping=1 myname=\"A = B 1\"  variants=\"normal, cheskers,\" done=0"),
        [
            Ok(Feature::Flag(Flag::Ping, true)),
            Ok(Feature::MyName("A = B 1".to_owned())),
            Ok(Feature::Variants(vec!["normal".to_owned(), "cheskers".to_owned()])),
            Ok(Feature::Done(false)),
        ]
    );
    assert_eq!(
        feature_list("feature san=2 junk =3 egt=\"syzygy\" time=0"),
        [
            Err("san: '2' is not 0 or 1".to_owned()),
            Err("feature: 'junk' is not NAME=VALUE".to_owned()),
            Err("feature: '=3' is not NAME=VALUE".to_owned()),
            Ok(Feature::Other { name: "egt".to_owned(), value: "syzygy".to_owned() }),
            Ok(Feature::Flag(Flag::Time, false)),
        ]
    );
    assert_eq!(
        feature_list("feature reuse=0 myname=\"never ends done=1"),
        [
            Ok(Feature::Flag(Flag::Reuse, false)),
            Err("feature: '\"never ends done=1' is not text that ends with a quotation mark"
                .to_owned()),
        ]
    );
    refuses("feature", "feature: missing NAME=VALUE");
}

#[test]
fn options() {
    let option = |text: &str| {
        let mut list = feature_list(&format!("feature option=\"{text}\""));
        match list.pop() {
            Some(Ok(Feature::Option(spec))) => Ok(spec),
            Some(Err(error)) => Err(error),
            other => panic!("{text}: {other:?}"),
        }
    };
    for (text, expected) in [
        ("Hash -spin 16 1 1024", OptionSpec::spin("Hash", 16, 1, 1024)),
        ("Odds - ends -slider -1 -5 5", OptionSpec::spin("Odds - ends", -1, -5, 5)),
        ("Own Book -check 1", OptionSpec::check("Own Book", true)),
        ("Clear -button", OptionSpec::button("Clear")),
        ("Save -save", OptionSpec::button("Save")),
        ("Style -combo calm /// *wild /// ", OptionSpec::combo("Style", "wild", ["calm", "wild"])),
        ("Log -file /tmp/a b", OptionSpec::string("Log", "/tmp/a b")),
        ("Text -string", OptionSpec::string("Text", "")),
    ] {
        assert_eq!(option(text), Ok(expected), "{text}");
    }
    for text in ["Hash", "Hash -many 1", "-check 1", "A -check yes", "A -spin 1 2", "A -spin 1 5 2"]
    {
        assert!(option(text).unwrap_err().starts_with("option: "), "{text}");
    }
}

#[test]
fn what_nobody_speaks_of_has_a_default() {
    let mut features = Features::default();
    assert!(features.has(Flag::Time) && features.has(Flag::Reuse) && features.has(Flag::Colors));
    assert!(!features.has(Flag::Ping) && !features.has(Flag::SetBoard));
    assert_eq!(features.variants(), ["normal"]);
    features.take(Feature::Flag(Flag::Time, false));
    features.take(Feature::Flag(Flag::Ping, false));
    features.take(Feature::Flag(Flag::Ping, true));
    features.take(Feature::Option(OptionSpec::spin("Hash", 1, 1, 9)));
    features.take(Feature::Option(OptionSpec::spin("hash", 2, 1, 9)));
    assert!(!features.has(Flag::Time) && features.has(Flag::Ping));
    assert_eq!(features.options().len(), 1);
    let spec = features.option(" HASH ").map(|spec| spec.kind.clone());
    assert_eq!(spec, Some(OptionKind::Spin { default: 2, min: 1, max: 9 }));
}

#[test]
fn requests() {
    let level = |moves, base_ms, increment_ms| {
        CecpRequest::Level(Level { moves, base_ms, increment_ms }).to_string()
    };
    assert_eq!(level(Some(40), 300_000, 0), "level 40 5 0");
    assert_eq!(level(None, 10_000, 100), "level 0 0:10 0.1");
    assert_eq!(level(None, 61_200, 1_500), "level 0 1:02 1.5");
    assert_eq!(level(None, 0, 50), "level 0 0:01 0.05");
    for (request, expected) in [
        (CecpRequest::MoveTime(2_000), "st 2"),
        (CecpRequest::MoveTime(50), "st 0.05"),
        (CecpRequest::Clock(1_239), "time 123"),
        (CecpRequest::SetBoard("8/8 w\nquit"), "setboard 8/8 w\\nquit"),
        (
            CecpRequest::Result { claim: Claim::Draw, comment: "by {rule}\r" },
            "result 1/2-1/2 {by (rule)\\r}",
        ),
        (CecpRequest::BareMove("e2e4"), "e2e4"),
        (CecpRequest::Option { name: "A b", value: &OptionValue::Check(true) }, "option A b=1"),
        (CecpRequest::Option { name: "Go", value: &OptionValue::Button }, "option Go"),
        (CecpRequest::Option { name: "N", value: &OptionValue::Spin(-3) }, "option N=-3"),
    ] {
        assert_eq!(request.to_string(), expected);
    }
}

/// Output of the engine's side is parsed on this side.
#[test]
fn both_halves_understand_each_other() {
    let mut engine = Cecp::new();
    for request in [CecpRequest::Xboard, CecpRequest::Protover] {
        assert!(engine.parse(request.to_string().as_bytes()).is_ok());
    }
    let mut out = String::new();
    let specs = [
        OptionSpec::spin("Move Overhead", 10, 0, 100),
        OptionSpec::combo("Mode", "b", ["a", "b"]),
        OptionSpec::check("Ponder", false),
        OptionSpec::string("Debug Log File", ""),
        OptionSpec::button("Clear Hash"),
    ];
    engine.write(&crate::Event::Id { name: "X 1".into(), author: "y".into() }, &mut out);
    for spec in &specs {
        engine.write(&crate::Event::Option(spec.clone()), &mut out);
    }
    engine.write(&crate::Event::Variants(vec!["chess".into(), "pacific".into()]), &mut out);
    engine.write(&crate::Event::Introduced, &mut out);
    let mut features = Features::default();
    let mut done = Vec::new();
    for line in out.lines() {
        for feature in feature_list(line) {
            match feature.unwrap() {
                Feature::Done(on) => done.push(on),
                Feature::Other { name, .. } => panic!("{name}"),
                feature => features.take(feature),
            }
        }
    }
    assert_eq!(done, [false, true]);
    assert_eq!(features.name(), Some("X 1"));
    assert_eq!(features.options(), specs);
    assert_eq!(features.variants(), ["normal", "pacific"]);
    assert!(features.has(Flag::Ping) && features.has(Flag::UserMove) && !features.has(Flag::San));
}

proptest! {
    #[test]
    fn no_line_panics(line in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = parse(&line);
    }

    #[test]
    fn nor_do_lines_that_are_almost_right(
        word in prop::sample::select(vec![
            "feature ", "feature option=\"", "move ", "setup (", "Illegal move", "Error (", "1 ...",
            "1-0 {", "pong ", "9 1 2 3", "feature a=\"", "telluser", "9", "illegal mové",
        ]),
        rest in crate::strategies::text(),
    ) {
        if let Err(error) = parse(format!("{word}{rest}").as_bytes()) {
            prop_assert!(!error.to_string().contains(char::is_control), "{}", error);
        }
    }

    #[test]
    fn requests_are_one_line(text in crate::strategies::text()) {
        let value = OptionValue::String(text.clone());
        for request in [
            CecpRequest::SetBoard(&text),
            CecpRequest::UserMove(&text),
            CecpRequest::Name(&text),
            CecpRequest::Variant(&text),
            CecpRequest::Result { claim: Claim::Draw, comment: &text },
            CecpRequest::Option { name: &text, value: &value },
        ] {
            let line = request.to_string();
            prop_assert!(!line.contains(char::is_control), "{:?}", line);
        }
    }

    /// Thinking lines of our own side are read as they were meant.
    #[test]
    fn thinking_comes_back(info in crate::strategies::info()) {
        let mut out = String::new();
        let engine = Cecp::new();
        engine.clone().write(&crate::Event::Info(info.clone()), &mut out);
        if out.is_empty() {
            return Ok(());
        }
        let reply = parse(out.as_bytes());
        let Ok(CecpReply::Thinking(report)) = reply else {
            return Err(TestCaseError::fail(format!("{out:?}: {reply:?}")));
        };
        prop_assert_eq!(report.depth, Some(info.depth.min(i32::MAX as u32)));
        prop_assert_eq!(report.nodes, i64::try_from(info.nodes).ok().map(|nodes| nodes as u64).or(Some(i64::MAX as u64)));
        let score = report.score;
        match info.score {
            Some(InfoScore::Centipawns(cp)) => {
                prop_assert_eq!(score, Some(InfoScore::Centipawns(cp.clamp(-99_999, 99_999))));
            }
            Some(InfoScore::Mate(moves)) => {
                prop_assert_eq!(score, Some(InfoScore::Mate(moves.clamp(-100_000, 100_000))));
            }
            None => {}
        }
    }
}
