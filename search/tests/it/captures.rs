//! Positions in which nearly every move is a capture.

use std::time::{Duration, Instant};

use menagerie_search::Limits;
use variants::{Catalog, Variant};

use crate::search;

/// Searches a game of a definition's text to depth 1, which is fast.
#[track_caller]
fn check(text: &str, fen: Option<&str>) {
    let (catalog, names) = Catalog::builtin().with_file(text).unwrap();
    let variant = Variant::compile(catalog.get(&names[0]).unwrap().clone()).unwrap();
    let game = fen.map_or_else(|| variant.start(), |fen| variant.game(fen).unwrap());
    let start = Instant::now();
    let answer = search(&game, &Limits::depth(1));
    assert_eq!(answer.turn.len(), 1, "{answer:?}");
    assert!(answer.nodes < 300_000, "{} nodes", answer.nodes);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn clobber() {
    let rows = ["MmMmMmMm", "mMmMmMmM"].repeat(4).join("/");
    check(
        &format!(
            "[clobber]\nfamily = 'jumping'\nboard = '8x8'\nstart = '{rows} w - - 0 1'\n\
             pieces.M = {{ name = 'man', moves = 'cW' }}\n"
        ),
        None,
    );
}

#[test]
fn thirty_queens() {
    let text = "[queens]\ninherits = 'chess'\nstart = 'k7/7p/8/8/8/8/P7/K7 w - - 0 1'\n\
                castling = false\n";
    let fen = "kqqqqqqq/pqqqqqqq/8/8/8/8/PQQQQQQQ/KQQQQQQQ w - - 0 1";
    check(text, Some(fen));
    check(text, Some("kqQqQqQ1/8/1QqQqQqQ/8/qQqQqQq1/8/1QqQqQqQ/K7 w - - 0 1"));
}

#[test]
fn long_riders() {
    let row = "N".repeat(16);
    let text = format!(
        "[riders]\nfamily = 'royal'\nboard = '16x16'\n\
         start = 'k15/{}/{}/16/16/16/16/16/16/16/16/16/16/{row}/{row}/K15 w - - 0 1'\n\
         pieces.K = {{ name = 'king', moves = 'K', royal = true }}\n\
         pieces.N = {{ name = 'rider', moves = 'NNQCCZZ' }}\n",
        row.to_lowercase(),
        row.to_lowercase(),
    );
    check(&text, None);
}
