//! Early adjudication of decided games.

use engine::adjudication::{Streak, centipawns, is_even, is_losing, is_winning};
use protocol::InfoScore;
use variants::{ByColor, Color};

/// Advantage that adjudicates a win if both sides see it, in centipawns...
const DECIDED: i64 = 1200;
/// ... for this number of consecutive turns.
const TURNS: u32 = 5;
/// Maximum score of either side that adjudicates a draw, in centipawns...
const EVEN: i64 = 20;
/// ... for this number of consecutive turns...
const EVEN_TURNS: u32 = 16;
/// ... after this number of turns.
const OPEN: usize = 60;

/// Adjudicated result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// Win of a side.
    Won(Color),
    /// Draw.
    Drawn,
}

/// Adjudicator of a game, by the scores of its players.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decision {
    /// Number of turns so far.
    turns: usize,
    /// Consecutive turns with a winning score for each side.
    winning: ByColor<Streak>,
    /// Consecutive turns with an even score.
    even: Streak,
}

impl Decision {
    /// Records a turn's score, in centipawns from White's view; returns the result if the game is
    /// adjudicated.
    pub fn see(&mut self, score: i32) -> Option<Decided> {
        self.turns += 1;
        self.winning[Color::White].count(is_winning(score, DECIDED));
        self.winning[Color::Black].count(is_losing(score, DECIDED));
        self.even.count(is_even(score, EVEN));
        let winner = Color::ALL.into_iter().find(|&color| self.winning[color].turns() >= TURNS);
        let drawn = self.turns > OPEN && self.even.turns() >= EVEN_TURNS;
        winner.map(Decided::Won).or(drawn.then_some(Decided::Drawn))
    }
}

/// Converts a score of the side to move to centipawns from White's view.
pub fn for_white(side: Color, score: InfoScore) -> i32 {
    let score = centipawns(score);
    if side == Color::White { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_have_to_see_it_for_a_while() {
        let mut decision = Decision::default();
        for score in [1200, 1500, 1300, 1200, 1199, -1200, -1200, -1200, -1200, 1200] {
            assert_eq!(decision.see(score), None, "{score}");
        }
        for _ in 0..4 {
            assert_eq!(decision.see(for_white(Color::Black, InfoScore::Mate(3))), None);
        }
        assert_eq!(decision.see(-2000), Some(Decided::Won(Color::Black)));
        assert_eq!(for_white(Color::White, InfoScore::Centipawns(7)), 7);
    }

    #[test]
    fn even_games_end_late() {
        let mut decision = Decision::default();
        let turns = (1..).find(|turn| {
            let score = if *turn == 50 { 21 } else { -20 };
            decision.see(score).is_some()
        });
        assert_eq!(turns, Some(66));
        assert_eq!(decision.see(0), Some(Decided::Drawn));
    }
}
