//! Whole turns of games in which a turn has several steps.

use std::collections::HashSet;
use std::ops::ControlFlow;

use variants::{Position, Square};

use crate::index::Index;
use crate::placement::Placement;
use crate::reach::Origins;

/// The turns of a position, one for each position that they lead to.
pub(crate) struct Turns<P: Position> {
    /// Steps of all positions on the way.
    steps: Vec<P::Step>,
    /// Steps that were made.
    path: Vec<P::Step>,
    /// Keys of the positions that were met.
    met: HashSet<u64>,
}

impl<P: Position> Default for Turns<P> {
    fn default() -> Self {
        Turns { steps: Vec::new(), path: Vec::new(), met: HashSet::new() }
    }
}

impl<P: Position> Turns<P> {
    /// Calls `f` with each position after a turn and the steps of the turn, until it breaks off.
    pub(crate) fn walk<E>(
        &mut self,
        position: &mut P,
        f: &mut impl FnMut(&mut P, &[P::Step]) -> ControlFlow<E>,
    ) -> ControlFlow<E> {
        self.steps.clear();
        self.path.clear();
        self.met.clear();
        self.go_on(position, f)
    }

    fn go_on<E>(
        &mut self,
        position: &mut P,
        f: &mut impl FnMut(&mut P, &[P::Step]) -> ControlFlow<E>,
    ) -> ControlFlow<E> {
        let first = self.steps.len();
        position.generate(&mut self.steps);
        for place in first..self.steps.len() {
            let step = self.steps[place];
            let undo = position.play(step);
            self.path.push(step);
            let flow = if !self.met.insert(position.key()) {
                ControlFlow::Continue(())
            } else if position.is_turn_start() {
                f(position, &self.path)
            } else {
                self.go_on(position, f)
            };
            self.path.pop();
            position.undo(step, undo);
            flow?;
        }
        self.steps.truncate(first);
        ControlFlow::Continue(())
    }
}

/// Calls `f` for each position from which a turn may lead to another: any pieces of the side that made it
/// came from where such pieces were seen to come from, in whatever order.
pub(crate) fn turns_before(
    index: &Index,
    origins: &Origins,
    placement: &Placement,
    f: &mut impl FnMut(&Placement),
) {
    let movers: Vec<(usize, &[Square])> = placement
        .men()
        .iter()
        .enumerate()
        .filter(|(_, (_, piece))| piece.color() != placement.side)
        .filter_map(|(man, &(to, piece))| Some((man, origins.of(index.group(piece)?, to))))
        .collect();
    back(&movers, &placement.passed(), false, f);
}

fn back(
    movers: &[(usize, &[Square])],
    placement: &Placement,
    moved: bool,
    f: &mut impl FnMut(&Placement),
) {
    let Some((&(man, origins), rest)) = movers.split_first() else {
        if moved && !placement.overlaps() {
            f(placement);
        }
        return;
    };
    back(rest, placement, moved, f);
    for &from in origins {
        back(rest, &placement.with_man(man, from), true, f);
    }
}
