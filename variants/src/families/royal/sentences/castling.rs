//! Castling in plain sentences.

use super::super::data::{CastlingDefinition, CastlingSide};
use crate::families::wording::listed;
use crate::{Color, Definition};

/// Returns how each side castles: one sentence where they do alike.
///
/// `gains_rights`: whether rights to castle are gained in the course of a game.
pub(super) fn sentences(
    castling: &CastlingDefinition,
    definition: &Definition,
    gains_rights: bool,
) -> Vec<String> {
    let king = definition.piece_types().find(|&kind| castling.is_king(kind, definition));
    let king = king.map_or("king", |kind| &definition.piece(kind).name);
    let rooks = definition.names(&castling.rooks, "or");
    let sentence = |color: Color, begin: String, end: &str| {
        let own = &castling.sides[color];
        let rank = match color {
            Color::White => own.rank,
            Color::Black => definition.size.ranks() - 1 - own.rank,
        };
        let name = |file: u8| {
            let square = definition.size.square(file.into(), rank.into());
            square.map_or_else(String::new, |at| definition.size.name(at))
        };
        let way = |way: CastlingSide| {
            let (from, to) = (name(way.rook_from), name(way.rook_to));
            if way.has_choice() {
                let targets = way.targets().map(|way| name(way.king_to));
                let targets = listed(&targets.collect::<Vec<_>>(), "or");
                return format!("to {targets} with the {rooks} from {from}, which goes beside it");
            }
            format!("to {} with the {rooks} from {from} to {to}", name(way.king_to))
        };
        let ways: Vec<String> =
            [own.king_side, own.queen_side].into_iter().flatten().map(way).collect();
        let from = name(own.king);
        let has_choice =
            [own.king_side, own.queen_side].iter().flatten().any(|way| way.has_choice());
        let ways = ways.join(if has_choice { "; or " } else { " or " });
        (!ways.is_empty()).then(|| format!("{begin} castles from {from} {ways}{end}."))
    };
    let ways: Vec<String> = if castling.sides[Color::White] == castling.sides[Color::Black] {
        let both = sentence(Color::White, format!("The {king}"), " (White's squares)");
        both.into_iter().collect()
    } else {
        let sides = [(Color::White, "White's"), (Color::Black, "Black's")];
        let of = |(color, side)| sentence(color, format!("{side} {king}"), "");
        sides.into_iter().filter_map(of).collect()
    };
    // With gates the field also has their files.
    let nobody = definition.start.split(' ').nth(2) == Some("-") && !gains_rights;
    let nobody = nobody.then(|| "At the start nobody has a right to castle.".to_owned());
    ways.into_iter().chain(nobody).collect()
}
