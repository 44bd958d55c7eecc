//! A position with the moves that led to it: where repetition is known.

use crate::past::Past;
use crate::{Outcome, Position, Reason, Repetition};

/// A game in progress, or a line that search follows.
///
/// It has the positions between turns since its own start, which counts as the first occurrence of
/// the start position.
#[derive(Clone, Debug)]
pub struct Game<P: Position> {
    position: P,
    steps: Vec<(Option<P::Step>, P::Undo)>,
    /// The positions between turns, the present one last if it is one.
    past: Past,
    /// For each of these, whether its side to move is in check; empty if the repetition rule does
    /// not need it.
    checks: Vec<bool>,
}

impl<P: Position> Game<P> {
    /// A game that starts here.
    #[must_use]
    pub fn new(position: P) -> Self {
        let mut past = Past::default();
        past.push(position.key(), None);
        let mut game = Game { position, steps: Vec::new(), past, checks: Vec::new() };
        game.remember_check();
        game
    }

    /// The position on the board.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Whether castling is written as from the king's square to the rook's, also in the game's own
    /// array.
    pub fn set_castling_by_rook(&mut self, on: bool) {
        self.position.set_castling_by_rook(on);
    }

    /// Number of steps made since the start.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.steps.len()
    }

    /// Occurrences of a position at which the repetition rule applies.
    #[inline]
    fn repetition_limit(&self) -> usize {
        self.position.common().definition.repetition_count.into()
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
            let bars = self.position.common().definition.repetition == Repetition::Illegal;
            self.past.push(self.position.key(), bars.then(|| self.position.reversible_plies()));
            self.remember_check();
        }
    }

    #[inline]
    fn remember_check(&mut self) {
        if self.position.common().definition.repetition.asks_checks() {
            self.checks.push(self.position.is_forced());
        }
    }

    /// Takes back the last step or pass; false when there is none.
    #[inline]
    pub fn undo(&mut self) -> bool {
        let Some((step, undo)) = self.steps.pop() else { return false };
        if self.position.is_turn_start() {
            self.past.pop();
            self.checks.pop();
        }
        match step {
            Some(step) => self.position.undo(step, undo),
            None => self.position.undo_pass(undo),
        }
        true
    }

    /// Number of earlier occurrences of the position since the last progress. 0 in mid-turn.
    #[must_use]
    pub fn occurrences_before(&self) -> usize {
        if !self.position.is_turn_start() {
            return 0;
        }
        let before =
            |key| self.past.count(key, self.position.reversible_plies().saturating_add(1)) - 1;
        self.past.last().map_or(0, before)
    }

    /// Number of positions between turns so far, the present one counted.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.past.len()
    }

    /// Whether the present position is as good as drawn by repetition, in a search that began with
    /// `root` positions ([`Game::positions`]): it occurred before in the search, after its root, or
    /// in search and game together as often as the rule requires. False in mid-turn.
    ///
    /// Within the search a cycle gains nothing; before the root the players may have had other
    /// reasons to repeat.
    #[must_use]
    pub fn is_repetition(&self, root: usize) -> bool {
        let plies = self.position.reversible_plies();
        self.position.is_turn_start()
            && self.past.came_back(plies, root, self.repetition_limit() - 1)
    }

    /// The result of a position that has stood `earlier` times before, counted back from now, if the
    /// repetition rule ends the game with it.
    #[must_use]
    pub fn repeated(&self, earlier: usize) -> Outcome {
        let draw = self.position.drawn(Reason::Repetition);
        if self.checks.is_empty() {
            return draw;
        }
        let definition = &self.position.common().definition;
        let window = self.position.reversible_plies().saturating_add(1);
        let Some(first) = self.past.place_before(earlier, window) else { return draw };
        // Sides alternate: every second position is the present side's.
        let side = self.position.side();
        let was_checked = |offset: usize| {
            let mut since = self.checks[first + 1..].iter().rev().skip(offset).step_by(2);
            self.checks.len() > first + 1 + offset && since.all(|&check| check)
        };
        match (was_checked(0), was_checked(1)) {
            (true, false) => Outcome::win(side, Reason::Repetition),
            (false, true) => Outcome::win(!side, Reason::Repetition),
            _ if definition.repetition == Repetition::CheckerOrFirstLoses => {
                Outcome::win(!definition.first_side(), Reason::Repetition)
            }
            _ => draw,
        }
    }

    /// Whether the limit of the move rule or of a count is reached.
    #[must_use]
    pub fn move_rule_reached(&self) -> bool {
        let limit = self.position.move_limit();
        limit.is_some_and(|limit| self.position.clock() >= limit) || self.position.is_counted_out()
    }

    /// Whether the step made last ended its turn: by itself, or as it ended the game.
    #[must_use]
    pub fn is_turn_over(&self) -> bool {
        self.position.is_turn_start() || self.position.decided().is_some()
    }

    /// Replaces `steps` by all legal steps, without those that repetition makes illegal.
    pub fn legal_steps(&mut self, steps: &mut Vec<P::Step>) {
        steps.clear();
        self.position.generate(steps);
        self.retain_unbarred(steps);
    }

    /// The same, with the first `most` of many chains of captures alone, while `goes_on` returns
    /// true; see [`Position::generate_while`].
    pub fn legal_steps_while(
        &mut self,
        steps: &mut Vec<P::Step>,
        most: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) {
        steps.clear();
        self.position.generate_while(steps, most, goes_on);
        self.retain_unbarred(steps);
    }

    /// Replaces `steps` by the legal steps for quiescence search.
    pub fn tactical_steps(&mut self, steps: &mut Vec<P::Step>) {
        steps.clear();
        self.position.generate_tactical(steps);
        self.retain_unbarred(steps);
    }

    /// The same, and the other legal steps that give check; see
    /// [`Attacks::gives_check`](crate::Attacks::gives_check).
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
        if self.may_bar_steps() {
            steps.retain(|&step| !self.is_barred(step));
        }
    }

    /// Whether repetition may make a step illegal.
    fn may_bar_steps(&self) -> bool {
        self.position.common().definition.repetition == Repetition::Illegal
            && self.past.has_pair(self.position.reversible_plies().saturating_add(1))
    }

    /// Whether there is a legal step.
    #[must_use]
    pub fn has_legal_steps(&mut self) -> bool {
        if !self.may_bar_steps() {
            return self.position.has_steps();
        }
        let mut steps = Vec::new();
        self.legal_steps(&mut steps);
        !steps.is_empty()
    }

    /// Whether the position after a step would occur too often. After a capture no position can
    /// have occurred before.
    fn is_barred(&mut self, step: P::Step) -> bool {
        let captures = self.position.step_info(step).is_some_and(|step_info| step_info.captures);
        if captures && self.position.hands().is_none() {
            return false;
        }
        let undo = self.position.play(step);
        let (key, plies) = (self.position.key(), self.position.reversible_plies());
        self.position.undo(step, undo);
        self.past.count(key, plies) + 1 >= self.repetition_limit()
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
        if !self.has_legal_steps() {
            return Some(self.position.outcome_without_steps());
        }
        let repetition = self.position.common().definition.repetition;
        if repetition.ends_game() && self.occurrences_before() + 1 >= self.repetition_limit() {
            Some(self.repeated(self.repetition_limit() - 1))
        } else if self.position.is_counted_out() {
            Some(Outcome::draw(Reason::Counting))
        } else if self.move_rule_reached() {
            Some(self.position.drawn(Reason::MoveRule))
        } else if self.position.has_insufficient_material() {
            Some(Outcome::draw(Reason::DeadPosition))
        } else {
            None
        }
    }
}
