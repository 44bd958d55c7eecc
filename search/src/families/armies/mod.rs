//! The armies family: turns of several steps, searched by the planner; an evaluation with contact to
//! the chiefs, and the safety of royal chiefs.

mod lone_chief;
mod raids;
mod seen;
mod terms;
mod walk;

use variants::armies::{Armies, ArmiesDefinition};
use variants::{Bits, Color, Definition, PieceType};

use self::seen::Seen;
use self::terms::ArmiesTerms;
use super::{FamilyTerms, Heuristics, SearchFamily, Style, TrainingDefaults};
use crate::eval::{Balance, Layout, Place, Sink, Values, Weight};
use crate::score::Value;

/// Scale of an advantage that does not win, in sixteenths.
const DRAWN: i32 = 2;

impl<B: Bits> SearchFamily for Armies<B> {
    type Terms = ArmiesTerms<B>;
}

impl<B: Bits> FamilyTerms<Armies<B>> for ArmiesTerms<B> {
    type Seen = Seen<B>;

    fn new(definition: &Definition, values: &Values, layout: &Layout) -> Self {
        let own = ArmiesDefinition::of(definition).cloned().unwrap_or_default();
        ArmiesTerms::new(definition, &own, values, layout)
    }

    fn walk(&self, position: &Armies<B>, sink: &mut impl Sink) -> Option<Balance> {
        ArmiesTerms::walk(self, position, sink);
        None
    }

    fn scale(&self, position: &Armies<B>) -> [i32; 2] {
        Color::ALL.map(|color| if self.cannot_hunt(position, color) { DRAWN } else { 16 })
    }

    #[inline]
    fn may_win(&self, position: &Armies<B>) -> bool {
        ArmiesTerms::may_win(self, position)
    }

    fn may_take_chief(&self, position: &Armies<B>) -> bool {
        ArmiesTerms::may_take_chief(self, position)
    }

    fn is_chief(&self, kind: PieceType) -> bool {
        ArmiesTerms::is_chief(self, kind)
    }

    fn lone_chief_turns(&self, position: &Armies<B>) -> Option<u32> {
        ArmiesTerms::lone_chief_turns(self, position)
    }

    fn hunters(&self, position: &Armies<B>) -> Vec<B> {
        ArmiesTerms::hunters(self, position)
    }

    fn nothing_seen(&self) -> Option<Seen<B>> {
        Some(ArmiesTerms::nothing_seen(self))
    }

    fn renew(
        &self,
        position: &Armies<B>,
        seen: &mut Seen<B>,
        moved: impl FnMut(Color, PieceType, B, B),
    ) {
        ArmiesTerms::renew(self, position, seen, moved);
    }

    fn add_seen(&self, position: &Armies<B>, seen: &Seen<B>, sink: &mut impl Sink) {
        ArmiesTerms::add_seen(self, position, seen, sink);
    }

    fn risk(&self, position: &Armies<B>, seen: &Seen<B>, values: &[i32; PieceType::MAX]) -> Value {
        ArmiesTerms::risk(self, position, seen, values)
    }
}

impl Heuristics for ArmiesDefinition {
    fn style(&self) -> Style {
        Style { null_move: true, extend_check: false, quiet_checks: false, threats: false }
    }

    fn training(&self) -> TrainingDefaults {
        // A node is a single step: a search of 200 nodes sees no answer to a turn. Among the many
        // turns there is always one that a net overestimates: it has to play by itself, the latest
        // one, so that the games expose these turns (as in DAgger,
        // <https://arxiv.org/abs/1011.0686>), and nets that win short searches lose longer ones.
        TrainingDefaults { nodes: 2000, blend: 0, test_time: 200, plays_latest: true }
    }

    fn tempo(&self) -> f32 {
        20.0
    }

    fn terms(&self, _: &Definition) -> Vec<(&'static str, Vec<Weight>)> {
        terms::terms()
    }

    fn piece_square(&self, place: &Place<'_>) -> Weight {
        // The family's terms count the loss of a royal chief.
        if place.is_royal() {
            return place.tapered(-6.0 * place.rank, 0.0);
        }
        let worth = 4.0 * place.freedom() + 2.0 * place.rank.min(place.last * 0.6);
        place.tapered(worth, worth)
    }

    fn blend(&self) -> Value {
        // The search computes the HCE anyway, and the blend is better than either: among so many
        // turns there is always one that one of them overestimates.
        50
    }
}
