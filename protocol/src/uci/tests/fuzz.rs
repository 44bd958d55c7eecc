//! Whatever comes in or goes out, nothing panics and no line breaks.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::strategies::{info, lines, spec, text, turn};
use crate::*;

/// Words of the protocol, to get past the first of a line.
const WORDS: &[&str] = &[
    "uci",
    "debug",
    "on",
    "isready",
    "setoption",
    "name",
    "value",
    "register",
    "later",
    "code",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "c3e5,e5g7",
    "go",
    "wtime",
    "btime",
    "winc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "stop",
    "quit",
    "bench",
    "threads",
    "variant",
    "d",
    "0",
    "-1",
    "256",
    "99999999999999999999",
    "+",
    "<empty>",
    "valuex",
    "\0",
    "\u{85}",
    "é",
    "\t",
    "\r",
    "\u{a0}",
];

fn check_parse(line: &[u8]) -> Result<(), TestCaseError> {
    if let Err(error) = Uci::new().parse(line) {
        let message = error.to_string();
        prop_assert!(!message.contains(char::is_control), "{message:?}");
        prop_assert!(message.chars().count() < 200, "{message}");
    }
    Ok(())
}

fn one_line_event() -> impl Strategy<Value = Event> {
    prop_oneof![
        spec().prop_map(Event::Option),
        info().prop_map(Event::Info),
        (prop::option::of(turn()), prop::option::of(turn()))
            .prop_map(|(best, ponder)| Event::BestMove { best, ponder }),
        (text(), any::<u64>()).prop_map(|(mv, count)| Event::PerftLine { mv, count }),
    ]
}

fn write(event: &Event) -> String {
    let mut out = String::new();
    Uci::new().write(event, &mut out);
    out
}

proptest! {
    #[test]
    fn any_bytes_are_read(bytes in vec(any::<u8>(), 0..200)) {
        check_parse(&bytes)?;
    }

    #[test]
    fn any_words_are_read(words in vec(prop::sample::select(WORDS), 0..12)) {
        check_parse(words.join(" ").as_bytes())?;
    }

    #[test]
    fn any_words_and_bytes_are_read(
        words in vec(prop::sample::select(WORDS), 0..4),
        bytes in vec(any::<u8>(), 0..40),
    ) {
        let mut line = words.join(" ").into_bytes();
        line.push(b' ');
        line.extend(bytes);
        check_parse(&line)?;
    }

    #[test]
    fn any_event_is_one_line(event in one_line_event()) {
        let out = write(&event);
        prop_assert_eq!(lines(&out)?.len(), 1);
    }

    #[test]
    fn any_identity_is_two_lines(name in text(), author in text()) {
        let out = write(&Event::Id { name, author });
        prop_assert_eq!(lines(&out)?.len(), 2);
    }

    #[test]
    fn every_line_of_a_message_is_marked(text in text()) {
        for event in [Event::InfoString(text.clone()), Event::Error(text.clone())] {
            let out = write(&event);
            for line in lines(&out)? {
                prop_assert!(line == "info string" || line.starts_with("info string "));
            }
        }
        lines(&write(&Event::Text(text)))?;
    }

    /// A move that is written is read back as one word.
    #[test]
    fn moves_stay_words(moves in vec(text(), 1..5)) {
        let filled: Vec<_> = moves.into_iter().map(|mv| format!("m{mv}")).collect();
        let pv = filled.iter().map(|mv| Turn::from(&mv[..])).collect();
        let out = write(&Event::Info(SearchInfo { pv, ..Default::default() }));
        let (_, pv) = out.split_once(" pv ").ok_or_else(|| TestCaseError::fail("no pv"))?;
        prop_assert_eq!(pv.split_whitespace().count(), filled.len());
    }

    /// An option can be set to whatever it is set to.
    #[test]
    fn any_value_is_checked(spec in spec(), value in prop::option::of(text())) {
        let Ok(mut options) = Options::new([spec.clone()]) else { return Ok(()) };
        match options.set(&spec.name, value.as_deref()) {
            Ok((spec, value)) => prop_assert!(spec.admits(value)),
            Err(error) => {
                let message = error.to_string();
                prop_assert!(!message.contains(char::is_control), "{message:?}");
            }
        }
    }
}
