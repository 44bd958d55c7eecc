//! Search thread.

mod alphabeta;
mod correction;
mod goal;
mod history;
mod ordering;
mod prune;
mod quiescence;
mod reduce;
mod root;
mod scored_move;
mod see;
mod series;
mod threats;
mod tried;

use std::time::Duration;

use nets::Accumulators;
use solver::Tables;
use variants::{Definition, Game, Outcome, Reason};

pub(crate) use self::alphabeta::usable;
use self::correction::{CorrectionKeys, Corrections};
pub(crate) use self::goal::winning_turn;
use self::history::{History, NO_STEP, Rows, Slot};
use self::ordering::{MovePicker, OrderingContext};
use self::scored_move::ScoredMove;
use crate::context::SearchContext;
use crate::eval::Evaluator;
use crate::families::SearchFamily;
use crate::params::MOST_CHAINS;
use crate::score::{DRAW, MAX_PLY, Value, loss_in, win_in};

/// Maximum node budget of quiescence search.
const MOST_SAVED: i32 = 4096;
/// Number of moves in a list that takes the time of a node.
const LONG_LIST: usize = 32;
/// Move lists of the first iteration, long ones counted as several, after which it evaluates every position
/// without a search. Games that are played have hundreds.
const MOST_FIRST_LISTS: usize = 8192;

/// Node types (<https://www.chessprogramming.org/Node_Types>), known at compile time.
pub(crate) trait Node {
    /// Whether this is a PV node: open window, exact value and line wanted.
    const PV: bool;
}

/// PV node.
pub(crate) struct Pv;
/// Non-PV node: null window.
pub(crate) struct NonPv;

impl Node for Pv {
    const PV: bool = true;
}

impl Node for NonPv {
    const PV: bool = false;
}

/// Class of generated moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveClass {
    All,
    /// Captures and promotions.
    Noisy,
    /// Captures, promotions and checks.
    NoisyAndChecks,
}

/// Search stack entry of a ply.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// History row of the move made here; [`NO_STEP`] for a null move.
    made: u32,
    /// History slot of the quiet move made here; `None` for others.
    quiet: Option<Slot>,
    /// Corrected static evaluation for the side to move; `None` in check or with a mandatory
    /// capture.
    eval: Option<Value>,
    /// Code of the excluded move, 0 for none.
    excluded: u16,
    /// Codes of the killer moves.
    killers: [u16; 2],
    /// Cutoffs at the child nodes.
    cutoffs: u32,
    /// Double extensions in the line so far.
    doubles: i32,
    /// Whether a null move was made here.
    passed: bool,
    /// Whether the node is searched to verify a null move.
    verifies: bool,
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
        verifies: false,
    };
}

/// Thread data: kept from one search of a game to the next.
pub(crate) struct ThreadData<P: SearchFamily> {
    history: History,
    corrections: Corrections,
    frames: Vec<Frame>,
    /// Move list of each ply.
    lists: Vec<Vec<ScoredMove<P::Step>>>,
    /// PV from each ply (<https://www.chessprogramming.org/Triangular_PV-Table>).
    lines: Vec<Vec<P::Step>>,
    generated: Vec<P::Step>,
    /// Accumulator stack of the net.
    accumulators: Option<Accumulators<P::Bits>>,
}

impl<P: SearchFamily> ThreadData<P> {
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

    /// Prepares for the next search.
    pub(crate) fn age(&mut self) {
        self.history.age();
        self.frames.fill(Frame::NEW);
    }
}

/// Search thread.
pub(crate) struct Worker<'w, 'a, P: SearchFamily> {
    context: &'w SearchContext<'a, P>,
    thread_data: &'w mut ThreadData<P>,
    game: Game<P>,
    /// Positions in the game up to the root's.
    root_positions: usize,
    /// Index; thread 0 reports and checks the node limit.
    index: usize,
    nodes: u64,
    /// Node budget of quiescence search below the horizon nodes.
    quiescence_budget: i32,
    /// Move lists so far, long ones counted as several.
    lists: usize,
    next_poll: u64,
    /// Selective depth of this iteration, in plies.
    longest: usize,
    /// Depth of this iteration, in plies.
    root_depth: i32,
    /// Time since the search began up to which the limits of time let the first iteration go on;
    /// `None` once it is complete.
    grace: Option<Duration>,
    /// Whether a side may be to move again after its move.
    several: bool,
    /// Endgame tables, if there are any.
    tables: Option<&'a Tables>,
}

impl<'w, 'a, P: SearchFamily> Worker<'w, 'a, P> {
    pub(crate) fn new(
        context: &'w SearchContext<'a, P>,
        thread_data: &'w mut ThreadData<P>,
        game: Game<P>,
        index: usize,
    ) -> Self {
        Worker {
            context,
            thread_data,
            root_positions: game.positions(),
            several: game.position().has_long_turns(),
            tables: context.request.tables,
            game,
            index,
            nodes: 0,
            quiescence_budget: MOST_SAVED,
            lists: 0,
            next_poll: 0,
            longest: 0,
            root_depth: 1,
            grace: Some(context.first_iteration_end()),
        }
    }

    /// Whether this iteration is over.
    #[inline]
    fn is_over(&self) -> bool {
        self.context.is_over(self.root_depth)
    }

    /// Whether the first iteration has had as many moves as it may search: on boards full of riders each of
    /// thousands has thousands of replies.
    #[inline]
    fn is_exhausted(&self) -> bool {
        self.root_depth == 1 && self.lists > MOST_FIRST_LISTS
    }

    /// Whether a node may be extended: lines are at most twice as long as the iteration is deep.
    #[inline]
    fn may_extend(&self, ply: usize) -> bool {
        ply < 2 * self.root_depth as usize && !self.is_exhausted()
    }

    /// Counts a node; false when this iteration is to end.
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
        self.next_poll = self.context.poll(self.index, self.nodes, self.grace);
    }

    /// Whether the side to move is the one that has just moved: values keep their sign then.
    #[inline]
    fn moves_again(&self) -> bool {
        self.several && !self.game.position().is_turn_start()
    }

    fn evaluate(&mut self, ply: usize) -> Value {
        self.context.evaluator.evaluate(
            self.game.position(),
            &mut self.thread_data.accumulators,
            ply,
        )
    }

    /// Returns the value of a game that has ended `ply` plies from the root, for the side to move.
    fn value_of(&self, outcome: Outcome, ply: usize) -> Value {
        match outcome.winner {
            Some(winner) if winner == self.game.position().side() => win_in(ply),
            Some(_) => loss_in(ply),
            None => DRAW,
        }
    }

    /// Returns the value of a position without legal moves.
    fn value_without_steps(&self, ply: usize) -> Value {
        self.value_of(self.game.position().outcome_without_steps(), ply)
    }

    /// Returns the value of a node that has ended, is a draw by rule, or is at the maximum ply.
    fn ended(&mut self, ply: usize) -> Option<Value> {
        let position = self.game.position();
        if let Some(outcome) = position.decided() {
            return Some(self.value_of(outcome, ply));
        }
        if position.is_turn_start() {
            if position.common().definition.repetition.ends_game()
                && self.game.is_repetition(self.root_positions)
            {
                return Some(self.value_of(self.game.repeated(1), ply));
            }
            if self.game.move_rule_reached() || position.has_insufficient_material() {
                // A mate has precedence over a draw.
                if !self.game.has_legal_steps() {
                    return Some(self.value_without_steps(ply));
                }
                let by_rule = self.game.move_rule_reached();
                let drawn = self.game.position().drawn(Reason::MoveRule);
                return Some(if by_rule { self.value_of(drawn, ply) } else { DRAW });
            }
            if ply > 0
                && let Some(value) = self.tabled(ply)
            {
                return Some(value);
            }
        }
        (ply >= MAX_PLY).then(|| self.evaluate(ply))
    }

    /// Returns the value of the present position by the tables, if there are any and they have it.
    #[inline]
    fn tabled(&self, ply: usize) -> Option<Value> {
        self.context.probe(self.tables?, self.game.position(), ply)
    }

    /// Returns a move picker for a ply; meaningless when the iteration is over.
    fn picker(&mut self, ply: usize, wanted: MoveClass, table: u16) -> MovePicker<P::Step> {
        let generated = &mut self.thread_data.generated;
        match wanted {
            MoveClass::Noisy => self.game.tactical_steps(generated),
            MoveClass::NoisyAndChecks => self.game.tactical_steps_and_checks(generated),
            MoveClass::All => {
                let (context, depth, grace) = (self.context, self.root_depth, self.grace);
                let mut goes_on = || context.goes_on(depth, grace);
                self.game.legal_steps_while(generated, MOST_CHAINS, &mut goes_on);
            }
        }
        let generated = std::mem::take(generated);
        let picker = self.picker_of(ply, &generated, table);
        self.thread_data.generated = generated;
        picker
    }

    /// Returns a move picker of the given moves.
    fn picker_of(&mut self, ply: usize, steps: &[P::Step], table: u16) -> MovePicker<P::Step> {
        let mut list = std::mem::take(&mut self.thread_data.lists[ply]);
        let history = &self.thread_data.history;
        let (position, evaluator) = (self.game.position(), self.context.evaluator);
        list.clear();
        let describe = |&step: &P::Step| ordering::describe(position, step, evaluator, history);
        list.extend(steps.iter().map(describe));
        self.lists += 1 + list.len() / LONG_LIST;
        // A long list takes as much time as many nodes.
        self.next_poll = self.next_poll.saturating_sub(list.len() as u64 / 16);
        MovePicker::new(list, table)
    }

    /// Returns the next move of a picker made here. Prefetches the TT entry of the position after
    /// it.
    #[inline]
    fn pick(
        &self,
        picker: &mut MovePicker<P::Step>,
        hints: &OrderingContext,
    ) -> Option<ScoredMove<P::Step>> {
        let (position, history) = (self.game.position(), &self.thread_data.history);
        let index = picker.next(position, self.context.evaluator, history, hints)?;
        let scored = *picker.step(index);
        self.context.table.prefetch(ordering::key_after(position, scored.step));
        Some(scored)
    }

    /// Makes a move at a ply, and records it for the nodes after it.
    #[inline]
    fn make(&mut self, scored: &ScoredMove<P::Step>, ply: usize) {
        let frame = &mut self.thread_data.frames[ply];
        frame.made = scored.slot.piece_to;
        frame.quiet = scored.quiet.then_some(scored.slot);
        self.game.play(scored.step);
    }

    /// Returns a picker's list to its ply.
    #[inline]
    fn done(&mut self, ply: usize, picker: MovePicker<P::Step>) {
        self.thread_data.lists[ply] = picker.into_list();
    }

    /// Returns the context of move ordering at a ply.
    #[inline]
    fn hints(&self, ply: usize) -> OrderingContext {
        let before = self.before(ply);
        OrderingContext {
            killers: self.thread_data.frames[ply].killers,
            counter: self.thread_data.history.counter(before[0]),
            rows: self.thread_data.history.rows(before),
            noise: (self.index as u32).wrapping_mul(0x9e37_79b1),
            escape: if self.context.style.threats { self.context.params.escape } else { 0 },
        }
    }

    /// Returns the history rows of the moves 1, 2 and 4 plies before.
    #[inline]
    fn before(&self, ply: usize) -> [u32; 3] {
        let made = |back: usize| match ply.checked_sub(back) {
            Some(ply) => self.thread_data.frames[ply].made,
            None => NO_STEP,
        };
        [made(1), made(2), made(4)]
    }

    /// Returns the continuation history rows at a ply.
    #[inline]
    fn rows(&self, ply: usize) -> Rows {
        self.thread_data.history.rows(self.before(ply))
    }

    /// Returns the correction history keys of the position at a ply.
    #[inline]
    fn correction_keys(&self, ply: usize) -> CorrectionKeys {
        let before = self.before(ply)[0];
        self.thread_data.corrections.correction_keys(self.game.position(), before)
    }

    /// Returns a static evaluation adjusted by correction history, and scaled down as the move rule
    /// comes near.
    #[inline]
    fn corrected(&self, raw: Value, correction_keys: CorrectionKeys) -> Value {
        let percent = self.context.params.correction;
        let eval = self.thread_data.corrections.correct(raw, correction_keys, percent);
        match self.game.position().common().definition.move_rule {
            Some(limit) => {
                let (limit, clock) = (limit.max(1) as Value, self.game.position().clock() as Value);
                eval * (2 * limit - clock.min(limit)) / (2 * limit)
            }
            None => eval,
        }
    }

    /// Sets the PV of a ply to a move and the PV after it.
    fn extend_line(&mut self, ply: usize, step: P::Step) {
        let (lines, after) = self.thread_data.lines.split_at_mut(ply + 1);
        lines[ply].clear();
        lines[ply].push(step);
        lines[ply].extend_from_slice(&after[0]);
    }
}
