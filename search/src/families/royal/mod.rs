//! The royal family: alpha-beta with null moves and check extensions; an evaluation with pawns,
//! mobility, threats and king safety.

mod ends;
mod handicap;
mod hands;
mod masks;
mod room;
mod terms;
mod walk;

use variants::royal::{Royal, RoyalDefinition};
use variants::{Bits, Color, Definition, PieceType};

use self::walk::RoyalTerms;
use super::{FamilyTerms, Heuristics, SearchFamily, Style, TrainingDefaults};
use crate::eval::{Balance, Layout, Place, Sink, Values, Weight};

impl<B: Bits> SearchFamily for Royal<B> {
    type Terms = RoyalTerms<B>;
}

impl<B: Bits> FamilyTerms<Royal<B>> for RoyalTerms<B> {
    type Seen = ();

    fn new(definition: &Definition, values: &Values, layout: &Layout) -> Self {
        RoyalTerms::new(definition, values, layout)
    }

    #[inline]
    fn walk(&self, position: &Royal<B>, sink: &mut impl Sink) -> Option<Balance> {
        let balance = RoyalTerms::walk(self, position, sink);
        if let Some(ends) = &self.ends {
            ends.walk(position, sink);
        }
        if let Some(room) = &self.room {
            room.walk(position, sink);
        }
        Some(balance)
    }

    #[inline]
    fn attacks(&self, position: &Royal<B>, color: Color, kind: PieceType) -> B {
        RoyalTerms::attacks(self, position, color, kind)
    }
}

impl Heuristics for RoyalDefinition {
    fn style(&self) -> Style {
        // Where captures are mandatory, most positions are as forced as those in check.
        let free = !self.must_capture;
        Style { null_move: free, extend_check: free, quiet_checks: true, threats: free }
    }

    fn training(&self) -> TrainingDefaults {
        // The HCE counts attacks that a net cannot see, so the blend is stronger at equal nodes, and
        // a net trained on its games improves.
        TrainingDefaults { nodes: 200, blend: 40, test_time: 20, plays_latest: false }
    }

    fn tempo(&self) -> f32 {
        12.0
    }

    fn terms(&self, definition: &Definition) -> Vec<(&'static str, Vec<Weight>)> {
        let mut terms = terms::terms(usize::from(definition.size.ranks()));
        terms.extend(ends::terms(self));
        terms.extend(room::terms(self, definition));
        terms.extend(hands::terms(self));
        terms
    }

    fn piece_square(&self, place: &Place<'_>) -> Weight {
        let Place { rank, center, .. } = *place;
        if place.is_royal() {
            // Royal pieces stay at home in the middlegame and come to the centre in the endgame.
            return place.tapered(-14.0 * rank.min(5.0) - 10.0 * center, 30.0 * center);
        }
        if let Some(gain) = place.promotion_gain() {
            let last = f64::from(self.promotion_rank.max(2));
            let progress = ((rank - 1.0).max(0.0) / (last - 2.0).max(1.0)).min(1.0);
            let run = gain * progress.powi(3);
            return place.tapered(0.07 * run + 14.0 * center - 10.0, 0.13 * run + 4.0 * center);
        }
        // Weaker pieces chase stronger ones, so strong ones develop late.
        let freedom = 5.0 * place.freedom() * (350.0 / place.value.max(1.0)).min(1.0);
        let haste = (place.value - 400.0).max(0.0) / 100.0 * rank.min(4.0) * 0.8;
        place.tapered(freedom + 6.0 * center - haste, freedom)
    }

    fn has_officer_terms(&self) -> bool {
        true
    }

    fn least_piece_is_unit(&self) -> bool {
        false
    }
}
