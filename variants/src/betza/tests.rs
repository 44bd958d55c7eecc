use super::*;

/// The squares that a piece of White's on `from` can land on, on an empty 8x8 board, sorted.
fn targets(betza: &str, from: &str) -> String {
    let size = BoardSize::new(8, 8).unwrap();
    let from = size.parse_square(from).unwrap();
    let paths = Betza::parse(betza).unwrap().paths(size, from, Color::White);
    let mut names: Vec<String> = paths
        .iter()
        .flat_map(|path| &path.squares[path.first_landing..])
        .map(|&square| size.name(square))
        .collect();
    names.sort();
    names.dedup();
    names.join(" ")
}

fn check(betza: &str, from: &str, expected: &str) {
    assert_eq!(targets(betza, from), expected, "{betza} from {from}");
}

#[test]
fn leaps_and_sliders() {
    check("W", "a1", "a2 b1");
    check("N", "a1", "b3 c2");
    check("C", "d1", "a2 c4 e4 g2");
    check("R", "a1", "a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1 h1");
    check("B2", "a1", "b2 c3");
    check("NN", "a1", "b3 c2 c5 d7 e3 g4");
    check("FD", "d4", "b4 c3 c5 d2 d6 e3 e5 f4");
}

#[test]
fn directions() {
    check("fW", "d4", "d5");
    check("fF", "d4", "c5 e5");
    check("fsW", "d4", "c4 d5 e4");
    check("flF", "d4", "c5");
    check("fN", "d4", "b5 c6 e6 f5");
    check("ffN", "d4", "c6 e6");
    check("sN", "d4", "b3 b5 f3 f5");
    check("vR2", "d4", "d2 d3 d5 d6");
}

#[test]
fn black_goes_the_other_way() {
    let size = BoardSize::new(8, 8).unwrap();
    let from = size.parse_square("d4").unwrap();
    let paths = Betza::parse("mfW").unwrap().paths(size, from, Color::Black);
    assert_eq!(size.name(paths[0].squares[0]), "d3");
    assert!(paths[0].modes.quiet && !paths[0].modes.capture);
}

#[test]
fn paths_through_squares() {
    check("[W-fD]", "a1", "a4 d1");
    check("[K-K]", "a1", "a2 a3 b1 b2 b3 c1 c2 c3");
    check("nN", "a1", "b3 c2");
    let size = BoardSize::new(8, 8).unwrap();
    let from = size.parse_square("d2").unwrap();
    let paths = Betza::parse("fmWfceFifmnDifmnH").unwrap().paths(size, from, Color::White);
    let triple = paths.last().unwrap();
    assert_eq!((triple.squares.len(), triple.first_landing), (3, 2));
    assert!(triple.modes.initial && triple.modes.passes && triple.modes.quiet);
    assert!(paths.iter().any(|path| path.modes.en_passant && path.modes.capture));
}

#[test]
fn faults_are_named() {
    for (bad, what) in [
        ("X", "unknown atom 'X'"),
        ("f", "missing piece letter at the end"),
        ("qW", "unknown modifier 'q'"),
        ("W999", "invalid range 999"),
        ("nC", "'n' is only supported before"),
        ("[R-W]", "single leaps"),
        ("[W-fD", "expected ']'"),
        ("[W]", "expected '-'"),
        ("vsfblW3", ""),
        ("é", "unknown atom 'é'"),
    ] {
        if what.is_empty() {
            assert!(Betza::parse(bad).is_ok());
        } else {
            let error = Betza::parse(bad).unwrap_err().to_string();
            assert!(error.contains(what), "{bad}: {error}");
        }
    }
}
