//! Values of positions, and their codes in tables.

use std::fmt;

/// Value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins; its last move is this number of plies away.
    Win(u16),
    /// The side to move loses; the end is this number of plies away.
    Loss(u16),
}

impl Value {
    /// The longest distance that a table can hold.
    pub const MAX_DISTANCE: u16 = (u16::MAX - FIRST) / 2;

    /// Value for the side to move of a position from which a move leads to one with this value for the
    /// other side.
    #[must_use]
    pub fn before(self) -> Self {
        match self {
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
        }
    }

    /// The same result without a distance.
    pub(crate) fn at_once(self) -> Self {
        match self {
            Value::Draw => Value::Draw,
            Value::Win(_) => Value::Win(0),
            Value::Loss(_) => Value::Loss(0),
        }
    }

    /// Order by what a side prefers: a quick win first, a quick loss last.
    #[must_use]
    pub fn rank(self) -> i32 {
        match self {
            Value::Draw => 0,
            Value::Win(plies) => 1 + i32::from(u16::MAX - plies),
            Value::Loss(plies) => i32::from(plies) - 1 - i32::from(u16::MAX),
        }
    }

    /// Result alone: 1, 0 or -1.
    #[must_use]
    pub fn sign(self) -> i32 {
        self.rank().signum()
    }

    /// Number of plies to the end, or by the table's metric to the conversion; 0 for a draw.
    #[must_use]
    pub fn distance(self) -> u16 {
        match self {
            Value::Draw => 0,
            Value::Win(plies) | Value::Loss(plies) => plies,
        }
    }

    /// Result in words.
    pub(crate) const fn result(self) -> &'static str {
        match self {
            Value::Draw => "draw",
            Value::Win(_) => "win",
            Value::Loss(_) => "loss",
        }
    }

    /// The distance in moves of the winner and in plies: `16 (31 plies)`.
    #[must_use]
    pub fn length(self) -> String {
        match self.distance() {
            plies @ (0 | 1) => plies.to_string(),
            plies => format!("{} ({plies} plies)", plies.div_ceil(2)),
        }
    }

    pub(crate) const fn code(self) -> u16 {
        match self {
            Value::Draw => DRAWN,
            Value::Win(plies) => FIRST + 2 * plies + 1,
            Value::Loss(plies) => FIRST + 2 * plies,
        }
    }

    /// The value of a code; positions without a decided value are drawn.
    pub(crate) const fn of_code(code: u16) -> Self {
        match code {
            ..FIRST => Value::Draw,
            _ if code & 1 == 1 => Value::Win((code - FIRST) / 2),
            _ => Value::Loss((code - FIRST) / 2),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.result())?;
        match self.distance() {
            0 => Ok(()),
            _ => write!(f, " in {}", self.length()),
        }
    }
}

/// Nothing is known yet; a draw, when all else is known.
pub(crate) const UNDECIDED: u16 = 0;
/// Pieces may not stand so.
pub(crate) const ILLEGAL: u16 = 1;
/// Drawn, whatever else is found.
pub(crate) const DRAWN: u16 = 2;
/// The first code of a distance.
const FIRST: u16 = 4;

/// Distance of a code; `None` where it has none.
pub(crate) const fn distance(code: u16) -> Option<u16> {
    if code < FIRST { None } else { Some((code - FIRST) / 2) }
}

/// Whether a code is a win.
pub(crate) const fn is_win(code: u16) -> bool {
    code >= FIRST && code & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back() {
        let distances = [0, 1, 2, 77, Value::MAX_DISTANCE];
        let all = distances.into_iter().flat_map(|plies| [Value::Win(plies), Value::Loss(plies)]);
        for value in all.chain([Value::Draw]) {
            assert_eq!(Value::of_code(value.code()), value);
            assert_eq!(is_win(value.code()), matches!(value, Value::Win(_)));
        }
        assert_eq!(Value::of_code(UNDECIDED), Value::Draw);
    }

    #[test]
    fn values_count_moves_of_the_winner() {
        let shown = [Value::Draw, Value::Win(1), Value::Win(19), Value::Loss(20), Value::Loss(0)];
        let shown = shown.map(|value| value.to_string());
        assert_eq!(
            shown,
            ["draw", "win in 1", "win in 10 (19 plies)", "loss in 10 (20 plies)", "loss"]
        );
    }

    #[test]
    fn quick_wins_and_slow_losses_are_preferred() {
        let order = [Value::Loss(0), Value::Loss(30), Value::Draw, Value::Win(9), Value::Win(1)];
        assert!(order.windows(2).all(|pair| pair[0].rank() < pair[1].rank()));
        assert_eq!(order.map(Value::sign), [-1, -1, 0, 1, 1]);
    }
}
