//! Endgame tables in the search of whole turns.

use solver::{Metric, Tables, ValueInTime};

use super::Planner;
use super::list::Turn;
use crate::endings::value_in;
use crate::families::SearchFamily;
use crate::iteration::IterationResult;
use crate::report::{steps_of, turns};
use crate::score::{Bound, DRAW, Value};
use crate::sort::sort_by_key;

/// Root turn with its value by the tables.
struct TabledTurn<S> {
    turn: Turn<S>,
    value: solver::Value,
    /// Static evaluation after a turn that draws, for the side that makes it, in centipawns; 0 of others.
    eval: Value,
}

impl<P: SearchFamily> Planner<'_, '_, P> {
    /// Returns the value of the present position by the tables, if there are any and they have it.
    #[inline]
    pub(super) fn tabled(&self, ply: usize) -> Option<Value> {
        self.context.probe(self.context.request.tables?, self.game.position(), ply)
    }

    /// Returns and reports the best of all turns of a root position that is in the tables: the quickest win, the
    /// longest loss, or among draws the best one by the static evaluation. `None` where the tables do not have it.
    pub(crate) fn by_tables(mut self) -> Option<IterationResult<P::Step>> {
        let request = self.context.request;
        let tables = request.tables?;
        let root = tables.probe_in_time(self.game.position())?;
        let ranked = self.ranked(tables, root.metric)?;
        self.context.count_nodes(self.index, self.nodes);
        let lines = request.limits.multi_pv.clamp(1, ranked.len().max(1));
        let found: Vec<_> =
            ranked.iter().take(lines).map(|ranked| self.result(tables, ranked, root)).collect();
        for (found, number) in found.iter().zip(1..) {
            self.report(found, found.depth, number, Bound::Exact);
        }
        found.into_iter().next()
    }

    /// Returns the root turns that the request allows, the best first.
    fn ranked(&mut self, tables: &Tables, metric: Metric) -> Option<Vec<TabledTurn<P::Step>>> {
        let all = tables.turns(self.game.position(), metric)?;
        self.context.count_table_hits(all.len() as u64);
        self.nodes += all.len() as u64;
        let only = self.admitted(self.context.request.only);
        let mut ranked = Vec::new();
        for (steps, value) in all {
            let mut turn = Turn { steps, key: 0, worth: 0 };
            self.play(&turn);
            turn.key = self.game.position().key();
            let is_admitted = only.is_empty() || only.iter().any(|own| own.turn.key == turn.key);
            if is_admitted {
                // A draw by rule has precedence, by repetition for one.
                let ended = self.ended();
                let value = if ended == Some(DRAW) { solver::Value::Draw } else { value };
                let is_open = ended.is_none() && value.sign() == 0;
                let eval = if is_open { -self.blended_eval().eval } else { DRAW };
                ranked.push(TabledTurn { turn: turn.clone(), value, eval });
            }
            self.undo(&turn);
        }
        // By value, then by evaluation.
        sort_by_key(&mut ranked, |ranked| {
            -((i64::from(ranked.value.rank()) << 32) + i64::from(ranked.eval))
        });
        Some(ranked)
    }

    /// Returns a root turn with the best reply to it as the result of an iteration.
    fn result(
        &mut self,
        tables: &Tables,
        ranked: &TabledTurn<P::Step>,
        root: ValueInTime,
    ) -> IterationResult<P::Step> {
        let TabledTurn { ref turn, value, .. } = *ranked;
        let mut line = turn.steps.clone();
        self.play(turn);
        let replies = tables.turns(self.game.position(), root.metric).unwrap_or_default();
        line.extend(
            replies
                .into_iter()
                .max_by_key(|(_, value)| value.rank())
                .map_or_else(Vec::new, |(reply, _)| reply),
        );
        self.undo(turn);
        self.longest = self.longest.max(line.len());
        let known = turns(self.game.position(), &line).len();
        let rest = usize::from(value.distance()).saturating_sub(known);
        let length = line.len() + steps_of::<P>(rest);
        let value = value_in(ValueInTime { value, ..root }, length);
        IterationResult { line, value, depth: 1 }
    }
}
