//! Scores of all pairings of a tournament, and their pairs of games.

use std::collections::{BTreeMap, HashMap};

use variants::Color;

use crate::GameRecord;

use super::Tally;
use super::tally::half_points;

/// Scores of all pairings.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    names: Vec<String>,
    index: HashMap<String, usize>,
    /// By indices, the smaller one first; from its view.
    pairings: BTreeMap<(usize, usize), Pairing>,
    games: u64,
    alone: u64,
}

/// Classification of a counted game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Completed a pair: the same round and pairing with colours reversed.
    Pair,
    /// Counts as a single game so far.
    Single,
    /// Game of an engine against itself, or one of the same name: not counted in any tally.
    Alone,
}

#[derive(Clone, Debug, Default)]
struct Pairing {
    tally: Tally,
    /// Games whose counterpart is missing, by round: the colour of the first engine and its half
    /// points.
    open: HashMap<usize, Vec<(Color, usize)>>,
}

impl Scores {
    /// Returns empty scores of these engines, in this order; others that appear are appended.
    #[must_use]
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut scores = Scores::default();
        for name in names {
            scores.index_of(name);
        }
        scores
    }

    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) -> Counted {
        self.games += 1;
        let (white, black) = (self.index_of(&record.white), self.index_of(&record.black));
        if white == black {
            self.alone += 1;
            return Counted::Alone;
        }
        let color = if white < black { Color::White } else { Color::Black };
        let points = half_points(record.result, color);
        let pairing = self.pairings.entry((white.min(black), white.max(black))).or_default();
        pairing.add(color, points, record.round)
    }

    fn index_of(&mut self, name: &str) -> usize {
        if let Some(&index) = self.index.get(name) {
            return index;
        }
        self.names.push(name.to_owned());
        self.index.insert(name.to_owned(), self.names.len() - 1);
        self.names.len() - 1
    }

    /// Returns the engines' names.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the number of games, including those of an engine against itself.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of games of an engine against itself: in no tally.
    #[must_use]
    pub fn alone(&self) -> u64 {
        self.alone
    }

    /// Returns the games of one engine against another, by their indices, from the first one's
    /// view.
    #[must_use]
    pub fn between(&self, first: usize, second: usize) -> Tally {
        let key = (first.min(second), first.max(second));
        let tally = self.pairings.get(&key).map(|pairing| pairing.tally).unwrap_or_default();
        if first <= second { tally } else { tally.reversed() }
    }

    /// Returns all games of one engine against others.
    #[must_use]
    pub fn of(&self, engine: usize) -> Tally {
        let mut sum = Tally::default();
        for (&(first, second), pairing) in &self.pairings {
            if first == engine {
                sum += pairing.tally;
            } else if second == engine {
                sum += pairing.tally.reversed();
            }
        }
        sum
    }

    /// Returns all pairings that have games: two indices, the smaller one first, and the score from
    /// its view.
    pub fn pairings(&self) -> impl Iterator<Item = (usize, usize, &Tally)> {
        self.pairings.iter().map(|(&(first, second), pairing)| (first, second, &pairing.tally))
    }
}

impl Pairing {
    fn add(&mut self, color: Color, points: usize, round: usize) -> Counted {
        self.tally.add_game(color, points);
        // Round 0 is an unknown round.
        if round == 0 {
            return Counted::Single;
        }
        let open = self.open.entry(round).or_default();
        let Some(place) = open.iter().position(|&(other, _)| other != color) else {
            open.push((color, points));
            return Counted::Single;
        };
        let (_, other) = open.remove(place);
        if open.is_empty() {
            self.open.remove(&round);
        }
        self.tally.add_pair(points + other);
        Counted::Pair
    }
}
