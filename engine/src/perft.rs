//! Perft that can be stopped: counts a tree in small parts.

use search::Control;
use variants::{AnyGame, PerftTable, Position, divide_while, with_game};

/// Maximum depth.
pub const MAX_DEPTH: u32 = 100;

/// Depth of the subtrees that are counted without interruption.
const PART: u32 = 3;

/// Returns the leaves below each legal step, sorted by the step's text; `None` if stopped. Runs on
/// the current rayon pool.
pub fn divide_until(game: &AnyGame, depth: u32, control: &Control) -> Option<Vec<(String, u64)>> {
    with_game!(game, game => {
        let position = game.position();
        let mut counts = Vec::new();
        for (step, count) in parts(position, depth, control)? {
            counts.push((position.step_text(step), count));
        }
        counts.sort_unstable();
        Some(counts)
    })
}

fn parts<P: Position>(position: &P, depth: u32, control: &Control) -> Option<Vec<(P::Step, u64)>> {
    if control.is_stopped() {
        return None;
    }
    if depth <= PART {
        return divide_while(position, depth, None::<&PerftTable>, &|| !control.is_stopped());
    }
    let mut steps = Vec::new();
    if position.decided().is_none() {
        position.generate(&mut steps);
    }
    let mut counts = Vec::with_capacity(steps.len());
    for step in steps {
        let mut child = position.clone();
        child.play(step);
        let leaves = parts(&child, depth - 1, control)?.iter().map(|&(_, count)| count).sum();
        counts.push((step, leaves));
    }
    Some(counts)
}
