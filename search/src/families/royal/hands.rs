//! Terms of pieces in hand.

use variants::royal::RoyalDefinition;
use variants::{Bits, Color, Definition, Hands, PieceType};

use crate::eval::{Layout, Sink, Values, Weight};

/// Number of pieces in hand from which on all count alike for the danger to the king.
const MOST_DROPPED: u32 = 4;

/// Returns the terms, each with its generic weights, of a game with hands.
///
/// - `drop-danger`: for each square adjacent to the king that no other own piece protects, times the
///   number of the enemy's pieces in hand.
pub(super) fn terms(own: &RoyalDefinition) -> Vec<(&'static str, Vec<Weight>)> {
    if own.hand.is_none() {
        return Vec::new();
    }
    vec![("drop-danger", vec![Weight::new(-4.0, -3.0)])]
}

/// Terms of pieces in hand.
pub(super) struct HandTerms {
    /// Piece types that can be in hand, with the indices of their weights and their values as
    /// officers.
    held: Vec<(PieceType, usize, i32)>,
    danger: usize,
    /// Whether pieces are dropped, and not only put where others leave.
    drops: bool,
}

impl HandTerms {
    /// Creates the terms; `None` in games without hands.
    pub(super) fn new(definition: &Definition, values: &Values, layout: &Layout) -> Option<Self> {
        let drops = RoyalDefinition::of(definition)?.hand.as_ref()?.drops;
        let held = definition
            .piece_types()
            .filter_map(|kind| Some((kind, layout.in_hand(kind)?, values.officer(kind))))
            .collect();
        Some(HandTerms { held, danger: layout.term("drop-danger"), drops })
    }

    /// Counts the pieces in a side's hand. Returns the value of the officers among them.
    pub(super) fn count(&self, hands: &Hands, color: Color, sink: &mut impl Sink) -> i32 {
        if hands.is_empty(color) {
            return 0;
        }
        let mut officers = 0;
        for &(kind, index, officer) in &self.held {
            let count = hands.count(color, kind) as i32;
            if count > 0 {
                sink.add(color, index, count);
                officers += count * officer;
            }
        }
        officers
    }

    /// Counts the danger of drops to a side's king, with the squares next to it that only the king
    /// protects.
    pub(super) fn danger<B: Bits>(
        &self,
        hands: &Hands,
        color: Color,
        holes: B,
        sink: &mut impl Sink,
    ) {
        let enemy = hands.kinds(!color).map(|kind| hands.count(!color, kind)).sum::<u32>();
        if enemy > 0 && self.drops {
            sink.add(color, self.danger, (holes.count() * enemy.min(MOST_DROPPED)) as i32);
        }
    }
}
