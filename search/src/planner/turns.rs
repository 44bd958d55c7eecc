//! Whole turns to choose among: made step by step, each time by the step that helps most.
//!
//! Which step that is changes little from one step to the next, so what steps do not take is looked
//! at anew only as far as it was, or may have become, better than what is known ("lazy greedy",
//! Minoux 1978).

use std::collections::{HashSet, VecDeque};

use variants::Position;

use super::Planner;
use super::tree::{FEW, NARROW};
use crate::score::{INFINITE, Value};

/// Steps of a turn at most.
const LONGEST: usize = 16;
/// Steps without a capture that are looked at anew before one is made.
const TRIES: usize = 10;
/// Raids that are looked at for each army at most.
const MOST_RAIDS: usize = 12;

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
}

/// What the units of one army could begin with.
struct Army<S> {
    index: Option<usize>,
    /// In the order of generation.
    ideas: Vec<Idea<S>>,
    /// Two steps of which the first lets the second take a chief, and what they gain.
    raids: Vec<([S; 2], Value)>,
}

impl<S: Copy> Army<S> {
    /// The steps that it could begin with, the best first.
    fn best(&self) -> impl Iterator<Item = S> + use<S> {
        let mut ideas = self.ideas.clone();
        ideas.sort_by_key(|idea| -idea.gain);
        ideas.into_iter().map(|idea| idea.step)
    }

    /// The raids, the best first.
    fn best_raids(&self) -> impl Iterator<Item = [S; 2]> + use<S> {
        let mut raids = self.raids.clone();
        raids.sort_by_key(|&(_, gain)| -gain);
        raids.into_iter().map(|(raid, _)| raid)
    }
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
    fn starts(self) -> usize {
        match self {
            Breadth::Tactical => 2,
            Breadth::Narrow(starts) => starts,
            Breadth::Full => usize::MAX,
        }
    }
}

/// The turns of a position, made in stages, as far as they are asked for
/// (<https://www.chessprogramming.org/Move_Generation#Staged_Move_Generation>): making all of them
/// takes thousands of nodes, and where one of the first refutes the turn before, none of the others
/// matters.
pub(super) struct TurnList<S> {
    /// Those that were made, the best of each stage by their looks first.
    turns: Vec<Turn<S>>,
    breadth: Breadth,
    /// Stages that were made; `usize::MAX` when nothing is left to make.
    stage: usize,
    /// The keys of the positions after the turns.
    seen: HashSet<u64>,
    armies: Vec<Army<S>>,
    /// What turns begin with that are still to be made, by place in its army's order, and army.
    begun: VecDeque<(usize, usize, Vec<S>)>,
}

impl<S> TurnList<S> {
    fn new(breadth: Breadth) -> Self {
        TurnList {
            turns: Vec::new(),
            breadth,
            stage: 0,
            seen: HashSet::new(),
            armies: Vec::new(),
            begun: VecDeque::new(),
        }
    }

    /// The turns that were made.
    pub(super) fn turns(&self) -> &[Turn<S>] {
        &self.turns
    }

    /// What it takes to remember it, in turns.
    pub(super) fn weight(&self) -> usize {
        let ideas: usize = self.armies.iter().map(|army| army.ideas.len()).sum();
        self.turns.len() + ideas + 1
    }

    /// Adds a turn, unless one with the same end is there.
    fn add(&mut self, key: u64, steps: impl FnOnce() -> Vec<S>, worth: Value) {
        if self.seen.insert(key) {
            self.turns.push(Turn { steps: steps(), key, worth });
        }
    }
}

impl<P: Position> Planner<'_, '_, P> {
    /// All turns from the present position, the best by their looks first. None only if there is
    /// none, or when the search is aborted.
    pub(super) fn turns(&mut self, breadth: Breadth) -> Vec<Turn<P::Step>> {
        let mut list = self.begin_list(breadth);
        while self.make_stage(&mut list) {}
        list.turns.sort_by_key(|turn| -turn.worth);
        list.turns
    }

    /// The list of the turns from the present position, none of them made but those of one step
    /// that ends the turn.
    pub(super) fn begin_list(&mut self, breadth: Breadth) -> TurnList<P::Step> {
        let tactical = breadth == Breadth::Tactical;
        let mut list = TurnList::new(breadth);
        let mut armies: Vec<Army<P::Step>> = Vec::new();
        let before = self.worth();
        let is_tempted = self.shared.evaluator.is_tempted(self.game.position());
        for step in self.steps(tactical && !is_tempted) {
            let facts = self.game.position().facts(step);
            self.game.play(step);
            let position = self.game.position();
            if position.is_turn_start() {
                let worth = if facts.is_some() { INFINITE } else { before };
                if facts.is_some() || !tactical {
                    list.add(position.key(), || vec![step], worth);
                }
                self.game.undo();
                continue;
            }
            let index = position.moving_army();
            let place = armies.iter().position(|army| army.index == index).unwrap_or_else(|| {
                armies.push(Army { index, ideas: Vec::new(), raids: Vec::new() });
                armies.len() - 1
            });
            let takes = facts.is_some_and(|facts| facts.captures);
            if takes || !tactical {
                let gain = self.worth() - before;
                armies[place].ideas.push(Idea { step, gain });
            }
            if is_tempted && !takes {
                self.raid(step, before, &mut armies[place].raids);
            }
            self.game.undo();
            if self.is_aborted() {
                // The best so far has to do.
                let ideas = armies.iter().flat_map(|army| &army.ideas);
                if let Some(best) = ideas.max_by_key(|idea| idea.gain).copied() {
                    self.game.play(best.step);
                    self.end(&mut list, &[best.step], before + best.gain);
                    self.game.undo();
                }
                return list;
            }
        }
        let starts = breadth.starts();
        let mut begun: Vec<(usize, usize, Vec<P::Step>)> = Vec::new();
        for (number, army) in armies.iter().enumerate() {
            let best = army.best().take(starts).map(|step| vec![step]);
            let raids = army.best_raids().take(starts.min(MOST_RAIDS)).map(|raid| raid.to_vec());
            begun.extend(best.enumerate().map(|(place, steps)| (place, number, steps)));
            begun.extend(raids.enumerate().map(|(place, steps)| (place, number, steps)));
        }
        // The best of each army first: there may be no time for all.
        begun.sort_by_key(|&(place, ..)| place);
        list.begun = begun.into();
        list.armies = armies;
        list
    }

    /// Makes more turns from the present position, whose list it is; false when no more are to be
    /// made.
    pub(super) fn make_stage(&mut self, list: &mut TurnList<P::Step>) -> bool {
        let Some(&starts) = list.breadth.stages().get(list.stage) else { return false };
        list.stage += 1;
        let made = if list.stage == 1 { 0 } else { list.turns.len() };
        while list.begun.front().is_some_and(|&(place, ..)| place < starts)
            && let Some((_, number, steps)) = list.begun.pop_front()
        {
            self.go_on(number, &steps, list);
        }
        if list.begun.is_empty() {
            list.stage = usize::MAX;
            list.seen = HashSet::new();
            list.armies = Vec::new();
        }
        list.turns[made..].sort_by_key(|turn| -turn.worth);
        if list.breadth == NARROW {
            list.turns.truncate(FEW);
        }
        true
    }

    /// Adds the ways to take a chief that the step made last has opened.
    fn raid(&mut self, first: P::Step, before: Value, raids: &mut Vec<([P::Step; 2], Value)>) {
        let evaluator = self.shared.evaluator;
        if !evaluator.is_tempted(self.game.position()) {
            return;
        }
        for step in self.steps(true) {
            let mut takes = false;
            self.game.position().victims(step, |_, piece| takes |= evaluator.is_chief(piece));
            if takes {
                self.game.play(step);
                let won = self.game.position().is_turn_start();
                let gain = if won { INFINITE } else { self.worth() - before };
                self.game.undo();
                raids.push(([first, step], gain));
            }
        }
    }

    /// The legal steps, in the order of generation.
    pub(super) fn steps(&mut self, tactical: bool) -> Vec<P::Step> {
        let mut steps = Vec::new();
        if tactical {
            self.game.tactical_steps(&mut steps);
        } else {
            self.game.legal_steps(&mut steps);
        }
        steps
    }

    /// Makes a turn of an army that begins with these steps.
    fn go_on(&mut self, army: usize, first: &[P::Step], list: &mut TurnList<P::Step>) {
        let tactical = list.breadth == Breadth::Tactical;
        let mut known = list.armies[army].ideas.clone();
        let mut steps = Vec::with_capacity(LONGEST + 1);
        let mut next = first.first().copied();
        let ply = self.game.ply();
        while let Some(step) = next {
            self.game.play(step);
            steps.push(step);
            if self.game.position().is_turn_start() {
                list.add(self.game.position().key(), || steps, INFINITE);
                break;
            }
            let worth = self.worth();
            next = match first.get(steps.len()) {
                Some(&next) => Some(next),
                None if steps.len() == LONGEST => None,
                None => self.best_step(&mut known, worth, tactical),
            };
            if next.is_none() || !tactical {
                self.end(list, &steps, worth);
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
        worth: Value,
        tactical: bool,
    ) -> Option<P::Step> {
        // At best a step makes a danger go away that another has brought, or that was there.
        let hope = self.look().weighed_risk();
        let mut ideas: Vec<(bool, Idea<P::Step>)> = Vec::new();
        let mut next = 0;
        for step in self.steps(tactical) {
            let Some(facts) = self.game.position().facts(step) else { continue };
            // Most come in the order in which they are known.
            let (before, after) = known.split_at(next);
            let is_same = |idea: &Idea<P::Step>| idea.step == step;
            let place = match after.iter().position(is_same) {
                Some(place) => Some(next + place),
                None => before.iter().position(is_same),
            };
            next = place.map_or(next, |place| place + 1);
            // What was not possible before is looked at first.
            let idea = place.map_or(Idea { step, gain: INFINITE }, |place| known[place]);
            if idea.gain + hope > 0 || facts.captures {
                ideas.push((facts.captures, idea));
            }
        }
        ideas.sort_by_key(|&(captures, idea)| (!captures, -idea.gain));
        let mut best: Option<Idea<P::Step>> = None;
        let mut tries = 0;
        for (captures, idea) in ideas {
            let least = best.map_or(0, |best| best.gain);
            if !captures && (tries == TRIES || idea.gain + hope <= least) || self.is_aborted() {
                break;
            }
            self.game.play(idea.step);
            let won = self.game.position().decided().is_some();
            let gain = if won { INFINITE } else { self.worth() - worth };
            self.game.undo();
            tries += usize::from(!captures);
            let idea = Idea { gain, ..idea };
            match known.iter_mut().find(|other| other.step == idea.step) {
                Some(other) => *other = idea,
                None => known.push(idea),
            }
            if gain > least {
                best = Some(idea);
            }
        }
        best.map(|idea| idea.step)
    }

    /// Adds the turn that ends here.
    fn end(&mut self, list: &mut TurnList<P::Step>, steps: &[P::Step], worth: Value) {
        let Some(end) = self.end_of_turn() else { return };
        self.game.play(end);
        list.add(self.game.position().key(), || [steps, &[end]].concat(), worth);
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
