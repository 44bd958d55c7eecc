//! Games of an SPSA run: pairs between two settings, on several threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use search::{Engine, EngineError, Limits, ParamError, Params, Weights};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use variants::{AnyGame, ByColor, Color, Variant};

use super::params;
use super::spsa::{SpsaSchedule, Trial};
use crate::selfplay::{GameEnd, Players, SelfplayError, Side, play};
use arena::statistics::ResultCounts;
use arena::{Opening, OpeningError, OpeningSource, Openings, game_seed};
use engine::evaluation::{self, Evaluation};
use engine::search_job::SearchOutput;

/// Hash size of an engine, in MB: enough for a few thousand nodes per turn.
const HASH: usize = 4;

/// Error of the games of a tuning.
#[derive(Debug, Error)]
pub enum TuningError {
    /// Invalid openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// Threads that cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadPoolBuildError),
    /// Engine that cannot be set up.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Value that a parameter cannot have.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// Game that cannot be played.
    #[error(transparent)]
    Game(#[from] SelfplayError),
}

/// Subject of the tuning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// Search parameters.
    #[default]
    Search,
    /// Evaluation weights, a percentage for each group; networks are not used.
    Weights {
        /// Digest of the weights that are scaled.
        base: String,
    },
}

/// Settings of the games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// Variant name.
    pub variant: String,
    /// Board size, where it differs from the variant's own.
    pub size: Option<String>,
    /// Nodes per turn.
    pub nodes: u64,
    /// Source of the openings.
    pub openings: OpeningSource,
    /// Number of turns of both sides after which a game is drawn.
    pub max_moves: u32,
    /// Difference between the two sides.
    #[serde(default)]
    pub subject: Subject,
}

/// Returns the weights of a variant.
#[must_use]
pub fn weights(variant: &Variant) -> Weights {
    let definition = variant.definition();
    match evaluation::bundled(definition).weights {
        Some(weights) => Weights::clone(&weights),
        None => Weights::generic(definition),
    }
}

/// Threads with their engines.
pub struct EnginePool<'a> {
    variant: &'a Variant,
    rules: &'a Rules,
    plan: &'a SpsaSchedule,
    /// Weights to be scaled, in a tuning of weights.
    base: Weights,
    /// Openings, where they are the same for the whole run.
    openings: Option<Openings>,
    pool: ThreadPool,
    /// Engines of the first and the second side, for each thread.
    engines: Vec<Mutex<[Engine; 2]>>,
}

impl<'a> EnginePool<'a> {
    /// Returns a table for this number of concurrent games.
    ///
    /// # Errors
    /// When the openings are invalid, or memory or threads are not available.
    pub fn new(
        variant: &'a Variant,
        rules: &'a Rules,
        plan: &'a SpsaSchedule,
        concurrency: usize,
    ) -> Result<Self, TuningError> {
        let openings = Openings::new(&rules.openings, variant, plan.seed)?;
        let is_random = matches!(rules.openings, OpeningSource::Random { .. });
        let pool = ThreadPoolBuilder::new().num_threads(concurrency).build()?;
        let engine = || Engine::new(1, HASH);
        let engines = (0..concurrency)
            .map(|_| Ok(Mutex::new([engine()?, engine()?])))
            .collect::<Result<_, EngineError>>()?;
        let openings = (!is_random).then_some(openings);
        Ok(EnginePool { variant, rules, plan, base: weights(variant), openings, pool, engines })
    }

    /// Plays the games of a trial; returns `None` if they were interrupted. The results do not
    /// depend on the schedule of the threads.
    ///
    /// # Errors
    /// When a game cannot be played.
    pub fn play(
        &self,
        trial: &Trial,
        stop: &AtomicBool,
    ) -> Result<Option<ResultCounts>, TuningError> {
        let next = AtomicU64::new(0);
        let sides = [self.setting(&trial.plus)?, self.setting(&trial.minus)?];
        // One job per thread: with a job per pair, a thread that waits for its engine would begin
        // another pair meanwhile.
        let parts = self.pool.broadcast(|context| {
            let mut engines =
                self.engines[context.index()].lock().unwrap_or_else(PoisonError::into_inner);
            for (engine, (params, _)) in engines.iter_mut().zip(&sides) {
                engine.set_params(*params);
            }
            let evaluations = sides.each_ref().map(|(_, evaluation)| evaluation);
            let mut results = ResultCounts::default();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= trial.count {
                    return Ok(Some(results));
                }
                match self.pair(trial.first + index, &mut engines, evaluations, stop) {
                    Ok(Some(pair)) => results += pair,
                    Ok(None) => return Ok(None),
                    Err(error) => return Err(error),
                }
            }
        });
        let mut results = ResultCounts::default();
        for part in parts {
            match part? {
                Some(part) => results += part,
                None => return Ok(None),
            }
        }
        Ok(Some(results))
    }

    /// Returns the parameters and weights of a side.
    fn setting(&self, values: &[i32]) -> Result<(Params, Evaluation), TuningError> {
        let mut params = Params::default();
        let mut evaluation = evaluation::bundled(self.variant.definition());
        let values = self.plan.params.iter().map(|param| &*param.name).zip(values);
        match &self.rules.subject {
            Subject::Search => {
                for (name, &value) in values {
                    params.set(name, value)?;
                }
            }
            Subject::Weights { .. } => {
                let percents = values.map(|(name, &value)| (name, f64::from(value)));
                let weights = params::scaled(&self.base, percents);
                evaluation =
                    Evaluation { weights: Some(Arc::new(weights)), ..Evaluation::default() };
            }
        }
        Ok((params, evaluation))
    }

    /// Plays two games from one opening, with colours reversed.
    fn pair(
        &self,
        number: u64,
        engines: &mut [Engine; 2],
        evaluations: [&Evaluation; 2],
        stop: &AtomicBool,
    ) -> Result<Option<ResultCounts>, TuningError> {
        let opening = self.opening(number as usize)?;
        let limits = Limits::nodes(self.rules.nodes);
        let most = 2 * self.rules.max_moves as usize;
        let mut results = ResultCounts::default();
        for first in Color::ALL {
            let [plus, minus] = &mut *engines;
            let [of_plus, of_minus] = evaluations.map(Evaluation::clone);
            let side = |engine, evaluation| Side { engine, limits, evaluation };
            let (plus, minus) = (side(plus, of_plus), side(minus, of_minus));
            let sides = match first {
                Color::White => ByColor::new(plus, minus),
                Color::Black => ByColor::new(minus, plus),
            };
            let see = &mut |_: &AnyGame, _: &SearchOutput| ControlFlow::Continue(());
            let end = play(self.variant, &opening, Players::Both(sides), most, stop, see)?;
            let winner = match end {
                GameEnd::Over(outcome) => outcome.winner,
                GameEnd::TooLong | GameEnd::Seen => None,
                GameEnd::Stopped => return Ok(None),
            };
            results.add(winner.map_or(1, |winner| if winner == first { 2 } else { 0 }));
        }
        Ok(Some(results))
    }

    /// Returns the opening of a pair. Random openings depend on its number alone, so that a resumed
    /// run does not generate the earlier ones.
    fn opening(&self, number: usize) -> Result<Opening, TuningError> {
        Ok(match &self.openings {
            Some(openings) => openings.get(number)?,
            None => {
                let seed = game_seed(self.plan.seed, number);
                Openings::new(&self.rules.openings, self.variant, seed)?.get(0)?
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::spsa::SpsaState;
    use engine::library::Library;

    #[test]
    fn the_number_of_threads_changes_nothing() {
        for subject in [Subject::Search, Subject::Weights { base: String::new() }] {
            threads_change_nothing(subject);
        }
    }

    fn threads_change_nothing(subject: Subject) {
        let variant = Library::builtin().variant("cheskers", None).unwrap();
        let rules = Rules {
            variant: "cheskers".to_owned(),
            size: None,
            nodes: 100,
            openings: OpeningSource::Random { plies: 4, bound: None, either_begins: false },
            max_moves: 60,
            subject,
        };
        let specs = match &rules.subject {
            Subject::Search => params::of_search(),
            Subject::Weights { .. } => params::of_weights(&weights(&variant)),
        };
        let params = params::parse(&specs, &[]).unwrap();
        let plan = SpsaSchedule { params, comparisons: 6, batch: 3, rate: 0.1, seed: 1 };
        let run = |concurrency| {
            let table = EnginePool::new(&variant, &rules, &plan, concurrency).unwrap();
            let mut state = SpsaState::new(&plan);
            let mut all = Vec::new();
            while let Some(trial) = state.trial(&plan) {
                let results = table.play(&trial, &AtomicBool::new(false)).unwrap().unwrap();
                assert_eq!(results.games(), 2 * trial.count);
                state.learn(&plan, &trial, results.difference());
                all.push(results);
            }
            (state, all)
        };
        assert_eq!(run(1), run(3));
        let table = EnginePool::new(&variant, &rules, &plan, 1).unwrap();
        let trial = SpsaState::new(&plan).trial(&plan).unwrap();
        assert_eq!(table.play(&trial, &AtomicBool::new(true)).unwrap(), None);
    }
}
