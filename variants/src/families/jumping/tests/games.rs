//! Games to test with.

use std::sync::Arc;

use crate::Catalog;
use crate::{BoardSize, Definition};

/// A game of none of the usual pieces: lances, short sliders, knights, leaps that take otherwise
/// than they move, jumps in eight directions, bent paths, and promotion at choice.
const MIXED: &str = r#"
    [mixed]
    family = "jumping"
    board = "8x8"
    start = "k6k/llllllll/8/8/8/8/LLLLLLLL/K6K w - - 0 1"
    repetition = "draw"
    move-rule = 100
    duty = "captures"
    capture = "multiple"
    lose-without = "KT"

    [mixed.pieces]
    K = { name = "king", moves = "K", jumps = "K" }
    L = { name = "lance", moves = "fR", jumps = "fW", promotes = "KS" }
    S = { name = "short rook", moves = "R2mB" }
    N = { name = "knight", moves = "N", jumps = "vW" }
    D = { name = "dabbaba", moves = "mDcAmWcfF", jumps = "lF", promotes = "T" }
    T = { name = "tower", moves = "RmB3[W-fD]", jumps = "W" }
    G = { name = "griffin", moves = "mQcN", jumps = "sfbF", promotes = "KS" }

    [mixed-far]
    inherits = "mixed"
    duty = "jumps"
    capture = ["by-king", "value", "kings-first"]
    removal = "at-end"
    chain-promotion = "goes-on"

    [mixed-far.pieces]
    K.jumps = "QDD"
    L = { jumps = "fR", prize = 3, cannot-jump = "S" }
    N.jumps = "DD"
    D.jumps = "lBD"
    T = { jumps = "WD", prize = 2 }

    [mixed-near]
    inherits = "mixed-far"
    landing = "any"

    [mixed-near.pieces]
    K.jumps = "Q2DD"
    L = { jumps = "fR3", prize = 3, cannot-jump = "S" }
    N.jumps = "D2"
    D.jumps = "lB3D"

    [mixed-turns]
    inherits = "mixed-far"
    capture = "multiple"
    removal = "at-once"
    half-turn = false
    landing = "next"
    chain-promotion = "at-end"
    king-moves = 2
    lose-without = false
"#;

/// A built-in game or `mixed`, with `@WIDTHxHEIGHT` behind it for another size of board.
pub fn definition(name: &str) -> Arc<Definition> {
    let (name, size) = name.split_once('@').unwrap_or((name, "8x8"));
    let size: BoardSize = size.parse().unwrap();
    let (catalog, _) = Catalog::builtin().with_file(MIXED).unwrap();
    // On other boards than the game's own the tests set up positions by FEN.
    Arc::new(Definition { size, ..Definition::clone(catalog.get(name).unwrap()) })
}
