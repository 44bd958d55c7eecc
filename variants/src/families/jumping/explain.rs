//! Reasons why a move is illegal, in terms of the family's rules.

use super::Jumping;
use super::data::{Duty, JumpingDefinition};
use crate::explain::Case;
use crate::illegal::Illegal;
use crate::legs::Leg;
use crate::{Bits, Position, Square};

/// Returns the reason why a well-formed text is not a legal step.
pub(super) fn explain<B: Bits>(case: &Case<'_, Jumping<B>>) -> Illegal {
    let Some(jumping) = JumpingDefinition::of(case.definition()) else { return Illegal::Other };
    let takes_here = takes_on_square(case, case.last.to);
    let general = case.position.rules.general.as_deref();
    let jumps = match general {
        Some(general) => {
            let landings = case.position.landings_from(general, case.first.from);
            landings.contains(case.first.to)
        }
        None => jumps_over(case, case.first).is_some(),
    };
    if case.position.is_forced() {
        let must_jump = jumping.duty == Duty::Jumps;
        if must_jump && !jumps {
            return Illegal::JumpAvailable;
        }
        if jumps || takes_here {
            return if case.reaches(case.last.to, false) || case.legs.len() > 1 || jumps {
                match general {
                    Some(_) => Illegal::CaptureBefore,
                    None => Illegal::TakesTooFew,
                }
            } else {
                case.cannot_go(false)
            };
        }
        return Illegal::MustCapture;
    }
    if general.and_then(|general| case.position.held_square(general)) == Some(case.first.from) {
        return Illegal::KingMoves(case.name(case.first.from));
    }
    case.cannot_go(false)
}

fn takes_on_square<B: Bits>(case: &Case<'_, Jumping<B>>, square: Square) -> bool {
    case.legs.len() == 1
        && case.piece_on(square).is_some_and(|victim| victim.color() != case.piece.color())
}

/// The enemy that a leg of two squares along a line passes.
fn jumps_over<B: Bits>(case: &Case<'_, Jumping<B>>, leg: Leg) -> Option<Square> {
    let size = case.definition().size;
    let jumps = case.kind().jumps.as_ref()?;
    jumps.paths(size, leg.from, case.piece.color()).into_iter().find_map(|path| {
        let over = *path.squares.first()?;
        let step = |at: Square| (i32::from(size.file(at)), i32::from(size.rank(at)));
        let ((x, y), (over_x, over_y)) = (step(leg.from), step(over));
        let beyond = size.square(2 * over_x - x, 2 * over_y - y)?;
        let enemy = case.piece_on(over).is_some_and(|p| p.color() != case.piece.color());
        (beyond == leg.to && enemy && case.piece_on(beyond).is_none()).then_some(over)
    })
}
