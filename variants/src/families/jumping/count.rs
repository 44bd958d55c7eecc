//! Counting steps and squares without making steps.

use super::data::CaptureRule;
use crate::{Bits, Color, Square};

use super::Jumping;
use super::general::General;
use super::generate::Choice;
use super::jumps::{Landings, View};
use super::rules::StepGroup;
use super::targets::Targets;

impl<B: Bits> Jumping<B> {
    pub(super) fn count_steps(&self) -> u64 {
        if self.is_lost() {
            return 0;
        }
        let view = self.view(self.side);
        if let Some(general) = &self.rules.general {
            return self.count_general(general, &view);
        }
        let mut landings = Landings::NONE;
        let mut count = 0;
        for group in &view.side.jumps {
            let pieces = view.pieces(&group.kinds);
            // Targets that do not count are empty sets: cheaper than a branch.
            let empty = if group.steps { view.empty } else { B::EMPTY };
            group.directions.each(|direction| {
                let next = view.shift(pieces, direction);
                landings.add(direction, view.landing(next, direction));
                count += (next & empty).count();
            });
        }
        if landings.any() {
            return self.count_captures(&view, &landings);
        }
        let rest = &view.side.steps[view.side.steps_with_jumps..];
        u64::from(count) + self.count_moves(&view, rest, view.all_targets())
    }

    /// The number of steps in a game whose captures are found piece by piece.
    #[cold]
    #[inline(never)]
    fn count_general(&self, general: &General, view: &View<'_, B>) -> u64 {
        let mut steps = Vec::new();
        self.general_captures(general, &mut steps, usize::MAX, &mut || true);
        if !steps.is_empty() {
            return steps.len() as u64;
        }
        let count = self.count_moves(view, &view.side.steps, view.all_targets());
        let held = self.held_square(general).map_or(0, |square| {
            let targets = Targets { enemy: B::EMPTY, ..view.all_targets() };
            self.moves_from(view, square, targets).count()
        });
        count - u64::from(held)
    }

    /// The number of steps of a side that has to take.
    fn count_captures(&self, view: &View<'_, B>, landings: &Landings<B>) -> u64 {
        if let Some(count) = view.count_single(landings) {
            return u64::from(count) + self.count_other_captures(view, 1);
        }
        // Steps by chains of one jump, of several, and of the most.
        let (mut single, mut several, mut most) = (0, 0, 0);
        let mut longest = 0;
        view.chains(landings, &mut || true, |chain| {
            if chain.jumps > longest {
                longest = chain.jumps;
                most = 0;
            }
            let steps = chain.steps();
            *(if chain.jumps > 1 { &mut several } else { &mut single }) += steps;
            most += if chain.jumps == longest { steps } else { 0 };
            true
        });
        let choice = Choice::new(&self.rules, longest);
        let chains = match self.rules.capture {
            CaptureRule::Most => most,
            _ if choice.fewest_jumps > 1 => several,
            _ => single + several,
        };
        chains + self.count_other_captures(view, longest)
    }

    /// The number of captures on the enemy's square of a side that has to take, when the longest
    /// chain has `longest` jumps.
    #[inline]
    fn count_other_captures(&self, view: &View<'_, B>, longest: u32) -> u64 {
        match Choice::new(&self.rules, longest).captures {
            true => self.count_moves(view, &view.side.steps, view.captures()),
            false => 0,
        }
    }

    /// The number of those steps, and of moves that are neither steps nor jumps, to those targets.
    #[inline]
    fn count_moves(&self, view: &View<'_, B>, steps: &[StepGroup], targets: Targets<B>) -> u64 {
        let side = view.side;
        let mut near = 0;
        for group in steps {
            let pieces = view.pieces(&group.kinds);
            let targets = targets.of(group.mode);
            group.directions.each(|direction| {
                near += (view.shift(pieces, direction) & targets).count();
            });
        }
        let mut count = u64::from(near);
        for group in &side.choices {
            let pieces = view.own & self.board.kind(group.kind) & side.last_ranks;
            if pieces.any() {
                let targets = targets.of(group.mode) & side.last_rank;
                let mut near = 0;
                group.directions.each(|direction| {
                    near += (view.shift(pieces, direction) & targets).count();
                });
                count += group.more * u64::from(near);
            }
        }
        let occupied = view.own | view.enemy;
        for mover in &side.movers {
            let promotes = side.kinds[mover.kind.index()].promotes.len() as u64;
            for from in (self.board.kind(mover.kind) & view.own).iter() {
                let reach = mover.reach(&self.rules.lines, from, occupied, targets);
                count += u64::from(reach.count());
                if promotes > 1 {
                    count += (promotes - 1) * u64::from((reach & side.last_rank).count());
                }
            }
        }
        count
    }

    /// Squares that the piece on a square can step, slide, leap or jump to.
    pub(super) fn reach_from(&self, square: Square) -> B {
        let Some(piece) = self.board.get(square) else { return B::EMPTY };
        let view = self.view(piece.color());
        let at = B::bit(square);
        let mut reach = self.moves_from(&view, square, view.all_targets());
        if let Some(general) = &self.rules.general {
            return reach | self.landings_from(general, square);
        }
        for group in view.side.jumps.iter().filter(|group| group.kinds.has(piece.kind())) {
            group.directions.each(|direction| {
                reach |= view.landing(view.shift(at, direction), direction);
            });
        }
        reach
    }

    /// Squares among those that the piece on a square of the view's side can go to but by jumps.
    fn moves_from(&self, view: &View<'_, B>, square: Square, targets: Targets<B>) -> B {
        let Some(piece) = self.board.get(square) else { return B::EMPTY };
        let mut reach = B::EMPTY;
        for group in view.side.steps.iter().filter(|group| group.kinds.has(piece.kind())) {
            let (targets, at) = (targets.of(group.mode), B::bit(square));
            group.directions.each(|direction| reach |= view.shift(at, direction) & targets);
        }
        let occupied = view.own | view.enemy;
        for mover in view.side.movers.iter().filter(|mover| mover.kind == piece.kind()) {
            reach |= mover.reach(&self.rules.lines, square, occupied, targets);
        }
        reach
    }

    /// Squares that a side's pieces can step, slide, leap or jump to.
    pub(super) fn count_reach(&self, color: Color) -> u32 {
        let view = self.view(color);
        let targets = view.all_targets();
        let mut count = 0;
        for group in &view.side.steps {
            let pieces = view.pieces(&group.kinds);
            let targets = targets.of(group.mode);
            group.directions.each(|direction| {
                count += (view.shift(pieces, direction) & targets).count();
            });
        }
        for group in &view.side.jumps {
            let pieces = view.pieces(&group.kinds);
            group.directions.each(|direction| {
                count += view.landing(view.shift(pieces, direction), direction).count();
            });
        }
        let occupied = view.own | view.enemy;
        for mover in &view.side.movers {
            for from in (self.board.kind(mover.kind) & view.own).iter() {
                count += mover.reach(&self.rules.lines, from, occupied, targets).count();
            }
        }
        count
    }
}
