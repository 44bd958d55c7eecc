//! Values of positions by a source of values of placements.

use variants::Position;

use crate::ends::{own_value, value_of};
use crate::placement::Placement;
use crate::value::Value;

/// Source of values: a table, or many.
pub(crate) type Lookup<'a> = &'a dyn Fn(&Placement) -> Option<Value>;

/// The most plies that are looked ahead where more than pieces on squares belongs to a position.
const MOST_DEEPER: u32 = 4;

/// The value of a position, if the source has it, or where more than pieces on squares belongs to it,
/// those after its moves.
pub(crate) fn value<P: Position>(position: &mut P, lookup: Lookup<'_>) -> Option<Value> {
    deeper(position, lookup, 0)
}

fn deeper<P: Position>(position: &mut P, lookup: Lookup<'_>, depth: u32) -> Option<Value> {
    if !position.is_turn_start() {
        return None;
    }
    if let Some(outcome) = position.decided() {
        return Some(value_of(outcome, position.side()));
    }
    if position.is_plain() {
        return lookup(&Placement::of(position.board(), position.side())?);
    }
    if depth >= MOST_DEEPER {
        return None;
    }
    let mut steps = Vec::new();
    if let Some(value) = own_value(position, &mut steps) {
        return Some(value);
    }
    let mut best: Option<Value> = None;
    for step in steps {
        let undo = position.play(step);
        let value = deeper(position, lookup, depth + 1).map(Value::before);
        position.undo(step, undo);
        let value = value?;
        if best.is_none_or(|best| value.rank() > best.rank()) {
            best = Some(value);
        }
    }
    best
}

/// The values of the legal steps for the side that makes them; `None` where one is unknown, or the
/// position has no steps.
pub(crate) fn step_values<P: Position>(
    position: &mut P,
    lookup: Lookup<'_>,
) -> Option<Vec<(P::Step, Value)>> {
    let mut steps = Vec::new();
    position.generate(&mut steps);
    let mut values = Vec::with_capacity(steps.len());
    for step in steps {
        let undo = position.play(step);
        let end = position.outcome_on_board().map(|outcome| value_of(outcome, position.side()));
        let value = end.or_else(|| value(position, lookup)).map(Value::before);
        position.undo(step, undo);
        values.push((step, value?));
    }
    (!values.is_empty()).then_some(values)
}
