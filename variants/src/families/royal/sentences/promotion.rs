//! Promotions by moves in plain sentences.

use super::super::data::RoyalDefinition;
use super::in_place;
use crate::article::{with_article, with_capital_article};
use crate::families::wording::squares;
use crate::{Color, Definition, PieceType};

/// States the promotions of a kind: White's, and Black's where they differ.
pub(super) fn sentences(
    own: &RoyalDefinition,
    definition: &Definition,
    kind: PieceType,
) -> Vec<String> {
    let differs = definition.piece(kind).promotes_by_side.is_some();
    let name = &definition.piece(kind).name;
    let squares_of = |color: Color| {
        let mut there = own.promotion_squares(definition.size, kind, color);
        let mut must = own.must_promote(definition.size, kind, color);
        there.sort_unstable();
        must.sort_unstable();
        (there, must)
    };
    // White's squares stand for both sides', unless they are the same ones.
    let is_alike = !differs && squares_of(Color::White) == squares_of(Color::Black);
    let sides = Color::ALL.into_iter().filter(|&color| differs || color == Color::White);
    let sentence = |color: Color| {
        let who = match is_alike {
            true => with_capital_article(name),
            false => format!("{}'s {name}", color.name()),
        };
        match definition.piece(kind).promotes_of(color) {
            [] => format!("{who} does not promote."),
            _ if own.promotes_in_place(kind) => {
                in_place::of_kind(own, definition, kind, color, &who)
            }
            _ => promotion_of(own, definition, kind, color, &who),
        }
    };
    sides.map(sentence).collect()
}

fn promotion_of(
    own: &RoyalDefinition,
    definition: &Definition,
    kind: PieceType,
    color: Color,
    who: &str,
) -> String {
    let size = definition.size;
    let piece = definition.piece(kind);
    let there = own.promotion_squares(size, kind, color);
    let must = own.must_promote(size, kind, color);
    let names = definition.names(piece.promotes_of(color), "or");
    let (by_capture, everywhere) =
        (own.pawns.by_capture.contains(&kind), size.iter().all(|square| there.contains(&square)));
    if everywhere && must.len() == there.len() {
        let way = if by_capture { "when it captures" } else { "with each move" };
        return format!("{who} turns into {} {way}.", with_article(&names));
    }
    let way = match () {
        () if by_capture => "by a capture on",
        () if own.pawns.by_leaving.contains(&kind) => "with a move that begins or ends on",
        () => "on",
    };
    let (verb, must) = match () {
        () if must.len() == there.len() => ("promotes", String::new()),
        () if must.is_empty() => ("may promote", String::new()),
        () => ("may promote", format!(", and has to on {}", squares(&must, size))),
    };
    let there = squares(&there, size);
    format!("{who} {verb} to {names} {way} {there}{must}.")
}
