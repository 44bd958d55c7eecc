//! Common part of all adjudication: scores beyond a bound for a number of consecutive turns.

use protocol::InfoScore;

/// Converts a score to centipawns; mates exceed all other scores.
pub fn centipawns(score: InfoScore) -> i32 {
    match score {
        InfoScore::Centipawns(value) => value,
        InfoScore::Mate(1..) => i32::MAX,
        InfoScore::Mate(_) => -i32::MAX,
    }
}

/// Whether a score, in centipawns, is within the bound of an even one.
pub fn is_even(score: i32, bound: i64) -> bool {
    i64::from(score).abs() <= bound
}

/// Whether a score, in centipawns, wins by the bound.
pub fn is_winning(score: i32, bound: i64) -> bool {
    i64::from(score) >= bound
}

/// Whether a score, in centipawns, loses by the bound.
pub fn is_losing(score: i32, bound: i64) -> bool {
    i64::from(score) <= -bound
}

/// Number of consecutive turns with such a score.
#[derive(Clone, Copy, Debug, Default)]
pub struct Streak(u32);

impl Streak {
    /// Counts a turn: it prolongs the streak, or ends it.
    pub fn count(&mut self, holds: bool) {
        self.0 = if holds { self.0.saturating_add(1) } else { 0 };
    }

    /// Ends the streak.
    pub fn reset(&mut self) {
        self.0 = 0;
    }

    /// Returns its length, in turns.
    pub fn turns(self) -> u32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_exceed_every_bound() {
        let [mating, mated] = [InfoScore::Mate(3), InfoScore::Mate(0)].map(centipawns);
        assert!(is_winning(mating, 1 << 20) && is_losing(mated, 1 << 20));
        assert!(!is_even(mating, 1 << 20) && !is_even(mated, 1 << 20));
        assert!(is_even(-20, 20) && !is_even(21, 20));
    }
}
