//! Counting the leaves of the legal-move tree, the standard check of move generation
//! (<https://www.chessprogramming.org/Perft>).

#[cfg(feature = "perft")]
mod divide;

#[cfg(feature = "perft")]
pub use divide::{PerftTable, divide_while};

use crate::Position;

/// Number of steps of a position between two calls of `goes_on`.
const LOOK: usize = 32;

/// Leaves at `depth` steps below a position. The last ply is counted, not made.
///
/// A decided position has no children; repetition, clocks and dead positions are not looked at.
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth as usize];
    descend(&mut position.clone(), depth, &mut lists, &|| true)
}

/// Counts leaves; too few, if `goes_on` returned false.
fn descend<P: Position>(
    position: &mut P,
    depth: u32,
    lists: &mut [Vec<P::Step>],
    goes_on: &dyn Fn() -> bool,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.decided().is_some() {
        return 0;
    }
    let Some((steps, deeper)) = lists.split_first_mut() else { return 0 };
    if depth == 1 {
        return position.count();
    }
    steps.clear();
    position.generate(steps);
    let mut leaves = 0;
    for (number, &step) in steps.iter().enumerate() {
        if number % LOOK == 0 && !goes_on() {
            break;
        }
        let undo = position.play(step);
        leaves += descend(position, depth - 1, deeper, goes_on);
        position.undo(step, undo);
    }
    leaves
}
