//! Terms of armies games: the list with their generic weights, and their tables for one game.

use variants::armies::Army;
use variants::{ByColor, PieceType};

use super::lone_chief::LoneChief;
use crate::eval::Weight;

/// Distance within which enemy units count.
pub(super) const FAR: usize = 9;
/// Distance within which enemy units count at the last royal chief.
pub(super) const FAR_FROM_LAST: usize = 15;

/// Terms of the family, each with its generic weights.
///
/// - `cut-off`: for each 100 centipawns of units out of contact with their chief.
/// - `leaderless`: the same where there is no chief.
/// - `chiefs`: for having 0, 1, 2 royal chiefs or more.
/// - `chief-guard`: for an own unit adjacent to a royal chief, at most six.
/// - `chief-attacked`: for an enemy unit that attacks a royal chief.
/// - `last-attacked`: the same for the last royal chief.
/// - `closer`: for each square that an enemy unit is closer to a royal chief than [`FAR`].
/// - `closer-to-last`: the same for the last royal chief, and [`FAR_FROM_LAST`].
/// - `chief-flight`: for each square to which a royal chief can move without being attacked.
/// - `last-flight`: the same for the last royal chief.
/// - `last-inside`: for each square between the last royal chief and the nearest edges, both ways.
///   Two chiefs always catch a lone one, in at most twenty turns on 16x12 squares (as a retrograde
///   analysis of the three alone on the board shows), the sooner the nearer it is to a corner.
pub(super) fn terms() -> Vec<(&'static str, Vec<Weight>)> {
    let both = |list: &[f32]| list.iter().map(|&value| Weight::both(value)).collect();
    vec![
        ("cut-off", both(&[-12.0])),
        ("leaderless", both(&[-75.0])),
        ("chiefs", both(&[-9000.0, 0.0, 2600.0])),
        ("chief-guard", both(&[7.0])),
        ("chief-attacked", both(&[-110.0])),
        ("last-attacked", both(&[-450.0])),
        ("closer", both(&[-6.0])),
        ("closer-to-last", both(&[-12.0])),
        ("chief-flight", both(&[2.0])),
        ("last-flight", both(&[12.0])),
        ("last-inside", vec![Weight::new(0.0, 20.0)]),
    ]
}

/// Indices of the terms' weights.
pub(super) struct Indices {
    pub(super) cut_off: usize,
    pub(super) leaderless: usize,
    pub(super) chiefs: usize,
    pub(super) guard: usize,
    pub(super) attacked: usize,
    pub(super) last_attacked: usize,
    pub(super) closer: usize,
    pub(super) closer_to_last: usize,
    pub(super) flight: usize,
    pub(super) last_flight: usize,
    pub(super) last_inside: usize,
}

/// Terms of armies games, with their masks.
pub struct ArmiesTerms<B> {
    pub(super) at: Indices,
    pub(super) kinds: Vec<PieceType>,
    /// Values by piece type, in centipawns.
    pub(super) worth: Vec<i32>,
    pub(super) armies: Vec<Army>,
    /// Unit types by army, as bit sets.
    pub(super) army_kinds: Vec<u64>,
    pub(super) royal_chiefs: Vec<PieceType>,
    /// Won endings against a lone chief.
    pub(super) lone_chief: Option<LoneChief>,
    /// Origins of captures on an empty board, by side, piece type and target square.
    pub(super) takers: ByColor<Vec<Vec<B>>>,
    /// Targets of captures on an empty board, by side, piece type and origin square.
    pub(super) prey: ByColor<Vec<Vec<B>>>,
}
