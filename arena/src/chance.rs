//! Where chance comes from: the seed of a match, and nothing else.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use variants::{AnyGame, Game, Position, courses, with_game};

/// What numbers are drawn for; no two purposes share them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The opening of a round.
    Opening = 0,
    /// The order of a file's openings.
    Order = 1,
    /// What players by chance do in a game.
    Game = 2,
    /// How parameters are changed to try them, and positions to imitate a judgement in.
    Tuning = 3,
}

/// The numbers for one thing, such as the opening of round 3: they depend on nothing that was
/// drawn for others, so the order in which things are needed does not matter.
#[must_use]
pub fn chance(seed: u64, purpose: Purpose, index: usize) -> ChaCha8Rng {
    let mut numbers = ChaCha8Rng::seed_from_u64(seed);
    numbers.set_stream((index as u64) << 2 | purpose as u64);
    numbers
}

/// The seed of a game, by its number in the match, from 0.
#[must_use]
pub fn game_seed(seed: u64, number: usize) -> u64 {
    chance(seed, Purpose::Game, number).next_u64()
}

/// Makes a turn by chance, where each step is as likely as any other, and returns it; `None`, and
/// perhaps a part of a turn made, where nothing is legal.
pub fn random_turn(game: &mut AnyGame, numbers: &mut ChaCha8Rng) -> Option<String> {
    with_game!(game, game => {
        let before = game.position().clone();
        let steps = steps_by_chance(game, numbers)?;
        courses(&before, &steps).into_iter().next().map(|turn| turn.text)
    })
}

/// Makes a turn by chance, as [`random_turn`] does, and says whether there was one.
pub fn play_random_turns(game: &mut AnyGame, numbers: &mut ChaCha8Rng) -> bool {
    with_game!(game, game => steps_by_chance(game, numbers).is_some())
}

fn steps_by_chance<P: Position>(
    game: &mut Game<P>,
    numbers: &mut ChaCha8Rng,
) -> Option<Vec<P::Step>> {
    let mut made = Vec::new();
    let mut steps = Vec::new();
    loop {
        game.legal_steps(&mut steps);
        let step = *steps.choose(numbers)?;
        game.play(step);
        made.push(step);
        if game.position().is_turn_start() || game.position().decided().is_some() {
            return Some(made);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thing_has_numbers_of_its_own() {
        let mut first = Vec::new();
        for seed in [0, 1] {
            for purpose in [Purpose::Opening, Purpose::Order, Purpose::Game] {
                first.extend((0..5).map(|index| chance(seed, purpose, index).next_u64()));
            }
        }
        let mut different = first.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), first.len());
        assert_eq!(game_seed(1, 4), game_seed(1, 4));
    }
}
