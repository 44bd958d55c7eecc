//! Counts of results, from one engine's view.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use variants::Color;

use crate::GameResult;

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultCounts {
    /// Number of wins.
    pub wins: u64,
    /// Number of draws.
    pub draws: u64,
    /// Number of losses.
    pub losses: u64,
}

/// Results of one engine against another, or against several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Results of its games with White.
    pub white: ResultCounts,
    /// Results of its games with Black.
    pub black: ResultCounts,
    /// Pairs of games with the same opening and colours reversed, by the half points scored in
    /// both: 0 to 4. These are the pentanomial counts LL, LD, DD or WL, WD, WW.
    ///
    /// The games of a pair are in `white` and `black` too.
    pub pairs: [u64; 5],
}

impl ResultCounts {
    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: 1 for a win, a half for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the score per game, from 0 to 1; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Returns the draw rate, from 0 to 1; `None` without games.
    #[must_use]
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// Returns wins less losses.
    #[must_use]
    pub fn difference(&self) -> f64 {
        self.wins as f64 - self.losses as f64
    }

    /// Returns the results from the other side's view.
    #[must_use]
    pub fn reversed(&self) -> Self {
        ResultCounts { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Counts a game by its half points.
    pub fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

impl AddAssign for ResultCounts {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl Tally {
    /// Returns the sum of both colours.
    #[must_use]
    pub fn total(&self) -> ResultCounts {
        let mut total = self.white;
        total += self.black;
        total
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.total().games()
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Returns the results from the other side's view.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally { white: self.black.reversed(), black: self.white.reversed(), pairs }
    }

    /// Counts a game played with this colour.
    pub fn add_game(&mut self, color: Color, half_points: usize) {
        match color {
            Color::White => self.white.add(half_points),
            Color::Black => self.black.add(half_points),
        }
    }

    /// Counts a pair of games by the half points of both; its games are counted individually too.
    pub fn add_pair(&mut self, half_points: usize) {
        if let Some(count) = self.pairs.get_mut(half_points) {
            *count += 1;
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.white += other.white;
        self.black += other.black;
        for (count, more) in self.pairs.iter_mut().zip(other.pairs) {
            *count += more;
        }
    }
}

/// Returns the half points of a side for this result: 0 to 2.
pub(super) fn half_points(result: GameResult, color: Color) -> usize {
    match result.winner() {
        None => 1,
        Some(winner) if winner == color => 2,
        Some(_) => 0,
    }
}
