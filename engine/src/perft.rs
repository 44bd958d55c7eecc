//! Perft that can be stopped: a tree counted in small parts.

use search::Control;
use variants::{AnyGame, PerftTable, Position, divide_while, with_game};

/// The deepest tree that is asked for in earnest, and then some.
pub const MAX_DEPTH: u32 = 100;

/// Trees of this depth are counted in one go.
const PART: u32 = 3;

/// The leaves below each legal step, sorted by the step's text; `None` if it was stopped.
/// It runs on the rayon pool that it is called in.
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
