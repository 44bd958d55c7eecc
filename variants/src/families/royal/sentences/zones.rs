//! First moves, captures en passant, and squares that change how pieces move, in plain sentences.

use super::super::data::RoyalDefinition;
use super::super::turns::TurnEnPassant;
use super::local::in_words;
use crate::article::{with_article, with_capital_article};
use crate::families::wording::squares;
use crate::{ByColor, Color, Definition, PieceType, Square};

/// Squares of both sides: `c2 for White, c7 for Black`, or once where they are the same.
pub(super) fn by_side(own: &ByColor<Vec<Square>>, definition: &Definition) -> String {
    let all = |color: Color| match own[color].is_empty() {
        true => "none".to_owned(),
        false => squares(&own[color], definition.size),
    };
    let mut sorted = Color::ALL.map(|color| own[color].clone());
    sorted.iter_mut().for_each(|list| list.sort_unstable());
    if sorted[0] == sorted[1] {
        return all(Color::White);
    }
    format!("{} for White, {} for Black", all(Color::White), all(Color::Black))
}

/// Returns the squares from which a kind makes its first moves.
pub(super) fn first_moves(own: &RoyalDefinition, definition: &Definition) -> Vec<String> {
    let size = definition.size;
    let sentence = |kind: PieceType| {
        let piece = definition.piece(kind);
        let there = ByColor::from_fn(|color| own.initial_squares(size, kind, color));
        let has_own = size.iter().any(|from| {
            definition.paths(piece, from, Color::White).iter().any(|path| path.modes.initial)
        });
        let is_marked = own.unmoved.as_ref().is_some_and(|unmoved| unmoved.pieces.contains(&kind));
        let only = if is_marked { ", if it has not moved before" } else { "" };
        has_own.then(|| {
            let there = by_side(&there, definition);
            let piece = with_article(&piece.name);
            format!("The first move of {piece} begins on {there}{only}.")
        })
    };
    let mut text: Vec<String> = definition.piece_types().filter_map(sentence).collect();
    let royals = definition.piece_types().filter(|&kind| definition.piece(kind).royal);
    let royals: Vec<PieceType> = royals.collect();
    if let Some(unmoved) = &own.unmoved
        && unmoved.pieces.iter().any(|kind| royals.contains(kind))
    {
        let names = definition.names(&royals, "or");
        let names = with_capital_article(&names);
        text.push(format!("{names} in check does not make a first move."));
        if !unmoved.ended_by.is_empty() {
            let enders = with_article(&definition.names(&unmoved.ended_by, "or"));
            text.push(format!(
                "It has none any more once {enders} of the enemy has moved to where it would attack it on an empty board."
            ));
        }
    }
    text
}

/// Returns what can be taken en passant.
pub(super) fn en_passant(own: &RoyalDefinition, definition: &Definition) -> Vec<String> {
    let size = definition.size;
    let takers: Vec<PieceType> = definition
        .piece_types()
        .filter(|&kind| {
            size.iter().any(|from| {
                let paths = definition.paths(definition.piece(kind), from, Color::White);
                paths.iter().any(|path| path.modes.en_passant)
            })
        })
        .collect();
    let is_barred =
        |all: &ByColor<Vec<Square>>| Color::ALL.iter().all(|&color| all[color].is_empty());
    if takers.is_empty() || own.pawns.en_passant.as_ref().is_some_and(is_barred) {
        return Vec::new();
    }
    let names = definition.names(&takers, "or");
    let where_ = own.pawns.en_passant.as_ref().map_or(String::new(), |all| {
        let there = Color::ALL.map(|color| {
            let there = &all[color];
            (!there.is_empty())
                .then(|| format!("{}'s pieces on {}", color.name(), squares(there, size)))
        });
        let there: Vec<String> = there.into_iter().flatten().collect();
        format!(" ({})", there.join(", "))
    });
    let turns = own.turn.as_ref().map(|turn| match turn.en_passant {
        TurnEnPassant::FirstMove => "Only the first move of a turn can capture en passant.",
        TurnEnPassant::FirstMoves => {
            "The moves of a turn can capture en passant as long as all before them have done so."
        }
    });
    let stays = if own.pawns.en_passant_stays { ", and stays what it is then" } else { "" };
    let names = with_capital_article(&names);
    let what = format!(
        "{names} can capture en passant what has just passed a square that it attacks{where_}{stays}."
    );
    std::iter::once(what).chain(turns.map(str::to_owned)).collect()
}

/// Returns the sentence on shuffled arrays, if the game has them.
pub(super) fn array(own: &RoyalDefinition) -> Option<String> {
    let sentence = "The back rank may stand in any order at the start, the same for both sides: pieces that stay on one colour divided between both colours, and the king between the pieces that castle with it.";
    own.shuffled.then(|| sentence.to_owned())
}

/// Returns the squares that a kind keeps to, and those on which it has more moves.
pub(super) fn places(definition: &Definition, kind: PieceType) -> Vec<String> {
    let piece = definition.piece(kind);
    let name = &piece.name;
    let is_bound = |zone: &&ByColor<Vec<Square>>| {
        Color::ALL.iter().any(|&color| zone[color].len() < definition.size.squares())
    };
    let zone = piece.zone.as_ref().filter(is_bound).map(|zone| by_side(zone, definition));
    let mut text: Vec<String> = zone
        .map(|zone| format!("The {name} keeps to these squares: {zone}."))
        .into_iter()
        .collect();
    text.extend(piece.moves_in.iter().map(|local| {
        let inside = if local.inside { ", over these squares alone" } else { "" };
        let there = by_side(&local.squares, definition);
        let moves = in_words(&local.moves);
        let moves = moves.unwrap_or_else(|| format!("as {} in Betza notation", local.moves.text()));
        format!("The {name} also moves {moves}{inside}: on {there}.")
    }));
    text
}
