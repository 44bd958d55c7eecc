//! Values of positions: integers in search, centipawns or distance to mate in reports.

use std::fmt;

/// Maximum distance from the root, in steps.
pub const MAX_PLY: usize = 246;

/// Value in search: centipawns for the side to move, or ±[`MATE`] less the steps to the end of the
/// game.
pub(crate) type Value = i32;

/// Upper bound of all values.
pub(crate) const INFINITE: Value = 32_000;
/// Value of a game that is won; a win in `n` steps is `n` less.
pub(crate) const MATE: Value = 31_000;
/// Minimum value of a forced win.
pub(crate) const MATE_BOUND: Value = MATE - 2 * MAX_PLY as Value;
/// Maximum value of a forced loss.
pub(crate) const MATED_BOUND: Value = -MATE_BOUND;
/// Maximum static evaluation.
pub(crate) const EVAL_LIMIT: Value = MATE_BOUND - 1;
/// Value of a position that is won by tables once progress is made, which is a number of plies away that is
/// subtracted.
pub(crate) const TABLE_WIN: Value = EVAL_LIMIT;
/// Minimum value of such a win.
pub(crate) const TABLE_WIN_BOUND: Value = TABLE_WIN - 1000;
/// Value of a win by the tables that the move rule turns into a draw, from which its distance is subtracted: a draw, but
/// the other side may err.
pub(crate) const LATE_WIN: Value = 40;
/// Value of a draw.
pub(crate) const DRAW: Value = 0;

/// Returns the value of a win `ply` steps from the root.
#[inline]
pub(crate) const fn win_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Returns the value of a loss `ply` steps from the root.
#[inline]
pub(crate) const fn loss_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// Whether a value is a forced win or loss.
#[inline]
pub(crate) const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// Score for users and protocols, for the side to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of a pawn, or of the least valuable piece.
    Centipawns(i32),
    /// Win for the side to move in this number of full moves (1: with its next turn), or, if
    /// negative, loss in that number (-1: with its next turn, or the enemy's after that); 0:
    /// already lost.
    Mate(i32),
}

impl Score {
    /// Converts a value; `turns` converts a number of steps into turns of both sides.
    pub(crate) fn new(value: Value, turns: impl FnOnce(usize) -> usize) -> Self {
        if !is_mate(value) {
            return Score::Centipawns(value);
        }
        let turns = turns((MATE - value.abs()) as usize) as i32;
        if value > 0 { Score::Mate((turns + 1) / 2) } else { Score::Mate(-((turns + 1) / 2)) }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(value) => write!(f, "cp {value}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// Bound type of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Exact score.
    Exact,
    /// Lower bound.
    Lower,
    /// Upper bound.
    Upper,
}

impl Bound {
    /// Returns the bound type of a value for a search window.
    #[inline]
    pub(crate) fn of(value: Value, alpha: Value, beta: Value) -> Self {
        if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// Probabilities of win, draw and loss, in thousandths that add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wdl {
    /// Probability of a win of the side to move.
    pub win: u16,
    /// Probability of a draw.
    pub draw: u16,
    /// Probability of a loss of the side to move.
    pub loss: u16,
}

/// WDL model: a logistic function of the score for wins, the same with the sign reversed for
/// losses; the rest are draws
/// (<https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo>).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// Score at which a win has probability 0.5, in centipawns; at least 0.
    pub half: f64,
    /// Centipawns that multiply the odds by e; above 0.
    pub slope: f64,
}

impl Default for WdlModel {
    fn default() -> Self {
        WdlModel { half: 180.0, slope: 90.0 }
    }
}

impl WdlModel {
    /// Returns the probabilities of win, draw and loss at a score in centipawns; they add up to 1.
    #[must_use]
    pub fn chances(&self, score: f64) -> [f64; 3] {
        let chance = |score: f64| 1.0 / (1.0 + ((self.half - score) / self.slope).exp());
        let (win, loss) = (chance(score), chance(-score));
        [win, (1.0 - win - loss).max(0.0), loss]
    }

    /// Returns the expected points at a score in centipawns, from 0 to 1: the probability of a win
    /// plus half that of a draw.
    #[must_use]
    pub fn expectation(&self, score: f64) -> f64 {
        let [win, draw, _] = self.chances(score);
        win + draw / 2.0
    }
}

impl Wdl {
    /// Converts a value by a model; forced wins and losses are certain.
    pub(crate) fn new(value: Value, model: &WdlModel) -> Self {
        if is_mate(value) {
            let (win, loss) = if value > 0 { (1000, 0) } else { (0, 1000) };
            return Wdl { win, draw: 0, loss };
        }
        let [win, _, loss] =
            model.chances(f64::from(value)).map(|chance| (1000.0 * chance).round() as u16);
        // Without draws, rounding both up may exceed 1000 by one.
        let (win, loss) =
            if value > 0 { (win, loss.min(1000 - win)) } else { (win.min(1000 - loss), loss) };
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_full_moves() {
        let score = |value| Score::new(value, |steps| steps);
        assert_eq!(score(win_in(1)), Score::Mate(1));
        assert_eq!(score(win_in(3)), Score::Mate(2));
        assert_eq!(score(loss_in(0)), Score::Mate(0));
        // A bare king that does not take loses by its own move.
        assert_eq!(score(loss_in(1)), Score::Mate(-1));
        assert_eq!(score(loss_in(2)), Score::Mate(-1));
        assert_eq!(score(loss_in(3)), Score::Mate(-2));
        assert_eq!(score(-35), Score::Centipawns(-35));
    }

    #[test]
    fn chances_add_up() {
        let models = [(180.0, 90.0), (0.0, 1.0), (0.0, 333.3), (2000.0, 10.0)];
        for (half, slope) in models {
            let model = WdlModel { half, slope };
            let mut before = 0;
            for value in -EVAL_LIMIT..=EVAL_LIMIT {
                let Wdl { win, draw, loss } = Wdl::new(value, &model);
                assert_eq!(win + draw + loss, 1000, "{value}");
                assert!(win >= before, "{value}");
                before = win;
            }
        }
        let model = WdlModel::default();
        assert!((model.expectation(0.0) - 0.5).abs() < 1e-9);
        assert!((model.expectation(60.0) + model.expectation(-60.0) - 1.0).abs() < 1e-9);
        assert_eq!(Wdl::new(win_in(5), &model), Wdl { win: 1000, draw: 0, loss: 0 });
        assert_eq!(Wdl::new(loss_in(5), &model), Wdl { win: 0, draw: 0, loss: 1000 });
        assert_eq!(Wdl::new(0, &model).win, Wdl::new(0, &model).loss);
        assert_eq!(Wdl::new(180, &model).win, 500);
        // At one slope above the half the odds are e to 1.
        assert_eq!(Wdl::new(270, &model).win, 731);
    }
}
