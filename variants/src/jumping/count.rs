//! Counting steps and squares without making steps.

use crate::definition::CaptureRule;
use crate::{Bits, Color};

use super::Jumping;
use super::generate::{Choice, Targets};
use super::jumps::View;

impl<B: Bits> Jumping<B> {
    pub(super) fn count_steps(&self) -> u64 {
        let view = self.view(self.side);
        if self.is_lost() {
            0
        } else if view.can_jump() {
            self.count_captures(&view)
        } else {
            self.count_moves(&view, view.all_targets())
        }
    }

    /// The number of steps of a side that has to take.
    fn count_captures(&self, view: &View<'_, B>) -> u64 {
        // Steps by chains of one jump, of several, and of the most.
        let (mut single, mut several, mut most) = (0, 0, 0);
        let mut longest = 0;
        view.chains(|chain| {
            if chain.jumps > longest {
                longest = chain.jumps;
                most = 0;
            }
            let steps = chain.steps();
            *(if chain.jumps > 1 { &mut several } else { &mut single }) += steps;
            most += if chain.jumps == longest { steps } else { 0 };
        });
        let choice = Choice::new(&self.rules, longest);
        let chains = match self.rules.capture {
            CaptureRule::Most => most,
            _ if choice.fewest_jumps > 1 => several,
            _ => single + several,
        };
        let captures = if choice.captures { self.count_moves(view, view.captures()) } else { 0 };
        chains + captures
    }

    /// The number of steps without jumps to those targets.
    #[inline]
    fn count_moves(&self, view: &View<'_, B>, targets: Targets<B>) -> u64 {
        let side = view.side;
        let mut count = 0;
        for group in &side.steps {
            let set = view.union(&group.kinds);
            let targets = targets.of(group.mode);
            for shift in &group.shifts {
                let reach = shift.apply(set) & targets;
                count += u64::from(reach.count());
                if !group.choosers.is_empty() && (reach & side.last_rank).any() {
                    for &(kind, more) in &group.choosers {
                        let reach = shift.apply(self.board.kind(kind) & view.own) & targets;
                        count += more * u64::from((reach & side.last_rank).count());
                    }
                }
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

    /// Squares that a side's pieces can step, slide, leap or jump to.
    pub(super) fn count_reach(&self, color: Color) -> u32 {
        let view = self.view(color);
        let targets = view.all_targets();
        let mut count = 0;
        for group in &view.side.steps {
            let set = view.union(&group.kinds);
            let targets = targets.of(group.mode);
            count += group.shifts.iter().map(|s| (s.apply(set) & targets).count()).sum::<u32>();
        }
        for group in &view.side.jumps {
            let set = view.union(&group.kinds);
            count += group.shifts.iter().map(|(s, _)| view.landings(set, s).count()).sum::<u32>();
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
