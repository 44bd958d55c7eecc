//! Armies and turns that differ between the sides.

use variants::royal::RoyalDefinition;
use variants::{Color, Definition, Fen, Piece, PieceType};

use crate::eval::Values;

/// Returns the compensation for the difference of material at the start, in centipawns for White: 0
/// where the sides move alike and have armies of the same kinds.
///
/// The value of a second move a turn, or of a kind that takes the place of several, does not follow from
/// the rules. But an inventor balances the game, so its start counts as even. The pieces keep their values:
/// counting those of Monster Chess in proportion to the armies won 5 and lost 11 of 17 games.
pub(super) fn handicap(definition: &Definition, values: &Values) -> i32 {
    let Some(own) = RoyalDefinition::of(definition) else { return 0 };
    let Ok(start) = Fen::parse(&definition.start, definition) else { return 0 };
    let pieces: Vec<Piece> = start.pieces.iter().map(|&(_, piece)| piece).collect();
    let material = |color: Color| -> i32 {
        let army = pieces.iter().filter(|piece| piece.color() == color).map(|piece| piece.kind());
        army.filter(|&kind| !definition.is_royal(kind)).map(|kind| values.worth(kind)).sum()
    };
    let lead = material(Color::Black) - material(Color::White);
    let moves = own.turn.as_ref().map(|turn| turn.moves);
    let has_more = |color: Color| moves.is_some_and(|moves| moves[color] > moves[!color]);
    match () {
        () if has_more(Color::White) => lead.max(0),
        () if has_more(Color::Black) => lead.min(0),
        () if Color::ALL.into_iter().all(|color| has_own_kinds(definition, &pieces, color)) => lead,
        () => 0,
    }
}

/// Whether a side begins with pieces of a kind of which the other has none.
fn has_own_kinds(definition: &Definition, pieces: &[Piece], color: Color) -> bool {
    let has = |color: Color, kind: PieceType| pieces.contains(&Piece::new(color, kind));
    let mut kinds = definition.piece_types().filter(|&kind| !definition.is_royal(kind));
    kinds.any(|kind| has(color, kind) && !has(!color, kind))
}

#[cfg(test)]
mod tests {
    use variants::Catalog;

    use super::*;

    #[test]
    fn unlike_sides_begin_even() {
        let catalog = Catalog::builtin();
        let handicap = |name: &str| {
            let definition = catalog.get(name).unwrap();
            handicap(definition, &Values::new(definition, false))
        };
        assert!(handicap("monster") > 2000);
        assert!((500..2500).contains(&handicap("manchu")));
        for name in ["chess", "horde", "marseillais", "xiangqi"] {
            assert_eq!(handicap(name), 0, "{name}");
        }
    }
}
