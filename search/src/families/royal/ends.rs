//! Terms of ends beside mate: goals, counted checks, pieces that must not be lost.

use variants::royal::{Royal, RoyalDefinition};
use variants::{Bits, BoardSize, ByColor, Color, Definition, PieceType, Position, Square};

use crate::eval::{Layout, Sink, Weight};

/// Number of weights for the pieces above a minimum: 0, 1, 2 or more.
const SPARE: usize = 4;

/// Returns the terms, each with its generic weights, of a game that has such ends.
///
/// - `goal-distance`: for the distance, in king moves, from the side's nearest piece to its goal.
/// - `checks-left`: for the number of checks that a side has still to give.
/// - `few`: for each number of pieces that a side must have, for having 0, 1, 2 or more to spare.
pub(super) fn terms(own: &RoyalDefinition) -> Vec<(&'static str, Vec<Weight>)> {
    let mut terms = Vec::new();
    if own.ends.goal.is_some() {
        // A piece that arrives with its next move, or the one after it, is a threat.
        let threat = |distance: usize| [0.0, 150.0, 60.0, 20.0].get(distance).copied();
        let weight = |distance: usize| {
            Weight::both(threat(distance).unwrap_or(0.0) - 25.0 * distance as f32)
        };
        terms.push(("goal-distance", (0..=BoardSize::MAX.into()).map(weight).collect()));
    }
    if let Some(limit) = own.ends.check_limit {
        let weight = |left: u8| {
            let share = 1.0 / f32::from(left.max(1)) - 1.0 / f32::from(limit);
            Weight::both(600.0 * share)
        };
        terms.push(("checks-left", (0..=limit).map(weight).collect()));
    }
    if !own.ends.lose_without.is_empty() {
        let weights = [-400.0, -150.0, -50.0, 0.0].map(Weight::both);
        terms.push(("few", weights.repeat(own.ends.lose_without.len())));
    }
    terms
}

/// Goal of both sides.
struct Goal {
    at: usize,
    kinds: Vec<PieceType>,
    /// Distance to the goal, by side and square, in king moves.
    distance: ByColor<Vec<u8>>,
}

/// Number of pieces that sides must have.
struct Minimum {
    at: usize,
    kinds: Vec<PieceType>,
    least: u32,
    sides: ByColor<bool>,
}

/// Terms of the ends that a game has.
#[derive(Default)]
pub(super) struct EndTerms {
    goal: Option<Goal>,
    checks: Option<usize>,
    minimums: Vec<Minimum>,
}

impl EndTerms {
    pub(super) fn new(definition: &Definition, layout: &Layout) -> Self {
        let Some(own) = RoyalDefinition::of(definition) else { return Self::default() };
        let ends = &own.ends;
        let size = definition.size;
        EndTerms {
            goal: ends.goal.as_ref().map(|goal| Goal {
                at: layout.term("goal-distance"),
                kinds: goal.pieces.clone(),
                distance: ByColor::from_fn(|color| {
                    size.iter().map(|from| nearest(size, from, &goal.squares[color])).collect()
                }),
            }),
            checks: ends.check_limit.map(|_| layout.term("checks-left")),
            minimums: (0..)
                .zip(&ends.lose_without)
                .map(|(index, minimum)| Minimum {
                    at: layout.term("few") + index * SPARE,
                    kinds: minimum.pieces.clone(),
                    least: minimum.least.into(),
                    sides: minimum.sides,
                })
                .collect(),
        }
    }

    /// Passes the terms of both sides to the sink.
    #[inline]
    pub(super) fn walk<B: Bits>(&self, position: &Royal<B>, sink: &mut impl Sink) {
        let board = position.board();
        for color in Color::ALL {
            let of = |kinds: &[PieceType]| board.kinds(kinds) & board.side(color);
            if let Some(goal) = &self.goal {
                let distance = |square: Square| goal.distance[color][square.index()];
                if let Some(least) = of(&goal.kinds).iter().map(distance).min() {
                    sink.add(color, goal.at + usize::from(least), 1);
                }
            }
            if let Some(at) = self.checks {
                sink.add(color, at + usize::from(position.checks_left(color)), 1);
            }
            for minimum in self.minimums.iter().filter(|minimum| minimum.sides[color]) {
                let spare = of(&minimum.kinds).count().saturating_sub(minimum.least);
                sink.add(color, minimum.at + (spare as usize).min(SPARE - 1), 1);
            }
        }
    }
}

/// Returns the number of king moves to the nearest of some squares, at most the longest on any
/// board.
fn nearest(size: BoardSize, from: Square, goal: &[Square]) -> u8 {
    let distance = |&to: &Square| {
        let files = size.file(from).abs_diff(size.file(to));
        files.max(size.rank(from).abs_diff(size.rank(to)))
    };
    goal.iter().map(distance).min().unwrap_or(BoardSize::MAX)
}
