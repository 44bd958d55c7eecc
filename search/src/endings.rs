//! Values of endgame tables as values of the search.

use solver::{Metric, Tables, ValueInTime};

use crate::families::SearchFamily;
use crate::report::steps_of;
use crate::score::{DRAW, LATE_WIN, MATE, MATE_BOUND, TABLE_WIN, TABLE_WIN_BOUND, Value};

/// Returns the value of a position `ply` steps from the root by the tables, if they have it: a draw, or a win or loss
/// by its distance. One that could meet the move rule first is a win, loss or near draw by its distance to conversion,
/// where there is a table of these; else it is left to the search.
pub(crate) fn table_value<P: SearchFamily>(
    tables: &Tables,
    position: &P,
    ply: usize,
) -> Option<Value> {
    let found = tables.probe_in_time(position)?;
    // After a conversion the count of plies to it is over: the quickest one is best for the winner.
    let converted = found.metric == Metric::Conversion && position.clock() == 0;
    let turns = if converted { 0 } else { found.value.distance() };
    Some(value_in(found, ply + steps_of::<P>(turns.into())))
}

/// Returns a value of the tables, `length` steps before its end or conversion.
pub(crate) fn value_in(found: ValueInTime, length: usize) -> Value {
    let (sign, length) = (found.value.sign(), length as Value);
    match found.metric {
        _ if sign == 0 => DRAW,
        _ if found.is_late => sign * (LATE_WIN - length).max(1),
        Metric::End => sign * (MATE - length.min(MATE - MATE_BOUND)),
        Metric::Conversion => sign * (TABLE_WIN - length).max(TABLE_WIN_BOUND),
    }
}
