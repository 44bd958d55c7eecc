//! Resignation, and draw offers.

use protocol::InfoScore;
use search::WdlModel;

use crate::adjudication::{Streak, centipawns, is_even, is_losing};

/// Earliest move for draw offers, in moves of the board since the game was set up.
const DRAW_FROM: usize = 80;
/// Minimum number of plies without progress for draw offers.
const QUIET_PLIES: u32 = 16;
/// Score below zero, in centipawns, at which a draw is accepted at any time.
const WELCOME: i32 = 50;
/// Probability of a loss that counts as lost, at any score.
const HOPELESS: f64 = 0.98;
/// WDL model of chess, or slightly below: in chess itself resignation depends on the option only.
const IN_CHESS: WdlModel = WdlModel { half: 160.0, slope: 130.0 };

/// Thresholds for resignation and draws, as set by options.
#[derive(Clone, Copy, Debug)]
pub struct Thresholds {
    /// Score below zero that counts as lost, in centipawns; 0: never resign. In games where it
    /// means less than in chess, only if the game is [hopeless](HOPELESS) as well.
    pub resign_score: i64,
    /// Number of such scores in a row.
    pub resign_moves: i64,
    /// Score around zero that counts as even, in centipawns.
    pub draw_score: i64,
    /// Number of such scores in a row; 0: no draws.
    pub draw_moves: i64,
}

/// Recent scores of the engine's own moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecentScores {
    /// Lost scores in a row.
    lost: Streak,
    /// Even scores in a row.
    even: Streak,
    last: Option<InfoScore>,
}

/// Progress of the game.
#[derive(Clone, Copy, Debug)]
pub struct GameProgress {
    /// Moves of the board since the game was set up.
    pub moves: usize,
    /// Plies since the last progress.
    pub clock: u32,
}

impl RecentScores {
    /// Adds the score of a move, and the probability of a loss at it.
    pub fn add(&mut self, score: Option<InfoScore>, loss: f64, thresholds: &Thresholds) {
        let Some(score) = score else { return };
        self.lost.count(is_lost(score, loss, thresholds));
        self.even.count(is_even(centipawns(score), thresholds.draw_score));
        self.last = Some(score);
    }

    /// Whether to resign.
    pub fn resigns(&self, thresholds: &Thresholds) -> bool {
        thresholds.resign_score > 0 && i64::from(self.lost.turns()) >= thresholds.resign_moves
    }

    /// Whether to offer a draw: once, after enough even scores in a row.
    pub fn offers_draw(&self, progress: GameProgress, thresholds: &Thresholds) -> bool {
        let again = i64::from(self.even.turns()) - thresholds.draw_moves;
        let long_even = thresholds.draw_moves > 0 && again >= 0;
        long_even && is_late(progress) && again % thresholds.draw_moves.max(1) == 0
    }

    /// Whether to accept a draw: if the engine is worse, or if the game is even and without
    /// progress.
    pub fn accepts_draw(&self, progress: GameProgress, thresholds: &Thresholds) -> bool {
        let accepts = match self.last {
            Some(InfoScore::Centipawns(score)) => {
                let quiet = progress.clock >= QUIET_PLIES;
                score <= -WELCOME || quiet && i64::from(score) <= thresholds.draw_score
            }
            Some(InfoScore::Mate(moves)) => moves <= 0,
            None => false,
        };
        thresholds.draw_moves > 0 && accepts
    }
}

fn is_late(progress: GameProgress) -> bool {
    progress.moves >= DRAW_FROM && progress.clock >= QUIET_PLIES
}

fn is_lost(score: InfoScore, loss: f64, thresholds: &Thresholds) -> bool {
    match score {
        InfoScore::Centipawns(score) => {
            let bound = thresholds.resign_score;
            let [.., in_chess] = IN_CHESS.chances(-(bound as f64));
            bound > 0 && is_losing(score, bound) && loss >= in_chess.min(HOPELESS)
        }
        InfoScore::Mate(moves) => moves <= 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THRESHOLDS: Thresholds =
        Thresholds { resign_score: 900, resign_moves: 3, draw_score: 10, draw_moves: 4 };
    const LATE: GameProgress = GameProgress { moves: 100, clock: 20 };

    fn after(values: &[i32]) -> RecentScores {
        let mut scores = RecentScores::default();
        for &score in values {
            scores.add(Some(InfoScore::Centipawns(score)), 1.0, &THRESHOLDS);
        }
        scores
    }

    #[test]
    fn chess_is_given_up_as_the_option_says() {
        let catalog = variants::Catalog::builtin();
        let evaluation = crate::evaluation::bundled(catalog.get("chess").unwrap());
        let model = evaluation.weights.unwrap().wdl.unwrap();
        for score in (50..=3000).step_by(50) {
            let thresholds = Thresholds { resign_score: score, ..THRESHOLDS };
            let [.., loss] = model.chances(-(score as f64));
            assert!(is_lost(InfoScore::Centipawns(-score as i32), loss, &thresholds), "{score}");
        }
    }

    #[test]
    fn gives_up_after_three_lost_scores_in_a_row() {
        assert!(!after(&[-900, -950]).resigns(&THRESHOLDS));
        assert!(!after(&[-900, -899, -900, -900]).resigns(&THRESHOLDS));
        assert!(after(&[0, -900, -1000, -2000]).resigns(&THRESHOLDS));
        let never = Thresholds { resign_score: 0, ..THRESHOLDS };
        assert!(!after(&[-9000; 9]).resigns(&never));
        let mut mated = RecentScores::default();
        (0..3).for_each(|moves| mated.add(Some(InfoScore::Mate(-moves)), 1.0, &THRESHOLDS));
        assert!(mated.resigns(&THRESHOLDS));
    }

    #[test]
    fn plays_on_where_scores_mean_little() {
        for (loss, resigns) in [(0.3, false), (0.97, false), (0.98, true)] {
            let mut scores = RecentScores::default();
            (0..3).for_each(|_| scores.add(Some(InfoScore::Centipawns(-1200)), loss, &THRESHOLDS));
            assert_eq!(scores.resigns(&THRESHOLDS), resigns, "{loss}");
        }
        // A low threshold resigns early.
        let early = Thresholds { resign_score: 200, ..THRESHOLDS };
        let mut scores = RecentScores::default();
        (0..3).for_each(|_| scores.add(Some(InfoScore::Centipawns(-250)), 0.85, &early));
        assert!(scores.resigns(&early));
    }

    #[test]
    fn offers_a_draw_late_and_not_with_every_move() {
        assert!(after(&[5; 4]).offers_draw(LATE, &THRESHOLDS));
        assert!(!after(&[5; 5]).offers_draw(LATE, &THRESHOLDS));
        assert!(after(&[5; 8]).offers_draw(LATE, &THRESHOLDS));
        assert!(!after(&[5; 4]).offers_draw(GameProgress { moves: 30, clock: 20 }, &THRESHOLDS));
        assert!(!after(&[5; 4]).offers_draw(GameProgress { moves: 100, clock: 2 }, &THRESHOLDS));
        assert!(!after(&[11; 4]).offers_draw(LATE, &THRESHOLDS));
    }

    #[test]
    fn accepts_a_draw_when_not_better() {
        assert!(after(&[10]).accepts_draw(LATE, &THRESHOLDS));
        assert!(after(&[-300]).accepts_draw(LATE, &THRESHOLDS));
        assert!(!after(&[11]).accepts_draw(LATE, &THRESHOLDS));
        assert!(!RecentScores::default().accepts_draw(LATE, &THRESHOLDS));
        let early = GameProgress { moves: 10, clock: 0 };
        assert!(!after(&[-30]).accepts_draw(early, &THRESHOLDS));
        assert!(after(&[-300]).accepts_draw(early, &THRESHOLDS));
        let never = Thresholds { draw_moves: 0, ..THRESHOLDS };
        assert!(!after(&[-1000]).accepts_draw(LATE, &never));
    }
}
