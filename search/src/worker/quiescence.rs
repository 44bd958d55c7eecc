//! Quiescence search (<https://www.chessprogramming.org/Quiescence_Search>): goes on until nothing
//! is about to be taken, has to be answered, or is left half done.

use super::alphabeta::usable;
use super::ordering::{Ranked, pick};
use super::{Node, Pv, Scout, Worker};
use crate::score::{Bound, INFINITE, Value};
use crate::table::Entry;
use variants::Position;

impl<P: Position> Worker<'_, '_, P> {
    /// The value of the present position when only such steps are looked at. `steps` counts those
    /// made so far.
    pub(super) fn quiescence<N: Node>(
        &mut self,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        steps: usize,
    ) -> Value {
        if N::PV {
            self.memory.lines[ply].clear();
        }
        if !self.enter(ply) {
            return 0;
        }
        if let Some(value) = self.ended(ply) {
            return value;
        }
        let key = self.game.position().key();
        let known = self.shared.table.probe(key);
        if !N::PV
            && let Some(entry) = known
            && let Some(value) = usable(&entry, alpha, beta, 0, ply)
        {
            return value;
        }

        let style = self.shared.style;
        let forced = self.game.position().is_forced();
        // In the middle of a turn nobody can stand: the end of the turn is a step to look at.
        let can_stand = !forced && self.game.position().is_turn_start();
        let original = alpha;
        let mut best = -INFINITE;
        let mut eval = None;
        if can_stand {
            let value = known.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate());
            eval = Some(value);
            best = value;
            if best >= beta || steps >= style.quiet_limit {
                return best;
            }
            alpha = alpha.max(best);
        }

        let table = known.map_or(0, |entry| entry.code);
        let mut list = self.list(ply, !forced, table);
        if list.is_empty() && !can_stand {
            // Nothing to take, but perhaps something to do.
            self.memory.lists[ply] = list;
            list = self.list(ply, false, table);
            if list.is_empty() {
                self.memory.lists[ply] = list;
                return self.stuck(ply);
            }
        }
        // Half a turn, and far enough: only its end counts.
        if !can_stand && steps >= style.quiet_limit && list.iter().any(Ranked::ends_turn) {
            list.retain(Ranked::ends_turn);
        }
        let mut best_code = 0;
        for index in 0..list.len() {
            let ranked = pick(&mut list, index);
            // What cannot raise alpha even if it costs nothing
            // (https://www.chessprogramming.org/Delta_Pruning).
            if let Some(eval) = eval
                && eval + ranked.gain + style.delta <= alpha
            {
                best = best.max(eval + ranked.gain + style.delta);
                continue;
            }
            let side = self.game.position().side();
            self.game.play(ranked.step);
            let turns = self.game.position().side() != side;
            let value = match (N::PV, turns) {
                (true, true) => -self.quiescence::<Pv>(-beta, -alpha, ply + 1, steps + 1),
                (true, false) => self.quiescence::<Pv>(alpha, beta, ply + 1, steps + 1),
                (false, true) => -self.quiescence::<Scout>(-beta, -alpha, ply + 1, steps + 1),
                (false, false) => self.quiescence::<Scout>(alpha, beta, ply + 1, steps + 1),
            };
            self.game.undo();
            if self.shared.is_aborted() {
                self.memory.lists[ply] = list;
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_code = ranked.code;
                    if N::PV {
                        self.extend_line(ply, ranked.step);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.memory.lists[ply] = list;

        let bound = Bound::of(best, original, beta);
        let value = Entry::value_to_keep(best, ply);
        self.shared.table.store(key, Entry { code: best_code, value, eval, depth: 0, bound });
        best
    }
}
