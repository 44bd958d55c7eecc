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
use crate::sort::sort_by_key;

/// Maximum steps of a turn.
const LONGEST: usize = 16;
/// Maximum number of quiet steps that are recomputed before one is made.
const TRIES: usize = 10;
/// Maximum number of raids per army.
const MOST_RAIDS: usize = 12;
/// Maximum number of pairs of steps per army that turns start with, where they do.
const MOST_PAIRS: usize = 1000;

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
        for step in self.steps(tactical && !may_take_chief) {
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
            for step in self.steps(false) {
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

    /// Returns the legal steps, in the order of generation.
    pub(super) fn steps(&mut self, tactical: bool) -> Vec<P::Step> {
        let mut steps = Vec::new();
        if tactical {
            self.game.tactical_steps(&mut steps);
        } else {
            self.game.legal_steps(&mut steps);
        }
        steps
    }

    /// Generates a turn from a start, and the shorter turns that end along it.
    fn go_on(&mut self, start: &Start<P::Step>, breadth: Breadth) -> Line<P::Step> {
        let tactical = breadth == Breadth::Tactical;
        let mut ends = Vec::new();
        let mut known = start.ideas.to_vec();
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
        let mut ideas: Vec<(bool, Idea<P::Step>)> = Vec::new();
        let mut next = 0;
        for step in self.steps(tactical) {
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
                ideas.push((step_info.captures, idea));
            }
        }
        // Captures first, then by gain.
        sort_by_key(&mut ideas, |&(captures, idea)| {
            (i64::from(!captures) << 32) - i64::from(idea.gain)
        });
        let mut best: Option<Idea<P::Step>> = None;
        let mut tries = 0;
        for (captures, idea) in ideas {
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
        steps.into_iter().rev().find(|&step| position.step_info(step).is_none())
    }
}
