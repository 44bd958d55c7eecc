//! Making the legal steps.

use super::data::{CaptureRule, Duty};
use crate::{Bits, PieceType, Square};

use super::directions::origin;
use super::general::General;
use super::jumps::{Landings, View};
use super::rules::JumpingRules;
use super::step::Path;
use super::targets::Targets;
use super::{Jumping, JumpingStep};

/// Legal captures when one is mandatory, among chains of jumps and other captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// The fewest jumps that a legal chain has.
    pub(super) fewest_jumps: u32,
    /// Whether captures on the enemy's square are legal too.
    pub(super) captures: bool,
}

impl Choice {
    /// Returns the choice when the longest chain has that many jumps.
    pub(super) fn new<B>(rules: &JumpingRules<B>, longest: u32) -> Self {
        let fewest_jumps = match rules.capture {
            CaptureRule::Free => 1,
            CaptureRule::Multiple => longest.min(2),
            CaptureRule::Most => longest,
        };
        Choice { fewest_jumps, captures: rules.duty == Duty::Captures && fewest_jumps == 1 }
    }

    /// Whether no longer chain would leave less.
    fn is_final<B>(&self, rules: &JumpingRules<B>) -> bool {
        match rules.capture {
            CaptureRule::Free => true,
            CaptureRule::Multiple => self.fewest_jumps == 2,
            CaptureRule::Most => false,
        }
    }
}

impl<B: Bits> View<'_, B> {
    /// Every move without a jump.
    #[inline]
    pub(super) fn all_targets(&self) -> Targets<B> {
        Targets { empty: self.empty, enemy: self.enemy }
    }

    /// Captures on the enemy's square.
    #[inline]
    pub(super) fn captures(&self) -> Targets<B> {
        Targets { empty: B::EMPTY, enemy: self.enemy }
    }

    /// Captures on the enemy's square, and moves to the last rank.
    #[inline]
    fn tactical_targets(&self) -> Targets<B> {
        Targets { empty: self.empty & self.side.last_rank, enemy: self.enemy }
    }
}

impl<B: Bits> Jumping<B> {
    /// Appends all legal steps; with `TACTICAL`, captures and promotions alone. Of more chains than
    /// `most` the first that are legal; of fewer, when `goes_on` returns false.
    pub(super) fn generate_into<const TACTICAL: bool>(
        &self,
        steps: &mut Vec<JumpingStep<B>>,
        most: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) {
        let view = self.view(self.side);
        if self.is_lost() {
            return;
        }
        if let Some(general) = &self.rules.general {
            return self.generate_general::<TACTICAL>(general, &view, steps, most, goes_on);
        }
        let landings = view.landings();
        if landings.any() {
            self.generate_captures(&view, &landings, steps, most, goes_on);
        } else if TACTICAL {
            self.generate_moves(&view, view.tactical_targets(), steps, |step| {
                step.promotion.is_some() || view.enemy.contains(step.to)
            });
        } else {
            self.generate_moves(&view, view.all_targets(), steps, |_| true);
        }
    }

    /// The same in a game whose captures are found piece by piece.
    #[cold]
    #[inline(never)]
    fn generate_general<const TACTICAL: bool>(
        &self,
        general: &General,
        view: &View<'_, B>,
        steps: &mut Vec<JumpingStep<B>>,
        most: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) {
        let start = steps.len();
        self.general_captures(general, steps, most, goes_on);
        if steps.len() > start {
            return;
        }
        if TACTICAL {
            self.generate_moves(view, view.tactical_targets(), steps, |step| {
                step.promotion.is_some() || view.enemy.contains(step.to)
            });
        } else {
            self.generate_moves(view, view.all_targets(), steps, |_| true);
        }
        if let Some(held) = self.held_square(general) {
            let takes = |step: &JumpingStep<B>| view.enemy.contains(step.to);
            let mut kept = start;
            for index in start..steps.len() {
                if steps[index].from != held || takes(&steps[index]) {
                    steps.swap(kept, index);
                    kept += 1;
                }
            }
            steps.truncate(kept);
        }
    }

    /// All steps of a side that has to take.
    fn generate_captures(
        &self,
        view: &View<'_, B>,
        landings: &Landings<B>,
        steps: &mut Vec<JumpingStep<B>>,
        most: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) {
        let start = steps.len();
        let mut longest = 0;
        let mut choice = Choice::new(&self.rules, longest);
        view.chains(landings, goes_on, |chain| {
            let (Some(from), Some(to)) = (chain.from.first(), chain.to.first()) else {
                return true;
            };
            if chain.jumps > longest {
                longest = chain.jumps;
                let fewest = choice.fewest_jumps;
                choice = Choice::new(&self.rules, longest);
                if choice.fewest_jumps > fewest {
                    steps.truncate(start);
                }
            }
            if chain.jumps >= choice.fewest_jumps && steps.len() - start < most {
                let jumps = chain.jumps as u8;
                let step = JumpingStep { from, to, jumps, path: chain.path, promotion: None };
                push(step, chain.promotes, steps);
            }
            // While a longer chain can still rule out those found before, all are followed.
            steps.len() - start < most || !choice.is_final(&self.rules)
        });
        if choice.captures {
            self.generate_moves(view, view.captures(), steps, |_| true);
        }
    }

    /// The steps without jumps to those targets that `keep` accepts.
    #[inline]
    fn generate_moves(
        &self,
        view: &View<'_, B>,
        targets: Targets<B>,
        steps: &mut Vec<JumpingStep<B>>,
        keep: impl Fn(&JumpingStep<B>) -> bool,
    ) {
        let mut add = |from: Square, to: Square, promotes: &[PieceType]| {
            let step = JumpingStep { from, to, jumps: 0, path: Path::EMPTY, promotion: None };
            if promotes.is_empty() {
                if keep(&step) {
                    steps.push(step);
                }
            } else {
                push(step, promotes, steps);
            }
        };
        let side = view.side;
        let size = view.geometry.size();
        for group in &side.steps {
            let pieces = view.pieces(&group.kinds);
            let targets = targets.of(group.mode);
            let mut reach = [B::EMPTY; 8];
            group.directions.each(|direction| {
                reach[direction as usize] = view.shift(pieces, direction) & targets;
            });
            for direction in group.directions.iter() {
                let reach = reach[direction as usize];
                for to in (reach & !side.last_rank).iter() {
                    add(origin(size, to, direction, 1), to, &[]);
                }
                for to in (reach & side.last_rank).iter() {
                    let from = origin(size, to, direction, 1);
                    let Some(piece) = self.board.get(from) else { continue };
                    add(from, to, &side.kinds[piece.kind().index()].promotes);
                }
            }
        }
        let occupied = view.own | view.enemy;
        for mover in &side.movers {
            let promotes = &side.kinds[mover.kind.index()].promotes;
            for from in (self.board.kind(mover.kind) & view.own).iter() {
                let reach = mover.reach(&self.rules.lines, from, occupied, targets);
                for to in reach.iter() {
                    add(from, to, if side.last_rank.contains(to) { promotes } else { &[] });
                }
            }
        }
    }
}

/// Adds a step, or one for each kind that the piece can become.
#[inline]
fn push<B: Bits>(step: JumpingStep<B>, promotes: &[PieceType], steps: &mut Vec<JumpingStep<B>>) {
    if promotes.is_empty() {
        steps.push(step);
    }
    for &kind in promotes {
        steps.push(JumpingStep { promotion: Some(kind), ..step });
    }
}
