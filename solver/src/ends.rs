//! Values that positions have by themselves.

use variants::{Color, Outcome, Position};

use crate::value::Value;

/// Value of an end for the side to move.
pub(crate) fn value_of(outcome: Outcome, side: Color) -> Value {
    match outcome.winner {
        Some(winner) if winner == side => Value::Win(0),
        Some(_) => Value::Loss(0),
        None => Value::Draw,
    }
}

/// The value that a position has by itself; else generates its steps.
pub(crate) fn own_value<P: Position>(position: &P, steps: &mut Vec<P::Step>) -> Option<Value> {
    steps.clear();
    let side = position.side();
    if let Some(outcome) = position.decided() {
        return Some(value_of(outcome, side));
    }
    position.generate(steps);
    if steps.is_empty() {
        return Some(value_of(position.outcome_without_steps(), side));
    }
    position.has_insufficient_material().then_some(Value::Draw)
}
