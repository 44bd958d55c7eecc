//! Values of positions by a source of values of placements.

use std::ops::ControlFlow;

use variants::{Bits, Notation, Position};

use crate::ends::{own_value, value_of};
use crate::placement::Placement;
use crate::turns::Turns;
use crate::value::Value;

/// Source of values: a table, or many.
pub(crate) type Lookup<'a> = &'a dyn Fn(&Placement) -> Option<Value>;

/// The most plies that are looked ahead where more than pieces on squares belongs to a position.
const MOST_DEEPER: u32 = 4;

/// The value of a position, if the source has it, or where more than pieces on squares belongs to it,
/// those after its moves. With `ends`, values with distances to the end, the source has distances to conversion.
pub(crate) fn value<P: Position>(
    position: &mut P,
    lookup: Lookup<'_>,
    ends: Option<Lookup<'_>>,
) -> Option<Value> {
    deeper(position, lookup, ends, 0)
}

fn deeper<P: Position>(
    position: &mut P,
    lookup: Lookup<'_>,
    ends: Option<Lookup<'_>>,
    depth: u32,
) -> Option<Value> {
    if !position.is_turn_start() {
        return None;
    }
    if let Some(outcome) = position.decided() {
        return Some(value_of(outcome, position.side()));
    }
    if position.board().occupied().is_empty() {
        return own_value(position, &mut Vec::new());
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
        let value = after(position, lookup, ends, depth + 1).map(Value::before);
        position.undo(step, undo);
        let value = value?;
        if best.is_none_or(|best| value.rank() > best.rank()) {
            best = Some(value);
        }
    }
    best
}

/// The value of a position that a turn has led to: a conversion ends the count of plies to it.
fn after<P: Position>(
    position: &mut P,
    lookup: Lookup<'_>,
    ends: Option<Lookup<'_>>,
    depth: u32,
) -> Option<Value> {
    match ends {
        Some(ends) if position.clock() == 0 => {
            deeper(position, ends, None, depth).map(Value::at_once)
        }
        _ => deeper(position, lookup, ends, depth),
    }
}

/// The values of the legal turns for the side that makes them; `None` where one is unknown, or the
/// position has no turns. With `ends` as in [`value`].
pub(crate) fn turn_values<P: Position>(
    position: &mut P,
    lookup: Lookup<'_>,
    ends: Option<Lookup<'_>>,
) -> Option<Vec<(Vec<P::Step>, Value)>> {
    if !position.is_turn_start() || position.decided().is_some() {
        return None;
    }
    let mut values = Vec::new();
    let flow = Turns::default().walk(position, &mut |position, steps: &[P::Step]| {
        let end = position.outcome_on_board().map(|outcome| value_of(outcome, position.side()));
        match end.or_else(|| after(position, lookup, ends, 0)) {
            Some(value) => values.push((steps.to_vec(), value.before())),
            None => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    });
    (flow.is_continue() && !values.is_empty()).then_some(values)
}

/// A turn as text: its steps, joined by commas.
pub(crate) fn turn_text<P: Position + Notation>(position: &P, turn: &[P::Step]) -> String {
    let mut position = position.clone();
    let mut legs = Vec::with_capacity(turn.len());
    for &step in turn {
        // The end of a turn is not written.
        if position.step_info(step).is_some() {
            legs.push(position.step_text(step));
        }
        position.play(step);
    }
    legs.join(",")
}
