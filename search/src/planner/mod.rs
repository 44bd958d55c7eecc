//! Alpha-beta over whole turns, for games whose turns have several steps.
//!
//! There are far too many turns to search all of them. `turns` generates the most promising, `list`
//! stores those of a position, `tree` is the alpha-beta with quiescence search, and `root` searches
//! wider and deeper with each iteration. Threads share the lists and mark the turns that they
//! search (`together`). Turns that win at once are found exactly (`worker/goal`), and so are the best turns of
//! positions in endgame tables (`tables`).

mod leave;
mod list;
mod lone_chief;
mod root;
mod tables;
#[cfg(test)]
mod tests;
mod together;
mod tree;
mod turns;

use std::time::Duration;

use nets::Accumulators;
use variants::{Game, Outcome};

use self::leave::OpenNodes;
use self::list::{Breadth, NARROW, Turn};
pub(crate) use self::together::Together;
use self::turns::Spare;
use crate::context::SearchContext;
use crate::eval::EvalCache;
use crate::families::SearchFamily;
use crate::score::{DRAW, Value, loss_in, win_in};

/// Maximum distance from the root in turns, quiescence search included.
const DEEPEST: usize = 40;
/// Number of cached evaluations; a power of two.
const LOOKS: usize = 1 << 14;
/// Share of the risk that counts against a turn before it is searched, in percent.
const RISK: Value = 60;

/// Turns without a capture after which evaluations fade to 0.
const CLOCK_END: u32 = 130;

/// Cached HCE of a position, in centipawns for the side to move.
#[derive(Clone, Copy, Debug, Default)]
struct Look {
    key: u64,
    /// HCE.
    eval: Value,
    /// Risk: estimate of the value that the enemy could capture, if it were to move.
    risk: Value,
}

impl Look {
    /// Returns the share of the risk that counts against a turn that ends here, before it is
    /// searched.
    fn weighed_risk(&self) -> Value {
        self.risk * RISK / 100
    }
}

/// Static evaluation of a position between turns, in centipawns for the side to move.
#[derive(Clone, Copy, Debug)]
struct BlendedEval {
    /// Blend of HCE and net.
    eval: Value,
    /// Difference from the HCE.
    shift: Value,
}

/// Scales an evaluation down as the move rule comes near: waiting for it gains nothing.
fn fade<P: SearchFamily>(position: &P, eval: Value) -> Value {
    let waiting = position.clock().min(CLOCK_END) as Value;
    eval * (CLOCK_END as Value - waiting) / CLOCK_END as Value
}

/// Search thread.
pub(crate) struct Planner<'p, 'a, P: SearchFamily> {
    context: &'p SearchContext<'a, P>,
    together: &'p Together<P::Step>,
    game: Game<P>,
    /// Steps of the game before the search.
    begin: usize,
    /// Positions in the game up to the root's, between turns.
    root_positions: usize,
    /// Index; thread 0 reports and checks the node limit.
    index: usize,
    nodes: u64,
    next_poll: u64,
    /// Selective depth of this iteration, in steps.
    longest: usize,
    /// Present iteration.
    round: i32,
    /// Width of turn generation after the root.
    breadth: Breadth,
    /// Time since the search began up to which the limits of time let the first iteration go on;
    /// `None` once it is complete.
    grace: Option<Duration>,
    /// PV from each turn.
    lines: Vec<Vec<P::Step>>,
    /// Killer turns, by turns from the root.
    killers: Vec<Vec<P::Step>>,
    looks: Vec<Look>,
    eval_cache: EvalCache<P>,
    spare: Spare<P::Step>,
    open: OpenNodes,
    /// Accumulators of the net.
    accumulators: Option<Accumulators<P::Bits>>,
}

impl<'p, 'a, P: SearchFamily> Planner<'p, 'a, P> {
    pub(crate) fn new(
        context: &'p SearchContext<'a, P>,
        together: &'p Together<P::Step>,
        game: Game<P>,
        index: usize,
    ) -> Self {
        Planner {
            context,
            together,
            begin: game.ply(),
            root_positions: game.positions(),
            game,
            index,
            nodes: 0,
            next_poll: 0,
            longest: 0,
            round: 1,
            breadth: NARROW,
            grace: Some(context.first_iteration_end()),
            lines: (0..=DEEPEST + 1).map(|_| Vec::new()).collect(),
            killers: vec![Vec::new(); DEEPEST + 1],
            looks: vec![Look::default(); LOOKS],
            eval_cache: context.evaluator.eval_cache(),
            spare: Spare::new(),
            open: OpenNodes::default(),
            accumulators: context.evaluator.accumulators(1),
        }
    }

    /// Whether this iteration is over, or the search goes back to a node whose value is known.
    fn is_over(&self) -> bool {
        self.context.is_over(self.round) || self.open.are_left()
    }

    /// Returns the number of steps from the root.
    fn ply(&self) -> usize {
        self.game.ply() - self.begin
    }

    /// Counts a node; false when this iteration is to end.
    fn enter(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        self.nodes += 1;
        self.look_back();
        if self.nodes >= self.next_poll {
            self.poll();
            return !self.is_over();
        }
        true
    }

    #[cold]
    fn poll(&mut self) {
        self.next_poll = self.context.poll(self.index, self.nodes, self.grace);
    }

    /// Returns HCE and risk of the present position, from the cache if possible; counts a node.
    fn look(&mut self) -> Look {
        let position = self.game.position();
        let key = position.key();
        let place = key as usize % LOOKS;
        if self.looks[place].key != key {
            let evaluator = self.context.evaluator;
            let (eval, risk) = evaluator.look(position, &mut self.eval_cache);
            let eval = fade(position, eval);
            self.looks[place] = Look { key, eval, risk };
        }
        let look = self.looks[place];
        self.enter();
        look
    }

    /// Returns the static evaluation of the present position, between turns: the blend of HCE and
    /// net, if there is a net. Steps are chosen without the net: its errors are larger than the
    /// gain of most steps.
    fn blended_eval(&mut self) -> BlendedEval {
        let look = self.look();
        let (position, evaluator) = (self.game.position(), self.context.evaluator);
        let eval = match evaluator.by_net(position, &mut self.accumulators, 0) {
            Some(net) => evaluator.together(fade(position, net), look.eval),
            None => look.eval,
        };
        BlendedEval { eval, shift: eval - look.eval }
    }

    /// Returns the ordering score of the present position as the end of a turn.
    fn worth(&mut self) -> Value {
        let look = self.look();
        look.eval - look.weighed_risk()
    }

    /// Returns the value of a game that has ended, for the side to move.
    fn value_of(&self, outcome: Outcome) -> Value {
        match outcome.winner {
            Some(winner) if winner == self.game.position().side() => win_in(self.ply()),
            Some(_) => loss_in(self.ply()),
            None => DRAW,
        }
    }

    /// Returns the value of a position between turns in which the game is over, or a draw by rule.
    fn ended(&mut self) -> Option<Value> {
        let position = self.game.position();
        if let Some(outcome) = position.decided() {
            return Some(self.value_of(outcome));
        }
        let draws = position.common().definition.repetition.ends_game();
        let came_back = draws && self.game.is_repetition(self.root_positions);
        (came_back || self.game.move_rule_reached() || position.has_insufficient_material())
            .then_some(DRAW)
    }

    fn play(&mut self, turn: &Turn<P::Step>) {
        turn.steps.iter().for_each(|&step| self.game.play(step));
    }

    fn undo(&mut self, turn: &Turn<P::Step>) {
        for _ in &turn.steps {
            self.game.undo();
        }
    }
}
