//! Values that hold under the move rule.

use std::fmt;

use variants::{AnyGame, Position, with_game};

use crate::metric::Metric;
use crate::tables::Tables;
use crate::value::Value;

/// Value of a position under the move rule: a draw, a win or loss whose distance the rule leaves time for, or one that
/// the rule turns into a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueInTime {
    /// The value.
    pub value: Value,
    /// The plies that its distance counts: to the end where that comes in time, else to the conversion.
    pub metric: Metric,
    /// Whether the move rule draws the game before: the winner's quickest conversion comes too late, unless the
    /// other side allows it.
    pub is_late: bool,
}

impl ValueInTime {
    /// Result under the move rule: 1, 0 or -1.
    #[must_use]
    pub fn sign(self) -> i32 {
        if self.is_late { 0 } else { self.value.sign() }
    }
}

impl fmt::Display for ValueInTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ValueInTime { value, metric, is_late } = self;
        match metric {
            _ if *is_late => f.write_str("draw by the move rule"),
            Metric::End => value.fmt(f),
            Metric::Conversion => write!(f, "{}, conversion in {}", value.result(), value.length()),
        }
    }
}

impl Tables {
    /// The value of a position under the move rule; `None` where no table has it, or the rule may end the game
    /// first and no table to conversion says whether it does, or it decides what would be a draw without it. What
    /// follows a conversion is not asked for.
    #[must_use]
    pub fn probe_in_time<P: Position>(&self, position: &P) -> Option<ValueInTime> {
        let value = self.probe(position)?;
        if value.sign() == 0 && self.decides_draws {
            return None;
        }
        if is_in_time(position, value) {
            return Some(ValueInTime { value, metric: Metric::End, is_late: false });
        }
        let value = self.probe_conversion(position)?;
        let metric = Metric::Conversion;
        let is_late = is_late(position, value);
        let is_certain = is_late && !self.decides_draws || is_in_time(position, value);
        (value.sign() != 0 && is_certain).then_some(ValueInTime { value, metric, is_late })
    }

    /// The value of a game's position under the move rule; see [`Tables::probe_in_time`].
    #[must_use]
    pub fn value_in_time(&self, game: &AnyGame) -> Option<ValueInTime> {
        with_game!(game, game => self.probe_in_time(game.position()))
    }
}

/// Whether the move rule ends the game before the distance of a value; a count of moves in an ending may be begun
/// anew.
fn is_late<P: Position>(position: &P, value: Value) -> bool {
    let left = position.move_limit().map(|limit| limit.saturating_sub(position.clock()));
    left.is_some_and(|left| u32::from(value.distance()) > left)
}

/// Whether the move rule leaves time for the distance of a value.
fn is_in_time<P: Position>(position: &P, value: Value) -> bool {
    let plies = u32::from(value.distance());
    value.sign() == 0 || position.plies_to_draw().is_none_or(|left| plies <= left)
}
