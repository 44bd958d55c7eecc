//! Events and their lines.

use crate::*;

#[track_caller]
fn check(event: Event, expected: &str) {
    let mut out = String::from("before\n");
    Uci::new().write(&event, &mut out);
    assert_eq!(out.strip_prefix("before\n"), Some(expected), "{event:?}");
}

#[test]
fn identity() {
    check(
        Event::Id { name: "Menagerie 0.1.0".into(), author: "the\nauthors".into() },
        "id name Menagerie 0.1.0\nid author the\\nauthors\n",
    );
    check(Event::Introduced, "uciok\n");
    check(Event::ReadyOk, "readyok\n");
}

#[test]
fn options() {
    for (spec, expected) in [
        (OptionSpec::check("Ponder", false), "option name Ponder type check default false\n"),
        (
            OptionSpec::spin("Move Overhead", 10, 0, 5000).unit("ms"),
            "option name Move Overhead type spin default 10 min 0 max 5000\n",
        ),
        (
            OptionSpec::spin("Wide", -1, i64::MIN, i64::MAX),
            "option name Wide type spin default -1 \
             min -9223372036854775808 max 9223372036854775807\n",
        ),
        (
            OptionSpec::combo("UCI_Variant", "chess", ["chess", "cheskers", ""]),
            "option name UCI_Variant type combo default chess \
             var chess var cheskers var <empty>\n",
        ),
        (
            OptionSpec::string("VariantPath", ""),
            "option name VariantPath type string default <empty>\n",
        ),
        (OptionSpec::string("File", "a\nb"), "option name File type string default a\\nb\n"),
        (OptionSpec::button("Clear Hash"), "option name Clear Hash type button\n"),
    ] {
        check(Event::Option(spec), expected);
    }
}

#[test]
fn search_info() {
    check(
        Event::Info(SearchInfo { depth: 1, ..SearchInfo::default() }),
        "info depth 1 nodes 0 nps 0 time 0\n",
    );
    check(
        Event::Info(SearchInfo {
            depth: 300,
            seldepth: Some(400),
            multipv: Some(2),
            score: Some(InfoScore::Centipawns(-31)),
            bound: InfoBound::Lower,
            wdl: Some(InfoWdl { win: 100, draw: 700, loss: 200 }),
            nodes: u64::MAX,
            nps: 1_234_567,
            hashfull: Some(1000),
            time_ms: u64::MAX,
            pv: vec!["a10b9".into(), "c3e5,e5g7".into()],
            ..SearchInfo::default()
        }),
        "info depth 300 seldepth 400 multipv 2 score cp -31 lowerbound wdl 100 700 200 \
         nodes 18446744073709551615 nps 1234567 hashfull 1000 time 18446744073709551615 \
         pv a10b9 c3e5,e5g7\n",
    );
    check(
        Event::Info(SearchInfo {
            depth: 5,
            score: Some(InfoScore::Mate(-200)),
            bound: InfoBound::Upper,
            currmove: Some("e2e4".into()),
            currmovenumber: Some(70_000),
            ..SearchInfo::default()
        }),
        "info depth 5 score mate -200 upperbound nodes 0 nps 0 time 0 \
         currmove e2e4 currmovenumber 70000\n",
    );
}

#[test]
fn messages_of_several_lines() {
    let message = |text: &str| Event::InfoString(text.to_owned());
    check(message("one"), "info string one\n");
    check(message("one\r\n\ntwo\n"), "info string one\ninfo string\ninfo string two\n");
    check(message(""), "info string\n");
    check(message("a\rb\u{2028}c"), "info string a\\rb\\u{2028}c\n");
    check(Event::Error("no variant 'x\ty'".into()), "info string no variant 'x\\ty'\n");
    check(Event::Text(" +-+\n | |\n".into()), " +-+\n | |\n");
}

#[test]
fn best_moves() {
    let best = |best: Option<&str>, ponder: Option<&str>| Event::BestMove {
        best: best.map(Turn::from),
        ponder: ponder.map(Turn::from),
    };
    check(best(None, None), "bestmove (none)\n");
    check(best(None, Some("e2e4")), "bestmove (none)\n");
    check(best(Some("i9j10"), None), "bestmove i9j10\n");
    check(best(Some("c3e5,e5g7"), Some("b9b10m")), "bestmove c3e5,e5g7 ponder b9b10m\n");
    check(best(Some("a1 a2\n"), None), "bestmove a1_a2\\n\n");
}

#[test]
fn perft() {
    let mut out = String::new();
    let mut uci = Uci::new();
    for (mv, count) in [("e2e4", 20), ("c3e5,e5g7", 1)] {
        let mv = mv.to_owned();
        uci.write(&Event::PerftLine { mv, count }, &mut out);
    }
    uci.write(&Event::PerftTotal(21), &mut out);
    assert_eq!(out, "e2e4: 20\nc3e5,e5g7: 1\n\nNodes searched: 21\n");
}
