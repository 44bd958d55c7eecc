//! The jumping family: alpha-beta without null moves, since zugzwang is common; an evaluation with
//! required pieces, exposed pieces and runaways.

mod terms;
mod walk;

use variants::jumping::{Jumping, JumpingDefinition};
use variants::{Bits, Definition};

use self::walk::JumpingTerms;
use super::{FamilyTerms, Heuristics, SearchFamily, Style, TrainingDefaults};
use crate::eval::{Balance, Layout, Place, Sink, Values, Weight};

impl<B: Bits> SearchFamily for Jumping<B> {
    type Terms = JumpingTerms<B>;
}

impl<B: Bits> FamilyTerms<Jumping<B>> for JumpingTerms<B> {
    type Seen = ();

    fn new(definition: &Definition, _: &Values, layout: &Layout) -> Self {
        let own = JumpingDefinition::of(definition).cloned().unwrap_or_default();
        JumpingTerms::new(definition, &own, layout)
    }

    #[inline]
    fn walk(&self, position: &Jumping<B>, sink: &mut impl Sink) -> Option<Balance> {
        JumpingTerms::walk(self, position, sink);
        None
    }
}

impl Heuristics for JumpingDefinition {
    fn style(&self) -> Style {
        Style { null_move: false, extend_check: false, quiet_checks: false, threats: false }
    }

    fn training(&self) -> TrainingDefaults {
        TrainingDefaults { nodes: 200, blend: 0, test_time: 20, plays_latest: false }
    }

    fn tempo(&self) -> f32 {
        4.0
    }

    fn terms(&self, definition: &Definition) -> Vec<(&'static str, Vec<Weight>)> {
        let ranks = usize::from(definition.size.ranks());
        terms::terms(ranks)
    }

    fn piece_square(&self, place: &Place<'_>) -> Weight {
        let Place { rank, center, last, .. } = *place;
        let Some(gain) = place.promotion_gain() else {
            return place.tapered(4.0 * center, 8.0 * center);
        };
        let run = gain * (rank / last).powi(2) * 0.3;
        // Men on the first rank keep the enemy's from promoting.
        let guard = if rank == 0.0 { 8.0 } else { 0.0 };
        let men = if self.lose_without.is_empty() { 5.0 } else { 3.0 };
        let worth = run + men * center;
        place.tapered(worth + guard, worth)
    }
}
