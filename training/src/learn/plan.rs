//! Settings of a run, and its time budget.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use nets::MAX_HIDDEN;
use search::Limits;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use variants::counted;

/// Fraction of the time for the final match of the last network against the HCE.
const FINAL_MATCH: f64 = 0.04;
/// Fraction of a round for self-play games.
const GAMES: f64 = 0.75;
/// Fraction of a round for training. The rest is for the SPRT match.
const TRAINING: f64 = 0.15;
/// Minimum fraction of a round for the SPRT match, if the stages before took too long.
const TEST: f64 = 0.05;
/// Length of the last round relative to the others: its network is the one that is used.
const LAST: f64 = 4.0 / 3.0;
/// Minimum fraction of a normal round's time that justifies an additional round.
const MORE: f64 = 0.25;

/// Setting that a network cannot have.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum SettingsError {
    /// Hidden layer width.
    #[error("--hidden {0}: expected a multiple of 32 up to {MAX_HIDDEN}")]
    Hidden(usize),
    /// Number of output buckets.
    #[error("--buckets {0}: expected 1 to 32")]
    Buckets(usize),
}

/// Settings that must not change within a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Variant name.
    pub variant: String,
    /// Board size, such as `10x10`.
    pub board: String,
    /// [`engine::fingerprint::fingerprint`] of the variant's definition.
    pub fingerprint: String,
    /// Nodes per turn of the self-play games.
    pub nodes: u64,
    /// Random turns at the start of each game.
    pub opening: u32,
    /// Hidden layer width of each of the network's perspectives.
    pub hidden: usize,
    /// Number of output buckets.
    pub buckets: usize,
    /// Lambda of TD(lambda): the weight of later scores and the result against a position's own
    /// score; see [`returns`](nets::train::returns).
    pub lambda: f32,
    /// Percentage of the HCE in the blend of HCE and network in the self-play games.
    #[serde(default)]
    pub blend: u8,
    /// Random seed.
    pub seed: u64,
    /// Checksum of the initial network; `None` is the HCE.
    pub from: Option<String>,
    /// External data sets.
    pub data: Vec<PathBuf>,
    /// Limit per turn in the SPRT matches.
    pub pace: Pace,
}

/// Limit of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Time, in ms: fair between evaluations of different speed.
    Milliseconds(u64),
    /// Nodes: reproducible on every machine.
    Nodes(u64),
}

impl Pace {
    /// Returns the limits of a search.
    pub fn limits(self) -> Limits {
        match self {
            Pace::Milliseconds(time) => Limits::move_time(Duration::from_millis(time)),
            Pace::Nodes(nodes) => Limits::nodes(nodes),
        }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::Milliseconds(time) => write!(f, "{time} ms a turn"),
            Pace::Nodes(nodes) => {
                write!(f, "{} a turn", counted(*nodes as usize, "node", "nodes"))
            }
        }
    }
}

impl Settings {
    /// Checks that a network can have these settings.
    ///
    /// # Errors
    /// When a setting is out of range.
    pub fn check(&self) -> Result<(), SettingsError> {
        let Settings { hidden, buckets, .. } = *self;
        if hidden == 0 || !hidden.is_multiple_of(32) || hidden > MAX_HIDDEN {
            return Err(SettingsError::Hidden(hidden));
        }
        match (1..=32).contains(&buckets) {
            true => Ok(()),
            false => Err(SettingsError::Buckets(buckets)),
        }
    }

    /// Describes the difference from other settings; `None` if there is none.
    pub fn difference(&self, other: &Settings) -> Option<String> {
        let fields = |settings: &Settings| {
            [
                ("game", settings.variant.clone()),
                ("--size", settings.board.clone()),
                ("rules", settings.fingerprint.clone()),
                ("--nodes", settings.nodes.to_string()),
                ("--opening", settings.opening.to_string()),
                ("--hidden", settings.hidden.to_string()),
                ("--buckets", settings.buckets.to_string()),
                ("--lambda", settings.lambda.to_string()),
                ("--blend", settings.blend.to_string()),
                ("--seed", settings.seed.to_string()),
                ("--from", settings.from.clone().unwrap_or_else(|| "no net".to_owned())),
                ("--data", format!("{:?}", settings.data)),
                ("tests with", settings.pace.to_string()),
            ]
        };
        let (one, other) = (fields(self), fields(other));
        let ((name, one), (_, other)) = one.into_iter().zip(other).find(|(a, b)| a != b)?;
        Some(format!("{name} {one}, not {other}"))
    }
}

/// Budget of a run; it can be increased when the run is resumed.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Total time.
    pub time: Duration,
    /// Number of rounds.
    pub rounds: usize,
    /// Maximum number of games in a round; `None` is as many as time allows.
    pub games: Option<u32>,
    /// Epochs of a round's training; `None` is as many as time allows.
    pub epochs: Option<u32>,
    /// Maximum number of positions that a network is trained on, and of a round's games; some 100
    /// bytes each.
    pub positions: usize,
    /// Peak learning rate; a low one preserves the network that training starts from.
    pub rate: f32,
    /// Maximum number of games of an SPRT match.
    pub test_games: u32,
    /// Number of threads.
    pub concurrency: usize,
}

impl Budget {
    /// Returns the length of the next round in seconds, given the completed rounds and the seconds
    /// used; `None` if there is none.
    pub fn next_round(&self, done: usize, spent: f64) -> Option<f64> {
        let time = self.time.as_secs_f64();
        let left = time * (1.0 - FINAL_MATCH) - spent;
        let rounds = if done < self.rounds {
            (left > 0.0).then_some(self.rounds - done)
        } else {
            // A resumed run with more time but no more rounds takes additional rounds from that
            // time.
            let usual = time / self.rounds as f64;
            let more = left >= MORE * usual && self.games.is_none();
            more.then(|| (left / usual).round().max(1.0) as usize)
        }?;
        let parts = rounds as f64 - 1.0 + LAST;
        Some(if rounds == 1 { left } else { left / parts })
    }

    /// Returns the budget for one more round, given the completed rounds and the seconds used.
    pub fn more(&self, done: usize, spent: f64) -> More {
        let by_rounds = done < self.rounds || self.games.is_some();
        let rounds = (by_rounds && done >= self.rounds).then_some(done + 1);
        let time = if by_rounds {
            spent / (1.0 - FINAL_MATCH)
        } else {
            spent / (1.0 - FINAL_MATCH - MORE / self.rounds as f64)
        };
        let minutes = (time / 60.0).floor() as u64 + 1;
        let time = Duration::from_secs(60 * minutes);
        More { rounds, time: (time > self.time).then_some(time) }
    }

    /// Returns the seconds for the final match of the last network against the HCE.
    pub fn final_match(&self) -> f64 {
        self.time.as_secs_f64() * FINAL_MATCH
    }
}

/// Minimum budget to resume a completed run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct More {
    /// Number of rounds; `None` is unchanged.
    pub rounds: Option<usize>,
    /// Total time, in whole minutes; `None` is unchanged.
    pub time: Option<Duration>,
}

impl fmt::Display for More {
    /// Formats command line options: `--rounds 4 --time 75m`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounds = self.rounds.map(|rounds| format!("--rounds {rounds}"));
        let time = self.time.map(|time| format!("--time {}m", time.as_secs().div_ceil(60)));
        let options: Vec<String> = rounds.into_iter().chain(time).collect();
        f.write_str(&options.join(" "))
    }
}

/// Returns the seconds until the games of a round of this length end.
pub fn games(length: f64) -> f64 {
    GAMES * length
}

/// Returns the seconds for training in a round of this length, of which `spent` are used.
pub fn training(length: f64, spent: f64) -> f64 {
    (TRAINING * length).max((GAMES + TRAINING) * length - spent)
}

/// Returns the seconds for the SPRT match in a round of this length, of which `spent` are used.
pub fn test(length: f64, spent: f64) -> f64 {
    (TEST * length).max(length - spent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(seconds: u64, rounds: usize) -> Budget {
        let time = Duration::from_secs(seconds);
        Budget {
            time,
            rounds,
            games: None,
            epochs: None,
            positions: 1000,
            rate: 1e-3,
            test_games: 400,
            concurrency: 1,
        }
    }

    /// Returns the lengths of all rounds, if each takes its planned time.
    fn lengths(budget: &Budget, mut done: usize, mut spent: f64) -> Vec<u64> {
        let mut lengths = Vec::new();
        while let Some(length) = budget.next_round(done, spent) {
            lengths.push(length.round() as u64);
            done += 1;
            spent += length;
        }
        lengths
    }

    #[test]
    fn rounds_share_the_time() {
        assert_eq!(lengths(&budget(1000, 3), 0, 0.0), [288, 288, 384]);
        assert_eq!(lengths(&budget(1000, 1), 0, 0.0), [960]);
        // Late by half of the time left.
        assert_eq!(lengths(&budget(1000, 3), 1, 624.0), [144, 192]);
    }

    #[test]
    fn more_time_is_for_more_rounds() {
        assert_eq!(lengths(&budget(2000, 3), 3, 960.0), [960]);
        assert_eq!(lengths(&budget(4000, 3), 3, 960.0), [1234, 1646]);
        assert!(lengths(&budget(1020, 3), 3, 960.0).is_empty());
        let few = Budget { games: Some(9), ..budget(9000, 3) };
        assert!(lengths(&few, 3, 960.0).is_empty());
    }

    #[test]
    fn the_budget_that_is_named_is_enough_for_a_round() {
        let few = Budget { games: Some(9), ..budget(9000, 3) };
        // Rounds are used up; time is; both are.
        assert_eq!(few.more(3, 960.0).to_string(), "--rounds 4");
        assert_eq!(budget(1000, 3).more(3, 960.0).to_string(), "--time 19m");
        assert_eq!(budget(60, 3).more(1, 60.0).to_string(), "--time 2m");
        let late = Budget { games: Some(9), ..budget(60, 3) };
        assert_eq!(late.more(3, 60.0).to_string(), "--rounds 4 --time 2m");
        for budget in [few, late, budget(1000, 3), budget(60, 3), budget(10, 1), budget(600, 40)] {
            for (done, spent) in [(0, 700.0), (1, 90.0), (3, 960.0), (3, 60.0), (50, 3600.0)] {
                if budget.next_round(done, spent).is_some() {
                    continue;
                }
                let More { rounds, time } = budget.more(done, spent);
                let more = Budget {
                    rounds: rounds.unwrap_or(budget.rounds),
                    time: time.unwrap_or(budget.time),
                    ..budget
                };
                assert!(more.next_round(done, spent).is_some(), "{budget:?}: {done}, {spent}");
            }
        }
    }

    #[test]
    fn a_round_is_for_games_above_all() {
        assert_eq!([games(100.0), training(100.0, 75.0), test(100.0, 90.0)], [75.0, 15.0, 10.0]);
        // No games; late.
        assert_eq!(
            [training(100.0, 0.0), training(100.0, 95.0), test(100.0, 120.0)],
            [90.0, 15.0, 5.0]
        );
    }

    #[test]
    fn other_settings_are_named() {
        let settings = Settings {
            variant: "chess".to_owned(),
            board: "8x8".to_owned(),
            fingerprint: "0".to_owned(),
            nodes: 600,
            opening: 8,
            hidden: 128,
            buckets: 4,
            lambda: 0.4,
            blend: 40,
            seed: 1,
            from: None,
            data: Vec::new(),
            pace: Pace::Milliseconds(20),
        };
        let other = Settings { hidden: 64, ..settings.clone() };
        assert_eq!(settings.difference(&settings), None);
        assert_eq!(settings.difference(&other).unwrap(), "--hidden 128, not 64");
    }
}
