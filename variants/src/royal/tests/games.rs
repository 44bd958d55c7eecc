//! The games that the tests play.

use crate::Definition;
use crate::definition::Catalog;

/// A built-in game.
pub(super) fn builtin(name: &str) -> Definition {
    Definition::clone(Catalog::builtin().get(name).unwrap())
}

/// Chess with pieces whose attacks can be blocked in other ways than a rook's or a bishop's, whose
/// captures differ from their moves, and with promotion of an odd pawn.
pub(super) fn odd_army() -> Definition {
    let text = r#"
        [odd-army]
        inherits = "chess"
        title = "Odd army"
        start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"

        [odd-army.pieces]
        P = { name = "berolina pawn", moves = "fmFfceWifmnD", promotes = "QRN" }
        N = { name = "nightrider", moves = "NN" }
        B = { name = "archer", moves = "mBcF3" }
        Q = { name = "elephant", moves = "WnAnD" }
        R = { name = "lance", moves = "fRbW2sW" }
    "#;
    let (catalog, _) = Catalog::builtin().with_file(text).unwrap();
    Definition::clone(catalog.get("odd-army").unwrap())
}
