//! Lines and what they mean.

use crate::*;

fn parse(line: impl AsRef<[u8]>) -> Result<Option<Command>, ParseError> {
    Uci::new().parse(line.as_ref())
}

#[track_caller]
fn check(line: &str, expected: Command) {
    assert_eq!(parse(line), Ok(Some(expected)), "{line:?}");
}

#[track_caller]
fn check_error(line: impl AsRef<[u8]>, expected: &str) {
    assert_eq!(parse(line).unwrap_err().to_string(), expected);
}

fn set(name: &str, value: Option<&str>) -> Command {
    Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }
}

fn position(fen: Option<&str>, moves: &[&str]) -> Command {
    Command::Position {
        start: fen.map_or(StartPosition::Default, |fen| StartPosition::Fen(fen.to_owned())),
        moves: moves.iter().map(|mv| mv.to_string()).collect(),
    }
}

#[test]
fn bare_commands() {
    for (line, command) in [
        ("uci", Command::Handshake),
        ("isready\r\n", Command::IsReady),
        ("  ucinewgame\t\n", Command::NewGame),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("QUIT", Command::Quit),
        ("quit now", Command::Quit),
        ("d", Command::Display),
        ("eval", Command::Eval),
        ("flip", Command::Flip),
        ("help", Command::Help),
        ("debug on", Command::Debug(true)),
        ("debug off please", Command::Debug(false)),
        ("\u{feff}uci", Command::Handshake),
    ] {
        check(line, command);
    }
}

#[test]
fn nothing_said() {
    for line in ["", "\n", "\r\n", " \t "] {
        assert_eq!(parse(line), Ok(None));
    }
}

#[test]
fn unknown_words_before_a_command_are_skipped() {
    check("joho debug on", Command::Debug(true));
    check("joho ho isready", Command::IsReady);
    check("x setoption name A value b  c", set("A", Some("b  c")));
    check("x position startpos moves e2e4", position(None, &["e2e4"]));
    check("x go depth 3", Command::Go(Go { depth: Some(3), ..Go::default() }));
    // What is not in the specification is not looked for.
    check_error("joho d", "unknown command 'joho'");
    check_error("xyz", "unknown command 'xyz'");
    check_error("xyz abc", "unknown command 'xyz'");
    // A known command is not unknown for its bad arguments.
    check_error("debug isready", "debug: 'isready' is not on or off");
}

#[test]
fn words_are_whole() {
    for line in ["ucinewgamex", "isready?", "ucix", "stop.", "go\0"] {
        assert!(parse(line).is_err(), "{line}");
    }
    check_error("debug only", "debug: 'only' is not on or off");
    check_error("debug", "debug: missing on or off");
}

#[test]
fn what_is_not_text_is_shown_escaped() {
    check_error(b"d\xe9pth\r\n", "not UTF-8: 'd\\xe9pth'");
    check_error(b"\xff", "not UTF-8: '\\xff'");
    check_error("\x1b[2J", "unknown command '\\x1b[2J'");
    let error = parse("x".repeat(1 << 20)).unwrap_err().to_string();
    assert!(error.len() < 120, "{error}");
}

#[test]
fn set_option() {
    check("setoption name Hash value 64", set("Hash", Some("64")));
    check("setoption name Clear Hash", set("Clear Hash", None));
    check("setoption  name  Move   Overhead  value  a  b ", set("Move Overhead", Some("a  b")));
    check("SETOPTION NAME Hash VALUE 3", set("Hash", Some("3")));
    check("setoption name X value <empty>", set("X", Some("<empty>")));
    check(
        "setoption name Debug Log File value /a/value b",
        set("Debug Log File", Some("/a/value b")),
    );
    check("setoption name Häsh value 😀", set("Häsh", Some("😀")));
    check(
        "setoption name Hash value 99999999999999999999999",
        set("Hash", Some("99999999999999999999999")),
    );
}

#[test]
fn set_option_where_vampirc_is_wrong() {
    check("setoption name X value", set("X", Some("")));
    check("setoption name X value \t", set("X", Some("")));
    check("setoption name ValueNet value 3", set("ValueNet", Some("3")));
    check("setoption name A valuex", set("A valuex", None));
    check("setoption\tname\tA\tB value c\td", set("A B", Some("c\td")));
    check("setoption name a\u{1}b value 3", set("a\u{1}b", Some("3")));
    check("setoption name A\u{a0} value 3", set("A\u{a0}", Some("3")));
    let long = "y".repeat(1 << 20);
    check(&format!("setoption name X value {long}"), set("X", Some(&long)));
}

#[test]
fn set_option_errors() {
    check_error("setoption", "setoption: missing the word 'name'");
    check_error("setoption Hash", "setoption: 'Hash' is not the word 'name'");
    check_error("setoption name", "setoption name: missing the name of an option");
    check_error("setoption name value 3", "setoption name: missing the name of an option");
}

#[test]
fn positions() {
    check("position startpos", position(None, &[]));
    check("position startpos moves", position(None, &[]));
    check(
        "position startpos moves a10b9 c3e5,e5g7  b9b10m @@@@",
        position(None, &["a10b9", "c3e5,e5g7", "b9b10m", "@@@@"]),
    );
    let pacific = "10/10/10/10/10/10/10/10/10/kK8 w - - 0 1";
    check(&format!("position fen {pacific} moves a1a2"), position(Some(pacific), &["a1a2"]));
    check("position fen 8/8 \t w", position(Some("8/8 w"), &[]));
    check("position fen x moves", position(Some("x"), &[]));
}

#[test]
fn position_errors() {
    check_error("position", "position: missing 'startpos' or 'fen'");
    check_error("position fen", "position fen: missing a FEN");
    check_error("position fen moves e2e4", "position fen: missing a FEN");
    check_error("position moves e2e4", "position: 'moves' is not 'startpos' or 'fen'");
    check_error("position startpos e2e4", "position: 'e2e4' is not 'moves'");
}

#[test]
fn a_position_of_many_moves() {
    let line = format!("position startpos moves{}", " g1f3 g8f6".repeat(5000));
    let Ok(Some(Command::Position { moves, .. })) = parse(line) else {
        panic!("not read as a position");
    };
    assert_eq!(moves.len(), 10_000);
    assert_eq!(moves[9_999], "g8f6");
}

#[test]
fn register() {
    let with = |name: Option<&str>, code: Option<&str>| {
        Command::Register(Registration::With {
            name: name.map(str::to_owned),
            code: code.map(str::to_owned),
        })
    };
    check("register later", Command::Register(Registration::Later));
    check("register name A B code 1 2", with(Some("A B"), Some("1 2")));
    check("register code 1 name codec", with(Some("codec"), Some("1")));
    check("register name later", with(Some("later"), None));
    check("register name a name b", with(Some("a name b"), None));
    check_error("register", "register: missing 'later', or 'name' and 'code'");
    check_error("register x", "register: 'x' is not 'later', or 'name' and 'code'");
}

#[test]
fn bench() {
    let bench = |variant: Option<&str>, depth, threads| {
        Command::Bench(BenchParameters { variant: variant.map(str::to_owned), depth, threads })
    };
    check("bench", bench(None, None, None));
    check("bench cheskers", bench(Some("cheskers"), None, None));
    check("bench 9", bench(None, Some(9), None));
    check("bench chesimals2 12 threads 2", bench(Some("chesimals2"), Some(12), Some(2)));
    check("bench depth 5 variant depth", bench(Some("depth"), Some(5), None));
    check_error("bench a b", "bench: unknown word 'b'");
    check_error("bench depth", "bench depth: missing a number of plies");
    check_error("bench threads x", "bench threads: 'x' is not a number of threads");
}
