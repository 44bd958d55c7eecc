//! Knockout tournaments: the games follow from the settings and from the results so far.

use std::collections::HashMap;

use super::{GameResult, GameSpec, Match};

/// Rounds that are added to a tied encounter, before the engine that was named first goes on.
const TIE_BREAKS: usize = 8;

/// Encounter of two engines.
#[derive(Clone, Debug, PartialEq)]
pub struct Encounter {
    /// Indices in [`Match::engines`], the one that was named first before the other.
    pub engines: [usize; 2],
    /// Points of each.
    pub points: [f64; 2],
    /// Index of the one that goes on; `None` while games are missing.
    pub winner: Option<usize>,
    /// Whether the winner goes on only because it was named first.
    pub is_tied: bool,
}

/// State of a knockout tournament.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bracket {
    /// Encounters, stage by stage, of the stages that have begun.
    pub stages: Vec<Vec<Encounter>>,
    /// Games that are known, in the order of their numbers.
    pub games: Vec<GameSpec>,
    /// Index of the engine that has won the tournament.
    pub winner: Option<usize>,
}

impl Bracket {
    /// Returns the state of a tournament after these results, by the numbers of the games from 1.
    ///
    /// In every stage all encounters are played at the same time. Tied ones get rounds of their own
    /// until they are decided. The next stage begins when all are.
    #[must_use]
    pub fn new(plan: &Match, results: &HashMap<usize, GameResult>) -> Self {
        let mut bracket = Bracket::default();
        let (mut round, mut pair) = (0, 0);
        let mut places = seeds(plan.engines.len());
        while places.len() > 1 {
            let mut stage: Vec<Encounter> = Vec::new();
            for two in places.chunks(2) {
                if let &[Some(one), Some(other)] = two {
                    let engines = [one.min(other), one.max(other)];
                    let points = [0.0; 2];
                    stage.push(Encounter { engines, points, winner: None, is_tied: false });
                }
            }
            let is_over = bracket.play(plan, results, &mut stage, &mut round, &mut pair);
            let mut winners = stage.iter().map(|encounter| encounter.winner);
            let next = places.chunks(2).map(|two| match *two {
                [Some(_), Some(_)] => winners.next().flatten(),
                [one, other] => one.or(other),
                _ => None,
            });
            places = next.collect();
            bracket.stages.push(stage);
            if !is_over {
                return bracket;
            }
        }
        bracket.winner = places.first().copied().flatten();
        bracket
    }

    /// Adds the games of a stage, as far as they are known; returns whether all are played.
    fn play(
        &mut self,
        plan: &Match,
        results: &HashMap<usize, GameResult>,
        stage: &mut [Encounter],
        round: &mut usize,
        pair: &mut usize,
    ) -> bool {
        for attempt in 0..=TIE_BREAKS {
            let rounds = if attempt == 0 { plan.rounds } else { 1 };
            let mut is_complete = true;
            for _ in 0..rounds {
                for encounter in stage.iter_mut().filter(|encounter| encounter.winner.is_none()) {
                    for game in 0..plan.games_per_round {
                        if game > 0 && game % 2 == 0 {
                            *pair += 1;
                        }
                        let is_reversed = (game + attempt) % 2 == 1;
                        let [one, other] = encounter.engines;
                        let (white, black) = if is_reversed { (other, one) } else { (one, other) };
                        let number = self.games.len();
                        self.games.push(GameSpec {
                            number,
                            round: *round,
                            white,
                            black,
                            pair: *pair,
                        });
                        match results.get(&(number + 1)) {
                            Some(result) => encounter.count(*result, is_reversed),
                            None => is_complete = false,
                        }
                    }
                    *pair += 1;
                }
                *round += 1;
            }
            if !is_complete {
                return false;
            }
            for encounter in stage.iter_mut() {
                encounter.decide();
            }
            if stage.iter().all(|encounter| encounter.winner.is_some()) {
                return true;
            }
        }
        for encounter in stage.iter_mut().filter(|encounter| encounter.winner.is_none()) {
            encounter.winner = Some(encounter.engines[0]);
            encounter.is_tied = true;
        }
        true
    }
}

impl Encounter {
    fn count(&mut self, result: GameResult, is_reversed: bool) {
        let white = match result {
            GameResult::White => 1.0,
            GameResult::Draw => 0.5,
            GameResult::Black => 0.0,
        };
        let first = if is_reversed { 1.0 - white } else { white };
        self.points[0] += first;
        self.points[1] += 1.0 - first;
    }

    fn decide(&mut self) {
        let [one, other] = self.points;
        if one != other {
            self.winner = Some(self.engines[usize::from(other > one)]);
        }
    }
}

/// Returns the places of the first stage, two for each encounter: the engine that was named first
/// meets the last, and they can meet the second only in the final. Empty places are byes.
fn seeds(engines: usize) -> Vec<Option<usize>> {
    let mut order = vec![0];
    while order.len() < engines {
        let last = 2 * order.len() - 1;
        order = order.iter().flat_map(|&seed| [seed, last - seed]).collect();
    }
    order.into_iter().map(|seed| (seed < engines).then_some(seed)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tournament;
    use crate::statistics::tests::plan;

    /// Plays a tournament; `result` returns the result of a game. Returns the last state.
    fn play(
        engines: usize,
        rounds: usize,
        result: impl Fn(&GameSpec) -> GameResult,
    ) -> (Bracket, usize) {
        let names = ["a", "b", "c", "d", "e", "f"];
        let plan =
            Match { tournament: Tournament::Knockout, rounds, ..plan(&names[..engines], None) };
        assert_eq!(plan.check(), Ok(()));
        let mut results = HashMap::new();
        for wave in 1..100 {
            let bracket = Bracket::new(&plan, &results);
            assert!(bracket.games.iter().enumerate().all(|(at, game)| game.number == at));
            let new = bracket.games.iter().filter(|game| !results.contains_key(&(game.number + 1)));
            let new: Vec<GameSpec> = new.copied().collect();
            if new.is_empty() {
                return (bracket, wave - 1);
            }
            // In any order, what is known stays.
            let mut known = bracket.games.clone();
            for game in new.iter().rev() {
                results.insert(game.number + 1, result(game));
                let now = Bracket::new(&plan, &results).games;
                assert!(now.starts_with(&known));
                known = now;
            }
        }
        panic!("it does not end");
    }

    /// The engine that was named first wins.
    fn by_name(game: &GameSpec) -> GameResult {
        if game.white < game.black { GameResult::White } else { GameResult::Black }
    }

    #[test]
    fn all_but_the_winner_are_knocked_out() {
        for (engines, stages) in [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)] {
            let (bracket, waves) = play(engines, 2, by_name);
            assert_eq!((bracket.winner, bracket.stages.len(), waves), (Some(0), stages, stages));
            assert_eq!(bracket.games.len(), (engines - 1) * 4);
            assert_eq!(bracket.stages.concat().len(), engines - 1);
        }
        let (bracket, _) = play(5, 1, by_name);
        let engines = |stage: usize| {
            bracket.stages[stage].iter().map(|encounter| encounter.engines).collect::<Vec<_>>()
        };
        assert_eq!(engines(0), [[3, 4]]);
        assert_eq!(engines(1), [[0, 3], [1, 2]]);
        assert_eq!(engines(2), [[0, 1]]);
        // Rounds have openings of their own.
        let rounds: Vec<usize> = bracket.games.iter().map(|game| game.round).collect();
        assert_eq!(rounds, [0, 0, 1, 1, 1, 1, 2, 2]);
    }

    #[test]
    fn ties_are_broken_by_more_games() {
        // One wins with White each, until a game of the second round.
        let (bracket, waves) = play(2, 1, |game| match game.number {
            2 => GameResult::Black,
            3 => GameResult::Draw,
            _ => GameResult::White,
        });
        assert_eq!((bracket.games.len(), waves), (4, 2));
        let sides: Vec<usize> = bracket.games.iter().map(|game| game.white).collect();
        assert_eq!(sides, [0, 1, 1, 0]);
        assert_eq!(bracket.stages[0][0].points, [2.5, 1.5]);
        assert!(!bracket.stages[0][0].is_tied);
        let (bracket, waves) = play(3, 1, |_| GameResult::Draw);
        assert_eq!((bracket.winner, waves), (Some(0), 2 * (1 + TIE_BREAKS)));
        assert!(bracket.stages.concat().iter().all(|encounter| encounter.is_tied));
    }
}
