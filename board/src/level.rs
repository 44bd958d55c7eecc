//! Levels of the engine, from a beginner to full strength.

use std::time::Duration;

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;
use search::{Limits, TimeControl};

/// Names of the levels, from 1.
pub const LEVELS: [&str; 10] = [
    "beginner",
    "novice",
    "casual",
    "improver",
    "club",
    "strong club",
    "expert",
    "master",
    "grandmaster",
    "full strength",
];

/// Time for a move without a clock, at full strength.
const MOVE_TIME: Duration = Duration::from_millis(1500);

/// Limits of a level's search, and its choice among the lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Depth, in plies (in turns where they have several steps).
    depth: Option<u32>,
    /// Nodes.
    nodes: Option<u64>,
    /// Moves that it considers.
    lines: usize,
    /// Largest loss against the best move that it accepts, in centipawns.
    margin: i32,
}

impl Level {
    /// Returns a level from 1 to 10; others are taken for the nearest.
    pub fn new(level: u8) -> Self {
        let (depth, nodes, lines, margin) = match level {
            0 | 1 => (Some(1), Some(150), 12, 160),
            2 => (Some(1), Some(300), 8, 110),
            3 => (Some(2), Some(700), 6, 80),
            4 => (Some(3), Some(1_800), 5, 60),
            5 => (Some(4), Some(5_000), 4, 45),
            6 => (Some(6), Some(14_000), 3, 30),
            7 => (None, Some(45_000), 2, 20),
            8 => (None, Some(150_000), 1, 0),
            9 => (None, Some(600_000), 1, 0),
            _ => (None, None, 1, 0),
        };
        Level { depth, nodes, lines, margin }
    }

    /// Returns the limits of a search at this level.
    pub fn limits(self, clock: Option<TimeControl>) -> Limits {
        let free = self.nodes.is_none() && clock.is_none();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            multi_pv: self.lines,
            move_time: free.then_some(MOVE_TIME),
            clock,
            ..Limits::default()
        }
    }

    /// Chooses among lines by their scores in centipawns for the side to move, the best first:
    /// better moves more often, none that loses more than the margin. Returns an index.
    pub fn choose(self, scores: &[i32], numbers: &mut ChaCha8Rng) -> usize {
        let Some(&best) = scores.first() else { return 0 };
        let weight = |score: &i32| {
            let loss = best.saturating_sub(*score);
            if loss > self.margin {
                0.0
            } else {
                (-2.0 * f64::from(loss) / f64::from(self.margin.max(1))).exp()
            }
        };
        let weights: Vec<f64> = scores.iter().map(weight).collect();
        let mut rest =
            numbers.random_range(0.0..weights.iter().sum::<f64>().max(f64::MIN_POSITIVE));
        for (index, weight) in weights.iter().enumerate() {
            if rest < *weight {
                return index;
            }
            rest -= weight;
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn weak_levels_vary_but_never_lose_more_than_their_margin() {
        let mut numbers = ChaCha8Rng::seed_from_u64(7);
        let level = Level::new(1);
        let mut chosen = [0; 4];
        for _ in 0..1000 {
            chosen[level.choose(&[50, 40, -60, -500], &mut numbers)] += 1;
        }
        assert!(chosen[0] > chosen[2] && chosen[1] > 200 && chosen[2] > 50, "{chosen:?}");
        assert_eq!(chosen[3], 0);
        assert!((0..100).all(|_| Level::new(10).choose(&[10, 10], &mut numbers) <= 1));
        assert_eq!(Level::new(5).choose(&[], &mut numbers), 0);
    }

    #[test]
    fn full_strength_has_a_time_or_a_clock() {
        assert_eq!(Level::new(10).limits(None).move_time, Some(MOVE_TIME));
        let clock = TimeControl { remaining: Duration::from_secs(60), ..TimeControl::default() };
        assert_eq!(Level::new(10).limits(Some(clock)).move_time, None);
        assert_eq!(Level::new(3).limits(None).move_time, None);
    }
}
