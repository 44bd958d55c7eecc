//! The position at the start.

use super::royal::{are_rights, bad_rights};
use super::section::{Item, Section};
use super::{CastlingDefinition, Definition, Family};
use crate::{Color, Fen, Piece};

/// Reads the start of a game that is complete but for it, and writes it with all six fields.
pub(super) fn start(item: &Item<'_>, definition: &Definition) -> Option<String> {
    let text = item.words("the FEN of the position at the start")?;
    let fen = match Fen::parse(text, definition) {
        Ok(fen) => fen,
        Err(error) => {
            item.fault(error.to_string());
            return None;
        }
    };
    let marks = match &definition.family {
        Family::Royal(royal) => {
            let kings = royal_pieces(&fen, definition);
            let castling = castling(&fen, royal.castling.as_ref(), definition);
            kings.and(castling)
        }
        Family::Jumping(_) | Family::Armies(_) => {
            fen.expect_no_marks().map_err(|error| error.to_string())
        }
    };
    if let Err(message) = marks {
        item.fault(message);
        return None;
    }
    Some(fen.text(definition))
}

/// Each side has exactly one piece that must not be lost.
fn royal_pieces(fen: &Fen, definition: &Definition) -> Result<(), String> {
    for color in Color::ALL {
        let royal = |piece: Piece| piece.color() == color && definition.piece(piece.kind()).royal;
        let count = fen.pieces.iter().filter(|(_, piece)| royal(*piece)).count();
        if count != 1 {
            return Err(format!("{color} has {count} royal pieces: expected one"));
        }
    }
    Ok(())
}

/// Rights to castle are borne out by the king and the rook that they tell of.
fn castling(
    fen: &Fen,
    castling: Option<&CastlingDefinition>,
    definition: &Definition,
) -> Result<(), String> {
    if !are_rights(&fen.castling) {
        return Err(bad_rights(&fen.castling));
    }
    let Some(castling) = castling else {
        let none = fen.castling == "-";
        return if none {
            Ok(())
        } else {
            Err("castling rights in a game without castling: expected -".to_owned())
        };
    };
    let size = definition.size;
    for right in fen.castling.chars().filter(|&right| right != '-') {
        let color = if right.is_ascii_uppercase() { Color::White } else { Color::Black };
        let side = match right.to_ascii_uppercase() {
            'K' => castling.king_side,
            _ => castling.queen_side,
        };
        let rank = match color {
            Color::White => castling.rank,
            Color::Black => size.ranks() - 1 - castling.rank,
        };
        let at = |file: u8| size.square(file.into(), rank.into());
        let on = |file: u8| fen.pieces.iter().find(|(square, _)| Some(*square) == at(file));
        let is_king = |piece: Piece| piece.color() == color && definition.piece(piece.kind()).royal;
        let rook = Piece::new(color, castling.rook);
        for (file, found, what) in [
            (castling.king, on(castling.king).is_some_and(|&(_, piece)| is_king(piece)), "king"),
            (side.rook_from, on(side.rook_from).is_some_and(|&(_, piece)| piece == rook), "rook"),
        ] {
            if let Some(square) = at(file).filter(|_| !found) {
                let name = size.name(square);
                return Err(format!(
                    "castling right '{right}': expected {color}'s {what} on {name}"
                ));
            }
        }
    }
    Ok(())
}

/// Notes a game whose array for its own board is not its start.
pub(super) fn expect_array(game: &Section<'_>, definition: &Definition) -> Option<()> {
    let Some(array) = &definition.array else { return Some(()) };
    let item = game.optional("array")?;
    let Some(start) = definition.start_from(array, definition.size) else {
        let size = definition.size;
        item.fault(format!("the arrays do not fit the game's own board of {size}"));
        return None;
    };
    if start != definition.start {
        item.fault(format!(
            "on the game's own board the array makes '{start}': expected its start"
        ));
        return None;
    }
    Some(())
}
