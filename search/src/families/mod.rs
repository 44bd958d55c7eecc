//! The families' side of the search: for each, its evaluation terms and its settings.
//!
//! Each folder has the same plan: `mod` (settings, and the generic values of pieces on squares),
//! `terms` (the list of the terms with their generic weights) and `walk` (their counts in a
//! position). The list of all families is in the rules' crate.

mod armies;
mod jumping;
mod royal;

use std::fmt::Debug;

use variants::{Attacks, Bits, Color, Definition, Family, Notation, PieceType, with_family};

use crate::eval::{Balance, Layout, Place, Sink, Values, Weight};
use crate::score::Value;

/// A family's positions, as the search needs them.
pub trait SearchFamily: Attacks + Notation {
    /// The family's evaluation terms, compiled for a game.
    type Terms: FamilyTerms<Self>;
}

/// Evaluation terms of a family, compiled for one game.
pub trait FamilyTerms<P: SearchFamily>: Send + Sync + Sized {
    /// Cached terms of the last position, where evaluation is incremental.
    type Seen: Send;

    /// Compiles the terms of a game, which is of this family.
    fn new(definition: &Definition, values: &Values, layout: &Layout) -> Self;

    /// Passes all terms of a position to the sink. Returns the inputs of phase and scale; `None`
    /// where the phase goes by the officers, and the scale by [`FamilyTerms::scale`].
    fn walk(&self, position: &P, sink: &mut impl Sink) -> Option<Balance>;

    /// Returns the scale of White's advantage, if it has one, and of Black's, in sixteenths, where
    /// [`FamilyTerms::walk`] returns none.
    fn scale(&self, position: &P) -> [i32; 2] {
        let _ = position;
        [16; 2]
    }

    /// Returns the attacks of a side's pieces of one type; empty where captures are not exchanges
    /// on one square.
    fn attacks(&self, position: &P, color: Color, kind: PieceType) -> P::Bits {
        let _ = (position, color, kind);
        P::Bits::EMPTY
    }

    /// Whether the side to move might still win with this turn, where turns have several steps.
    fn may_win(&self, position: &P) -> bool {
        let _ = position;
        false
    }

    /// Whether the side to move might capture a chief with this turn.
    fn may_take_chief(&self, position: &P) -> bool {
        let _ = position;
        false
    }

    /// Whether pieces of a type are chiefs.
    fn is_chief(&self, kind: PieceType) -> bool {
        let _ = kind;
        false
    }

    /// Returns the number of turns in which the enemy captures the side to move's last unit, a royal
    /// chief, whatever it does; `None` where that is not known.
    fn lone_chief_turns(&self, position: &P) -> Option<u32> {
        let _ = position;
        None
    }

    /// Returns the groups of units of the side to move of which [`FamilyTerms::lone_chief_turns`] may
    /// know how they catch the enemy's last one, the nearest first.
    fn hunters(&self, position: &P) -> Vec<P::Bits> {
        let _ = position;
        Vec::new()
    }

    /// Returns the cached terms of an empty board; `None` where evaluation is not incremental, and
    /// none of the following is called.
    fn nothing_seen(&self) -> Option<Self::Seen> {
        None
    }

    /// Updates the cached terms. Calls `moved` for each side and piece type with the squares that
    /// its units have left and those that they have reached.
    fn renew(
        &self,
        position: &P,
        seen: &mut Self::Seen,
        moved: impl FnMut(Color, PieceType, P::Bits, P::Bits),
    ) {
        let _ = (position, seen, moved);
    }

    /// Passes all terms but the pieces themselves to the sink; `seen` is of this position.
    fn add_seen(&self, position: &P, seen: &Self::Seen, sink: &mut impl Sink) {
        let _ = (position, seen, sink);
    }

    /// Returns an estimate of the value that the side not to move could capture in one turn, in
    /// centipawns; `seen` is of this position, `values` are by piece type.
    fn risk(&self, position: &P, seen: &Self::Seen, values: &[i32; PieceType::MAX]) -> Value {
        let _ = (position, seen, values);
        0
    }
}

/// Settings of a family, and its generic weights.
pub(crate) trait Heuristics: Debug {
    /// Returns the settings of the search.
    fn style(&self) -> Style;

    /// Returns the defaults for training.
    fn training(&self) -> TrainingDefaults;

    /// Returns the generic weight of the right to move, in centipawns.
    fn tempo(&self) -> f32;

    /// Returns the terms of a game, each with its generic weights.
    fn terms(&self, definition: &Definition) -> Vec<(&'static str, Vec<Weight>)>;

    /// Returns the generic piece-square value for White.
    fn piece_square(&self, place: &Place<'_>) -> Weight;

    /// Whether officers have weights for mobility and king attack.
    fn has_officer_terms(&self) -> bool {
        false
    }

    /// Whether the least valuable piece is worth 100 centipawns, for want of a chess pawn.
    fn least_piece_is_unit(&self) -> bool {
        true
    }

    /// Returns the share of the HCE in the blend of HCE and net, in percent.
    fn blend(&self) -> Value {
        0
    }
}

/// Returns a family's settings.
pub(crate) fn heuristics(family: &Family) -> &dyn Heuristics {
    with_family!(family, own => own)
}

/// Search settings of a family of games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Whether null move pruning is sound: not in games where zugzwang is common.
    pub null_move: bool,
    /// Whether checks are extended (<https://www.chessprogramming.org/Check_Extensions>).
    pub extend_check: bool,
    /// Whether the first ply of quiescence search includes quiet checks.
    pub quiet_checks: bool,
    /// Whether quiet moves are ordered by threats of cheaper pieces: where pieces capture by
    /// displacement.
    pub threats: bool,
}

/// Default settings for training a net for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingDefaults {
    /// Nodes per turn of self-play games.
    pub nodes: u64,
    /// Share of the HCE in self-play games, in percent.
    pub blend: u8,
    /// Time per turn of test games, in ms.
    pub test_time: u64,
    /// Whether each round's games are played by the previous round's net, even if it was no better
    /// than the best.
    pub plays_latest: bool,
}

/// Returns the default settings for training a net for a game.
#[must_use]
pub fn training_defaults(definition: &Definition) -> TrainingDefaults {
    heuristics(&definition.family).training()
}
