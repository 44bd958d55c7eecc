//! Quiescence search (<https://www.chessprogramming.org/Quiescence_Search>): searches captures and
//! evasions until the position is quiet.

use super::alphabeta::usable;
use super::history::NO_STEP;
use super::ordering::OrderingContext;
use super::see::see_at_least;
use super::{LONG_LIST, MOST_SAVED, MoveClass, Node, Worker};
use crate::families::SearchFamily;
use crate::score::{Bound, INFINITE, MATED_BOUND, Value, is_mate};
use crate::table::Entry;

/// Node budget of quiescence search per horizon node. On average games use one to five.
const PER_HORIZON_NODE: i32 = 64;

impl<P: SearchFamily> Worker<'_, '_, P> {
    /// Returns the quiescence value of the present position: from noisy moves and, with `checks`,
    /// also checks that lose nothing, as at the horizon.
    ///
    /// In games in which nearly all moves capture, trees of captures are as large as full ones:
    /// nodes below the horizon have a budget, and positions beyond it return the static evaluation.
    pub(super) fn quiescence<N: Node>(
        &mut self,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        checks: bool,
    ) -> Value {
        if N::PV {
            self.thread_data.lines[ply].clear();
        }
        if !self.enter(ply) {
            return 0;
        }
        if let Some(value) = self.ended(ply) {
            return value;
        }
        if checks {
            self.quiescence_budget = MOST_SAVED.min(self.quiescence_budget + PER_HORIZON_NODE);
        } else {
            self.quiescence_budget -= 1;
        }
        if !checks && self.quiescence_budget < 0 || self.is_exhausted() {
            let raw = self.evaluate(ply);
            return self.corrected(raw, self.correction_keys(ply));
        }
        // The TT probe waits for the prefetch: other work comes first.
        let forced = self.game.position().is_forced();
        let key = self.game.position().key();
        let known = self.context.table.probe(key);
        if !N::PV
            && let Some(entry) = known
            && let Some(value) = usable(&entry, alpha, beta, 0, ply)
        {
            return value;
        }

        let style = self.context.style;
        let original = alpha;
        let mut best = -INFINITE;
        let mut raw = None;
        let mut futility_value = None;
        self.thread_data.frames[ply].made = NO_STEP;
        if !forced {
            let value = known.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(ply));
            raw = Some(value);
            best = self.corrected(value, self.correction_keys(ply));
            if let Some(entry) = known.filter(|entry| !is_mate(entry.value)) {
                best = match entry.bound {
                    Bound::Exact => entry.value,
                    Bound::Lower => best.max(entry.value),
                    Bound::Upper => best.min(entry.value),
                };
            }
            if best >= beta {
                if known.is_none() {
                    let kept =
                        Entry { code: 0, value: best, eval: raw, depth: 0, bound: Bound::Lower };
                    self.context.table.store(key, kept);
                }
                return best;
            }
            futility_value = Some(best + self.context.params.delta);
            alpha = alpha.max(best);
        }

        let table = known.map_or(0, |entry| entry.code);
        let wanted = match forced {
            true => MoveClass::All,
            false if checks && style.quiet_checks => MoveClass::NoisyAndChecks,
            false => MoveClass::Noisy,
        };
        let mut picker = self.picker(ply, wanted, table);
        if picker.len() == 0 && forced || self.is_over() {
            self.done(ply, picker);
            return self.value_without_steps(ply);
        }
        // Few quiet moves are searched here: threats are not worth their time.
        let hints = OrderingContext { escape: 0, ..self.hints(ply) };
        self.quiescence_budget -= (picker.len() / LONG_LIST) as i32;
        let mut best_code = 0;
        while let Some(scored) = self.pick(&mut picker, &hints) {
            if best > MATED_BOUND {
                // Skips moves that cannot raise alpha even if they cost nothing
                // (https://www.chessprogramming.org/Delta_Pruning).
                if let Some(futility_value) = futility_value
                    && !scored.quiet
                    && futility_value + scored.gain <= alpha
                {
                    best = best.max(futility_value + scored.gain);
                    continue;
                }
                // One quiet evasion, good or bad, is enough beside captures.
                if picker.is_losing() || (forced && scored.quiet && style.extend_check) {
                    break;
                }
            }
            if !forced
                && scored.quiet
                && !see_at_least(self.game.position(), self.context.evaluator, &scored, 0)
            {
                continue;
            }
            self.make(&scored, ply);
            let value = if self.moves_again() {
                self.quiescence::<N>(alpha, beta, ply + 1, false)
            } else {
                -self.quiescence::<N>(-beta, -alpha, ply + 1, false)
            };
            self.game.undo();
            if self.is_over() {
                self.done(ply, picker);
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_code = scored.code;
                    if N::PV {
                        self.extend_line(ply, scored.step);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.done(ply, picker);

        let bound = Bound::of(best, original, beta);
        let value = Entry::value_to_keep(best, ply);
        self.context.table.store(key, Entry { code: best_code, value, eval: raw, depth: 0, bound });
        best
    }
}
