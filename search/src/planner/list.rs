//! Lists of the turns of a position, generated in stages and shared by threads.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::score::Value;
use crate::sort::sort_by_key;

/// Width until the iterations with all turns.
pub(super) const NARROW: Breadth = Breadth::Narrow(2);
/// Maximum number of turns with that width.
const FEW: usize = 12;

/// Complete turn.
#[derive(Clone, Debug)]
pub(super) struct Turn<S> {
    /// Steps, the end of the turn included.
    pub steps: Vec<S>,
    /// Key of the position after it.
    pub key: u64,
    /// Ordering score: static evaluation of the position after it less the weighed risk, in
    /// centipawns.
    pub worth: Value,
}

/// Width of turn generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Breadth {
    /// Turns of captures, starting with the best of each army.
    Tactical,
    /// Turns that start with one of the given number of best steps of each army.
    Narrow(usize),
    /// Turns that start with each step.
    Full,
    /// The same, and turns that start with each of the best pairs of steps.
    Pairs,
}

impl Breadth {
    /// Maximum number of starts per army, up to the end of each stage.
    fn stages(self) -> &'static [usize] {
        match self {
            Breadth::Full => &[1, 4, 16, usize::MAX],
            _ => &[usize::MAX],
        }
    }

    /// Maximum number of starts per army.
    pub(super) fn starts(self) -> usize {
        match self {
            Breadth::Tactical => 2,
            Breadth::Narrow(starts) => starts,
            Breadth::Full | Breadth::Pairs => usize::MAX,
        }
    }
}

/// Step with its gain of the static evaluation when it was last computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Idea<S> {
    pub step: S,
    pub gain: Value,
}

/// Start of a turn.
#[derive(Clone, Debug)]
pub(super) struct Start<S> {
    /// Rank among its army's starts, the best first.
    pub place: usize,
    pub steps: Vec<S>,
    /// Possible first steps of its army's units, in the order of generation.
    pub ideas: Arc<Vec<Idea<S>>>,
}

/// Turn, with the shorter turns that end along it.
#[derive(Clone, Debug)]
pub(super) struct Line<S> {
    /// Steps, without an end.
    pub steps: Vec<S>,
    pub ends: Vec<End<S>>,
}

/// Possible end of a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct End<S> {
    /// Number of steps of its line before it.
    pub after: usize,
    /// Step that ends the turn, if the last one does not.
    pub step: Option<S>,
    /// As in [`Turn`].
    pub key: u64,
    /// As in [`Turn`].
    pub worth: Value,
}

/// Starts of a position's turns.
#[derive(Clone, Debug)]
pub(super) struct Begun<S> {
    /// Turns completed along the way.
    pub turns: Vec<Turn<S>>,
    /// Starts, the best of each army first; `None` when the search was over before they were
    /// complete.
    pub starts: Option<Vec<Start<S>>>,
}

/// Task of a thread that needs a stage of turns.
pub(super) enum Next<S> {
    /// Use the complete stage.
    Take(Arc<Vec<Turn<S>>>),
    /// Generate the starts.
    Begin,
    /// Generate a turn from a start.
    Make(Start<S>),
    /// Wait for other threads.
    Wait,
    /// No more stages.
    End,
}

/// Progress of a list.
struct Making<S> {
    /// Whether the starts are generated, or some thread generates them.
    is_begun: bool,
    /// Complete stages, the best turns first.
    stages: Vec<Arc<Vec<Turn<S>>>>,
    /// Turns of the next stage so far.
    made: Vec<Turn<S>>,
    /// Number of threads that generate turns.
    busy: usize,
    /// Keys of the positions after the turns.
    seen: HashSet<u64>,
    /// Remaining starts, by rank.
    starts: VecDeque<Start<S>>,
    /// Growth of the list in turns and starts since it was last read.
    growth: isize,
}

/// List of a position's turns, generated in stages, as needed
/// (<https://www.chessprogramming.org/Move_Generation#Staged_Move_Generation>): generating all of
/// them takes thousands of nodes, and none of the others matters if one of the first causes a
/// cutoff. Threads that need the same stage generate it together.
pub(super) struct TurnList<S> {
    breadth: Breadth,
    making: Mutex<Making<S>>,
}

impl<S: Clone> TurnList<S> {
    /// Creates an empty list.
    pub(super) fn new(breadth: Breadth) -> Self {
        let making = Making {
            is_begun: false,
            stages: Vec::new(),
            made: Vec::new(),
            busy: 0,
            seen: HashSet::new(),
            starts: VecDeque::new(),
            growth: 1,
        };
        TurnList { breadth, making: Mutex::new(making) }
    }

    pub(super) fn breadth(&self) -> Breadth {
        self.breadth
    }

    fn making(&self) -> MutexGuard<'_, Making<S>> {
        self.making.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the task of a thread that needs the `number`th stage. The thread hands in its result
    /// with [`TurnList::began`] or [`TurnList::made`].
    pub(super) fn next(&self, number: usize) -> Next<S> {
        let mut making = self.making();
        if let Some(stage) = making.stages.get(number) {
            return Next::Take(stage.clone());
        }
        if !making.is_begun {
            making.is_begun = true;
            making.busy = 1;
            return Next::Begin;
        }
        let Some(&most) = self.breadth.stages().get(making.stages.len()) else { return Next::End };
        if making.starts.front().is_some_and(|start| start.place < most)
            && let Some(start) = making.starts.pop_front()
        {
            making.busy += 1;
            making.growth -= 1;
            return Next::Make(start);
        }
        if making.busy > 0 {
            return Next::Wait;
        }
        if making.starts.is_empty() {
            // No further stages.
            if making.made.is_empty() && !making.stages.is_empty() {
                return Next::End;
            }
            making.seen = HashSet::new();
        }
        let mut stage = std::mem::take(&mut making.made);
        sort_by_key(&mut stage, |turn| i64::from(-turn.worth));
        if self.breadth == NARROW {
            stage.truncate(FEW);
        }
        making.growth += stage.len() as isize;
        let stage = Arc::new(stage);
        making.stages.push(stage.clone());
        Next::Take(stage)
    }

    /// Adds the starts.
    pub(super) fn began(&self, begun: Begun<S>) {
        let Begun { turns, starts } = begun;
        let mut making = self.making();
        making.busy -= 1;
        making.is_begun = starts.is_some();
        making.growth += starts.as_ref().map_or(0, Vec::len) as isize;
        making.starts = starts.unwrap_or_default().into();
        for Turn { steps, key, worth } in turns {
            making.add(key, || steps, worth);
        }
    }

    /// Adds the turns generated from a start; takes the start back if the search was over before it
    /// was complete.
    pub(super) fn made(&self, line: &Line<S>, back: Option<Start<S>>) {
        let mut making = self.making();
        making.busy -= 1;
        if let Some(start) = back {
            making.starts.push_front(start);
            making.growth += 1;
        }
        for &End { after, ref step, key, worth } in &line.ends {
            let steps = || line.steps[..after].iter().chain(step).cloned().collect();
            making.add(key, steps, worth);
        }
    }

    /// Returns the TT turn, if it is generated; none for code 0.
    pub(super) fn find(&self, code: u16) -> Option<Turn<S>> {
        let is_meant = |turn: &&Turn<S>| code != 0 && turn.key as u16 == code;
        self.making().stages.iter().flat_map(|stage| stage.iter()).find(is_meant).cloned()
    }

    /// Returns the turns of the incomplete stage.
    pub(super) fn unfinished(&self) -> Vec<Turn<S>> {
        self.making().made.clone()
    }

    /// Returns the growth in turns and starts since the last call.
    pub(super) fn growth(&self) -> isize {
        std::mem::take(&mut self.making().growth)
    }
}

impl<S> Making<S> {
    /// Adds a turn, unless one with the same final position is there.
    fn add(&mut self, key: u64, steps: impl FnOnce() -> Vec<S>, worth: Value) {
        if self.seen.insert(key) {
            self.made.push(Turn { steps: steps(), key, worth });
        }
    }
}
