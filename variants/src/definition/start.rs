//! The position at the start.

use std::sync::Arc;

use super::royal::{are_rights, bad_rights};
use super::section::{Item, Section};
use super::{CastlingDefinition, Definition, Family};
use crate::{Color, Fen, Piece, Variant};

/// Reads the start of a game of which its kinds and its board alone are known.
pub(super) fn placement(item: &Item<'_>, definition: &Definition) -> Option<Fen> {
    let text = item.words("the FEN of the position at the start")?;
    Fen::parse(text, definition).map_err(|error| item.fault(error.to_string())).ok()
}

/// Notes a start that the rules do not know or where the game is over.
pub(super) fn expect_playable(item: &Item<'_>, definition: &Definition) -> Option<()> {
    let over = match Variant::compile(Arc::new(definition.clone())) {
        Ok(variant) => variant.start().outcome().map(|outcome| {
            format!("the game is over at its start, {outcome}: expected one that can be played")
        }),
        Err(error) => Some(error.to_string()),
    };
    match over {
        Some(message) => {
            item.fault(message);
            None
        }
        None => Some(()),
    }
}

/// Reads the start of a game that is complete but for it, and writes it with all six fields.
pub(super) fn start(item: &Item<'_>, definition: &Definition) -> Option<String> {
    let fen = placement(item, definition)?;
    let judged = match &definition.family {
        Family::Royal(royal) => expect_royal_pieces(&fen, definition)
            .and_then(|()| expect_rights(&fen, royal.castling.as_ref(), definition)),
        Family::Jumping(_) | Family::Armies(_) => {
            fen.expect_no_marks().map_err(|error| error.to_string())
        }
    };
    judged.map_err(|message| item.fault(message)).ok()?;
    Some(fen.text(definition))
}

/// Each side has exactly one piece that must not be lost.
fn expect_royal_pieces(fen: &Fen, definition: &Definition) -> Result<(), String> {
    for color in Color::ALL {
        let count = fen.pieces.iter().filter(|(_, piece)| is_king(definition, *piece, color));
        let count = count.count();
        if count != 1 {
            return Err(format!("{color} has {count} royal pieces: expected one"));
        }
    }
    Ok(())
}

fn is_king(definition: &Definition, piece: Piece, color: Color) -> bool {
    piece.color() == color && definition.piece(piece.kind()).royal
}

/// Rights to castle are borne out by the king and the rook that they tell of.
fn expect_rights(
    fen: &Fen,
    castling: Option<&CastlingDefinition>,
    definition: &Definition,
) -> Result<(), String> {
    if !are_rights(&fen.castling) {
        return Err(bad_rights(&fen.castling));
    }
    let Some(castling) = castling else {
        return match fen.castling.as_str() {
            "-" => Ok(()),
            _ => Err("castling rights in a game without castling: expected -".to_owned()),
        };
    };
    for right in fen.castling.chars().filter(|&right| right != '-') {
        expect_right(right, fen, castling, definition)?;
    }
    Ok(())
}

fn expect_right(
    right: char,
    fen: &Fen,
    castling: &CastlingDefinition,
    definition: &Definition,
) -> Result<(), String> {
    let size = definition.size;
    let (color, rank) = if right.is_ascii_uppercase() {
        (Color::White, castling.rank)
    } else {
        (Color::Black, size.ranks() - 1 - castling.rank)
    };
    let side = match right.to_ascii_uppercase() {
        'K' => castling.king_side,
        _ => castling.queen_side,
    };
    let king = |piece: Piece| is_king(definition, piece, color);
    let rook = |piece: Piece| piece == Piece::new(color, castling.rook);
    let expect = |file: u8, fits: &dyn Fn(Piece) -> bool, what: &str| {
        let square = size.square(file.into(), rank.into());
        match square {
            Some(square) if !fen.pieces.iter().any(|&(at, piece)| at == square && fits(piece)) => {
                let name = size.name(square);
                Err(format!("castling right '{right}': expected {color}'s {what} on {name}"))
            }
            _ => Ok(()),
        }
    };
    expect(castling.king, &king, "king")?;
    expect(side.rook_from, &rook, "rook")
}

/// Notes a game whose array for its own board is not its start.
pub(super) fn expect_array(game: &Section<'_>, definition: &Definition) -> Option<()> {
    let Some(array) = &definition.array else { return Some(()) };
    let made = definition.start_from(array, definition.size);
    if made.as_ref() == Some(&definition.start) {
        return Some(());
    }
    let what = match made {
        Some(start) => format!("makes '{start}' on the game's own board: expected its start"),
        None => format!("has nothing for the game's own board of {}: expected it", definition.size),
    };
    game.optional("array")?.fault(format!("{what}, or array = false"));
    None
}
