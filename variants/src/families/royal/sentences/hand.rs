//! The rules of pieces in hand in plain sentences.

use super::super::data::RoyalDefinition;
use super::super::flips::DropPlace;
use super::super::hand::HandDefinition;
use super::zones::by_side;
use crate::article::with_article;
use crate::families::wording::{listed, squares};
use crate::{Color, Definition, PieceType};

/// Returns the rules of captured pieces, drops and gates.
pub(super) fn sentences(
    hand: &HandDefinition,
    own: &RoyalDefinition,
    definition: &Definition,
) -> Vec<String> {
    let mut text = Vec::new();
    if hand.captures {
        let keeps = if hand.keeps_promotion { ", promoted as it is" } else { "" };
        text.push(format!("A captured piece comes into the hand of who takes it{keeps}."));
    }
    if hand.drops {
        text.extend(drops(hand, own, definition));
    }
    if hand.gates {
        text.push("When a piece with a gate moves for the first time, the side may put a piece that it has in hand on the square that it leaves; when it castles, on the king's square or the rook's.".to_owned());
    }
    text
}

/// Returns the rules of drops: their squares, checks and mates.
fn drops(hand: &HandDefinition, own: &RoyalDefinition, definition: &Definition) -> Vec<String> {
    let place = match hand.place {
        DropPlace::Anywhere => "",
        DropPlace::Enclosing => " where it encloses enemies in a line",
        DropPlace::Joining => " beside a piece of its own",
        DropPlace::Apart => " where no enemy is beside it on file or rank",
        DropPlace::Falling => " on the lowest empty square of a file",
    };
    let mut text =
        vec![format!("Instead of a move a side may drop a piece that it has in hand{place}.")];
    if hand.drop_promoted {
        text.push("It may be dropped as its promoted form, too.".to_owned());
    }
    if !hand.opening.is_empty() {
        let there = squares(&hand.opening, definition.size);
        text.push(format!("Pieces are dropped on {there} as long as one of these is empty."));
    }
    if hand.endless {
        text.push("What is in hand never runs out.".to_owned());
    }
    if hand.first {
        text.push("A side with pieces in hand has to drop one.".to_owned());
    }
    if hand.royals {
        text.push("Royal pieces are in hand at the start.".to_owned());
    }
    if hand.castles {
        text.push("King and rook castle once they are dropped on their squares.".to_owned());
    }
    if !hand.two_colors.is_empty() {
        let names = definition.names(&hand.two_colors, "or");
        text.push(format!(
            "Half of a side's pieces of the kind {names} are dropped on squares of each colour."
        ));
    }
    if let Some(all) = &hand.squares.all {
        let there = by_side(all, definition);
        text.push(format!("Pieces are dropped on these squares alone: {there}."));
    }
    text.extend(hand.squares.kinds.iter().map(|(kind, squares)| {
        let name = &definition.piece(*kind).name;
        format!("The {name} is dropped on these squares alone: {}.", by_side(squares, definition))
    }));
    if hand.must_move {
        text.push("A piece is dropped where it could move if the board were empty.".to_owned());
    }
    let promotes = |&kind: &PieceType| {
        !definition.piece(kind).promotes.is_empty()
            && !own.must_promote(definition.size, kind, Color::White).is_empty()
    };
    let promoting: Vec<PieceType> = definition.piece_types().filter(promotes).collect();
    if !promoting.is_empty() && !hand.where_promotes {
        let names = definition.names(&promoting, "or");
        text.push(format!("The {names} is not dropped where it would have to promote."));
    }
    for (kinds, number) in [(&hand.one_a_file, "a second"), (&hand.two_a_file, "a third")] {
        let names: Vec<String> =
            kinds.iter().map(|&kind| format!("{number} {}", definition.piece(kind).name)).collect();
        if !names.is_empty() {
            text.push(format!("A side may not drop {} on a file.", listed(&names, "or")));
        }
    }
    if !hand.give_check && definition.has_royals() {
        text.push("A drop may not give check.".to_owned());
    }
    if !hand.no_mate.is_empty() {
        let names = definition.names(&hand.no_mate, "or");
        text.push(format!("The drop of {} may not give mate.", with_article(&names)));
    }
    text
}
