//! Validation of match settings from any source.

use std::collections::HashSet;

use protocol::text::excerpt;
use thiserror::Error;
use variants::counted;

use super::engine_spec::is_name;
use super::{Match, OpeningSource, SprtSpec, Tournament, openings};

/// Maximum number of games of a match.
pub const MAX_GAMES: usize = 10_000_000;

/// Invalid match settings.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PlanError {
    /// Fewer than two engines.
    #[error("expected at least two engines, found {0}")]
    Engines(usize),
    /// Invalid engine name.
    #[error("invalid engine name '{0}': expected at most 200 bytes without control characters")]
    Name(String),
    /// Duplicate engine name.
    #[error("duplicate engine name '{0}': expected a name= of its own for each")]
    SameName(String),
    /// Too many games, or none.
    #[error("--games {games}, --rounds {rounds}: expected 1 to {MAX_GAMES} games in all")]
    Games {
        /// Games of a pairing and round.
        games: usize,
        /// Rounds.
        rounds: usize,
    },
    /// Invalid limit.
    #[error("engine {0}: invalid limits: expected numbers above 0 and times of 100 days at most")]
    Limits(String),
    /// Openings that are too long.
    #[error("openings: {0} random turns: expected 1 to {max}", max = openings::MAX_PLIES)]
    Openings(usize),
    /// SPRT with more than two engines.
    #[error("--sprt: {}: expected two", counted(*.0, "engine", "engines"))]
    SprtEngines(usize),
    /// Knockout tournament in shards, or with an SPRT.
    #[error("--tournament knockout: expected neither --shard nor --sprt")]
    Knockout,
    /// SPRT that cannot decide.
    #[error("--sprt: expected elo0 below elo1, and alpha and beta between 0 and 0.5")]
    Sprt,
}

impl Match {
    /// Validates settings, which a file may hold without a command line having checked them.
    ///
    /// # Errors
    /// When the settings are invalid.
    pub fn check(&self) -> Result<(), PlanError> {
        let engines = self.engines.len();
        if engines < 2 {
            return Err(PlanError::Engines(engines));
        }
        let mut names = HashSet::new();
        for engine in &self.engines {
            if !is_name(&engine.name) {
                return Err(PlanError::Name(excerpt(&engine.name)));
            }
            if !names.insert(engine.name.as_str()) {
                return Err(PlanError::SameName(engine.name.clone()));
            }
            if !engine.limits.is_sound() {
                return Err(PlanError::Limits(engine.name.clone()));
            }
        }
        let (games, rounds) = (self.games_per_round, self.rounds);
        let all = self.pairing_count().checked_mul(rounds).and_then(|all| all.checked_mul(games));
        if !all.is_some_and(|all| (1..=MAX_GAMES).contains(&all)) {
            return Err(PlanError::Games { games, rounds });
        }
        if let OpeningSource::Random { plies, .. } = self.openings
            && !(1..=openings::MAX_PLIES).contains(&plies)
        {
            return Err(PlanError::Openings(plies));
        }
        let is_open = self.shard.is_some() || self.sprt.is_some();
        if self.tournament == Tournament::Knockout && is_open {
            return Err(PlanError::Knockout);
        }
        match &self.sprt {
            Some(_) if engines != 2 => Err(PlanError::SprtEngines(engines)),
            Some(test) if !is_test(test) => Err(PlanError::Sprt),
            _ => Ok(()),
        }
    }

    /// Returns the number of games that are played by this process, of a knockout tournament without
    /// those that break ties.
    #[must_use]
    pub fn game_count(&self) -> usize {
        match self.tournament {
            Tournament::Knockout => self.pairing_count() * self.rounds * self.games_per_round,
            Tournament::RoundRobin | Tournament::Gauntlet => self.own_games().len(),
        }
    }

    /// Returns the number of pairings.
    fn pairing_count(&self) -> usize {
        let others = self.engines.len().saturating_sub(1);
        match self.tournament {
            Tournament::Gauntlet | Tournament::Knockout => others,
            Tournament::RoundRobin => others.saturating_mul(self.engines.len()) / 2,
        }
    }
}

fn is_test(test: &SprtSpec) -> bool {
    let is_error_rate = |rate: f64| rate > 0.0 && rate < 0.5;
    test.elo0 < test.elo1 && is_error_rate(test.alpha) && is_error_rate(test.beta)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairings;
    use crate::statistics::tests::{WIDE, plan};

    #[track_caller]
    fn check(change: impl FnOnce(&mut Match), expected: &str) {
        let mut plan = plan(&["a", "b"], Some(WIDE));
        assert_eq!(plan.check(), Ok(()));
        change(&mut plan);
        assert_eq!(plan.check().unwrap_err().to_string(), expected);
    }

    #[test]
    fn settings_that_make_no_match() {
        let games = "expected 1 to 10000000 games in all";
        check(|plan| plan.engines.truncate(1), "expected at least two engines, found 1");
        check(
            |plan| plan.engines[1].name = "x\0y".to_owned(),
            "invalid engine name 'x\\x00y': expected at most 200 bytes without control characters",
        );
        let same = "duplicate engine name 'a': expected a name= of its own for each";
        check(|plan| plan.engines[1].name = "a".to_owned(), same);
        let expected = format!("--games 2, --rounds 99999999999: {games}");
        check(|plan| plan.rounds = 99_999_999_999, &expected);
        check(|plan| plan.rounds = 0, &format!("--games 2, --rounds 0: {games}"));
        let expected = format!("--games {}, --rounds 10: {games}", usize::MAX);
        check(|plan| plan.games_per_round = usize::MAX, &expected);
        let limits =
            "engine a: invalid limits: expected numbers above 0 and times of 100 days at most";
        check(|plan| plan.engines[0].limits.move_time_ms = Some(u64::MAX), limits);
        check(|plan| plan.engines[0].limits.nodes = Some(0), limits);
        let far = OpeningSource::Random { plies: usize::MAX, bound: None, either_begins: false };
        let expected = format!("openings: {} random turns: expected 1 to 500", usize::MAX);
        check(|plan| plan.openings = far, &expected);
        check(
            |plan| plan.sprt = Some(SprtSpec { alpha: 0.0, ..WIDE }),
            "--sprt: expected elo0 below elo1, and alpha and beta between 0 and 0.5",
        );
        let third = |plan: &mut Match| {
            plan.engines.push(plan.engines[0].clone());
            plan.engines[2].name = "c".to_owned();
        };
        check(third, "--sprt: 3 engines: expected two");
        check(
            |plan| plan.tournament = Tournament::Knockout,
            "--tournament knockout: expected neither --shard nor --sprt",
        );
    }

    #[test]
    fn pairings_are_counted_without_being_made() {
        for tournament in [Tournament::Gauntlet, Tournament::RoundRobin] {
            let plan = Match { tournament, ..plan(&["a", "b", "c", "d"], None) };
            assert_eq!(plan.pairing_count(), pairings(&plan).len());
        }
    }
}
