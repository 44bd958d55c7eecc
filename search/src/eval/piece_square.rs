//! Generic piece-square tables (<https://www.chessprogramming.org/Piece-Square_Tables>), from the
//! moves of the pieces.

use variants::{Definition, Family, PieceType, Square};

use super::values::{Values, is_royal};
use super::weight::Weight;

/// Returns the centrality of a square, from 0 in the corner to 1 in the middle.
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

/// Returns the generic piece-square value for White, in centipawns.
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
        // Royal pieces stay at home in the middlegame and come to the centre in the endgame.
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
            // Weaker pieces chase stronger ones, so strong ones develop late.
            let freedom = 5.0 * values.freedom(kind, square) * (350.0 / value.max(1.0)).min(1.0);
            let haste = (value - 400.0).max(0.0) / 100.0 * rank.min(4.0) * 0.8;
            tapered(freedom + 6.0 * center - haste, freedom)
        }
        Family::Jumping(own) if !piece.promotes.is_empty() => {
            let run = (best - value).max(0.0) * (rank / last).powi(2) * 0.3;
            // Men on the first rank keep the enemy's from promoting.
            let guard = if rank == 0.0 { 8.0 } else { 0.0 };
            let men = if own.lose_without.is_empty() { 5.0 } else { 3.0 };
            let worth = run + men * center;
            tapered(worth + guard, worth)
        }
        Family::Jumping(_) => tapered(4.0 * center, 8.0 * center),
        // The family's terms count the loss of a royal chief.
        Family::Armies(_) if is_royal(definition, kind) => tapered(-6.0 * rank, 0.0),
        Family::Armies(_) => {
            let worth = 4.0 * values.freedom(kind, square) + 2.0 * rank.min(last * 0.6);
            tapered(worth, worth)
        }
    }
}
