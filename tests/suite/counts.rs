//! Perft from the start of every game: counts of other programs and the literature.
//!
//! Deep ones take minutes without optimisation: `cargo test --release --workspace -- --ignored`.

use crate::tables::variant;

/// Checks the counts from depth 1 on.
fn check(name: &str, counts: &[u64]) {
    let game = variant(name).unwrap().start();
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(game.perft(depth), count, "{name}, depth {depth}");
    }
}

/// Checks one count, on all cores.
fn check_deep(name: &str, depth: u32, count: u64) {
    let game = variant(name).unwrap().start();
    let found: u64 = game.divide(depth, None).into_iter().map(|(_, leaves)| leaves).sum();
    assert_eq!(found, count, "{name}, depth {depth}");
}

#[test]
fn orthodox_chess() {
    // https://www.chessprogramming.org/Perft_Results
    check("chess", &[20, 400, 8902, 197_281, 4_865_609]);
}

#[test]
fn pacific() {
    // Fairy-Stockfish
    check("pacific", &[37, 1369, 55_841, 2_267_166]);
    check("pacific-gollon", &[47, 2179, 108_833, 5_349_562]);
}

#[test]
fn cheskers() {
    check("cheskers", &[9, 81, 652, 4395, 30_159, 207_054, 1_441_899]);
    check("cheskers-free", &[9, 81, 652, 4395, 30_239, 209_816, 1_474_381]);
}

#[test]
fn english_draughts() {
    // http://www.aartbik.com/strategy.php and others
    check(
        "english-draughts",
        &[7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564],
    );
}

#[test]
fn games_that_cutechess_knows() {
    // Confirmed by Fairy-Stockfish and cutechess.
    check("capablanca", &[28, 784, 25_228, 805_128]);
    check("janus", &[28, 782, 24_747, 772_074]);
    check("chancellor", &[24, 576, 15_896, 436_656]);
    check("amazon", &[22, 484, 12_483, 318_185]);
    check("knightmate", &[18, 324, 6765, 139_774]);
}

#[test]
#[ignore = "minutes without optimisation"]
fn deep_counts() {
    check_deep("chess", 6, 119_060_324);
    check_deep("pacific", 5, 101_413_355);
    check_deep("pacific", 6, 4_501_383_677);
    check_deep("pacific-gollon", 5, 282_913_644);
    check_deep("english-draughts", 11, 85_242_128);
    check_deep("capablanca", 5, 28_741_319);
    check_deep("janus", 5, 26_869_186);
    check_deep("chancellor", 5, 13_466_196);
    check_deep("amazon", 5, 9_319_911);
    check_deep("knightmate", 5, 3_249_033);
}
