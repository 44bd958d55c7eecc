//! Shards of one match, merged by the numbers of their games.

use std::path::{Path, PathBuf};

use engine::library::Library;
use thiserror::Error;
use variants::counted;

use super::read::{ReadError, plan_of, read};
use crate::{GameRecord, Match, game_specs};

/// Files of a match's shards.
#[derive(Clone, Debug)]
pub struct Shards<'a> {
    paths: &'a [PathBuf],
    plan: Match,
}

/// Games of shards that were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Numbers of the games that no file has, from 1, in order.
    pub missing: Vec<usize>,
    /// Notes for the reader, such as games that several files have.
    pub notes: Vec<String>,
}

/// Error of merging files.
#[derive(Debug, Error)]
pub enum MergeError {
    /// File that cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Files of which only some are shards.
    #[error("{} is a shard of a match, {} is not: their games cannot be merged", shard.display(), other.display())]
    NoShard {
        /// Path of a shard.
        shard: PathBuf,
        /// Path of another file.
        other: PathBuf,
    },
    /// Shards of different matches.
    #[error(
        "{} and {} are not shards of the same match:\n{}",
        first.display(), other.display(), differences.join("\n")
    )]
    Differ {
        /// Path of the first shard.
        first: PathBuf,
        /// Path of the shard that differs.
        other: PathBuf,
        /// Settings that differ.
        differences: Vec<String>,
    },
    /// Game that the match does not have.
    #[error("{}: game {number} is none of the match's, which are 1 to {games}", path.display())]
    Number {
        /// Path of the file.
        path: PathBuf,
        /// Number of the game.
        number: usize,
        /// Number of games in the match.
        games: usize,
    },
}

impl<'a> Shards<'a> {
    /// Reads the settings of the files; returns `None` if none of them is a shard.
    ///
    /// # Errors
    /// When a file cannot be read, or the files are not shards of the same match.
    pub fn of(paths: &'a [PathBuf]) -> Result<Option<Self>, MergeError> {
        let mut plans = Vec::new();
        for path in paths {
            plans.push((path, plan_of(path)?.filter(|plan| plan.shard.is_some())));
        }
        let Some((first, Some(plan))) = plans.iter().find(|(_, plan)| plan.is_some()) else {
            return Ok(None);
        };
        for (path, other) in &plans {
            let Some(other) = other else {
                return Err(MergeError::NoShard { shard: owned(first), other: owned(path) });
            };
            let differences = shard_differences(plan, other);
            if !differences.is_empty() {
                let (first, other) = (owned(first), owned(path));
                return Err(MergeError::Differ { first, other, differences });
            }
        }
        Ok(Some(Shards { paths, plan: Match { shard: None, ..plan.clone() } }))
    }

    /// Settings of the match, without a shard.
    #[must_use]
    pub fn plan(&self) -> &Match {
        &self.plan
    }

    /// Passes each game to `sink` once, with its number in the match. The library has the games' rules.
    ///
    /// # Errors
    /// When a file cannot be read, or has games that the match does not have.
    pub fn read(
        &self,
        library: &Library,
        sink: &mut dyn FnMut(GameRecord),
    ) -> Result<Merged, MergeError> {
        let mut numbers = GameNumbers::of(&self.plan);
        let mut notes = Vec::new();
        for path in self.paths {
            let (mut repeated, mut outside) = (0, None);
            let source = read(path, library, &mut |record| {
                let number = record.number;
                match numbers.add(number) {
                    Some(true) => sink(record),
                    Some(false) => repeated += 1,
                    None => outside = outside.or(Some(number)),
                }
            })?;
            if let Some(number) = outside {
                let games = numbers.found.len();
                return Err(MergeError::Number { path: path.clone(), number, games });
            }
            let shown = path.display();
            notes.extend(source.notes.iter().map(|note| format!("{shown}: {note}")));
            if repeated > 0 {
                let count = counted(repeated, "game", "games");
                notes.push(format!("{shown}: {count} that an earlier file has, counted once"));
            }
        }
        Ok(Merged { missing: numbers.missing(), notes })
    }
}

/// Returns the settings in which the matches of two shards differ; empty if it is the same match.
#[must_use]
pub fn shard_differences(one: &Match, other: &Match) -> Vec<String> {
    let mut differences = one.differences(other);
    let count = |plan: &Match| plan.shard.map_or(0, |shard| shard.count());
    if count(one) != count(other) {
        differences.push(format!("shards: {} and {}", count(one), count(other)));
    }
    differences
}

/// Games of a match that were found, by their numbers from 1.
#[derive(Clone, Debug)]
pub struct GameNumbers {
    found: Vec<bool>,
}

impl GameNumbers {
    /// Returns those of a match of which no game was found.
    #[must_use]
    pub fn of(plan: &Match) -> Self {
        GameNumbers { found: vec![false; game_specs(plan).len()] }
    }

    /// Adds a game; returns whether it is new, `None` if the match does not have it.
    pub fn add(&mut self, number: usize) -> Option<bool> {
        let found = number.checked_sub(1).and_then(|at| self.found.get_mut(at))?;
        Some(!std::mem::replace(found, true))
    }

    /// Returns the numbers of the other games, in order.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        let missing = self.found.iter().zip(1..).filter(|(found, _)| !**found);
        missing.map(|(_, number)| number).collect()
    }
}

fn owned(path: &Path) -> PathBuf {
    path.to_owned()
}

/// Writes numbers in ascending order as ranges: `1-4, 7`, at most `most` of them.
#[must_use]
pub fn ranges(numbers: &[usize], most: usize) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let shown = ranges.iter().take(most).map(|&(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    let mut text = shown.collect::<Vec<_>>().join(", ");
    if ranges.len() > most {
        text += ", ...";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shard;
    use crate::statistics::tests::WIDE;
    use crate::store::Store;
    use crate::store::tests::{Folder, plan, record};

    /// Writes a shard of a match of eight games with those of its games that `has` accepts.
    fn shard(
        folder: &Folder,
        index: usize,
        has: impl Fn(usize) -> bool,
        change: impl Fn(&mut Match),
    ) -> PathBuf {
        let mut plan = Match { shard: Shard::new(index, 2).ok(), ..plan("chess", 4) };
        change(&mut plan);
        let path = folder.path(&format!("m.{index}.jsonl"));
        let mut store = Store::create(&path, &plan).unwrap();
        for game in plan.own_games() {
            if has(game.number + 1) {
                store.append(&record(game.number + 1)).unwrap();
            }
        }
        path
    }

    fn read(paths: &[PathBuf]) -> Result<(Vec<usize>, Merged), MergeError> {
        let mut numbers = Vec::new();
        let shards = Shards::of(paths)?.expect("shards");
        let merged = shards.read(&Library::builtin(), &mut |record| numbers.push(record.number))?;
        assert_eq!(shards.plan().shard, None);
        numbers.sort_unstable();
        Ok((numbers, merged))
    }

    #[test]
    fn games_of_all_shards_are_counted_once() {
        let folder = Folder::new();
        let sprt = |plan: &mut Match| plan.sprt = Some(WIDE);
        let one = shard(&folder, 0, |_| true, sprt);
        let two = shard(&folder, 1, |number| number != 4, sprt);
        let (numbers, merged) = read(&[two.clone(), one.clone(), two.clone()]).unwrap();
        assert_eq!(numbers, [1, 2, 3, 5, 6, 7, 8]);
        assert_eq!(merged.missing, [4]);
        assert_eq!(
            Shards::of(std::slice::from_ref(&one)).unwrap().unwrap().plan().sprt,
            Some(WIDE)
        );
        let note = "3 games that an earlier file has, counted once";
        assert!(merged.notes.len() == 1 && merged.notes[0].ends_with(note), "{:?}", merged.notes);
        let (_, merged) = read(&[one]).unwrap();
        assert_eq!(ranges(&merged.missing, 9), "3-4, 7-8");
    }

    #[test]
    fn shards_of_other_matches_are_refused() {
        let folder = Folder::new();
        let one = shard(&folder, 0, |_| true, |_| {});
        let two = shard(&folder, 1, |_| true, |plan| plan.seed = 9);
        let error = read(&[one.clone(), two]).unwrap_err().to_string();
        assert!(error.ends_with("not shards of the same match:\nseed: 1 and 9"), "{error}");
        let whole = folder.path("whole.jsonl");
        Store::create(&whole, &plan("chess", 4)).unwrap();
        let error = read(&[one, whole.clone()]).unwrap_err();
        assert!(matches!(error, MergeError::NoShard { .. }), "{error}");
        assert!(Shards::of(&[whole]).unwrap().is_none());
    }

    #[test]
    fn numbers_as_ranges() {
        assert_eq!(ranges(&[], 3), "");
        assert_eq!(ranges(&[1, 2, 3, 5, 7, 8], 3), "1-3, 5, 7-8");
        assert_eq!(ranges(&[1, 3, 5, 7], 3), "1, 3, 5, ...");
    }
}
