//! Endgame tables in the search.

use super::Worker;
use crate::families::SearchFamily;
use crate::score::{DRAW, MATE, MATE_BOUND, TABLE_WIN, TABLE_WIN_BOUND, Value};

impl<P: SearchFamily> Worker<'_, '_, P> {
    /// Returns the value of the present position by the tables, if there are any and they have it: a draw,
    /// or a win or loss by its distance. One that could meet the move rule first is a win or loss by its distance to
    /// conversion, where there is a table of these; else it is left to the search.
    #[inline]
    pub(super) fn tabled(&self, ply: usize) -> Option<Value> {
        self.tables?;
        self.probe(ply)
    }

    #[cold]
    fn probe(&self, ply: usize) -> Option<Value> {
        let value = self.tables?.probe(self.game.position())?;
        let found = match value.sign() {
            0 => DRAW,
            sign if self.is_in_time(value.distance()) => {
                let length = (ply + usize::from(value.distance())) as Value;
                sign * (MATE - length.min(MATE - MATE_BOUND))
            }
            _ => self.converted(ply)?,
        };
        self.context.count_table_hit();
        Some(found)
    }

    /// Returns the value of a decided position that has to make progress in time: the quickest conversion is best for
    /// the winner. After a conversion the count of plies is over.
    fn converted(&self, ply: usize) -> Option<Value> {
        let position = self.game.position();
        let value = self.tables?.probe_conversion(position)?;
        if value.sign() == 0 || !self.is_in_time(value.distance()) {
            return None;
        }
        let rest = if position.clock() == 0 { 0 } else { usize::from(value.distance()) };
        let length = (ply + rest) as Value;
        Some(value.sign() * (TABLE_WIN - length).max(TABLE_WIN_BOUND))
    }

    /// Whether the move rule leaves time for so many plies without progress.
    fn is_in_time(&self, plies: u16) -> bool {
        let position = self.game.position();
        position.move_limit().is_none_or(|limit| position.clock() + u32::from(plies) <= limit)
    }
}
