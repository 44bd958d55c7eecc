//! Descriptions of games for GUIs.

use protocol::{CastlingInfo, HandInfo, PieceInfo, TurnKind, VariantInfo};
use variants::{Color, Definition, PieceDefinition, PieceType, TurnForm, Variant};

use crate::library::Library;

/// Returns the description of a game for a GUI without its rules.
pub fn variant_info(variant: &Variant, library: &Library) -> VariantInfo {
    let definition = variant.definition();
    let native = library.definition(&definition.name);
    // GUIs keep track of promoted pieces themselves. These are last in the list: the indices of the
    // others stay valid without them.
    let plain = definition.pieces.iter().filter(|piece| !piece.is_marked());
    VariantInfo {
        name: definition.name.clone(),
        template: definition.template.clone(),
        files: definition.size.files(),
        ranks: definition.size.ranks(),
        native_size: native.is_ok_and(|native| native.size == definition.size),
        start: definition.start.clone(),
        pieces: plain.map(|piece| piece_info(piece, definition)).collect(),
        hands: hands(definition),
        turns: turn_kind(definition),
        blasts: definition.family.has_blasts(),
        shuffled: definition.family.is_shuffled(),
        castling: castling(definition),
    }
}

fn piece_info(piece: &PieceDefinition, definition: &Definition) -> PieceInfo {
    let plain = |kind: &PieceType| {
        let target = definition.piece(*kind);
        definition.piece_type(target.letter, target.promoted).unwrap_or(*kind).index()
    };
    PieceInfo {
        letter: piece.letter,
        plus: piece.promoted,
        name: piece.name.clone(),
        picture: piece.picture.clone(),
        moves: piece.all_moves(),
        jumps: piece.jumps.as_ref().map(|jumps| jumps.text().to_owned()),
        promotes: piece.promotes.iter().map(plain).collect(),
        royal: piece.royal,
    }
}

fn hands(definition: &Definition) -> Option<HandInfo> {
    let can_be_held = |piece: &&PieceDefinition| !piece.royal && piece.reverts.is_none();
    definition.family.has_hands().then(|| HandInfo {
        kinds: definition.pieces.iter().filter(can_be_held).count(),
        captures: definition.family.captures_to_hand(),
        gates: definition.family.has_gates() && !definition.family.captures_to_hand(),
    })
}

fn turn_kind(definition: &Definition) -> TurnKind {
    match definition.family.turn_form() {
        TurnForm::OneMove => TurnKind::Single,
        TurnForm::MultiJump => TurnKind::Chain,
        TurnForm::Steps => TurnKind::Several,
        TurnForm::Series => TurnKind::Series,
    }
}

fn castling(definition: &Definition) -> Option<CastlingInfo> {
    let castling = definition.family.castling()?;
    let is_king = |kind: &PieceType| castling.is_king(*kind, definition);
    Some(CastlingInfo {
        king: definition.piece(definition.piece_types().find(is_king)?).letter,
        sides: Color::ALL.map(|color| {
            let own = &castling.sides[color];
            [own.king_side, own.queen_side].map(|side| Some(own.king.abs_diff(side?.king_to)))
        }),
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
