//! Values that hold under the move rule.

use std::fmt;

use variants::{AnyGame, Position, with_game};

use crate::metric::Metric;
use crate::tables::Tables;
use crate::value::Value;

/// Value of a position that holds under the move rule: a draw, or a win or loss whose distance the rule leaves time
/// for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueInTime {
    /// The value.
    pub value: Value,
    /// The plies that its distance counts: to the end where that comes in time, else to the conversion.
    pub metric: Metric,
}

impl fmt::Display for ValueInTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ValueInTime { value, metric } = self;
        match metric {
            Metric::End => value.fmt(f),
            Metric::Conversion => write!(f, "{}, conversion in {}", value.result(), value.length()),
        }
    }
}

impl Tables {
    /// The value of a position under the move rule; `None` where no table has it, or the rule may end the game
    /// first, or decides what would be a draw without it. What follows a conversion is not asked for.
    #[must_use]
    pub fn probe_in_time<P: Position>(&self, position: &P) -> Option<ValueInTime> {
        let value = self.probe(position)?;
        if value.sign() == 0 && self.decides_draws {
            return None;
        }
        if is_in_time(position, value) {
            return Some(ValueInTime { value, metric: Metric::End });
        }
        let value = self.probe_conversion(position)?;
        let metric = Metric::Conversion;
        (value.sign() != 0 && is_in_time(position, value)).then_some(ValueInTime { value, metric })
    }

    /// The value of a game's position under the move rule; see [`Tables::probe_in_time`].
    #[must_use]
    pub fn value_in_time(&self, game: &AnyGame) -> Option<ValueInTime> {
        with_game!(game, game => self.probe_in_time(game.position()))
    }
}

/// Whether the move rule leaves time for the distance of a value.
fn is_in_time<P: Position>(position: &P, value: Value) -> bool {
    let plies = u32::from(value.distance());
    value.sign() == 0 || position.plies_to_draw().is_none_or(|left| plies <= left)
}
