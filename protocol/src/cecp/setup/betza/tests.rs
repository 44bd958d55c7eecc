use super::*;

#[track_caller]
fn check(moves: &str, expected: &str) {
    assert_eq!(convert(moves, None).as_deref(), Some(expected), "{moves}");
}

#[test]
fn plain_pieces() {
    for moves in ["N", "B", "R", "Q", "K", "QN", "NAD", "FD", "FA", "WD", "C", "BN", "W3", "K2"] {
        check(moves, moves);
    }
    check("L", "C");
    check("J", "Z");
    check("NN", "N0");
    check("WW", "R");
    check("R4", "W4");
    check("Q0", "Q");
    check("N200", "N0");
}

#[test]
fn what_may_be_done_comes_after_where() {
    check("fmWfceFifmnD", "fmWfceFifmnD");
    check("ifmnH", "ifmnH");
    check("mifnD", "ifmnD");
    check("mfF", "fmF");
    check("mfFfsW", "fmFfrlW");
    check("eF", "mceF");
}

#[test]
fn directions_of_leaps() {
    check("fK", "fWfF");
    check("fQ", "fRfB");
    check("fsK", "frlWfF");
    check("fN", "fhN");
    check("ffN", "rflfN");
    check("flN", "lfflN");
    check("fsN", "frflN");
    check("frN", "rffrN");
    check("frrN", "frN");
    check("ffrN", "rfN");
    check("lN", "lhN");
    check("rN", "rhN");
    check("llN", "flblN");
    check("vW", "fbW");
    check("flF", "flF");
    check("rF", "rF");
}

#[test]
fn paths() {
    check("K[K-K]", "KmaK");
    check("K[K-fK]", "KmafK");
    check("FA[F-fA][A-fF]", "FAmafmpafFmpafmafF");
    check("WD[W-fD][D-fW]", "WDmafmpafWmpafmafW");
    check("[W-W]", "maW");
    check("[fF-fF]", "fmafF");
    for moves in ["[W-F]", "[N-N]", "[fK-K]", "[W-fN]", "X", "f", "[K-K", "[KK]", "é"] {
        assert_eq!(convert(moves, None), None, "{moves}");
    }
}

#[test]
fn hoppers_and_bent_riders() {
    check("mRcpR", "mRcpR");
    check("gQ", "gQ");
    check("fpR4", "fpW4");
    check("RcpRnN", "RcpRnN");
    check("[F?fR]", "FyafsF");
    check("[W-fB]", "yafsW");
    check("[W-fF]", "nN");
    for moves in ["qN", "zB", "(1,4)", "[R-sR]", "[W-fF-fF]", "[K-sK]"] {
        assert_eq!(convert(moves, None), None, "{moves}");
    }
}

#[test]
fn jumps() {
    for (moves, jumps, expected) in [
        ("mfF", "fF", "fmFfcafmFfcafmacafmF"),
        ("mF", "F", "mFcafmFcafmacafmF"),
        ("K", "K", "KcafmKcafmacafmK"),
        ("", "sW", "lrcafmWlrcafmacafmW"),
        ("", "FW", "cafmKcafmacafmK"),
        ("", "fFsW", "lrcafmKflfrcafmKlrcafmacafmKflfrcafmacafmK"),
    ] {
        assert_eq!(convert(moves, Some(jumps)).as_deref(), Some(expected), "{moves} {jumps}");
    }
    assert_eq!(convert("K", Some("fX")), None);
}
