//! Lines and what they mean.

use crate::*;

#[track_caller]
fn check(line: &str, expected: GameCommand) {
    let result = Cecp::new().parse(line.as_bytes());
    assert_eq!(result, Ok(Some(Command::Game(expected))), "{line}");
}

#[track_caller]
fn check_other(line: &str, expected: Option<Command>) {
    assert_eq!(Cecp::new().parse(line.as_bytes()), Ok(expected), "{line}");
}

#[track_caller]
fn check_error(line: &str, expected: &str) {
    match Cecp::new().parse(line.as_bytes()) {
        Err(error) => assert_eq!(error.to_string(), expected, "{line}"),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn words_without_arguments() {
    use GameCommand::*;
    for (word, expected) in [
        ("xboard", Begin),
        ("new", New),
        ("force", Force),
        ("go", Go),
        ("playother", PlayOther),
        ("?", MoveNow),
        ("draw", OfferDraw),
        ("undo", TakeBack { moves: 1 }),
        ("remove", TakeBack { moves: 2 }),
        ("hard", Ponder(true)),
        ("easy", Ponder(false)),
        ("post", Post(true)),
        ("nopost", Post(false)),
        ("analyze", Analyze),
        (".", Status),
        ("exit", Exit),
        ("hint", Hint),
        ("bk", Book),
        ("pause", Pause),
        ("resume", Resume),
    ] {
        check(word, expected.clone());
        check(&format!("  {word}\t\r\n"), expected);
        if word != "xboard" {
            check_error(&format!("{word} x"), &format!("{word}: unknown word 'x'"));
        }
    }
    check("xboard now", Begin);
}

#[test]
fn words_that_every_language_has() {
    check_other("", None);
    check_other(" \t", None);
    check_other("quit", Some(Command::Quit));
    check_other("quit now", Some(Command::Quit));
    check_other("d", Some(Command::Display));
    check_other("eval", Some(Command::Eval));
    check_other("help", Some(Command::Help));
    check_other("perft 0", Some(Command::GoPerft { depth: 0 }));
    check_other("perft 5", Some(Command::GoPerft { depth: 5 }));
    check_error("perft", "perft: missing a number of plies");
    check_error("perft -1", "perft: '-1' is not a number of plies");
    let bench = BenchParameters { variant: Some("cheskers".into()), depth: Some(3), threads: None };
    check_other("bench cheskers depth 3", Some(Command::Bench(bench)));
    check_error("d x", "d: unknown word 'x'");
}

#[test]
fn words_that_need_no_answer() {
    for line in [
        "name A. N. Other",
        "rating 2600 1500",
        "ics -",
        "random",
        "accepted ping",
        "rejected",
        "egtpath nalimov /x y",
        "setscore 12 3",
        "hover e4",
        "name",
    ] {
        check_other(line, None);
    }
}

#[test]
fn unknown_words() {
    for word in ["white", "NEW", "Nf3", "e2", "uci", "variants"] {
        check_error(word, &format!("unknown command '{word}'"));
    }
    check_error("foo bar", "unknown command 'foo'");
    let error = Cecp::new().parse(b"d\xe9f x").unwrap_err();
    assert_eq!(error.to_string(), "not UTF-8: 'd\\xe9f x'");
}

#[test]
fn games() {
    for name in ["normal", "standard", "chess"] {
        check(&format!("variant {name}"), GameCommand::Variant("chess".into()));
    }
    check("variant cheskers", GameCommand::Variant("cheskers".into()));
    check("variant 12x10+0_fairy", GameCommand::Variant("12x10+0_fairy".into()));
    check_error("variant", "variant: missing the name of a variant");
    check_error("variant a b", "variant: unknown word 'b'");
}

#[test]
fn positions() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(&format!("setboard {fen}"), GameCommand::SetBoard(fen.into()));
    check("setboard  8/8  b  0 1 ", GameCommand::SetBoard("8/8 b - - 0 1".into()));
    check_error("setboard", "setboard: missing a FEN");
}

#[test]
fn moves() {
    for mv in ["e2e4", "a3b4,b4d6,d6e7", "a0xb1-c2", "@@@@", "pass", "E7E8Q", "a9a10"] {
        check(&format!("usermove {mv}"), GameCommand::Move(mv.into()));
        check(mv, GameCommand::Move(mv.into()));
    }
    // Checked when it is read as a move.
    check("usermove Nf3", GameCommand::Move("Nf3".into()));
    check_error("usermove", "usermove: missing a move");
    check_error("usermove e2e4 e7e5", "usermove: unknown word 'e7e5'");
    check_error("e2e4 e7e5", "move: unknown word 'e7e5'");
}

#[test]
fn clocks() {
    let level = Level { moves: Some(40), base_ms: 300_000, increment_ms: 0 };
    check("level 40 5 0", GameCommand::Level(level));
    let level = Level { moves: None, base_ms: 5_000, increment_ms: 50 };
    check("level 0 0:05 0.05", GameCommand::Level(level));
    check_error("level 0 5 0 7", "level: unknown word '7'");
    check("st 30", GameCommand::MoveTime(30_000));
    check("st 0.5", GameCommand::MoveTime(500));
    check_error("st", "st: missing a number of seconds");
    check("time 1028", GameCommand::Clock(10_280));
    check("otim -3", GameCommand::OpponentClock(0));
    check_error("time x", "time: 'x' is not a number of hundredths of a second");
    check_error("otim", "otim: missing a number of hundredths of a second");
    check("sd 12", GameCommand::Depth(12));
    check("sd 0", GameCommand::Depth(u32::MAX));
    check("sd 99999999999", GameCommand::Depth(u32::MAX));
    check_error("sd -1", "sd: '-1' is not a number of plies");
    check("nps 0", GameCommand::NodeRate(0));
    check("nps 1000000", GameCommand::NodeRate(1_000_000));
    check_error("nps fast", "nps: 'fast' is not a number of nodes");
}

#[test]
fn numbers() {
    check("ping 17", GameCommand::Ping("17".into()));
    check("ping 007", GameCommand::Ping("007".into()));
    check_error("ping", "ping: missing a number of at most 20 digits");
    check_error("ping x", "ping: 'x' is not a number of at most 20 digits");
    let long = "1".repeat(21);
    check_error(
        &format!("ping {long}"),
        &format!("ping: '{long}' is not a number of at most 20 digits"),
    );
    check("memory 256", GameCommand::Memory(256));
    for word in ["0", "-1", "0.5"] {
        let expected = format!("memory: '{word}' is not a number of megabytes from 1");
        check_error(&format!("memory {word}"), &expected);
    }
    check("cores 4", GameCommand::Cores(4));
    check_error("cores", "cores: missing a number of threads from 1");
    check_error("cores 0", "cores: '0' is not a number of threads from 1");
}

#[test]
fn results() {
    let result = |result: &str, comment: &str| GameCommand::Result {
        result: result.into(),
        comment: comment.into(),
    };
    check("result 1-0 {White mates}", result("1-0", "White mates"));
    check("result 1/2-1/2", result("1/2-1/2", ""));
    check("result * { abandoned", result("*", "abandoned"));
    check("result 0-1 time forfeit", result("0-1", "time forfeit"));
    check_error("result", "result: missing 1-0, 0-1, 1/2-1/2 or *");
    check_error("result 2-0 {x}", "result: '2-0' is not 1-0, 0-1, 1/2-1/2 or *");
}

#[test]
fn options() {
    let set = |name: &str, value: Option<&str>| {
        Some(Command::SetOption { name: name.into(), value: value.map(Into::into) })
    };
    check_other("option MultiPV=3", set("MultiPV", Some("3")));
    check_other("option Clear Hash", set("Clear Hash", None));
    check_other("option  Debug  Log File = C:\\a=b c ", set("Debug Log File", Some("C:\\a=b c")));
    check_other("option VariantPath=", set("VariantPath", Some("")));
    check_error("option", "option: missing the name of an option");
    check_error("option =3", "option: missing the name of an option");
}

#[test]
fn analysis() {
    check("exclude all", GameCommand::Exclude(None));
    check("exclude e2e4", GameCommand::Exclude(Some("e2e4".into())));
    check("include a3e7;d6b4", GameCommand::Include(Some("a3e7;d6b4".into())));
    check("include all", GameCommand::Include(None));
    check_error("exclude", "exclude: missing a move or 'all'");
    check_error("include e2e4 d2d4", "include: unknown word 'd2d4'");
    check("lift e2", GameCommand::Lift("e2".into()));
    check("put e4", GameCommand::Put("e4".into()));
    check_error("lift", "lift: missing a square");
}

#[test]
fn editing() {
    let mut cecp = Cecp::new();
    let put = |square: &str, piece: Option<&str>| Edit::Put {
        square: square.into(),
        piece: piece.map(Into::into),
    };
    let quiet = ["edit", "#", "Pa4", "+Qb3", "Qc3+", "xd4", "", "c", "ke8", "Ka10", "c", "Pb2"];
    for line in quiet {
        assert_eq!(cecp.parse(line.as_bytes()), Ok(None), "{line}");
    }
    let expected = "a piece and its square, such as Pa4, or '#', 'c' or '.'";
    for line in ["new", "Pa", "P", "P@3", "éa4", "Pa4 x", "+xa4", "Pa444", "++Qa4", "?a4"] {
        let error = cecp.parse(line.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), format!("edit: '{line}' is not {expected}"));
    }
    let edits = vec![
        Edit::Clear,
        put("a4", Some("P")),
        put("b3", Some("+Q")),
        put("c3", Some("+Q")),
        put("d4", None),
        put("e8", Some("k")),
        put("a10", Some("k")),
        put("b2", Some("P")),
    ];
    assert_eq!(cecp.parse(b"."), Ok(Some(Command::Game(GameCommand::Edit(edits)))));
    // Now a point asks for the status again.
    assert_eq!(cecp.parse(b"."), Ok(Some(Command::Game(GameCommand::Status))));
    cecp.parse(b"edit").unwrap();
    assert_eq!(cecp.parse(b"quit"), Ok(Some(Command::Quit)));
    check_error("edit x", "edit: unknown word 'x'");
}
