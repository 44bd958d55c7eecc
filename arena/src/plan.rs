//! Games of a match and their order.

use std::collections::HashMap;

use super::{Bracket, GameRecord, Match, Tournament};

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

/// Returns the games of a match that are known after those that were played: all, except in a
/// knockout tournament.
#[must_use]
pub fn known_games(plan: &Match, played: &[GameRecord]) -> Vec<GameSpec> {
    if plan.tournament != Tournament::Knockout {
        return game_specs(plan);
    }
    let results = played.iter().map(|game| (game.number, game.result));
    Bracket::new(plan, &results.collect()).games
}

/// Returns all games of a match, round by round. The games of a pairing and round are consecutive,
/// with colours reversed each time. Of a knockout tournament these are the games of its first stage.
#[must_use]
pub fn game_specs(plan: &Match) -> Vec<GameSpec> {
    if plan.tournament == Tournament::Knockout {
        return Bracket::new(plan, &HashMap::new()).games;
    }
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
