//! Turns of games of any kind whose steps are chosen one by one, by number.

use super::AnyGame;
use crate::{Game, Position, courses};

impl AnyGame {
    /// Makes a turn and returns its text. `choose` gets the number of legal steps, 1 or more, and returns the
    /// one to make, from 0, until the turn is complete. `None` where nothing is legal; a part of a turn
    /// may be made then.
    ///
    /// # Panics
    /// If `choose` returns a number that is too large.
    pub fn play_chosen_turn(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> Option<String> {
        with_game!(self, game => {
            let before = game.position().clone();
            let steps = play_chosen(game, choose)?;
            courses(&before, &steps).into_iter().next().map(|turn| turn.text)
        })
    }

    /// Makes a turn, as [`AnyGame::play_chosen_turn`] does; returns whether there was one.
    ///
    /// # Panics
    /// If `choose` returns a number that is too large.
    pub fn play_chosen_steps(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> bool {
        with_game!(self, game => play_chosen(game, choose).is_some())
    }
}

fn play_chosen<P: Position>(
    game: &mut Game<P>,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Option<Vec<P::Step>> {
    let mut made = Vec::new();
    let mut steps = Vec::new();
    loop {
        game.legal_steps(&mut steps);
        if steps.is_empty() {
            return None;
        }
        let step = steps[choose(steps.len())];
        game.play(step);
        made.push(step);
        if game.is_turn_over() {
            return Some(made);
        }
    }
}
