//! Whole turns to choose among: made step by step, each time by the step that helps most.
//!
//! Which step that is changes little from one step to the next, so the worth of a step is looked
//! up anew only when it is the best by what it was worth before ("lazy greedy", Minoux 1978).

use std::collections::HashSet;

use variants::Position;

use super::Planner;
use crate::score::{INFINITE, Value};

/// Steps of a turn at most.
const LONGEST: usize = 16;
/// A step that was worth less than this, in centipawns, is not tried again in the same turn.
const HOPELESS: Value = -30;

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

/// A step, and by how much the position was better after it than before when that was looked at.
#[derive(Clone, Copy, Debug)]
struct Idea<S> {
    step: S,
    gain: Value,
    /// The number of steps that had been made then.
    seen_at: usize,
}

/// How wide it is looked for turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Breadth {
    /// Turns that are begun for each army.
    pub starts: usize,
    /// Only steps that take something.
    pub tactical: bool,
    /// Whether a turn may also end before its last good step.
    pub prefixes: bool,
}

/// The turns found so far.
struct Harvest<S> {
    turns: Vec<Turn<S>>,
    seen: HashSet<u64>,
}

impl<S> Harvest<S> {
    /// Adds a turn, unless one with the same end is there.
    fn add(&mut self, key: u64, steps: impl FnOnce() -> Vec<S>, worth: Value) {
        if self.seen.insert(key) {
            self.turns.push(Turn { steps: steps(), key, worth });
        }
    }
}

impl<P: Position> Planner<'_, '_, P> {
    /// Turns from the present position, the best by their looks first. None only if there is none,
    /// or, among tactical ones, none that takes something; or when the search is aborted.
    pub(super) fn turns(&mut self, breadth: Breadth) -> Vec<Turn<P::Step>> {
        let mut harvest = Harvest { turns: Vec::new(), seen: HashSet::new() };
        let mut armies: Vec<(Option<usize>, Vec<Idea<P::Step>>)> = Vec::new();
        let before = self.worth();
        for step in self.steps(breadth.tactical) {
            if self.game.position().facts(step).is_none() {
                self.game.play(step);
                harvest.add(self.game.position().key(), || vec![step], before);
                self.game.undo();
                continue;
            }
            self.game.play(step);
            let army = self.game.position().moving_army();
            let won = self.game.position().decided().is_some();
            let gain = if won { INFINITE } else { self.worth() - before };
            if won {
                harvest.add(self.game.position().key(), || vec![step], INFINITE);
            }
            self.game.undo();
            if won {
                continue;
            }
            let idea = Idea { step, gain, seen_at: 0 };
            match armies.iter_mut().find(|(other, _)| *other == army) {
                Some((_, ideas)) => ideas.push(idea),
                None => armies.push((army, vec![idea])),
            }
            if self.is_aborted() {
                // The best so far has to do.
                let ideas = armies.iter().flat_map(|(_, ideas)| ideas);
                if let Some(best) = ideas.max_by_key(|idea| idea.gain).copied() {
                    self.game.play(best.step);
                    self.end(&mut harvest, &[best.step], before + best.gain);
                    self.game.undo();
                }
                break;
            }
        }
        if self.is_aborted() {
            armies.clear();
        }
        for (_, mut ideas) in armies {
            ideas.sort_by_key(|idea| -idea.gain);
            for start in 0..ideas.len().min(breadth.starts) {
                self.go_on(&ideas, start, breadth, &mut harvest);
            }
        }
        harvest.turns.sort_by_key(|turn| -turn.worth);
        harvest.turns
    }

    /// The legal steps, in the order of generation.
    fn steps(&mut self, tactical: bool) -> Vec<P::Step> {
        let mut steps = Vec::new();
        if tactical {
            self.game.tactical_steps(&mut steps);
        } else {
            self.game.legal_steps(&mut steps);
        }
        steps
    }

    /// Makes a turn that begins with one of the steps.
    fn go_on(
        &mut self,
        ideas: &[Idea<P::Step>],
        start: usize,
        breadth: Breadth,
        harvest: &mut Harvest<P::Step>,
    ) {
        let mut known = ideas.to_vec();
        let mut steps = Vec::with_capacity(LONGEST + 1);
        let mut next = Some(known[start].step);
        let ply = self.game.ply();
        while let Some(step) = next {
            self.game.play(step);
            steps.push(step);
            if self.game.position().is_turn_start() {
                harvest.add(self.game.position().key(), || steps, INFINITE);
                break;
            }
            let worth = self.worth();
            next = if steps.len() < LONGEST {
                self.best_step(&mut known, steps.len(), worth, breadth.tactical)
            } else {
                None
            };
            if next.is_none() || breadth.prefixes {
                self.end(harvest, &steps, worth);
            }
            if self.is_aborted() {
                break;
            }
        }
        while self.game.ply() > ply {
            self.game.undo();
        }
    }

    /// The step that makes the position best; `None` when none makes it better.
    fn best_step(
        &mut self,
        known: &mut Vec<Idea<P::Step>>,
        made: usize,
        worth: Value,
        tactical: bool,
    ) -> Option<P::Step> {
        let mut ideas: Vec<Idea<P::Step>> = Vec::new();
        for step in self.steps(tactical) {
            if self.game.position().facts(step).is_none() {
                continue;
            }
            // What was not possible before is looked at first.
            let new = Idea { step, gain: INFINITE, seen_at: usize::MAX };
            let idea = known.iter().find(|idea| idea.step == step).copied().unwrap_or(new);
            if idea.gain > HOPELESS {
                ideas.push(idea);
            }
        }
        loop {
            let best = ideas.iter_mut().reduce(|a, b| if b.gain > a.gain { b } else { a })?;
            if best.gain <= 0 || self.is_aborted() {
                return None;
            }
            if best.seen_at == made {
                return Some(best.step);
            }
            self.game.play(best.step);
            let won = self.game.position().decided().is_some();
            best.gain = if won { INFINITE - 1 } else { self.worth() - worth };
            best.seen_at = made;
            self.game.undo();
            match known.iter_mut().find(|idea| idea.step == best.step) {
                Some(idea) => *idea = *best,
                None => known.push(*best),
            }
        }
    }

    /// Adds the turn that ends here.
    fn end(&mut self, harvest: &mut Harvest<P::Step>, steps: &[P::Step], worth: Value) {
        let Some(end) = self.end_of_turn() else { return };
        self.game.play(end);
        harvest.add(self.game.position().key(), || [steps, &[end]].concat(), worth);
        self.game.undo();
    }

    /// The step that ends the turn, if it may end here.
    pub(super) fn end_of_turn(&mut self) -> Option<P::Step> {
        let steps = self.steps(true);
        let position = self.game.position();
        // It is the last to be generated.
        steps.into_iter().rev().find(|&step| position.facts(step).is_none())
    }
}
