//! Shards: parts of a match that are played by processes of their own, on one machine or on many.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use protocol::text::excerpt;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{GameSpec, Match, game_specs};

/// Part of a match: every `count`th pair of games, from the pair `index` on.
///
/// Pairs are dealt out in turn, so that a slow machine plays a sample of all pairings and openings,
/// and both games of an opening are played by the same machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RawShard")]
pub struct Shard {
    index: usize,
    count: NonZeroUsize,
}

#[derive(Deserialize)]
struct RawShard {
    index: usize,
    count: usize,
}

/// Invalid shard.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ShardError {
    /// Text that is not a shard.
    #[error("shard '{0}': expected I/N with I from 0 to N - 1, such as 0/4, or auto")]
    Text(String),
    /// Index that is not below the number of shards.
    #[error("shard {index} of {count}: expected a number from 0 to {}", count.saturating_sub(1))]
    Index {
        /// Index, from 0.
        index: usize,
        /// Number of shards.
        count: usize,
    },
    /// No scheduler in the environment.
    #[error(
        "shard auto: expected SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT, or JOB_COMPLETION_INDEX \
         and --shards, in the environment"
    )]
    Environment,
    /// Variable that is not a number.
    #[error("shard auto: {name}='{value}': expected a whole number")]
    Variable {
        /// Name of the variable.
        name: &'static str,
        /// Its value.
        value: String,
    },
    /// Number of shards that is neither given nor in the environment.
    #[error("shard auto: JOB_COMPLETION_INDEX: expected the number of shards, --shards N")]
    Count,
    /// Number of shards that differs from the scheduler's.
    #[error("--shards {given}: SLURM_ARRAY_TASK_COUNT is {found}")]
    Differs {
        /// Number that was given.
        given: usize,
        /// Number in the environment.
        found: usize,
    },
}

impl Shard {
    /// Returns the shard `index`, from 0, of `count`.
    ///
    /// # Errors
    /// When the index is not below the count.
    pub fn new(index: usize, count: usize) -> Result<Self, ShardError> {
        match NonZeroUsize::new(count) {
            Some(of) if index < count => Ok(Shard { index, count: of }),
            _ => Err(ShardError::Index { index, count }),
        }
    }

    /// Returns the shard that a scheduler's environment names: of a Slurm array job
    /// (`SLURM_ARRAY_TASK_ID`, `_COUNT`, `_MIN`, `_STEP`,
    /// <https://slurm.schedmd.com/job_array.html>), or of a Kubernetes job with indexed completion
    /// (`JOB_COMPLETION_INDEX`,
    /// <https://kubernetes.io/docs/tasks/job/indexed-parallel-processing-static/>), which does not
    /// state the number of shards.
    ///
    /// # Errors
    /// When no scheduler is found, or its variables make no shard.
    pub fn of_environment(
        variable: &dyn Fn(&'static str) -> Option<String>,
        count: Option<usize>,
    ) -> Result<Self, ShardError> {
        let number = |name: &'static str| -> Result<Option<usize>, ShardError> {
            let Some(value) = variable(name) else { return Ok(None) };
            let number = value.trim().parse();
            number.map(Some).map_err(|_| ShardError::Variable { name, value: excerpt(&value) })
        };
        if let Some(id) = number("SLURM_ARRAY_TASK_ID")? {
            let first = number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(0);
            let step = number("SLURM_ARRAY_TASK_STEP")?.unwrap_or(1).max(1);
            let found = number("SLURM_ARRAY_TASK_COUNT")?;
            let count = match (count, found) {
                (Some(given), Some(found)) if given != found => {
                    return Err(ShardError::Differs { given, found });
                }
                (given, found) => found.or(given).ok_or(ShardError::Environment)?,
            };
            return Shard::new(id.saturating_sub(first) / step, count);
        }
        match (number("JOB_COMPLETION_INDEX")?, count) {
            (Some(index), Some(count)) => Shard::new(index, count),
            (Some(_), None) => Err(ShardError::Count),
            (None, _) => Err(ShardError::Environment),
        }
    }

    /// Index, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.index
    }

    /// Number of shards.
    #[must_use]
    pub fn count(self) -> usize {
        self.count.get()
    }

    /// Whether an item belongs to the shard, by its number from 0.
    #[must_use]
    pub fn has(self, number: usize) -> bool {
        number % self.count == self.index
    }
}

impl TryFrom<RawShard> for Shard {
    type Error = ShardError;

    fn try_from(raw: RawShard) -> Result<Self, ShardError> {
        Shard::new(raw.index, raw.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let bad = || ShardError::Text(excerpt(text));
        let (index, count) = text.split_once('/').ok_or_else(bad)?;
        let number = |text: &str| text.parse().map_err(|_| bad());
        Shard::new(number(index)?, number(count)?)
    }
}

/// `0-of-4`, as in names of files.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-of-{}", self.index, self.count)
    }
}

impl Match {
    /// Whether a game belongs to the shard of these settings; without a shard, all games do.
    #[must_use]
    pub fn plays(&self, game: &GameSpec) -> bool {
        self.shard.is_none_or(|shard| shard.has(game.pair))
    }

    /// Returns the games of the shard, or of the whole match without one.
    #[must_use]
    pub fn own_games(&self) -> Vec<GameSpec> {
        let mut games = game_specs(self);
        games.retain(|game| self.plays(game));
        games
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::statistics::tests::plan;

    #[test]
    fn shards_share_out_all_pairs_of_games() {
        for (games_per_round, engines) in [(2, 2), (2, 3), (5, 2), (1, 3), (4, 4)] {
            let names = ["a", "b", "c", "d"];
            let whole = Match { rounds: 7, games_per_round, ..plan(&names[..engines], None) };
            let all = game_specs(&whole);
            for count in [1, 2, 3, 8] {
                let mut seen = HashSet::new();
                let mut sizes = Vec::new();
                for index in 0..count {
                    let shard = Some(Shard::new(index, count).unwrap());
                    let own = Match { shard, ..whole.clone() }.own_games();
                    assert!(own.iter().all(|game| all[game.number] == *game));
                    let pairs: HashSet<_> = own.iter().map(|game| game.pair).collect();
                    assert!(own.iter().all(|game| seen.insert(game.number)), "a game twice");
                    sizes.push(pairs.len());
                }
                assert_eq!(seen.len(), all.len());
                let spread = sizes.iter().max().unwrap() - sizes.iter().min().unwrap();
                assert!(spread <= 1, "{sizes:?}");
            }
            // Both games of a pair have the same opening and players.
            for pair in all.chunk_by(|a, b| a.pair == b.pair) {
                assert!(pair.len() <= 2);
                let players = |game: &GameSpec| (game.white.min(game.black), game.round);
                assert!(pair.iter().all(|game| players(game) == players(&pair[0])));
            }
        }
    }

    #[test]
    fn shards_as_text() {
        assert_eq!("2/4".parse(), Shard::new(2, 4));
        assert_eq!(Shard::new(2, 4).unwrap().to_string(), "2-of-4");
        for text in ["", "1", "a/2", "-1/2", "1/2/3", "1 /2"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError::Text(text.to_owned())));
        }
        assert_eq!("4/4".parse::<Shard>(), Err(ShardError::Index { index: 4, count: 4 }));
        assert_eq!("0/0".parse::<Shard>(), Err(ShardError::Index { index: 0, count: 0 }));
        let json = serde_json::to_string(&Shard::new(1, 3).unwrap()).unwrap();
        assert_eq!(serde_json::from_str::<Shard>(&json).unwrap(), Shard::new(1, 3).unwrap());
        assert!(serde_json::from_str::<Shard>(r#"{"index":3,"count":3}"#).is_err());
    }

    #[test]
    fn schedulers_name_the_shard() {
        let find = |pairs: &[(&'static str, &str)], count| {
            let variable = |name: &'static str| {
                let found = pairs.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            Shard::of_environment(&variable, count)
        };
        let slurm = |id, count, min| {
            [
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_COUNT", count),
                ("SLURM_ARRAY_TASK_MIN", min),
            ]
        };
        assert_eq!(find(&slurm("3", "4", "0"), None), Shard::new(3, 4));
        assert_eq!(find(&slurm("3", "4", "1"), None), Shard::new(2, 4));
        assert_eq!(find(&slurm("3", "4", "1"), Some(4)), Shard::new(2, 4));
        let stepped = [&slurm("14", "3", "10")[..], &[("SLURM_ARRAY_TASK_STEP", "2")]].concat();
        assert_eq!(find(&stepped, None), Shard::new(2, 3));
        let differs = ShardError::Differs { given: 5, found: 4 };
        assert_eq!(find(&slurm("3", "4", "1"), Some(5)), Err(differs));
        assert_eq!(
            find(&slurm("x", "4", "1"), None),
            Err(ShardError::Variable { name: "SLURM_ARRAY_TASK_ID", value: "x".to_owned() })
        );
        assert_eq!(find(&[("JOB_COMPLETION_INDEX", "7")], Some(8)), Shard::new(7, 8));
        assert_eq!(find(&[("JOB_COMPLETION_INDEX", "7")], None), Err(ShardError::Count));
        let outside = Err(ShardError::Index { index: 8, count: 8 });
        assert_eq!(find(&[("JOB_COMPLETION_INDEX", "8")], Some(8)), outside);
        assert_eq!(find(&[], Some(8)), Err(ShardError::Environment));
    }
}
