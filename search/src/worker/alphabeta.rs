//! Principal variation search over steps (<https://www.chessprogramming.org/Principal_Variation_Search>).
//!
//! Values are for the side to move. The sign turns when a step gives the move to the other side,
//! and only then: that is all that games with many steps a turn need.

use super::ordering::{Ranked, pick};
use super::{Node, Pv, Scout, Worker};
use crate::params::{FULL_STEPS, NULL_MOVE_DEPTH, REDUCTION_DEPTH, reduction};
use crate::score::{Bound, INFINITE, Value, is_mate, loss_in, win_in};
use crate::table::Entry;
use variants::Position;

/// How a step is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Descent {
    /// Whether it is the first of its node.
    pub first: bool,
    /// The depth after it, in steps.
    pub depth: i32,
    /// By how much the first look at it is shallower.
    pub reduction: i32,
    /// The node's distance from the root, in steps.
    pub ply: usize,
}

impl<P: Position> Worker<'_, '_, P> {
    /// The value of the present position: exact inside the window, a bound outside it
    /// (<https://www.chessprogramming.org/Fail-Soft>). Meaningless once the search is aborted.
    pub(super) fn search<N: Node>(
        &mut self,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        ply: usize,
        after_pass: bool,
    ) -> Value {
        if depth <= 0 {
            return self.quiescence::<N>(alpha, beta, ply, 0);
        }
        if N::PV {
            self.memory.lines[ply].clear();
        }
        if !self.enter(ply) {
            return 0;
        }
        if let Some(value) = self.ended(ply) {
            return value;
        }
        // No line from here is better than a win with the next step, or worse than having lost
        // (https://www.chessprogramming.org/Mate_Distance_Pruning).
        alpha = alpha.max(loss_in(ply));
        beta = beta.min(win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let key = self.game.position().key();
        let known = self.shared.table.probe(key);
        if !N::PV
            && let Some(entry) = known
            && let Some(value) = usable(&entry, alpha, beta, depth, ply)
        {
            return value;
        }

        let style = self.shared.style;
        let forced = self.game.position().is_forced();
        if forced && style.extend_forced && ply < 2 * self.root_depth as usize {
            depth += 1;
        }
        let eval = match known {
            _ if forced => None,
            Some(Entry { eval: Some(eval), .. }) => Some(eval),
            _ => Some(self.evaluate()),
        };

        if !N::PV
            && !after_pass
            && style.null_move
            && depth >= NULL_MOVE_DEPTH
            && eval.is_some_and(|eval| eval >= beta)
            && !is_mate(beta)
            && let Some(value) = self.pass(beta, depth, ply)
        {
            return value;
        }

        let mut list = self.list(ply, false, known.map_or(0, |entry| entry.code));
        if list.is_empty() {
            self.memory.lists[ply] = list;
            return self.stuck(ply);
        }
        if list.len() == 1 && !forced && style.extend_forced {
            depth += i32::from(ply < 2 * self.root_depth as usize);
        }

        let original = alpha;
        let mut best = -INFINITE;
        let mut best_code = 0;
        for index in 0..list.len() {
            let ranked = pick(&mut list, index);
            let late = index >= FULL_STEPS + usize::from(N::PV) && ranked.quiet && !forced;
            let descent = Descent {
                first: index == 0,
                // The end of a turn is no deed.
                depth: if ranked.ends_turn() { depth } else { depth - 1 },
                reduction: if late && depth >= REDUCTION_DEPTH {
                    reduction(depth, index)
                } else {
                    0
                },
                ply,
            };
            let value = self.descend::<N>(ranked.step, alpha, beta, descent);
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
                        self.learn(&list[..=index], depth, ply);
                        break;
                    }
                }
            }
        }
        self.memory.lists[ply] = list;

        let bound = Bound::of(best, original, beta);
        let value = Entry::value_to_keep(best, ply);
        self.shared.table.store(key, Entry { code: best_code, value, eval, depth, bound });
        best
    }

    /// Makes a step, searches what follows, and takes it back: late steps with a window of no
    /// width first, and in full only when they turn out better.
    pub(super) fn descend<N: Node>(
        &mut self,
        step: P::Step,
        alpha: Value,
        beta: Value,
        descent: Descent,
    ) -> Value {
        let side = self.game.position().side();
        self.game.play(step);
        let turns = self.game.position().side() != side;
        let Descent { first, depth, reduction, ply } = descent;
        let mut value = -INFINITE;
        if !N::PV || !first {
            let reduced = if reduction > 0 { (depth - reduction).max(1) } else { depth };
            value = self.child::<Scout>(turns, alpha, alpha + 1, reduced, ply);
            if value > alpha && reduced < depth {
                value = self.child::<Scout>(turns, alpha, alpha + 1, depth, ply);
            }
        }
        if N::PV && (first || value > alpha) {
            value = self.child::<Pv>(turns, alpha, beta, depth, ply);
        }
        self.game.undo();
        value
    }

    /// The value, for the side that moved, of the position after a step.
    fn child<N: Node>(
        &mut self,
        turns: bool,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> Value {
        if turns {
            -self.search::<N>(-beta, -alpha, depth, ply + 1, false)
        } else {
            self.search::<N>(alpha, beta, depth, ply + 1, false)
        }
    }

    /// Tries whether the position is so good that even a pass keeps it above beta
    /// (<https://www.chessprogramming.org/Null_Move_Pruning>).
    fn pass(&mut self, beta: Value, depth: i32, ply: usize) -> Option<Value> {
        if !self.shared.evaluator.has_officers(self.game.position()) || !self.game.pass() {
            return None;
        }
        let reduced = depth - 3 - depth / 4;
        let value = -self.search::<Scout>(-beta, 1 - beta, reduced, ply + 1, true);
        self.game.undo();
        (value >= beta && !self.shared.is_aborted())
            .then(|| if is_mate(value) { beta } else { value })
    }

    /// Learns from a cutoff: the last of the steps refuted, the others before it did not.
    fn learn(&mut self, steps: &[Ranked<P::Step>], depth: i32, ply: usize) {
        let Some((last, others)) = steps.split_last() else { return };
        if !last.quiet {
            return;
        }
        let bonus = (120 * depth).min(1600);
        let history = &mut self.memory.history;
        history.add_killer(ply, last.code);
        history.add(last.slot, bonus);
        for other in others.iter().filter(|other| other.quiet) {
            history.add(other.slot, -bonus);
        }
    }
}

/// The value that the table gives a node, if it is deep and sharp enough.
pub(super) fn usable(
    entry: &Entry,
    alpha: Value,
    beta: Value,
    depth: i32,
    ply: usize,
) -> Option<Value> {
    let value = entry.value_at(ply);
    let fits = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    (fits && entry.depth >= depth).then_some(value)
}
