//! A position with the moves that led to it: where repetition is known.

use crate::{Outcome, Position, Reason, Repetition};

/// How often a position may stand before the repetition rule speaks.
const REPETITION_LIMIT: usize = 3;

/// A game in progress, or a line that search follows.
///
/// It knows the positions between turns since its own start, which counts as the first occurrence
/// of the position it was made from.
#[derive(Clone, Debug)]
pub struct Game<P: Position> {
    position: P,
    steps: Vec<(Option<P::Step>, P::Undo)>,
    /// Keys of the positions between turns, the present one last if it is one.
    keys: Vec<u64>,
}

impl<P: Position> Game<P> {
    /// A game that starts here.
    #[must_use]
    pub fn new(position: P) -> Self {
        let keys = vec![position.key()];
        Game { position, steps: Vec::new(), keys }
    }

    /// The position on the board.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Number of steps made since the start.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.steps.len()
    }

    /// Makes a legal step.
    #[inline]
    pub fn play(&mut self, step: P::Step) {
        let undo = self.position.play(step);
        self.steps.push((Some(step), undo));
        self.remember();
    }

    /// Lets the other side move; false, and no change, where a pass is not possible.
    pub fn pass(&mut self) -> bool {
        let Some(undo) = self.position.pass() else { return false };
        self.steps.push((None, undo));
        self.remember();
        true
    }

    #[inline]
    fn remember(&mut self) {
        if self.position.is_turn_start() {
            self.keys.push(self.position.key());
        }
    }

    /// Takes back the last step or pass; false when there is none.
    #[inline]
    pub fn undo(&mut self) -> bool {
        let Some((step, undo)) = self.steps.pop() else { return false };
        if self.position.is_turn_start() {
            self.keys.pop();
        }
        match step {
            Some(step) => self.position.undo(step, undo),
            None => self.position.undo_pass(undo),
        }
        true
    }

    /// How often the present position stood before, since the last progress. 0 in mid-turn.
    #[must_use]
    pub fn occurrences_before(&self) -> usize {
        if !self.position.is_turn_start() {
            return 0;
        }
        match self.keys.split_last() {
            Some((&key, earlier)) => self.count_in_window(earlier, key, self.position.clock()),
            None => 0,
        }
    }

    /// Whether the present position stood before, since the last progress. False in mid-turn.
    #[must_use]
    pub fn stood_before(&self) -> bool {
        let Some((&key, earlier)) = self.keys.split_last() else { return false };
        let window = earlier.len().min(self.position.clock() as usize);
        // The side to move is part of the key, so only every second position can be the same; and
        // not the last but one, as something has moved.
        self.position.is_turn_start()
            && earlier.iter().rev().take(window).skip(1).step_by(2).any(|&other| other == key)
    }

    /// How often a key is among the last `clock` keys of a list.
    fn count_in_window(&self, keys: &[u64], key: u64, clock: u32) -> usize {
        let window = keys.len().saturating_sub(clock as usize);
        keys[window..].iter().filter(|&&other| other == key).count()
    }

    /// Whether the move rule's limit is reached.
    #[must_use]
    pub fn move_rule_reached(&self) -> bool {
        let limit = self.position.common().definition.move_rule;
        limit.is_some_and(|limit| self.position.clock() >= limit)
    }

    /// Replaces `steps` by all legal steps, repetition looked at where it bars moves.
    pub fn legal_steps(&mut self, steps: &mut Vec<P::Step>) {
        steps.clear();
        self.position.generate(steps);
        self.retain_unbarred(steps);
    }

    /// Replaces `steps` by the legal steps for quiescence search.
    pub fn tactical_steps(&mut self, steps: &mut Vec<P::Step>) {
        steps.clear();
        self.position.generate_tactical(steps);
        self.retain_unbarred(steps);
    }

    /// The same, and the other legal steps that give check; see [`Position::gives_check`].
    pub fn tactical_steps_and_checks(&mut self, steps: &mut Vec<P::Step>) {
        steps.clear();
        self.position.generate_tactical_and_checks(steps);
        self.retain_unbarred(steps);
    }

    /// Removes the steps that are out of order after the step made last; see
    /// [`Position::is_out_of_order`].
    pub fn retain_ordered(&mut self, steps: &mut Vec<P::Step>) {
        if self.position.is_turn_start() {
            return;
        }
        if let Some((Some(last), undo)) = self.steps.last() {
            steps.retain(|&next| !self.position.is_out_of_order(*last, undo, next));
        }
    }

    /// Removes the steps that repetition makes illegal.
    fn retain_unbarred(&mut self, steps: &mut Vec<P::Step>) {
        if self.position.common().definition.repetition == Repetition::Illegal
            && self.some_position_stood_often()
        {
            steps.retain(|&step| !self.is_barred(step));
        }
    }

    /// Whether some position since the last progress stood as often as it may: only then can a
    /// step be barred.
    fn some_position_stood_often(&self) -> bool {
        let window = self.keys.len().saturating_sub(self.position.clock() as usize + 1);
        let recent = &self.keys[window..];
        recent.iter().enumerate().any(|(index, key)| {
            recent[..index].iter().filter(|&other| other == key).count() + 2 == REPETITION_LIMIT
        })
    }

    /// Whether the position after a step would stand too often.
    fn is_barred(&mut self, step: P::Step) -> bool {
        let undo = self.position.play(step);
        let (key, clock) = (self.position.key(), self.position.clock());
        self.position.undo(step, undo);
        self.count_in_window(&self.keys, key, clock) + 1 >= REPETITION_LIMIT
    }

    /// The steps that repetition alone makes illegal.
    #[must_use]
    pub fn barred_steps(&mut self) -> Vec<P::Step> {
        let mut steps = Vec::new();
        if self.position.common().definition.repetition == Repetition::Illegal {
            self.position.generate(&mut steps);
            steps.retain(|&step| self.is_barred(step));
        }
        steps
    }

    /// The result, if the game is over: by what is on the board, for want of a legal step, by
    /// repetition, the move rule or a dead position. A side that is mated has lost, whatever its
    /// clock says.
    #[must_use]
    pub fn outcome(&mut self) -> Option<Outcome> {
        if let Some(outcome) = self.position.decided() {
            return Some(outcome);
        }
        if !self.position.is_turn_start() {
            return None;
        }
        let mut steps = Vec::new();
        self.legal_steps(&mut steps);
        if steps.is_empty() {
            return Some(self.position.stuck());
        }
        let repetition = self.position.common().definition.repetition;
        if repetition == Repetition::Draw && self.occurrences_before() + 1 >= REPETITION_LIMIT {
            Some(Outcome::draw(Reason::Repetition))
        } else if self.move_rule_reached() {
            Some(Outcome::draw(Reason::MoveRule))
        } else if self.position.is_dead() {
            Some(Outcome::draw(Reason::DeadPosition))
        } else {
            None
        }
    }
}
