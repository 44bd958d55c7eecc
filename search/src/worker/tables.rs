//! Endgame tables in the search.

use super::Worker;
use crate::families::SearchFamily;
use crate::score::{DRAW, MATE, MATE_BOUND, Value};

impl<P: SearchFamily> Worker<'_, '_, P> {
    /// Returns the value of the present position by the tables, if there are any and they have it: a draw,
    /// or a win or loss by its distance. One that could meet the move rule first is left to the search.
    #[inline]
    pub(super) fn tabled(&self, ply: usize) -> Option<Value> {
        self.tables?;
        self.probe(ply)
    }

    #[cold]
    fn probe(&self, ply: usize) -> Option<Value> {
        let position = self.game.position();
        let value = self.tables?.probe(position)?;
        let plies = value.distance();
        let is_in_time =
            position.move_limit().is_none_or(|limit| position.clock() + u32::from(plies) <= limit);
        if value.sign() != 0 && !is_in_time {
            return None;
        }
        self.context.count_table_hit();
        let length = (ply + usize::from(plies)).min((MATE - MATE_BOUND) as usize) as Value;
        Some(match value.sign() {
            0 => DRAW,
            sign => sign * (MATE - length),
        })
    }
}
