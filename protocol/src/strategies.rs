//! Strategies for events of arbitrary content, for tests that nothing panics and no line breaks.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::*;

/// Arbitrary text, with extra weight on characters that break lines.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let awkward = prop::sample::select(vec![
        '\n', '\r', '\t', '\0', '\u{1b}', '\u{85}', '\u{2028}', ' ', 'a',
    ]);
    vec(prop_oneof![any::<char>(), awkward], 0..20).prop_map(|chars| chars.into_iter().collect())
}

pub(crate) fn turn() -> impl Strategy<Value = Turn> {
    text().prop_map(|text| Turn::from(&text[..]))
}

pub(crate) fn spec() -> impl Strategy<Value = OptionSpec> {
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<(i64, i64, i64)>().prop_map(|(default, min, max)| OptionKind::Spin {
            default,
            min,
            max
        }),
        (text(), vec(text(), 0..4))
            .prop_map(|(default, choices)| OptionKind::Combo { default, choices }),
        text().prop_map(|default| OptionKind::String { default }),
        Just(OptionKind::Button),
    ];
    (text(), kind).prop_map(|(name, kind)| OptionSpec {
        name,
        kind,
        unit: String::new(),
        help: String::new(),
        only: None,
    })
}

pub(crate) fn info() -> impl Strategy<Value = SearchInfo> {
    let score = prop_oneof![
        any::<i32>().prop_map(InfoScore::Centipawns),
        any::<i32>().prop_map(InfoScore::Mate)
    ];
    (
        any::<(u32, u64, u64, u64)>(),
        any::<(Option<u32>, Option<u16>, Option<u16>, Option<u32>)>(),
        prop::option::of(score),
        prop::option::of(text()),
        vec(turn(), 0..5),
    )
        .prop_map(|(numbers, options, score, currmove, pv)| SearchInfo {
            depth: numbers.0,
            nodes: numbers.1,
            nps: numbers.2,
            time_ms: numbers.3,
            seldepth: options.0,
            multipv: options.1,
            hashfull: options.2,
            currmovenumber: options.3,
            score,
            bound: InfoBound::Lower,
            wdl: None,
            tbhits: None,
            currmove,
            pv,
        })
}

/// Splits the output into lines, each of which must be complete.
pub(crate) fn lines(out: &str) -> Result<Vec<&str>, TestCaseError> {
    let Some(body) = out.strip_suffix('\n') else {
        return Err(TestCaseError::fail(format!("no line ending: {out:?}")));
    };
    let lines: Vec<_> = body.split('\n').collect();
    for line in &lines {
        prop_assert!(!line.contains(char::is_control), "{line:?}");
        prop_assert!(!line.contains(['\u{2028}', '\u{2029}']), "{line:?}");
    }
    Ok(lines)
}
