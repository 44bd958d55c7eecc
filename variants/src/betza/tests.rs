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
fn bends_and_long_leaps() {
    check("(1,4)", "a1", "b5 e2");
    check("(0,4)", "a1", "a5 e1");
    check("f(0,3)2", "a1", "a4 a7");
    check("[W-fF]", "a1", "b3 c2");
    check("nZ", "a1", "c4 d3");
    check("nC", "d1", "a2 c4 e4 g2");
    // The griffon, the manticore and the horned rhinoceros.
    check(
        "[F?fR]",
        "c3",
        "a2 a4 b1 b2 b4 b5 b6 b7 b8 d1 d2 d4 d5 d6 d7 d8 e2 e4 f2 f4 g2 g4 h2 h4",
    );
    check("[W-fB]", "a1", "b3 c2 c4 d3 d5 e4 e6 f5 f7 g6 g8 h7");
    check("[N-fB]", "a1", "c4 d3 d5 e4 e6 f5 f7 g6 g8 h7");
    check("zB", "a1", "a3 a5 a7 b2 b4 b6 b8 c1 d2 e1 f2 g1 h2");
    check("zR", "a1", "a2 b1 b2 b3 c2 c3 c4 d3 d4 d5 e4 e5 e6 f5 f6 f7 g6 g7 g8 h7 h8");
    check("flqN2", "d4", "a7 b5 c6 d8");
    check(
        "[R-sR]",
        "a1",
        "b2 b3 b4 b5 b6 b7 b8 c2 c3 c4 c5 c6 c7 c8 d2 d3 d4 d5 d6 d7 d8 e2 e3 e4 e5 e6 e7 e8 f2 f3 f4 f5 f6 f7 f8 g2 g3 g4 g5 g6 g7 g8 h2 h3 h4 h5 h6 h7 h8",
    );
}

#[test]
fn hoppers_land_behind_a_hurdle() {
    let size = BoardSize::new(8, 8).unwrap();
    let square = |name: &str| size.parse_square(name).unwrap();
    let check = |betza: &str, occupied: &str, expected: &str| {
        let occupied: Vec<Square> = occupied.split(' ').map(square).collect();
        let paths = Betza::parse(betza).unwrap().paths(size, square("a1"), Color::White);
        let landings = paths.iter().flat_map(|path| path.landings(|at| occupied.contains(&at)));
        let names: Vec<String> = landings.map(|&at| size.name(at)).collect();
        assert_eq!(names.join(" "), expected, "{betza}");
    };
    check("fpR", "a3", "a4 a5 a6 a7 a8");
    check("fpR", "a3 a6 a7", "a4 a5 a6");
    check("fpR", "b3", "");
    check("fpR4", "a3", "a4 a5");
    check("fgR", "a3 a6", "a4");
    check("fgR", "a3 a4", "a4");
    check("fgR", "a8", "");
    check("ffpNN", "b3 d7", "c5 d7");
}

#[test]
fn faults_are_named() {
    for (bad, what) in [
        ("X", "unknown atom 'X'"),
        ("f", "missing piece letter at the end"),
        ("uW", "unknown modifier 'u'"),
        ("W999", "invalid range 999"),
        ("nW", "'n' before a step"),
        ("pN", "'p' and 'g' are only supported before riders"),
        ("gnNN", "without 'n' and 'e'"),
        ("zN", "'z' is only supported before straight"),
        ("qB", "'q' is only supported before oblique"),
        ("(1,16)", "invalid leap '(1,16)'"),
        ("(0,0)", "invalid leap '(0,0)'"),
        ("(1;2)", "invalid leap '(1;2)'"),
        ("(1,2", "invalid leap '(1,2'"),
        ("[R-R-R]", "one leg that slides"),
        ("[W-lF]", "no direction but 'f' and 's'"),
        ("[W-F-F-F-F]", "at most 4 legs"),
        ("[W-sF]", "no path in brackets"),
        ("[W-pR]", "not supported in brackets"),
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
