//! The turns of a position, made in stages and by all threads that want them.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::tree::{FEW, NARROW};
use crate::score::Value;

/// A whole turn.
#[derive(Clone, Debug)]
pub(super) struct Turn<S> {
    /// Its steps, its end included.
    pub steps: Vec<S>,
    /// The key of the position after it.
    pub key: u64,
    /// What it is worth by the looks of the position after it, in centipawns.
    pub worth: Value,
}

/// How wide it is looked for turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Breadth {
    /// Turns of steps that take something, begun with the best of each army.
    Tactical,
    /// Turns begun with so many steps of each army, the best.
    Narrow(usize),
    /// Turns begun with each step.
    Full,
}

impl Breadth {
    /// Turns that are begun for each army at most, at the end of each stage.
    fn stages(self) -> &'static [usize] {
        match self {
            Breadth::Full => &[1, 4, 16, usize::MAX],
            _ => &[usize::MAX],
        }
    }

    /// Turns that are begun for each army at most.
    pub(super) fn starts(self) -> usize {
        match self {
            Breadth::Tactical => 2,
            Breadth::Narrow(starts) => starts,
            Breadth::Full => usize::MAX,
        }
    }
}

/// A step, and by how much the position was better after it than before when that was looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Idea<S> {
    pub step: S,
    pub gain: Value,
}

/// What a turn begins with.
#[derive(Clone, Debug)]
pub(super) struct Start<S> {
    /// Its place in its army's order, the best first.
    pub place: usize,
    pub steps: Vec<S>,
    /// What the units of its army could begin with, in the order of generation.
    pub ideas: Arc<Vec<Idea<S>>>,
}

/// A turn, and those that end where it could have ended before.
#[derive(Clone, Debug)]
pub(super) struct Line<S> {
    /// Its steps, without an end.
    pub steps: Vec<S>,
    pub ends: Vec<End<S>>,
}

/// Where a turn can end.
#[derive(Clone, Copy, Debug)]
pub(super) struct End<S> {
    /// After so many steps of its line.
    pub after: usize,
    /// The step that ends it, if the last does not.
    pub step: Option<S>,
    /// As of [`Turn`].
    pub key: u64,
    /// As of [`Turn`].
    pub worth: Value,
}

/// What turns begin with.
#[derive(Clone, Debug)]
pub(super) struct Begun<S> {
    /// Turns that were found on the way.
    pub turns: Vec<Turn<S>>,
    /// The best of each army first; `None` when the search was over before that was known.
    pub starts: Option<Vec<Start<S>>>,
}

/// What a thread that wants a stage of turns is to do.
pub(super) enum Next<S> {
    /// Take them: they are all made.
    Take(Arc<Vec<Turn<S>>>),
    /// Find out what turns begin with.
    Begin,
    /// Make a turn.
    Make(Start<S>),
    /// Wait for other threads.
    Wait,
    /// There are no more.
    End,
}

/// How far a list has come.
struct Making<S> {
    /// Whether it is known what turns begin with, or some thread finds out.
    is_begun: bool,
    /// The stages that are all made, the best turns first.
    stages: Vec<Arc<Vec<Turn<S>>>>,
    /// The turns of the next stage so far.
    made: Vec<Turn<S>>,
    /// Threads that are making some.
    busy: usize,
    /// The keys of the positions after the turns.
    seen: HashSet<u64>,
    /// What turns begin with that are still to be made, by place.
    starts: VecDeque<Start<S>>,
    /// By how many turns and starts it has grown since that was last asked for.
    growth: isize,
}

/// The turns of a position, made in stages, as far as they are asked for
/// (<https://www.chessprogramming.org/Move_Generation#Staged_Move_Generation>): making all of them
/// takes thousands of nodes, and where one of the first refutes the turn before, none of the others
/// matters. Threads that want the same stage make it together.
pub(super) struct TurnList<S> {
    breadth: Breadth,
    making: Mutex<Making<S>>,
}

impl<S: Clone> TurnList<S> {
    /// A list of which nothing is made.
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

    /// What a thread is to do that wants the `number`th stage. Who begins or makes something tells
    /// of it with [`TurnList::began`] or [`TurnList::made`].
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
            // No stage follows but those that are there.
            if making.made.is_empty() && !making.stages.is_empty() {
                return Next::End;
            }
            making.seen = HashSet::new();
        }
        let mut stage = std::mem::take(&mut making.made);
        stage.sort_by_key(|turn| -turn.worth);
        if self.breadth == NARROW {
            stage.truncate(FEW);
        }
        making.growth += stage.len() as isize;
        let stage = Arc::new(stage);
        making.stages.push(stage.clone());
        Next::Take(stage)
    }

    /// Tells what turns begin with.
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

    /// Tells what was made of a start; and gives it back when the search was over before that was
    /// all.
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

    /// The turn that the table remembers by this code, if it is made; none by 0.
    pub(super) fn find(&self, code: u16) -> Option<Turn<S>> {
        let is_meant = |turn: &&Turn<S>| code != 0 && turn.key as u16 == code;
        self.making().stages.iter().flat_map(|stage| stage.iter()).find(is_meant).cloned()
    }

    /// The turns of the next stage, as far as they are made.
    pub(super) fn unfinished(&self) -> Vec<Turn<S>> {
        self.making().made.clone()
    }

    /// By how many turns, and starts of turns, it has grown since this was last asked.
    pub(super) fn growth(&self) -> isize {
        std::mem::take(&mut self.making().growth)
    }
}

impl<S> Making<S> {
    /// Adds a turn, unless one with the same end is there.
    fn add(&mut self, key: u64, steps: impl FnOnce() -> Vec<S>, worth: Value) {
        if self.seen.insert(key) {
            self.made.push(Turn { steps: steps(), key, worth });
        }
    }
}
