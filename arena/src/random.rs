//! Random numbers of a match, all derived from its seed.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use variants::AnyGame;

/// Purpose of a stream of random numbers; no two purposes share numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Opening of a round.
    Opening = 0,
    /// Order of a file's openings.
    Order = 1,
    /// Seed of random players in a game.
    Game = 2,
    /// Perturbations of parameters (SPSA), and positions for pretraining.
    Tuning = 3,
}

/// Returns the random numbers for one item, such as the opening of round 3. They are independent of
/// those of other items, so the order of use does not matter.
#[must_use]
pub fn random_stream(seed: u64, purpose: Purpose, index: usize) -> ChaCha8Rng {
    let mut numbers = ChaCha8Rng::seed_from_u64(seed);
    numbers.set_stream((index as u64) << 2 | purpose as u64);
    numbers
}

/// Returns the seed of a game, by its number in the match, from 0.
#[must_use]
pub fn game_seed(seed: u64, number: usize) -> u64 {
    random_stream(seed, Purpose::Game, number).next_u64()
}

/// Makes a random turn, each step with equal probability, and returns it. Returns `None` where
/// nothing is legal; a part of a turn may be made then.
pub fn random_turn(game: &mut AnyGame, numbers: &mut ChaCha8Rng) -> Option<String> {
    game.play_chosen_turn(&mut |count| numbers.random_range(0..count))
}

/// Makes a random turn, as [`random_turn`] does; returns whether there was one.
pub fn play_random_turns(game: &mut AnyGame, numbers: &mut ChaCha8Rng) -> bool {
    game.play_chosen_steps(&mut |count| numbers.random_range(0..count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thing_has_numbers_of_its_own() {
        let mut first = Vec::new();
        for seed in [0, 1] {
            for purpose in [Purpose::Opening, Purpose::Order, Purpose::Game] {
                first.extend((0..5).map(|index| random_stream(seed, purpose, index).next_u64()));
            }
        }
        let mut different = first.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), first.len());
        assert_eq!(game_seed(1, 4), game_seed(1, 4));
    }
}
