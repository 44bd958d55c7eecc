//! Scores of played games with the game results.

use arena::{GameRecord, GameResult, RecordedScore, Termination};

/// Result for a side, in the order of the probabilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Win.
    Win,
    /// Draw.
    Draw,
    /// Loss.
    Loss,
}

/// Position of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Index of its game; positions of one game are consecutive.
    pub game: usize,
    /// Score of the engine, in centipawns, from its own view.
    pub score: f64,
    /// Result for that engine.
    pub outcome: Outcome,
}

/// Returns the scores of a game except mates, which need no model; only those of the named engine,
/// if one is named. Games that ended by a fault give none.
pub fn samples<'a>(
    record: &'a GameRecord,
    game: usize,
    engine: Option<&'a str>,
) -> impl Iterator<Item = Sample> + 'a {
    let is_sound = !matches!(record.termination, Termination::Fault(_));
    let moves = record.moves.iter().enumerate().filter(move |_| is_sound);
    moves.filter_map(move |(index, made)| {
        let is_white = record.is_white(index);
        let name = if is_white { &record.white } else { &record.black };
        let Some(RecordedScore::Cp(score)) = made.score else { return None };
        let outcome = match record.result {
            GameResult::Draw => Outcome::Draw,
            GameResult::White if is_white => Outcome::Win,
            GameResult::Black if !is_white => Outcome::Win,
            GameResult::White | GameResult::Black => Outcome::Loss,
        };
        let is_wanted = engine.is_none_or(|engine| engine == name);
        is_wanted.then_some(Sample { game, score: f64::from(score), outcome })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::{FaultKind, MoveRecord};

    fn record() -> GameRecord {
        let made =
            |score| MoveRecord { turn: String::new(), time_us: 1, score, depth: None, nodes: None };
        let scores = [
            Some(RecordedScore::Cp(10)),
            Some(RecordedScore::Cp(-20)),
            None,
            Some(RecordedScore::Mate(-3)),
        ];
        GameRecord {
            number: 1,
            round: 1,
            white: "a".to_owned(),
            black: "b".to_owned(),
            variant: "chess".to_owned(),
            size: None,
            fen: "8/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
            opening: vec!["e2e4".to_owned()],
            moves: scores.map(made).to_vec(),
            result: GameResult::White,
            termination: Termination::Rules,
            reason: String::new(),
            faults: Vec::new(),
            white_limits: String::new(),
            black_limits: String::new(),
            began: String::new(),
            duration_ms: 1,
            final_fen: String::new(),
        }
    }

    #[test]
    fn scores_meet_the_result_of_their_side() {
        let found: Vec<Sample> = samples(&record(), 4, None).collect();
        // After one turn of the opening Black is to move.
        let black = Sample { game: 4, score: 10.0, outcome: Outcome::Loss };
        let white = Sample { game: 4, score: -20.0, outcome: Outcome::Win };
        assert_eq!(found, [black, white]);
        assert_eq!(samples(&record(), 4, Some("a")).collect::<Vec<_>>(), [white]);
        let draw = GameRecord { result: GameResult::Draw, ..record() };
        assert!(samples(&draw, 0, None).all(|sample| sample.outcome == Outcome::Draw));
    }

    #[test]
    fn faults_tell_nothing() {
        let record = GameRecord { termination: Termination::Fault(FaultKind::Time), ..record() };
        assert_eq!(samples(&record, 0, None).count(), 0);
    }
}
