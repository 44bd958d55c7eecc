//! Games of a match and their order.

use super::{Match, Tournament};

/// Game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSpec {
    /// Number in the match, from 0: the index in the list.
    pub number: usize,
    /// Round, from 0; its games share the opening of that index.
    pub round: usize,
    /// White's index in [`Match::engines`].
    pub white: usize,
    /// Black's index in [`Match::engines`].
    pub black: usize,
    /// Number, from 0, of the pair of games with one opening and reversed colours.
    pub pair: usize,
}

/// Returns all games of a match, round by round. The games of a pairing and round are consecutive,
/// with colours reversed each time.
pub fn game_specs(plan: &Match) -> Vec<GameSpec> {
    let pairings = pairings(plan);
    let mut game_specs = Vec::new();
    let mut pair = 0;
    for round in 0..plan.rounds {
        for &(first, second) in &pairings {
            for game in 0..plan.games_per_round {
                let (white, black) = if game % 2 == 0 { (first, second) } else { (second, first) };
                if game > 0 && game % 2 == 0 {
                    pair += 1;
                }
                game_specs.push(GameSpec { number: game_specs.len(), round, white, black, pair });
            }
            pair += 1;
        }
    }
    game_specs
}

/// Returns the pairings, as indices in [`Match::engines`], the lower first.
pub fn pairings(plan: &Match) -> Vec<(usize, usize)> {
    let engines = plan.engines.len();
    let mut pairings = Vec::new();
    for first in 0..engines {
        for second in first + 1..engines {
            if first == 0 || plan.tournament == Tournament::RoundRobin {
                pairings.push((first, second));
            }
        }
    }
    pairings
}
