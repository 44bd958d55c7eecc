//! Choice among the lines of a search.

use protocol::InfoScore;
use rand::{Rng, RngExt as _};

use super::Handicap;

/// Returns the score by which lines are compared: in centipawns, mates far above all others, the sooner the better.
pub fn ordering_score(score: InfoScore) -> i32 {
    match score {
        InfoScore::Centipawns(value) => value,
        InfoScore::Mate(moves) if moves > 0 => 100_000 - moves.min(1000),
        InfoScore::Mate(moves) => -100_000 - moves.max(-1000),
    }
}

impl Handicap {
    /// Chooses among lines by their scores in centipawns, the best first: better moves more often,
    /// and none that loses more than the margin against the best. Where it overlooks a gain, the
    /// margin counts from `standing`, the static evaluation of the position, if that is less.
    /// Returns an index.
    pub fn choose(&self, scores: &[i32], standing: i32, numbers: &mut impl Rng) -> usize {
        let Some(&best) = scores.first() else { return 0 };
        let overlooks = numbers.random_range(0.0..1.0) < self.overlooks;
        let enough = if overlooks { best.min(standing) } else { best };
        let weight = |score: &i32| {
            let loss = enough.saturating_sub(*score).max(0);
            if loss > self.margin {
                return 0.0;
            }
            (-2.0 * f64::from(loss) / f64::from(self.margin.max(1))).exp()
        };
        let weights: Vec<f64> = scores.iter().take(self.lines.max(1)).map(weight).collect();
        let mut rest = numbers.random_range(0.0..1.0) * weights.iter().sum::<f64>();
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
    use rand_chacha::ChaCha8Rng;

    use super::*;

    const WEAK: Handicap =
        Handicap { depth: 1.0, nodes: 1000, lines: 4, margin: 80, overlooks: 0.5 };

    #[test]
    fn a_choice_varies_and_never_loses_more_than_the_margin() {
        let mut numbers = ChaCha8Rng::seed_from_u64(7);
        let mut chosen = [0; 4];
        for _ in 0..1000 {
            chosen[WEAK.choose(&[50, 40, -30, -31], 100, &mut numbers)] += 1;
        }
        assert!(chosen[1] > 200 && chosen[0] > chosen[2] && chosen[2] > 20, "{chosen:?}");
        assert_eq!(chosen[3], 0);
        for _ in 0..2000 {
            let mut scores: Vec<i32> = (0..6).map(|_| numbers.random_range(-900..900)).collect();
            scores.sort_by_key(|score| -score);
            let standing = numbers.random_range(-900..900);
            let index = WEAK.choose(&scores, standing, &mut numbers);
            assert!(index < WEAK.lines);
            assert!(scores[index] >= scores[0].min(standing) - WEAK.margin);
            let sees_all = Handicap { overlooks: 0.0, ..WEAK };
            let index = sees_all.choose(&scores, standing, &mut numbers);
            assert!(scores[index] >= scores[0] - WEAK.margin);
        }
    }

    #[test]
    fn a_gain_may_be_overlooked_but_not_a_loss() {
        let mut numbers = ChaCha8Rng::seed_from_u64(3);
        let of = |scores: &[i32], standing, numbers: &mut ChaCha8Rng| {
            let chosen = (0..200).map(|_| WEAK.choose(scores, standing, numbers));
            chosen.filter(|&index| index > 0).count()
        };
        assert!((20..180).contains(&of(&[900, 0, 0, -10], 0, &mut numbers)));
        assert_eq!(of(&[0, -500, -500, -500], 0, &mut numbers), 0);
        assert_eq!(of(&[-20, -500], -300, &mut numbers), 0);
    }

    #[test]
    fn one_line_or_none_is_no_choice() {
        let mut numbers = ChaCha8Rng::seed_from_u64(1);
        let strong = Handicap { lines: 1, margin: 0, overlooks: 0.0, ..WEAK };
        assert!((0..100).all(|_| strong.choose(&[10, 10], 0, &mut numbers) == 0));
        assert_eq!(WEAK.choose(&[], 0, &mut numbers), 0);
    }

    #[test]
    fn mates_are_beyond_all_scores() {
        assert!(ordering_score(InfoScore::Mate(1)) > ordering_score(InfoScore::Mate(2)));
        assert!(ordering_score(InfoScore::Mate(9)) > ordering_score(InfoScore::Centipawns(31_000)));
        assert!(ordering_score(InfoScore::Mate(-1)) < ordering_score(InfoScore::Mate(-2)));
    }
}
