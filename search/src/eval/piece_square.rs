//! Where pieces stand well (<https://www.chessprogramming.org/Piece-Square_Tables>): tables
//! made from how the pieces move, where nothing better is known.

use variants::{Definition, Family, PieceType, Square};

use super::values::{Values, is_royal};
use super::weight::Weight;

/// From 0 at the edge to 1 in the middle.
fn centrality(definition: &Definition, square: Square) -> f64 {
    let size = definition.size;
    let along = |at: u8, length: u8| {
        let half = f64::from(length - 1) / 2.0;
        1.0 - (f64::from(at) - half).abs() / half
    };
    let (file, rank) =
        (along(size.file(square), size.files()), along(size.rank(square), size.ranks()));
    (file + rank + file.min(rank)) / 3.0
}

/// What standing on a square adds to a piece's worth, for White, in centipawns.
pub(super) fn piece_square(
    definition: &Definition,
    values: &Values,
    kind: PieceType,
    square: Square,
) -> Weight {
    let size = definition.size;
    let piece = definition.piece(kind);
    let center = centrality(definition, square);
    let rank = f64::from(size.rank(square));
    let last = f64::from(size.ranks() - 1);
    let value = f64::from(values.worth(kind));
    let tapered = |opening: f64, ending: f64| Weight::new(opening as f32, ending as f32);
    let best = piece.promotes.iter().map(|&to| f64::from(values.worth(to))).fold(0.0, f64::max);
    match &definition.family {
        // Royal pieces stay at home while there is much to fear; nobody can win them.
        Family::Royal(_) if piece.royal => {
            tapered(-14.0 * rank.min(5.0) - 10.0 * center, 30.0 * center)
        }
        Family::Royal(own) if !piece.promotes.is_empty() => {
            let last = f64::from(own.promotion_rank.max(2));
            let progress = ((rank - 1.0).max(0.0) / (last - 2.0).max(1.0)).min(1.0);
            let run = (best - value).max(0.0) * progress.powi(3);
            tapered(0.07 * run + 14.0 * center - 10.0, 0.13 * run + 4.0 * center)
        }
        Family::Royal(_) => {
            // The strong are chased by the weak, so they come late.
            let freedom = 5.0 * values.freedom(kind, square) * (350.0 / value.max(1.0)).min(1.0);
            let haste = (value - 400.0).max(0.0) / 100.0 * rank.min(4.0) * 0.8;
            tapered(freedom + 6.0 * center - haste, freedom)
        }
        Family::Jumping(own) if !piece.promotes.is_empty() => {
            let run = (best - value).max(0.0) * (rank / last).powi(2) * 0.3;
            // Men on the first rank keep the others from promoting.
            let guard = if rank == 0.0 { 8.0 } else { 0.0 };
            let men = if own.lose_without.is_empty() { 5.0 } else { 3.0 };
            let worth = run + men * center;
            tapered(worth + guard, worth)
        }
        Family::Jumping(_) => tapered(4.0 * center, 8.0 * center),
        // What a royal chief's loss means is for the family's terms.
        Family::Armies(_) if is_royal(definition, kind) => tapered(-6.0 * rank, 0.0),
        Family::Armies(_) => {
            let worth = 4.0 * values.freedom(kind, square) + 2.0 * rank.min(last * 0.6);
            tapered(worth, worth)
        }
    }
}
