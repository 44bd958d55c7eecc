//! Counts of results, from one engine's view.

use std::ops::AddAssign;

use variants::Color;

use crate::GameResult;

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wdl {
    /// Games that were won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that were lost.
    pub losses: u64,
}

/// The games of one engine against another, or against several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The games that it played with White.
    pub white: Wdl,
    /// The games that it played with Black.
    pub black: Wdl,
    /// Pairs of games with the same opening and colours reversed, by the half points that it made
    /// in both: 0 to 4. These are the pentanomial counts LL, LD, DD or WL, WD, WW.
    ///
    /// The games of a pair are in `white` and `black` too.
    pub pairs: [u64; 5],
}

impl Wdl {
    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: 1 for a win, a half for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points for each game, from 0 to 1; `None`: there are no games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The share of draws, from 0 to 1; `None`: there are no games.
    #[must_use]
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// From the other side's view.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Wdl { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Counts a game with so many half points.
    pub fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

impl AddAssign for Wdl {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl Tally {
    /// All games.
    #[must_use]
    pub fn total(&self) -> Wdl {
        let mut total = self.white;
        total += self.black;
        total
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.total().games()
    }

    /// Number of pairs.
    #[must_use]
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// From the other side's view.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally { white: self.black.reversed(), black: self.white.reversed(), pairs }
    }

    /// Counts a game that was played with this colour.
    pub fn add_game(&mut self, color: Color, half_points: usize) {
        match color {
            Color::White => self.white.add(half_points),
            Color::Black => self.black.add(half_points),
        }
    }

    /// Counts a pair of games, which are counted one by one too, by the half points of both.
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

/// The half points that a side makes by this result: 0 to 2.
pub(super) fn half_points(result: GameResult, color: Color) -> usize {
    match result.winner() {
        None => 1,
        Some(winner) if winner == color => 2,
        Some(_) => 0,
    }
}
