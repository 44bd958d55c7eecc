//! Perft of games of any kind, divided by the first step.

use super::AnyGame;
use crate::{PerftTable, divide_while};

impl AnyGame {
    /// The leaves below each legal step, sorted by the step's text, on all threads of the rayon
    /// pool that it is called in. Empty at depth 0.
    #[must_use]
    pub fn divide(&self, depth: u32, table: Option<&PerftTable>) -> Vec<(String, u64)> {
        self.divide_while(depth, table, &|| true).unwrap_or_default()
    }

    /// As [`divide`](Self::divide), while `goes_on`, which is called often, returns true; `None` if
    /// it returned false.
    pub fn divide_while(
        &self,
        depth: u32,
        table: Option<&PerftTable>,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<(String, u64)>> {
        with_game!(self, game => {
            let position = game.position();
            let mut counts: Vec<(String, u64)> = divide_while(position, depth, table, goes_on)?
                .into_iter()
                .map(|(step, count)| (position.step_text(step), count))
                .collect();
            counts.sort_unstable();
            Some(counts)
        })
    }
}
