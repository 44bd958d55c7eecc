//! Generation of units' moves.

use super::position::Armies;
use super::step::Step;
use crate::{Bits, Color, Square};

impl<B: Bits> Armies<B> {
    /// The units of an army, by its index in the definition.
    #[inline]
    pub(super) fn units(&self, color: Color, army: usize) -> B {
        let kinds = &self.rules.armies[army].units;
        self.board.kinds(kinds) & self.board.side(color)
    }

    /// The units of an army, by its index in the definition, that a chain of neighbours of the
    /// same army joins to its chief now; none when the chief is lost.
    #[inline]
    #[must_use]
    pub fn in_contact(&self, color: Color, army: usize) -> B {
        self.chained(color, army, B::EMPTY)
    }

    /// The units in contact, without those of `moved`.
    #[inline]
    pub(super) fn chained(&self, color: Color, army: usize, moved: B) -> B {
        let units = self.units(color, army);
        let wanted = units & !moved;
        let mut reached = units & self.board.kind(self.rules.armies[army].chief);
        if reached.is_empty() {
            return B::EMPTY;
        }
        loop {
            let grown = self.rules.common.geometry.dilate(reached) & units;
            if (wanted & !grown).is_empty() {
                return wanted;
            }
            if grown == reached {
                return reached & wanted;
            }
            reached = grown;
        }
    }

    /// Calls `f` with each unit that may start in this turn and its targets among `empty` and
    /// `enemies`.
    #[inline]
    fn each_start(&self, empty: B, enemies: B, mut f: impl FnMut(Square, B)) {
        match self.turn.army {
            Some(army) => {
                let units = self.chained(self.side, army.into(), self.turn.moved);
                self.each_target(units, empty, enemies, &mut f);
            }
            // A decided game is always between turns.
            None if self.decided_for_lack_of_royals() => {}
            None => {
                for army in 0..self.rules.armies.len() {
                    let units = self.in_contact(self.side, army);
                    self.each_target(units, empty, enemies, &mut f);
                }
            }
        }
    }

    #[inline]
    fn each_target(&self, units: B, empty: B, enemies: B, f: &mut impl FnMut(Square, B)) {
        for from in units.iter() {
            if let Some(piece) = self.board.get(from) {
                f(from, self.rules.moves.targets(piece, from, &self.board, empty, enemies));
            }
        }
    }

    /// The empty squares.
    #[inline]
    fn empty(&self) -> B {
        !self.board.occupied() & self.rules.common.geometry.all()
    }

    /// Appends the steps to squares of `empty` and the enemy's, then the end of the turn.
    fn append(&self, empty: B, steps: &mut Vec<Step>) {
        self.each_start(empty, self.board.side(!self.side), |from, targets| {
            steps.extend(targets.iter().map(|to| Step::Move { from, to }));
        });
        if self.turn.army.is_some() {
            steps.push(Step::End);
        }
    }

    /// Appends all steps.
    pub(super) fn append_all(&self, steps: &mut Vec<Step>) {
        self.append(self.empty(), steps);
    }

    /// Appends the captures and the end of the turn.
    pub(super) fn append_tactical(&self, steps: &mut Vec<Step>) {
        self.append(B::EMPTY, steps);
    }

    /// The number of steps.
    pub(super) fn count_all(&self) -> u64 {
        let mut count = u64::from(self.turn.army.is_some());
        self.each_start(self.empty(), self.board.side(!self.side), |_, targets| {
            count += u64::from(targets.count());
        });
        count
    }

    /// The number of steps that a side's units would have at the start of a turn.
    pub(super) fn freedom(&self, color: Color) -> u32 {
        let (empty, enemies) = (self.empty(), self.board.side(!color));
        let mut count = 0;
        for army in 0..self.rules.armies.len() {
            let units = self.in_contact(color, army);
            self.each_target(units, empty, enemies, &mut |_, targets: B| count += targets.count());
        }
        count
    }
}
