//! `setup` and `piece`: games that XBoard does not know, told in its own words.

mod betza;
mod slots;
mod table;

use crate::text::{line, printable};
use crate::{CastlingInfo, PieceInfo, TurnKind, VariantInfo};
use table::Table;

/// Games that XBoard plays by its own rules, which are ours; it wants to hear nothing of them.
const KNOWN: [&str; 4] = ["chess", "capablanca", "janus", "knightmate"];

/// Taking sideways, then going on straight ahead to where a pawn has just passed: en passant with
/// a click on the victim. Where XBoard's own en passant leaves the victim, moves are spelled so.
const EN_PASSANT: &str = "rcaleWlcareW";

/// The names of XBoard's pictures of pieces, other names of the same ones among them.
pub fn pictures() -> impl Iterator<Item = &'static str> {
    slots::pictures()
}

/// Whether XBoard plays a game by its own rules.
pub(super) fn is_known(game: &VariantInfo) -> bool {
    game.native_size && KNOWN.contains(&&*game.name)
}

/// A step out and back. XBoard neither shows nor sends it, but takes it for a legal move when it
/// looks for mates: it does not see the jumps in answer to a jump, and calls a side that is blocked
/// drawn that has lost.
const NO_STALEMATE: &str = "mpabF";

/// Tells of a game.
pub(super) fn write(game: &VariantInfo, out: &mut String) {
    if is_known(game) {
        return;
    }
    let VariantInfo { files, ranks, start, .. } = game;
    let table = Table::new(game);
    let text = format!("setup ({}) {files}x{ranks}+0_{} {start}", table.text(), parent(game));
    line(out, &printable(&text));
    // Only after a first step of three squares does XBoard's own en passant go wrong.
    let triple = game.pieces.iter().any(|piece| piece.moves.contains("nH"));
    for piece in &game.pieces {
        // A letter without a place would be taken for another.
        if !table.has(piece.letter) {
            continue;
        }
        // What XBoard has no words for stands where it may go anywhere.
        if let Some(mut moves) = betza::convert(&piece.moves, piece.jumps.as_deref()) {
            if triple && piece.moves.contains('e') {
                moves.push_str(EN_PASSANT);
            }
            if game.turns == TurnKind::Chain {
                moves.push_str(NO_STALEMATE);
            }
            let castling = game.castling.filter(|_| piece.royal);
            write_piece(piece, &moves, castling, out);
        }
    }
}

/// The game whose rules XBoard takes for what it is not told. In `lion` a side may pass, which it
/// needs where a turn has several parts, and where Black begins.
fn parent(game: &VariantInfo) -> &'static str {
    let black_begins = game.start.split_ascii_whitespace().nth(1) == Some("b");
    if game.turns == TurnKind::Single && !black_begins { "fairy" } else { "lion" }
}

fn write_piece(piece: &PieceInfo, moves: &str, castling: Option<CastlingInfo>, out: &mut String) {
    let plus = if piece.plus { "+" } else { "" };
    let letter = piece.letter;
    match castling {
        None if moves.is_empty() => {}
        None => line(out, &format!("piece {plus}{letter}& {moves}")),
        Some(CastlingInfo { king_side, queen_side }) if king_side == queen_side => {
            line(out, &format!("piece {plus}{letter}& {moves}isO{king_side}"));
        }
        // Right and left are as the player sees them, so White's right is not Black's.
        Some(CastlingInfo { king_side, queen_side }) => {
            let small = letter.to_ascii_lowercase();
            line(out, &format!("piece {plus}{letter} {moves}irO{king_side}ilO{queen_side}"));
            line(out, &format!("piece {plus}{small} {moves}ilO{king_side}irO{queen_side}"));
        }
    }
}
