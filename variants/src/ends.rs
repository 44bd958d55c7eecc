//! Counting the turns of games whose turns have several steps.

use std::collections::HashSet;

use crate::{Game, Position};

/// Number of step sequences of one length within a turn, and of the positions they lead to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnCount {
    /// Steps of each turn, its end not counted.
    pub steps: usize,
    /// Sequences of legal steps.
    pub sequences: u64,
    /// Those of them that are in order; see [`Position::is_out_of_order`].
    pub ordered: u64,
    /// Positions in which the sequences in order end the turn; all sequences end it in the same
    /// positions.
    pub ends: u64,
}

/// Counts the turns of 1 to `most` steps from a position.
#[must_use]
pub fn count_turn_ends<P: Position>(position: &P, most: usize) -> Vec<TurnCount> {
    (1..=most)
        .map(|steps| {
            let mut game = Game::new(position.clone());
            let (ordered, ends) = turn_ends(&mut game, steps, true);
            let sequences = sequences(&mut game, steps);
            TurnCount { steps, sequences, ordered, ends: ends.len() as u64 }
        })
        .collect()
}

/// The number of turns of exactly `steps` steps, and the keys of the positions after them: all
/// sequences of steps, or those in order.
pub(crate) fn turn_ends<P: Position>(
    game: &mut Game<P>,
    steps: usize,
    ordered: bool,
) -> (u64, HashSet<u64>) {
    let (mut count, mut ends) = (0, HashSet::new());
    let mut end = |game: &mut Game<P>| {
        count += 1;
        let mut position = game.position().clone();
        if !position.is_turn_start() {
            let mut steps = Vec::new();
            position.generate(&mut steps);
            if let Some(&end) = steps.iter().find(|&&step| position.step_info(step).is_none()) {
                position.play(end);
            }
        }
        ends.insert(position.key());
    };
    walk(game, steps, ordered, &mut end);
    (count, ends)
}

fn sequences<P: Position>(game: &mut Game<P>, steps: usize) -> u64 {
    let mut count = 0;
    if steps == 1 {
        let ends = u64::from(!game.position().is_turn_start());
        return game.position().count() - ends.min(game.position().count());
    }
    each(game, false, |game| {
        if !game.position().is_turn_start() {
            count += sequences(game, steps - 1);
        }
    });
    count
}

fn walk<P: Position>(
    game: &mut Game<P>,
    steps: usize,
    ordered: bool,
    end: &mut dyn FnMut(&mut Game<P>),
) {
    if steps == 0 {
        end(game);
        return;
    }
    each(game, ordered, |game| {
        // A turn may end early.
        if steps == 1 || !game.position().is_turn_start() {
            walk(game, steps - 1, ordered, end);
        }
    });
}

/// Calls `f` after each step but the end of the turn.
fn each<P: Position>(game: &mut Game<P>, ordered: bool, mut f: impl FnMut(&mut Game<P>)) {
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    if ordered {
        game.retain_ordered(&mut steps);
    }
    for step in steps {
        if game.position().step_info(step).is_some() {
            game.play(step);
            f(game);
            game.undo();
        }
    }
}
