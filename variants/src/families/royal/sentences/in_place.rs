//! Promotion in place of a move in plain sentences.

use super::super::data::RoyalDefinition;
use crate::article::with_capital_article;
use crate::families::wording::squares;
use crate::{Color, Definition, PieceType};

/// States where a side's pieces of a kind, `who` in words, promote in place of a move.
pub(super) fn of_kind(
    own: &RoyalDefinition,
    definition: &Definition,
    kind: PieceType,
    color: Color,
    who: &str,
) -> String {
    let piece = definition.piece(kind);
    let there = own.promotion_squares(definition.size, kind, color);
    format!(
        "{who} promotes to {} where it stands, in place of a move, on {}; it does not promote by moves.",
        definition.names(piece.promotes_of(color), "or"),
        squares(&there, definition.size)
    )
}

/// Returns the other rules of promotion in place of a move.
pub(super) fn sentences(own: &RoyalDefinition, definition: &Definition) -> Vec<String> {
    let Some(rule) = &own.pawns.in_place else { return Vec::new() };
    let names = definition.names(&rule.pieces, "or");
    let mut text = Vec::new();
    if rule.step {
        let names = with_capital_article(&names);
        text.push(format!(
            "{names} that promotes may also step to an empty square, as what it becomes."
        ));
    }
    if rule.last_anywhere {
        text.push(format!("A side's only {names} promotes so on any square."));
    }
    if !rule.attack {
        text.push(
            "Such a promotion may not give check, nor attack an enemy with the new piece."
                .to_owned(),
        );
    }
    if !rule.forced {
        text.push(format!(
            "A royal piece and one {names} that could only promote, and are not in check, are in stalemate."
        ));
    }
    text
}
