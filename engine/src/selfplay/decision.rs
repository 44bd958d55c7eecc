//! Games that are decided before they are over.

use protocol::Score;
use variants::Color;

/// A game is decided when both sides see this advantage, in centipawns...
const DECIDED: i32 = 1200;
/// ... for so many turns together.
const TURNS: i32 = 5;
/// What a mate counts as, in centipawns.
const MATE: i32 = 10_000;

/// Whether a game is decided, by what its players think.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decision {
    /// Turns in a row that White (above 0) or Black is seen to win.
    turns: i32,
}

impl Decision {
    /// Takes note of a turn's score, in centipawns from White's view; returns who has won.
    pub fn see(&mut self, score: i32) -> Option<Color> {
        self.turns = match score {
            _ if score >= DECIDED => self.turns.max(0) + 1,
            _ if score <= -DECIDED => self.turns.min(0) - 1,
            _ => 0,
        };
        let winner = if self.turns > 0 { Color::White } else { Color::Black };
        (self.turns.abs() >= TURNS).then_some(winner)
    }
}

/// A score of the side to move, in centipawns from White's view.
pub fn for_white(side: Color, score: Score) -> i32 {
    let score = match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) => {
            if moves > 0 {
                MATE
            } else {
                -MATE
            }
        }
    };
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
            assert_eq!(decision.see(for_white(Color::Black, Score::Mate(3))), None);
        }
        assert_eq!(decision.see(-2000), Some(Color::Black));
        assert_eq!(for_white(Color::White, Score::Centipawns(7)), 7);
    }
}
