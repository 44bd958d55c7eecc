//! `setup` and `piece`: descriptions of games that XBoard does not have.

mod betza;
mod slots;
mod table;

use crate::text::{line, printable};
use crate::{CastlingInfo, PieceInfo, TurnKind, VariantInfo};
use table::SlotTable;

/// Games that XBoard has with the same rules; they need no description.
const KNOWN: [&str; 18] = [
    "chess",
    "capablanca",
    "janus",
    "knightmate",
    "3check",
    "giveaway",
    "losers",
    "shatranj",
    "grand",
    "crazyhouse",
    "seirawan",
    "xiangqi",
    "shogi",
    "fischerandom",
    "caparandom",
    "makruk",
    "asean",
    "atomic",
];

/// A capture sideways, then a step straight ahead to the square that a pawn has just passed: en
/// passant with a click on the victim. It is the notation where XBoard's own en passant does not
/// remove the victim.
const EN_PASSANT: &str = "rcaleWlcareW";

/// Returns the names of XBoard's pictures of pieces, with synonyms.
pub fn pictures() -> impl Iterator<Item = &'static str> {
    slots::pictures()
}

/// Whether XBoard has the rules of a game.
pub(super) fn is_known(game: &VariantInfo) -> bool {
    game.native_size && KNOWN.contains(&&*game.name)
}

/// A step out and back. XBoard neither shows nor sends it, but counts it as a legal move in its
/// test for mates: it does not see the jumps in answer to a jump, and would call a side that is
/// blocked drawn although it has lost.
const NO_STALEMATE: &str = "mpabF";

/// Writes the description of a game.
pub(super) fn write(game: &VariantInfo, out: &mut String) {
    if is_known(game) {
        return;
    }
    let VariantInfo { files, ranks, start, hands, .. } = game;
    let held = hands.map_or(0, |hands| hands.kinds);
    // XBoard does not count checks in games of others.
    let has_checks = |field: &&str| field.contains('+') && !field.contains('/');
    let fields = start.split(' ').filter(|field| !has_checks(field));
    let start = fields.collect::<Vec<_>>().join(" ");
    let table = SlotTable::new(game);
    let text = format!("setup ({}) {files}x{ranks}+{held}_{} {start}", table.text(), parent(game));
    line(out, &printable(&text));
    // XBoard's own en passant fails only after a first step of three squares.
    let triple = game.pieces.iter().any(|piece| piece.moves.contains("nH"));
    for piece in &game.pieces {
        // A letter without a slot would be read as another.
        if !table.has(piece.letter) {
            continue;
        }
        // Kinds whose moves XBoard's notation cannot express are in slots that may go anywhere.
        if let Some(mut moves) = betza::convert(&piece.moves, piece.jumps.as_deref()) {
            if triple && piece.moves.contains('e') {
                moves.push_str(EN_PASSANT);
            }
            if game.turns == TurnKind::Chain {
                moves.push_str(NO_STALEMATE);
            }
            let castling =
                game.castling.filter(|castling| castling.king == piece.letter && !piece.plus);
            write_piece(piece, &moves, castling, out);
        }
    }
}

/// Returns the game whose rules XBoard uses for everything unspecified. In `lion` a side may pass,
/// which is necessary for turns of several parts, and if Black begins.
/// In `atomic` captures remove the pieces around them, pawns apart.
/// In `seirawan` pieces in hand are put where others leave.
/// In `crazyhouse` captured pieces come into the hand, in `shogi` promoted ones revert as well.
fn parent(game: &VariantInfo) -> &'static str {
    if let Some(hands) = game.hands {
        if game.pieces.iter().any(|piece| piece.plus) {
            return "shogi";
        }
        return match (hands.gates, hands.captures) {
            (true, _) => "seirawan",
            (false, true) => "crazyhouse",
            (false, false) => "bughouse",
        };
    }
    if game.blasts {
        return "atomic";
    }
    let black_begins = game.start.split_ascii_whitespace().nth(1) == Some("b");
    if game.turns == TurnKind::Single && !black_begins { "fairy" } else { "lion" }
}

fn write_piece(piece: &PieceInfo, moves: &str, castling: Option<CastlingInfo>, out: &mut String) {
    let plus = if piece.plus { "+" } else { "" };
    let letter = piece.letter;
    match castling {
        None if moves.is_empty() => {}
        None => line(out, &format!("piece {plus}{letter}& {moves}")),
        Some(CastlingInfo { sides: [white, black], .. }) => {
            if let (true, [Some(right), Some(left)]) = (white == black, white)
                && right == left
            {
                line(out, &format!("piece {plus}{letter}& {moves}isO{right}"));
                return;
            }
            let castling = |direction: char, files: Option<u8>| {
                files.map_or_else(String::new, |files| format!("i{direction}O{files}"))
            };
            // Right and left are from the player's view, so White's right is not Black's.
            let small = letter.to_ascii_lowercase();
            let (right, left) = (castling('r', white[0]), castling('l', white[1]));
            line(out, &format!("piece {plus}{letter} {moves}{right}{left}"));
            let (left, right) = (castling('l', black[0]), castling('r', black[1]));
            line(out, &format!("piece {plus}{small} {moves}{left}{right}"));
        }
    }
}
