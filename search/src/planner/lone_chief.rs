//! Exact play of the last turns against a lone chief.

use variants::Bits;

use super::Planner;
use crate::families::SearchFamily;
use crate::hunt::HuntLimit;
use crate::iteration::IterationResult;
use crate::report::steps_of;
use crate::score::{DRAW, Value, loss_in, win_in};

/// Best turn of a hunt so far, with the turns that the enemy has after it.
struct BestHunt<S> {
    turn: Vec<S>,
    left: u32,
}

impl<P: SearchFamily> Planner<'_, '_, P> {
    /// Returns the value of a position between turns in which the side to move has a lone chief that is
    /// surely captured in time.
    #[inline]
    pub(super) fn lone_chief(&self, ply: usize) -> Option<Value> {
        Some(loss_in(ply + steps_of::<P>(2 * self.turns_left()? as usize)))
    }

    /// Returns the number of turns in which the enemy captures a lone chief that is to move, if the move rule
    /// leaves time for them.
    fn turns_left(&self) -> Option<u32> {
        let position = self.game.position();
        let turns = self.context.evaluator.lone_chief_turns(position)?;
        position.plies_to_draw().is_none_or(|left| 2 * turns <= left).then_some(turns)
    }

    /// Returns the turn of a root position after which the enemy's lone chief is captured soonest,
    /// if there is one after which that is certain.
    pub(super) fn hunted(&mut self) -> Option<IterationResult<P::Step>> {
        let groups = self.context.evaluator.hunters(self.game.position());
        if groups.is_empty() {
            return None;
        }
        let context = self.context;
        let mut limit = HuntLimit::third(context, self.nodes);
        let (mut best, mut line) = (None, Vec::new());
        for group in groups {
            self.hunt(group, &mut line, &mut best, &mut limit);
        }
        self.nodes = limit.searched();
        let BestHunt { turn, left } = best?;
        let value = win_in(turn.len() + steps_of::<P>(2 * left as usize));
        Some(IterationResult { line: turn, value, depth: 1 })
    }

    /// Tries all turns of a group of units, after the steps of `line`.
    fn hunt(
        &mut self,
        group: P::Bits,
        line: &mut Vec<P::Step>,
        best: &mut Option<BestHunt<P::Step>>,
        limit: &mut HuntLimit<'_>,
    ) {
        let mut steps = self.steps(false);
        self.game.retain_ordered(&mut steps);
        for &step in &steps {
            if limit.is_over() || !limit.enter() {
                break;
            }
            if let Some(info) = self.game.position().step_info(step)
                && !group.contains(info.from)
            {
                continue;
            }
            self.game.play(step);
            line.push(step);
            if !self.game.position().is_turn_start() {
                self.hunt(group, line, best, limit);
            } else if self.ended() != Some(DRAW)
                && let Some(left) = self.turns_left()
                && best.as_ref().is_none_or(|best| left < best.left)
            {
                *best = Some(BestHunt { turn: line.clone(), left });
            }
            line.pop();
            self.game.undo();
        }
        self.reuse(steps);
    }
}
