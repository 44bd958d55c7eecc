//! Reasons why a move is illegal, in terms of the family's rules.

use super::Armies;
use super::data::ArmiesDefinition;
use crate::explain::Case;
use crate::illegal::Illegal;
use crate::{Bits, Piece, Position};

/// Returns the reason why a well-formed text is not a legal step.
pub(super) fn explain<B: Bits>(case: &Case<'_, Armies<B>>) -> Illegal {
    let Some(armies) = ArmiesDefinition::of(case.definition()) else { return Illegal::Other };
    let army_of =
        |piece: Piece| armies.armies.iter().find(|army| army.units.contains(&piece.kind()));
    let Some(army) = army_of(case.piece) else { return case.cannot_go(false) };
    if let Some(moving) = case.position.moving_army().and_then(|index| armies.armies.get(index))
        && moving != army
    {
        let (moving, other) = (moving.name.clone(), army.name.clone());
        return Illegal::OtherArmy { moving, other };
    }
    let board = case.position.board();
    let mut reached = board.pieces(case.piece.color(), army.chief);
    if reached.is_empty() {
        return Illegal::NoChief(army.name.clone());
    }
    let units =
        army.units.iter().fold(B::EMPTY, |set, &kind| set | board.pieces(case.piece.color(), kind));
    loop {
        let wider = case.position.common().geometry.dilate(reached) & units;
        if wider == reached {
            break;
        }
        reached = wider;
    }
    let from = case.first.from;
    if !reached.contains(from) {
        return Illegal::OutOfContact(case.name(from));
    }
    if !case.position.is_turn_start() && case.reaches(case.last.to, false) {
        return Illegal::MovedAlready(case.name(from));
    }
    case.cannot_go(false)
}
