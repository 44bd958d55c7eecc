//! Alpha-beta over whole turns, for games whose turns have many steps.
//!
//! There are far too many turns to look at all of them. `turns` makes those that look best, `list`
//! keeps those of a position, `tree` searches what comes of them, with captures to their end, and
//! `root` looks wider and deeper as long as there is time. Threads share the lists and what they
//! are looking at (`together`). What wins at once is found exactly (`worker/goal`).

mod list;
mod root;
#[cfg(test)]
mod tests;
mod together;
mod tree;
mod turns;

use nets::Accumulators;
use variants::{Game, Outcome, Position, Repetition};

use self::list::{Breadth, Turn};
pub(crate) use self::together::Together;
use crate::eval::EvalCache;
use crate::score::{DRAW, Value, loss_in, win_in};
use crate::shared::Shared;

/// Looks at positions that a thread remembers; a power of two.
const LOOKS: usize = 1 << 14;
/// Percent of what the enemy could take that counts against a turn before it is searched.
const RISK: Value = 60;

/// Turns without a capture after which nothing is thought to be won any more.
const CLOCK_END: u32 = 130;

/// What a position looks like, in centipawns for the side to move.
#[derive(Clone, Copy, Debug, Default)]
struct Look {
    key: u64,
    /// Its evaluation by the weights.
    eval: Value,
    /// What the enemy could take, if it were to move.
    risk: Value,
}

impl Look {
    /// What counts against a turn that ends here before it is searched.
    fn weighed_risk(&self) -> Value {
        self.risk * RISK / 100
    }
}

/// What a position between turns is worth, in centipawns for the side to move.
#[derive(Clone, Copy, Debug)]
struct Judgement {
    /// By all that is known.
    eval: Value,
    /// How much more that is than by its looks.
    shift: Value,
}

/// An evaluation, the less, the nearer the move rule is: nobody gains by waiting for it.
fn fade<P: Position>(position: &P, eval: Value) -> Value {
    let waiting = position.clock().min(CLOCK_END) as Value;
    eval * (CLOCK_END as Value - waiting) / CLOCK_END as Value
}

/// One thread of a search.
pub(crate) struct Planner<'p, 'a, P: Position> {
    shared: &'p Shared<'a, P>,
    together: &'p Together<P::Step>,
    game: Game<P>,
    /// The steps of the game before the search.
    begin: usize,
    /// Positions between turns up to the root's.
    root_positions: usize,
    /// 0 for the thread that reports and watches the limits.
    index: usize,
    nodes: u64,
    next_poll: u64,
    /// The longest line of the present depth, in steps.
    longest: usize,
    /// Which round of the root is searched.
    round: i32,
    /// How wide it is looked for answers to the root's turns.
    breadth: Breadth,
    /// Whether a first depth is complete: before that, time ends the search a little later.
    has_result: bool,
    /// The best line from each turn on.
    lines: Vec<Vec<P::Step>>,
    /// By turns ahead: what refuted a turn there last.
    killers: Vec<Vec<P::Step>>,
    looks: Vec<Look>,
    eval_cache: EvalCache<P::Bits>,
    /// What the net saw last.
    accumulators: Option<Accumulators<P::Bits>>,
}

impl<'p, 'a, P: Position> Planner<'p, 'a, P> {
    pub(crate) fn new(
        shared: &'p Shared<'a, P>,
        together: &'p Together<P::Step>,
        game: Game<P>,
        index: usize,
    ) -> Self {
        Planner {
            shared,
            together,
            begin: game.ply(),
            root_positions: game.positions(),
            game,
            index,
            nodes: 0,
            next_poll: 0,
            longest: 0,
            round: 1,
            breadth: tree::NARROW,
            has_result: false,
            lines: (0..=tree::DEEPEST + 1).map(|_| Vec::new()).collect(),
            killers: vec![Vec::new(); tree::DEEPEST + 1],
            looks: vec![Look::default(); LOOKS],
            eval_cache: shared.evaluator.eval_cache(),
            accumulators: shared.evaluator.accumulators(1),
        }
    }

    /// Whether what is searched now is of no use any longer.
    fn is_over(&self) -> bool {
        self.shared.is_over(self.round)
    }

    /// Steps since the root.
    fn ply(&self) -> usize {
        self.game.ply() - self.begin
    }

    /// Counts a node; false when the search is to end.
    fn enter(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
            return !self.is_over();
        }
        true
    }

    #[cold]
    fn poll(&mut self) {
        self.next_poll = self.shared.poll(self.index, self.nodes, self.has_result);
    }

    /// What the present position looks like: a node.
    fn look(&mut self) -> Look {
        let position = self.game.position();
        let key = position.key();
        let place = key as usize % LOOKS;
        if self.looks[place].key != key {
            let evaluator = self.shared.evaluator;
            let (eval, risk) = evaluator.look(position, &mut self.eval_cache);
            let eval = fade(position, eval);
            self.looks[place] = Look { key, eval, risk };
        }
        let look = self.looks[place];
        self.enter();
        look
    }

    /// What the present position, between turns, is worth to the side to move: by the net and the
    /// weights together, where there is a net. Steps are chosen without it: its errors are larger
    /// than what most steps gain.
    fn judge(&mut self) -> Judgement {
        let look = self.look();
        let (position, evaluator) = (self.game.position(), self.shared.evaluator);
        let eval = match evaluator.by_net(position, &mut self.accumulators, 0) {
            Some(net) => evaluator.together(fade(position, net), look.eval),
            None => look.eval,
        };
        Judgement { eval, shift: eval - look.eval }
    }

    /// What the present position is worth to the side to move if its turn ended here.
    fn worth(&mut self) -> Value {
        let look = self.look();
        look.eval - look.weighed_risk()
    }

    /// The value of a game that has ended, for the side to move.
    fn value_of(&self, outcome: Outcome) -> Value {
        match outcome.winner {
            Some(winner) if winner == self.game.position().side() => win_in(self.ply()),
            Some(_) => loss_in(self.ply()),
            None => DRAW,
        }
    }

    /// The value of a position between turns in which the game is over, or as good as over.
    fn ended(&mut self) -> Option<Value> {
        let position = self.game.position();
        if let Some(outcome) = position.decided() {
            return Some(self.value_of(outcome));
        }
        let draws = position.common().definition.repetition == Repetition::Draw;
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
