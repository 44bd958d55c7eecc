//! One thread of a search.

mod alphabeta;
mod correction;
mod goal;
mod history;
mod ordering;
mod prune;
mod quiescence;
mod reduce;
mod root;
mod see;
mod threats;

use nets::Accumulators;
use variants::{Definition, Game, Outcome, Position, Repetition};

pub(crate) use self::alphabeta::usable;
use self::correction::{CorrectionKeys, Corrections};
pub(crate) use self::goal::winning_turn;
use self::history::{History, NO_STEP, Rows, Slot};
use self::ordering::{MovePicker, OrderingContext, ScoredMove};
pub(crate) use self::reduce::Reductions;
use crate::eval::Evaluator;
use crate::params::MOST_CHAINS;
use crate::score::{DRAW, MAX_PLY, Value, loss_in, win_in};
use crate::shared::Shared;

/// Kinds of nodes (<https://www.chessprogramming.org/Node_Types>), known when compiling.
pub(crate) trait Node {
    /// Whether the window is open: the exact value and the line are wanted.
    const PV: bool;
}

/// A node of the principal variation.
pub(crate) struct Pv;
/// A node where the question is only whether a step is better than what is known.
pub(crate) struct NonPv;

impl Node for Pv {
    const PV: bool = true;
}

impl Node for NonPv {
    const PV: bool = false;
}

/// Which steps of a position are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveClass {
    All,
    /// Captures and promotions.
    Noisy,
    /// Those, and what gives check.
    NoisyAndChecks,
}

/// What is known of a node while the nodes after it are searched.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The histories' row of the step that was made here; [`NO_STEP`] for a pass.
    made: u32,
    /// Where the history of the quiet step that was made here is; `None` for others.
    quiet: Option<Slot>,
    /// The corrected static evaluation for the side to move; `None` where a step is forced.
    eval: Option<Value>,
    /// The code of a step that is not to be looked at, 0 for none.
    excluded: u16,
    /// The codes of the last two quiet steps that caused a cutoff here.
    killers: [u16; 2],
    /// Cutoffs at the nodes right after this one.
    cutoffs: u32,
    /// Steps of the line so far that were extended twice.
    doubles: i32,
    /// Whether a pass was made here.
    passed: bool,
}

impl Frame {
    const NEW: Self = Frame {
        made: NO_STEP,
        quiet: None,
        eval: None,
        excluded: 0,
        killers: [0; 2],
        cutoffs: 0,
        doubles: 0,
        passed: false,
    };
}

/// What a thread keeps from one search of a game to the next.
pub(crate) struct ThreadData<P: Position> {
    history: History,
    corrections: Corrections,
    frames: Vec<Frame>,
    /// A list of steps for each ply.
    lists: Vec<Vec<ScoredMove<P::Step>>>,
    /// The best line from each ply on (<https://www.chessprogramming.org/Triangular_PV-Table>).
    lines: Vec<Vec<P::Step>>,
    generated: Vec<P::Step>,
    /// What the net sees on the way from the root.
    accumulators: Option<Accumulators<P::Bits>>,
}

impl<P: Position> ThreadData<P> {
    pub(crate) fn new(definition: &Definition, evaluator: &Evaluator<P>) -> Self {
        ThreadData {
            history: History::new(definition.size.squares(), definition.pieces.len()),
            corrections: Corrections::new(definition),
            frames: vec![Frame::NEW; MAX_PLY + 2],
            lists: (0..=MAX_PLY).map(|_| Vec::new()).collect(),
            lines: (0..=MAX_PLY + 1).map(|_| Vec::new()).collect(),
            generated: Vec::new(),
            accumulators: evaluator.accumulators(MAX_PLY + 1),
        }
    }

    /// Makes ready for another search.
    pub(crate) fn age(&mut self) {
        self.history.age();
        self.frames.fill(Frame::NEW);
    }
}

/// One thread of a search.
pub(crate) struct Worker<'w, 'a, P: Position> {
    shared: &'w Shared<'a, P>,
    thread_data: &'w mut ThreadData<P>,
    game: Game<P>,
    /// Positions between turns up to the root's.
    root_positions: usize,
    /// 0 for the thread that reports and watches the limits.
    index: usize,
    nodes: u64,
    /// Nodes that quiescence search may still visit below the horizon's.
    quiescence_budget: i32,
    next_poll: u64,
    /// The longest line of the present depth, in steps.
    longest: usize,
    /// The depth that the root is searched to, in steps.
    root_depth: i32,
    /// Whether a first depth is complete: before that, time ends the search a little later.
    has_result: bool,
}

impl<'w, 'a, P: Position> Worker<'w, 'a, P> {
    pub(crate) fn new(
        shared: &'w Shared<'a, P>,
        thread_data: &'w mut ThreadData<P>,
        game: Game<P>,
        index: usize,
    ) -> Self {
        Worker {
            shared,
            thread_data,
            root_positions: game.positions(),
            game,
            index,
            nodes: 0,
            quiescence_budget: quiescence::MOST_SAVED,
            next_poll: 0,
            longest: 0,
            root_depth: 1,
            has_result: false,
        }
    }

    /// Whether what is searched now is of no use any longer.
    #[inline]
    fn is_over(&self) -> bool {
        self.shared.is_over(self.root_depth)
    }

    /// Counts a node; false when the search of this depth is to end.
    #[inline]
    fn enter(&mut self, ply: usize) -> bool {
        if self.is_over() {
            return false;
        }
        self.nodes += 1;
        self.longest = self.longest.max(ply);
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

    fn evaluate(&mut self, ply: usize) -> Value {
        self.shared.evaluator.evaluate(
            self.game.position(),
            &mut self.thread_data.accumulators,
            ply,
        )
    }

    /// The value of a game that has ended `ply` steps from the root, for the side to move.
    fn value_of(&self, outcome: Outcome, ply: usize) -> Value {
        match outcome.winner {
            Some(winner) if winner == self.game.position().side() => win_in(ply),
            Some(_) => loss_in(ply),
            None => DRAW,
        }
    }

    /// The value where the side to move has no legal step.
    fn value_without_steps(&self, ply: usize) -> Value {
        self.value_of(self.game.position().outcome_without_steps(), ply)
    }

    /// The value of a node that needs no look at its steps.
    fn ended(&mut self, ply: usize) -> Option<Value> {
        let position = self.game.position();
        if let Some(outcome) = position.decided() {
            return Some(self.value_of(outcome, ply));
        }
        if position.is_turn_start() {
            if position.common().definition.repetition == Repetition::Draw
                && self.game.is_repetition(self.root_positions)
            {
                return Some(DRAW);
            }
            if self.game.move_rule_reached() || position.has_insufficient_material() {
                // A mate counts, on whichever ply.
                self.game.legal_steps_while(&mut self.thread_data.generated, 1, &mut || false);
                let is_stuck = self.thread_data.generated.is_empty();
                return Some(if is_stuck { self.value_without_steps(ply) } else { DRAW });
            }
        }
        (ply >= MAX_PLY).then(|| self.evaluate(ply))
    }

    /// The steps at a ply; of no use when the depth is over.
    fn picker(&mut self, ply: usize, wanted: MoveClass, table: u16) -> MovePicker<P::Step> {
        let generated = &mut self.thread_data.generated;
        match wanted {
            MoveClass::Noisy => self.game.tactical_steps(generated),
            MoveClass::NoisyAndChecks => self.game.tactical_steps_and_checks(generated),
            MoveClass::All => {
                let (shared, depth, has_result) = (self.shared, self.root_depth, self.has_result);
                let mut goes_on = || shared.goes_on(depth, has_result);
                self.game.legal_steps_while(generated, MOST_CHAINS, &mut goes_on);
            }
        }
        let generated = std::mem::take(generated);
        let picker = self.picker_of(ply, &generated, table);
        self.thread_data.generated = generated;
        picker
    }

    /// These steps of a ply.
    fn picker_of(&mut self, ply: usize, steps: &[P::Step], table: u16) -> MovePicker<P::Step> {
        let mut list = std::mem::take(&mut self.thread_data.lists[ply]);
        let history = &self.thread_data.history;
        let (position, evaluator) = (self.game.position(), self.shared.evaluator);
        list.clear();
        let describe = |&step: &P::Step| ordering::describe(position, step, evaluator, history);
        list.extend(steps.iter().map(describe));
        // A long list takes the time of many nodes.
        self.next_poll = self.next_poll.saturating_sub(list.len() as u64 / 16);
        MovePicker::new(list, table)
    }

    /// The next step of a picker made here. What the table knows of the position after it is on
    /// its way while the step is looked at.
    #[inline]
    fn pick(
        &self,
        picker: &mut MovePicker<P::Step>,
        hints: &OrderingContext,
    ) -> Option<ScoredMove<P::Step>> {
        let (position, history) = (self.game.position(), &self.thread_data.history);
        let index = picker.next(position, self.shared.evaluator, history, hints)?;
        let scored = *picker.step(index);
        self.shared.table.prefetch(ordering::key_after(position, scored.step));
        Some(scored)
    }

    /// Makes a step at a ply, and notes it for the nodes after it.
    #[inline]
    fn make(&mut self, scored: &ScoredMove<P::Step>, ply: usize) {
        let frame = &mut self.thread_data.frames[ply];
        frame.made = scored.slot.piece_to;
        frame.quiet = scored.quiet.then_some(scored.slot);
        self.game.play(scored.step);
    }

    /// Gives a picker's list back.
    #[inline]
    fn done(&mut self, ply: usize, picker: MovePicker<P::Step>) {
        self.thread_data.lists[ply] = picker.into_list();
    }

    /// What ordering is to know at a ply.
    #[inline]
    fn hints(&self, ply: usize) -> OrderingContext {
        let before = self.before(ply);
        OrderingContext {
            killers: self.thread_data.frames[ply].killers,
            counter: self.thread_data.history.counter(before[0]),
            rows: self.thread_data.history.rows(before),
            noise: (self.index as u32).wrapping_mul(0x9e37_79b1),
            escape: if self.shared.style.threats { self.shared.params.escape } else { 0 },
        }
    }

    /// The histories' rows of the steps 1, 2 and 4 before a ply.
    #[inline]
    fn before(&self, ply: usize) -> [u32; 3] {
        let made = |back: usize| match ply.checked_sub(back) {
            Some(ply) => self.thread_data.frames[ply].made,
            None => NO_STEP,
        };
        [made(1), made(2), made(4)]
    }

    /// Where the histories of what follows the steps before a ply are.
    #[inline]
    fn rows(&self, ply: usize) -> Rows {
        self.thread_data.history.rows(self.before(ply))
    }

    /// What of the corrections concerns the position at a ply.
    #[inline]
    fn correction_keys(&self, ply: usize) -> CorrectionKeys {
        let before = self.before(ply)[0];
        self.thread_data.corrections.correction_keys(self.game.position(), before)
    }

    /// A static evaluation, corrected by what was learnt of positions alike, and the less worth,
    /// the nearer the move rule is.
    #[inline]
    fn corrected(&self, raw: Value, correction_keys: CorrectionKeys) -> Value {
        let percent = self.shared.params.correction;
        let eval = self.thread_data.corrections.correct(raw, correction_keys, percent);
        match self.shared.origin.position().common().definition.move_rule {
            Some(limit) => {
                let (limit, clock) = (limit.max(1) as Value, self.game.position().clock() as Value);
                eval * (2 * limit - clock.min(limit)) / (2 * limit)
            }
            None => eval,
        }
    }

    /// Makes the line of a ply a step and the line after it.
    fn extend_line(&mut self, ply: usize, step: P::Step) {
        let (lines, after) = self.thread_data.lines.split_at_mut(ply + 1);
        lines[ply].clear();
        lines[ply].push(step);
        lines[ply].extend_from_slice(&after[0]);
    }
}
