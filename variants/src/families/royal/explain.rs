//! Reasons why a move is illegal, in terms of the family's rules.

use super::data::RoyalDefinition;
use super::ends::Royals;
use super::state::Royal;
use super::step::{RoyalStep, StepKind};
use crate::Bits;
use crate::explain::Case;
use crate::illegal::Illegal;

/// Returns the reason why a well-formed text is not a legal step.
pub(super) fn explain<B: Bits>(case: &Case<'_, Royal<B>>) -> Illegal {
    let Some(royal) = RoyalDefinition::of(case.definition()) else { return Illegal::Other };
    let size = case.definition().size;
    if case.legs.len() > 1 {
        return Illegal::TooLong(case.name(case.first.to));
    }
    if let Some(castling) = &royal.castling
        && case.kind().royal
        && size.rank(case.first.from) == size.rank(case.last.to)
        && size.file(case.first.from) == castling.king
        && [castling.king_side.king_to, castling.queen_side.king_to]
            .contains(&size.file(case.last.to))
        && !case.reaches(case.last.to, false)
    {
        return Illegal::Castling;
    }
    let (kind, us) = (case.piece.kind(), case.piece.color());
    let initial = royal.initial_squares(size, kind, us);
    if !case.reaches(case.last.to, initial.contains(&case.first.from)) {
        return case.cannot_go();
    }
    let step = RoyalStep::new(case.first.from, case.last.to, StepKind::Plain);
    if case.position.lacks_promotion(kind, step) {
        Illegal::NoPromotionLeft
    } else if !case.position.clone().is_safe_after(step) {
        if royal.royals == Royals::One { Illegal::Check } else { Illegal::RoyalsAttacked }
    } else if case.position.has_duty() {
        Illegal::MustCapture
    } else if !royal.give_check {
        Illegal::GivesCheck
    } else {
        Illegal::Check
    }
}
