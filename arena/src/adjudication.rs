//! Adjudication by score or length, as in cutechess-cli
//! (<https://manpages.ubuntu.com/manpages/noble/man6/cutechess-cli.6.html>).

use engine::adjudication::{Streak, centipawns, is_even, is_losing, is_winning};
use variants::{ByColor, Color};

use super::{Adjudication, RecordedScore};

/// Outcome of an adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdjudicatedResult {
    /// Draw by score: both engines agreed for long enough.
    Draw,
    /// Draw by length.
    TooLong,
    /// Win for that side: the other's score was hopeless for long enough.
    Win(Color),
    /// Draw by endgame tables.
    TableDraw,
    /// Win for that side by endgame tables.
    TableWin(Color),
}

/// Turn made, as input for adjudication.
#[derive(Clone, Copy, Debug)]
pub struct ScoredTurn {
    /// Side that made the turn.
    pub side: Color,
    /// Score reported by the engine.
    pub score: Option<RecordedScore>,
    /// Turns of both sides since the start of the game, the opening's included.
    pub turns: usize,
    /// Whether the turn is progress by the rules (a capture, say), which resets the draw count.
    pub progress: bool,
}

/// Adjudicator of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Consecutive turns, of both sides, with a score near zero.
    level: Streak,
    /// Consecutive turns with a hopeless score.
    losing: ByColor<Streak>,
    /// Consecutive turns with a winning score.
    winning: ByColor<Streak>,
}

impl Adjudicator {
    /// Returns the adjudicator of a new game.
    #[must_use]
    pub fn new(rules: Adjudication) -> Self {
        Adjudicator {
            rules,
            level: Streak::default(),
            losing: ByColor::default(),
            winning: ByColor::default(),
        }
    }

    /// Records a turn after which the game goes on by its rules.
    pub fn turn(&mut self, turn: ScoredTurn) -> Option<AdjudicatedResult> {
        let score = turn.score.map(|score| centipawns(score.into()));
        self.draw(turn, score).or_else(|| self.loss(turn.side, score)).or_else(|| {
            let limit = 2 * u64::from(self.rules.max_moves?);
            (turn.turns as u64 >= limit).then_some(AdjudicatedResult::TooLong)
        })
    }

    fn draw(&mut self, turn: ScoredTurn, score: Option<i32>) -> Option<AdjudicatedResult> {
        let rule = self.rules.draw?;
        if turn.progress {
            self.level.reset();
        }
        self.level.count(score.is_some_and(|score| is_even(score, rule.score.into())));
        let late = turn.turns as u64 / 2 >= u64::from(rule.move_number);
        let long = u64::from(self.level.turns()) >= (2 * u64::from(rule.move_count)).max(1);
        (late && long).then_some(AdjudicatedResult::Draw)
    }

    fn loss(&mut self, side: Color, score: Option<i32>) -> Option<AdjudicatedResult> {
        let rule = self.rules.resign?;
        let (bound, least) = (i64::from(rule.score), rule.move_count.max(1));
        self.losing[side].count(score.is_some_and(|score| is_losing(score, bound)));
        self.winning[side].count(score.is_some_and(|score| is_winning(score, bound)));
        let lost = self.losing[side].turns() >= least;
        let seen = !rule.two_sided || self.winning[!side].turns() >= least;
        (lost && seen).then_some(AdjudicatedResult::Win(!side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DrawRule, ResignRule};

    fn draw(move_number: u32, move_count: u32, score: i32) -> Adjudication {
        let draw = Some(DrawRule { move_number, move_count, score });
        Adjudication { draw, ..Adjudication::default() }
    }

    fn resign(move_count: u32, score: i32, two_sided: bool) -> Adjudication {
        let resign = Some(ResignRule { move_count, score, two_sided });
        Adjudication { resign, ..Adjudication::default() }
    }

    /// Checks a game given as alternating scores of White and Black: `-` for none, `#3` for mates,
    /// `!` after a score for progress. Expects the verdict and the number of the turn, from 1.
    #[track_caller]
    fn check(rules: Adjudication, scores: &str, expected: Option<(usize, AdjudicatedResult)>) {
        let mut adjudicator = Adjudicator::new(rules);
        let mut side = Color::White;
        let mut found = None;
        for (index, text) in scores.split(' ').enumerate() {
            let bare = text.trim_end_matches('!');
            let score = match bare.strip_prefix('#') {
                Some(mate) => Some(RecordedScore::Mate(mate.parse().unwrap())),
                None => bare.parse().ok().map(RecordedScore::Cp),
            };
            let turn = ScoredTurn { side, score, turns: index + 1, progress: text.ends_with('!') };
            found = adjudicator.turn(turn).map(|verdict| (index + 1, verdict));
            if found.is_some() {
                break;
            }
            side = !side;
        }
        assert_eq!(found, expected, "{scores}");
    }

    #[test]
    fn draws() {
        let rule = draw(3, 2, 10);
        check(rule, "0 0 0 0 0 0 0", Some((6, AdjudicatedResult::Draw)));
        check(rule, "90 0 0 10 -10 0 0", Some((6, AdjudicatedResult::Draw)));
        check(rule, "0 0 0 0 11 0 0 0 0", Some((9, AdjudicatedResult::Draw)));
        check(rule, "0 0 0 0 - 0 0 0 0", Some((9, AdjudicatedResult::Draw)));
        check(rule, "0 0 0 0 0! 0 0 0 0", Some((8, AdjudicatedResult::Draw)));
        check(rule, "0 0 0 #1 0 0 0 -11 0 0", None);
        check(rule, "0 - 0 - 0 - 0 - 0 -", None);
        check(draw(0, 1, 0), "1 0 0", Some((3, AdjudicatedResult::Draw)));
        check(draw(0, 0, 0), "50 -50 0", Some((3, AdjudicatedResult::Draw)));
        check(draw(0, u32::MAX, i32::MAX), "0 0 0", None);
    }

    #[test]
    fn losses() {
        let one = resign(2, 500, false);
        check(one, "0 -500 0 -501", Some((4, AdjudicatedResult::Win(Color::White))));
        check(one, "-900 0 -499 0 -900 0", None);
        check(one, "-900 0 - 0 -900 0", None);
        check(one, "#-2 0 #0", Some((3, AdjudicatedResult::Win(Color::Black))));
        check(one, "500 0 500 0 #5", None);
        let both = resign(2, 500, true);
        check(both, "0 -900 0 -900 0 -900", None);
        check(both, "500 -900 500 -900", Some((4, AdjudicatedResult::Win(Color::White))));
        check(both, "0 -900 500 -900 #3 -900", Some((6, AdjudicatedResult::Win(Color::White))));
        check(both, "0 -900 500 -900 - -900 500", None);
    }

    #[test]
    fn long_games() {
        let rules = Adjudication { max_moves: Some(2), ..Adjudication::default() };
        check(rules, "- - - -", Some((4, AdjudicatedResult::TooLong)));
        let rules = Adjudication { max_moves: Some(2), ..resign(1, 500, false) };
        check(rules, "0 0 0 -500", Some((4, AdjudicatedResult::Win(Color::White))));
    }
}
