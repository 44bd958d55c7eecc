//! The value of a position, summed up from those of its moves.

use crate::value::{DRAWN, UNDECIDED, Value};

/// State of a move: whether its value is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// The position that it leads to has this value, for its side to move.
    Final(Value),
    /// Nothing yet.
    Open,
}

/// Summary of the moves of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    /// The quickest win.
    win: Option<u16>,
    /// The slowest loss.
    loss: Option<u16>,
    draws: bool,
    open: bool,
}

impl Sum {
    /// Adds a move.
    #[inline]
    pub(crate) fn add(&mut self, known: Known) {
        let Known::Final(value) = known else {
            self.open = true;
            return;
        };
        match value.before() {
            Value::Win(plies) => {
                self.win = Some(self.win.map_or(plies, |least| least.min(plies)));
            }
            Value::Loss(plies) => {
                self.loss = Some(self.loss.map_or(plies, |most| most.max(plies)));
            }
            Value::Draw => self.draws = true,
        }
    }

    /// Whether the position may still be lost.
    #[inline]
    pub(crate) fn may_be_lost(&self) -> bool {
        self.win.is_none() && !self.draws && !self.open
    }

    /// Whether the position is won in at most `plies` plies.
    #[inline]
    pub(crate) fn wins_in(&self, plies: i32) -> bool {
        self.win.is_some_and(|win| i32::from(win) <= plies)
    }

    /// Whether nothing is known yet about some move.
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    /// The code of the position.
    pub(crate) fn code(&self) -> u16 {
        match (self.win, self.loss) {
            (Some(plies), _) => Value::Win(plies).code(),
            _ if self.open => UNDECIDED,
            (None, Some(plies)) if !self.draws => Value::Loss(plies).code(),
            _ => DRAWN,
        }
    }
}
