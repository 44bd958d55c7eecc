//! Descriptions of games for GUIs.

use protocol::{CastlingInfo, PieceInfo, TurnKind, VariantInfo};
use variants::{Definition, PieceDefinition, PieceType, TurnForm, Variant};

use crate::library::Library;

/// Returns the description of a game for a GUI without its rules.
pub fn variant_info(variant: &Variant, library: &Library) -> VariantInfo {
    let definition = variant.definition();
    let native = library.definition(&definition.name);
    VariantInfo {
        name: definition.name.clone(),
        template: definition.template.clone(),
        files: definition.size.files(),
        ranks: definition.size.ranks(),
        native_size: native.is_ok_and(|native| native.size == definition.size),
        start: definition.start.clone(),
        pieces: definition.pieces.iter().map(piece_info).collect(),
        turns: turn_kind(definition),
        castling: castling(definition),
    }
}

fn piece_info(piece: &PieceDefinition) -> PieceInfo {
    PieceInfo {
        letter: piece.letter,
        plus: piece.promoted,
        name: piece.name.clone(),
        picture: piece.picture.clone(),
        moves: piece.moves.text().to_owned(),
        jumps: piece.jumps.as_ref().map(|jumps| jumps.text().to_owned()),
        promotes: piece.promotes.iter().map(|kind| kind.index()).collect(),
        royal: piece.royal,
    }
}

fn turn_kind(definition: &Definition) -> TurnKind {
    match definition.family.turn_form() {
        TurnForm::OneMove => TurnKind::Single,
        TurnForm::MultiJump => TurnKind::Chain,
        TurnForm::Steps => TurnKind::Several,
    }
}

fn castling(definition: &Definition) -> Option<CastlingInfo> {
    let castling = definition.family.castling()?;
    let is_king = |kind: &PieceType| castling.is_king(*kind, definition);
    Some(CastlingInfo {
        king: definition.piece(definition.piece_types().find(is_king)?).letter,
        king_side: castling.king.abs_diff(castling.king_side.king_to),
        queen_side: castling.king.abs_diff(castling.queen_side.king_to),
    })
}

#[cfg(test)]
mod tests {
    use variants::PICTURES;

    #[test]
    fn a_definition_can_ask_for_all_pictures_and_no_others() {
        let mut known: Vec<&str> = protocol::pictures().collect();
        known.sort_unstable();
        known.dedup();
        assert_eq!(PICTURES.to_vec(), known);
    }
}
