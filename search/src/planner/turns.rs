//! Turn generation: turns are built step by step, each time by the step with the largest gain.
//!
//! The gains of steps change little from one step to the next, so the gains of quiet steps are
//! recomputed only as far as they were, or may have become, larger than the best one ("lazy
//! greedy", Minoux 1978).

use std::collections::HashSet;
use std::sync::Arc;

use super::Planner;
use super::list::{Begun, Breadth, End, Idea, Line, Next, Start, Turn, TurnList};
use crate::families::SearchFamily;
use crate::score::{INFINITE, Value};
use crate::sort::{sort_by_key, sort_keys};

/// Maximum steps of a turn.
const LONGEST: usize = 16;
/// Maximum number of quiet steps that are recomputed before one is made.
const TRIES: usize = 10;
/// Maximum number of raids per army.
const MOST_RAIDS: usize = 12;
/// Maximum number of pairs of steps per army that turns start with, where they do.
const MOST_PAIRS: usize = 1000;

/// Memory of lists that turn generation uses again and again.
pub(super) struct Spare<S> {
    /// Lists of steps.
    steps: Vec<Vec<S>>,
    /// Steps of the unit's army to choose from, and whether each captures.
    ideas: Vec<(bool, Idea<S>)>,
    /// Sort keys of them, and their indices.
    order: Vec<(i64, u32)>,
    /// Gains known so far.
    known: Vec<Idea<S>>,
}

impl<S> Spare<S> {
    pub(super) fn new() -> Self {
        Spare { steps: Vec::new(), ideas: Vec::new(), order: Vec::new(), known: Vec::new() }
    }
}

/// Possible starts of one army's turns.
struct Army<S> {
    index: Option<usize>,
    /// First steps, in the order of generation.
    ideas: Vec<Idea<S>>,
    /// Raids: two steps of which the first lets the second capture a chief, with their gain.
    raids: Vec<([S; 2], Value)>,
}

impl<S: Copy> Army<S> {
    /// Returns the first steps, the best first.
    fn best(&self) -> impl Iterator<Item = S> + use<S> {
        let mut ideas = self.ideas.clone();
        sort_by_key(&mut ideas, |idea| i64::from(-idea.gain));
        ideas.into_iter().map(|idea| idea.step)
    }

    /// Returns the raids, the best first.
    fn best_raids(&self) -> impl Iterator<Item = [S; 2]> + use<S> {
        let mut raids = self.raids.clone();
        sort_by_key(&mut raids, |&(_, gain)| i64::from(-gain));
        raids.into_iter().map(|(raid, _)| raid)
    }
}

impl<P: SearchFamily> Planner<'_, '_, P> {
    /// Returns all turns from the present position, by ordering score. Empty only if there is none,
    /// or when the search is over.
    pub(super) fn turns(&mut self, breadth: Breadth) -> Vec<Turn<P::Step>> {
        let list = self.list(breadth);
        let mut turns = Vec::new();
        let mut number = 0;
        while let Some(stage) = self.stage(&list, number) {
            turns.extend_from_slice(&stage);
            number += 1;
        }
        // Includes the turns of an incomplete stage.
        turns.extend(list.unfinished());
        sort_by_key(&mut turns, |turn| i64::from(-turn.worth));
        turns
    }

    /// Returns the list of the turns from the present position.
    pub(super) fn list(&self, breadth: Breadth) -> Arc<TurnList<P::Step>> {
        self.together.list(self.game.position().key(), breadth)
    }

    /// Returns a stage of the list of the present position's turns, by ordering score; `None` when
    /// there are no more, or the search is over.
    pub(super) fn stage(
        &mut self,
        list: &TurnList<P::Step>,
        number: usize,
    ) -> Option<Arc<Vec<Turn<P::Step>>>> {
        loop {
            match list.next(number) {
                Next::Take(turns) => {
                    self.together.note_growth(list.growth());
                    return Some(turns);
                }
                Next::End => return None,
                Next::Begin => {
                    let begun = self.begin(list.breadth());
                    list.began(begun);
                }
                Next::Make(start) => {
                    let line = self.go_on(&start, list.breadth());
                    list.made(&line, self.is_over().then_some(start));
                }
                Next::Wait => std::thread::yield_now(),
            }
            if self.is_over() {
                return None;
            }
        }
    }

    /// Generates the starts of the present position's turns; when the search is over before that is
    /// complete, the best turn so far.
    fn begin(&mut self, breadth: Breadth) -> Begun<P::Step> {
        let tactical = breadth == Breadth::Tactical;
        let mut turns = Vec::new();
        let mut armies: Vec<Army<P::Step>> = Vec::new();
        let before = self.worth();
        let may_take_chief = self.context.evaluator.may_take_chief(self.game.position());
        let steps = self.steps(tactical && !may_take_chief);
        for &step in &steps {
            let step_info = self.game.position().step_info(step);
            self.game.play(step);
            let position = self.game.position();
            if position.is_turn_start() {
                let worth = if step_info.is_some() { INFINITE } else { before };
                if step_info.is_some() || !tactical {
                    turns.push(Turn { steps: vec![step], key: position.key(), worth });
                }
                self.game.undo();
                continue;
            }
            let index = position.moving_army();
            let place = armies.iter().position(|army| army.index == index).unwrap_or_else(|| {
                armies.push(Army { index, ideas: Vec::new(), raids: Vec::new() });
                armies.len() - 1
            });
            let takes = step_info.is_some_and(|step_info| step_info.captures);
            if takes || !tactical {
                let gain = self.worth() - before;
                armies[place].ideas.push(Idea { step, gain });
            }
            if may_take_chief && !takes {
                self.raid(step, before, &mut armies[place].raids);
            }
            self.game.undo();
            if self.is_over() {
                let ideas = armies.iter().flat_map(|army| &army.ideas);
                if let Some(best) = ideas.max_by_key(|idea| idea.gain).copied() {
                    self.game.play(best.step);
                    turns.extend(self.end().map(|(end, key)| {
                        let worth = before + best.gain;
                        Turn { steps: vec![best.step, end], key, worth }
                    }));
                    self.game.undo();
                }
                return Begun { turns, starts: None };
            }
        }
        self.reuse(steps);
        let most = breadth.starts();
        let mut starts: Vec<Start<P::Step>> = Vec::new();
        for army in armies {
            let pairs = match breadth {
                Breadth::Pairs => self.pairs(&army.ideas),
                _ => Vec::new(),
            };
            let best: Vec<_> = army.best().take(most).map(|step| vec![step]).collect();
            let raids = army.best_raids().take(most.min(MOST_RAIDS)).map(|raid| raid.to_vec());
            let several: Vec<_> = raids.chain(pairs).collect();
            let ideas = Arc::new(army.ideas);
            for (place, steps) in
                best.into_iter().enumerate().chain(several.into_iter().enumerate())
            {
                starts.push(Start { place, steps, ideas: ideas.clone() });
            }
        }
        // The best of each army first: time may run out before the others.
        sort_by_key(&mut starts, |start| start.place as i64);
        Begun { turns, starts: Some(starts) }
    }

    /// Returns the best pairs of steps of an army that begin with one of these, the best first.
    fn pairs(&mut self, ideas: &[Idea<P::Step>]) -> Vec<Vec<P::Step>> {
        let mut seen = HashSet::new();
        let mut pairs: Vec<(Vec<P::Step>, Value)> = Vec::new();
        for idea in ideas {
            if self.is_over() {
                break;
            }
            self.game.play(idea.step);
            let steps = self.steps(false);
            for &step in &steps {
                if self.game.position().step_info(step).is_none() {
                    continue;
                }
                self.game.play(step);
                if seen.insert(self.game.position().key()) {
                    let won = self.game.position().is_turn_start();
                    let worth = if won { INFINITE } else { self.worth() };
                    pairs.push((vec![idea.step, step], worth));
                }
                self.game.undo();
            }
            self.reuse(steps);
            self.game.undo();
        }
        sort_by_key(&mut pairs, |&(_, worth)| i64::from(-worth));
        pairs.truncate(MOST_PAIRS);
        pairs.into_iter().map(|(pair, _)| pair).collect()
    }

    /// Adds the captures of a chief that the last step has made possible.
    fn raid(&mut self, first: P::Step, before: Value, raids: &mut Vec<([P::Step; 2], Value)>) {
        let evaluator = self.context.evaluator;
        if !evaluator.may_take_chief(self.game.position()) {
            return;
        }
        let steps = self.steps(true);
        for &step in &steps {
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
        self.reuse(steps);
    }

    /// Returns the legal steps, in the order of generation. The list is to be given back with
    /// [`Planner::reuse`]: allocation is what many threads would wait for.
    pub(super) fn steps(&mut self, tactical: bool) -> Vec<P::Step> {
        let mut steps = self.spare.steps.pop().unwrap_or_default();
        if tactical {
            self.game.tactical_steps(&mut steps);
        } else {
            self.game.legal_steps(&mut steps);
        }
        steps
    }

    /// Keeps the memory of a list of steps for the next one.
    pub(super) fn reuse(&mut self, steps: Vec<P::Step>) {
        self.spare.steps.push(steps);
    }

    /// Generates a turn from a start, and the shorter turns that end along it.
    fn go_on(&mut self, start: &Start<P::Step>, breadth: Breadth) -> Line<P::Step> {
        let tactical = breadth == Breadth::Tactical;
        let mut ends = Vec::new();
        let mut known = std::mem::take(&mut self.spare.known);
        known.clear();
        known.extend_from_slice(&start.ideas);
        let mut steps = Vec::with_capacity(LONGEST + 1);
        let mut next = start.steps.first().copied();
        let ply = self.game.ply();
        while let Some(step) = next {
            self.game.play(step);
            steps.push(step);
            if self.game.position().is_turn_start() {
                let key = self.game.position().key();
                ends.push(End { after: steps.len(), step: None, key, worth: INFINITE });
                break;
            }
            let worth = self.worth();
            next = match start.steps.get(steps.len()) {
                Some(&next) => Some(next),
                None if steps.len() == LONGEST => None,
                None => self.best_step(&mut known, worth, tactical),
            };
            if (next.is_none() || !tactical)
                && let Some((end, key)) = self.end()
            {
                ends.push(End { after: steps.len(), step: Some(end), key, worth });
            }
            if self.is_over() {
                break;
            }
        }
        self.spare.known = known;
        while self.game.ply() > ply {
            self.game.undo();
        }
        Line { steps, ends }
    }

    /// Returns the step with the largest gain; `None` when none has a gain.
    fn best_step(
        &mut self,
        known: &mut Vec<Idea<P::Step>>,
        worth: Value,
        tactical: bool,
    ) -> Option<P::Step> {
        // At best a step removes a risk that another has brought, or that was there.
        let futility_value = self.look().weighed_risk();
        let mut ideas = std::mem::take(&mut self.spare.ideas);
        let mut order = std::mem::take(&mut self.spare.order);
        ideas.clear();
        order.clear();
        let mut next = 0;
        let steps = self.steps(tactical);
        for &step in &steps {
            let Some(step_info) = self.game.position().step_info(step) else { continue };
            // Most steps come in the order of the known ones.
            let (before, after) = known.split_at(next);
            let is_same = |idea: &Idea<P::Step>| idea.step == step;
            let place = match after.iter().position(is_same) {
                Some(place) => Some(next + place),
                None => before.iter().position(is_same),
            };
            next = place.map_or(next, |place| place + 1);
            // Steps that were not possible before come first.
            let idea = place.map_or(Idea { step, gain: INFINITE }, |place| known[place]);
            if idea.gain + futility_value > 0 || step_info.captures {
                // Captures first, then by gain.
                let key = (i64::from(!step_info.captures) << 32) - i64::from(idea.gain);
                order.push((key, ideas.len() as u32));
                ideas.push((step_info.captures, idea));
            }
        }
        self.reuse(steps);
        sort_keys(&mut order);
        let mut best: Option<Idea<P::Step>> = None;
        let mut tries = 0;
        for &(_, index) in &order {
            let (captures, idea) = ideas[index as usize];
            let least = best.map_or(0, |best| best.gain);
            if !captures && (tries == TRIES || idea.gain + futility_value <= least)
                || self.is_over()
            {
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
        (self.spare.ideas, self.spare.order) = (ideas, order);
        best.map(|idea| idea.step)
    }

    /// Returns the step that ends the turn, if it may end here, and the key of the position after
    /// it.
    fn end(&mut self) -> Option<(P::Step, u64)> {
        let end = self.end_of_turn()?;
        self.game.play(end);
        let key = self.game.position().key();
        self.game.undo();
        Some((end, key))
    }

    /// Returns the step that ends the turn, if it may end here.
    pub(super) fn end_of_turn(&mut self) -> Option<P::Step> {
        let steps = self.steps(true);
        let position = self.game.position();
        // It is generated last.
        let end = steps.iter().rev().copied().find(|&step| position.step_info(step).is_none());
        self.reuse(steps);
        end
    }
}
