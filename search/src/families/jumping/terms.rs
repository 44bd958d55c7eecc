//! List of the terms of jumping games, with their generic weights.

use crate::eval::Weight;

/// Terms of the family, each with its generic weights.
///
/// - `freedom`: for each square to which a side's pieces can move.
/// - `few`: for having 0, 1, 2 or more left of the pieces that a side must not lose.
/// - `runaway`: for a piece that promotes with no enemy in front of it, by its rank.
/// - `exposed`: for a piece that could be jumped over, with its side to move; with the other to
///   move.
/// - `backed`: for a piece with another of its side behind it on a diagonal.
/// - `ahead`: for each sixteenth of all pieces on the board by which a side has more.
pub(super) fn terms(ranks: usize) -> Vec<(&'static str, Vec<Weight>)> {
    let runaway = |rank: usize| Weight::both(if 2 * rank < ranks { 4.0 } else { 10.0 });
    vec![
        ("freedom", vec![Weight::both(3.0)]),
        ("few", [-1000.0, -250.0, -60.0, 0.0].map(Weight::both).to_vec()),
        ("runaway", (0..ranks).map(runaway).collect()),
        ("exposed", vec![Weight::both(-8.0), Weight::both(-15.0)]),
        ("backed", vec![Weight::both(2.0)]),
        ("ahead", vec![Weight::both(4.0)]),
    ]
}
