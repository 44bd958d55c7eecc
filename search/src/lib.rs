//! Choosing a turn in any game that the [`variants`] crate states.
//!
//! One alpha-beta over steps serves all families whose turns are one step, generic over
//! [`Position`]; where turns have many steps, a planner searches whole turns. [`Engine`] holds what
//! outlives a search: the threads, the table that they share ("lazy SMP",
//! <https://www.chessprogramming.org/Lazy_SMP>), and what each thread has learnt about the game. A
//! search gets its time from a [`Clock`] that it is handed, is spoken to through a [`Control`], and
//! tells what it finds through a callback.

#![deny(missing_docs, unsafe_code)]

mod any;
mod control;
mod driver;
mod eval;
mod limits;
mod pages;
mod params;
mod planner;
mod pool;
mod report;
mod score;
mod shared;
pub mod table;
mod time;
mod vote;
mod worker;

use std::any::Any;
use std::sync::{Arc, Mutex};

use nets::Net;
use rayon::{ThreadPool, ThreadPoolBuildError};
use thiserror::Error;
use variants::{Definition, Game, PieceType, Position};

pub use any::{AnyRequest, Judge, Tracing, evaluate_any, judge, piece_values, tracer};
pub use control::{Control, Progress};
pub use eval::{Group, Layout, Trace, Weight, Weights, WeightsError};
pub use limits::{Limits, TimeControl};
pub use params::{ParamError, ParamSpec, Params};
pub use pool::{MAX_THREADS, usable_threads};
pub use report::{Report, SearchResult, turns};
pub use score::{Bound, MAX_PLY, Score, Wdl, WdlModel};
pub use table::TableError;
pub use time::Clock;

use driver::SearchContext;
use eval::Evaluator;
use table::Table;
use time::Timer;
use worker::{Reductions, ThreadData};

/// What can go wrong when an engine is set up.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The table does not fit.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The threads do not start.
    #[error("cannot start the search threads: {0}")]
    Threads(ThreadPoolBuildError),
}

/// What a search is about.
#[derive(Clone, Copy)]
pub struct Request<'a, P: Position> {
    /// The game, with the history that repetition needs.
    pub game: &'a Game<P>,
    /// When to end.
    pub limits: &'a Limits,
    /// The turns to choose among, step by step, with or without the step that ends a turn; empty:
    /// all that are legal.
    pub only: &'a [Vec<P::Step>],
    /// Where the time comes from.
    pub clock: &'a dyn Clock,
    /// How others speak to this search.
    pub control: &'a Control,
}

/// What searches need: threads, the table, and what was learnt.
#[derive(Debug)]
pub struct Engine {
    pool: Arc<ThreadPool>,
    table: Table,
    megabytes: usize,
    params: Params,
    reductions: Reductions,
    /// The game that the table is about; `None`: it is empty.
    searched: Option<Arc<Definition>>,
    weights: Option<Arc<Weights>>,
    net: Option<Arc<Net>>,
    /// See [`Engine::set_blend`].
    blend: Option<u8>,
    /// The [`GameEvaluator`] of the game that was searched last, by these weights and this net.
    evaluator: Option<Arc<dyn Any + Send + Sync>>,
    /// A [`Learnt`] of the same.
    learnt: Option<Box<dyn Any + Send>>,
}

/// What judges the positions of a game.
struct GameEvaluator<P: Position> {
    definition: Arc<Definition>,
    evaluator: Evaluator<P>,
}

/// What was learnt about a game.
struct Learnt<P: Position> {
    game: Arc<GameEvaluator<P>>,
    /// One for each thread.
    thread_data: Vec<Mutex<ThreadData<P>>>,
}

impl<P: Position> Learnt<P> {
    fn new(game: Arc<GameEvaluator<P>>, threads: usize) -> Self {
        let thread_data = |_| Mutex::new(ThreadData::new(&game.definition, &game.evaluator));
        let thread_data = (0..threads).map(thread_data).collect();
        Learnt { game, thread_data }
    }
}

impl Engine {
    /// An engine with so many threads (see [`usable_threads`]) and a table of so many megabytes
    /// (at least 1).
    ///
    /// # Errors
    /// When the machine has no room for either.
    pub fn new(threads: usize, megabytes: usize) -> Result<Self, EngineError> {
        let pool = Arc::new(pool::build(threads).map_err(EngineError::Threads)?);
        let table = Table::new(megabytes)?;
        let params = Params::default();
        Ok(Engine {
            pool,
            table,
            megabytes,
            reductions: Reductions::new(&params),
            params,
            searched: None,
            weights: None,
            net: None,
            blend: None,
            evaluator: None,
            learnt: None,
        })
    }

    /// Does a job on one of the engine's threads. There a search begins at once; elsewhere, threads
    /// have to be woken for each, which takes longer than a search of some hundred nodes.
    pub fn run<T: Send>(&mut self, job: impl FnOnce(&mut Engine) -> T + Send) -> T {
        let pool = Arc::clone(&self.pool);
        pool.install(|| job(self))
    }

    /// Number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// The table's size in megabytes.
    #[must_use]
    pub fn hash_megabytes(&self) -> usize {
        self.megabytes
    }

    /// Changes the number of threads. What they learnt is forgotten; the table stays.
    ///
    /// # Errors
    /// When they do not start; those there were go on.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        if usable_threads(threads) != self.threads() {
            self.pool = Arc::new(pool::build(threads).map_err(EngineError::Threads)?);
            self.learnt = None;
        }
        Ok(())
    }

    /// Changes the size of the table, and empties it.
    ///
    /// # Errors
    /// When there is no memory for it; then the table is as small as can be.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        // The old one makes room first.
        self.table = Table::empty();
        self.searched = None;
        self.learnt = None;
        let table = Table::new(megabytes);
        self.megabytes = if table.is_ok() { megabytes.max(1) } else { 1 };
        match table {
            Ok(table) => self.table = table,
            Err(error) => {
                self.table = Table::new(1).unwrap_or_else(|_| Table::empty());
                return Err(error.into());
            }
        }
        Ok(())
    }

    /// The numbers that search works with.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Changes the numbers that search works with, from the next search on.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
        self.reductions = Reductions::new(&params);
    }

    /// Changes the weights of the evaluation; `None`, or weights of another game than is searched:
    /// generic ones. All positions and everything learnt are forgotten, unless these are the
    /// weights that it had.
    pub fn set_weights(&mut self, weights: Option<Arc<Weights>>) {
        let same = match (&self.weights, &weights) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new) || old == new,
            (None, None) => true,
            _ => false,
        };
        if !same {
            self.weights = weights;
            self.evaluator = None;
            self.new_game();
        }
    }

    /// Changes the net that judges positions; `None`, or a net for another game than is searched:
    /// the weights do. All positions and everything learnt are forgotten, unless this is the net
    /// that it had.
    pub fn set_net(&mut self, net: Option<Arc<Net>>) {
        let same = match (&self.net, &net) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new) || old == new,
            (None, None) => true,
            _ => false,
        };
        if !same {
            self.net = net;
            self.evaluator = None;
            self.new_game();
        }
    }

    /// Changes how much the weights' word counts beside the net's, in percent up to 100; 0: the net
    /// judges alone. `None`: as is usual in the game, half where a turn moves several units and nothing
    /// elsewhere, where both together judge better too, but take longer. All positions and everything
    /// learnt are forgotten, unless nothing changes.
    pub fn set_blend(&mut self, percent: Option<u8>) {
        if self.blend != percent {
            self.blend = percent;
            self.evaluator = None;
            self.new_game();
        }
    }

    /// Forgets all positions and everything learnt: the next search is as of a new engine.
    pub fn new_game(&mut self) {
        self.learnt = None;
        // Gigabytes are not emptied twice: a search of a new game must not wait for that.
        if self.searched.take().is_some() {
            self.table.clear();
        }
    }

    /// Makes ready for searches of a game, so that the first one begins at once: what judges its
    /// positions, and where threads keep what they learn.
    pub fn prepare<P: Position>(&mut self, definition: &Arc<Definition>) {
        let learnt = self.learnt_of::<P>(definition);
        self.learnt = Some(learnt);
    }

    /// Chooses a turn. `report` is called for each line found, on a thread of the engine.
    ///
    /// A search of another game than the last begins with [`Engine::new_game`]. It always ends
    /// with a legal turn when there is one, even when it is stopped before it begins.
    pub fn search<P: Position>(
        &mut self,
        request: &Request<'_, P>,
        report: &mut (dyn FnMut(&Report<P::Step>) + Send),
    ) -> SearchResult<P::Step> {
        // What has to be made ready counts.
        let timer = Timer::new(request.clock, request.control, request.limits.ponder);
        let definition = &request.game.position().common().definition;
        if !self.searched.as_ref().is_some_and(|searched| Arc::ptr_eq(searched, definition)) {
            if self.searched.is_some() {
                self.new_game();
            }
            self.searched = Some(definition.clone());
        }
        let learnt = self.learnt_of::<P>(definition);
        self.table.next_generation();
        let context = SearchContext {
            pool: &self.pool,
            table: &self.table,
            learnt: &learnt,
            params: self.params,
            reductions: &self.reductions,
        };
        let result = driver::search(&context, request, &timer, report);
        // After a panic nothing that threads learnt is kept.
        self.learnt = Some(learnt);
        result
    }

    /// Takes out what was learnt about a game; anew if it was about another.
    fn learnt_of<P: Position>(&mut self, definition: &Arc<Definition>) -> Box<Learnt<P>> {
        let learnt = self.learnt.take().and_then(|learnt| learnt.downcast::<Learnt<P>>().ok());
        match learnt {
            Some(learnt) if Arc::ptr_eq(&learnt.game.definition, definition) => learnt,
            _ => Box::new(Learnt::new(self.evaluator_of::<P>(definition), self.threads())),
        }
    }

    /// The evaluator for a game: the one there is, or a new one.
    fn evaluator_of<P: Position>(&mut self, definition: &Arc<Definition>) -> Arc<GameEvaluator<P>> {
        let known = self.evaluator.clone();
        let known = known.and_then(|known| known.downcast::<GameEvaluator<P>>().ok());
        match known {
            Some(game) if Arc::ptr_eq(&game.definition, definition) => game,
            _ => {
                let (weights, net) = (self.weights.as_deref(), self.net.as_ref());
                let evaluator = Evaluator::new(definition, weights, net).blended(self.blend);
                let game = Arc::new(GameEvaluator { definition: definition.clone(), evaluator });
                self.evaluator = Some(game.clone());
                game
            }
        }
    }
}

/// A position's evaluation without any search, in centipawns for the side to move; weights and net
/// as for [`Engine::set_weights`] and [`Engine::set_net`].
#[must_use]
pub fn evaluate<P: Position>(
    position: &P,
    weights: Option<&Weights>,
    net: Option<&Arc<Net>>,
) -> i32 {
    let evaluator = Evaluator::new(&position.common().definition, weights, net);
    evaluator.evaluate(position, &mut evaluator.accumulators(1), 0)
}

/// What a kind of piece is worth to the evaluation, in centipawns.
#[must_use]
pub fn piece_value<P: Position>(
    definition: &Arc<Definition>,
    kind: PieceType,
    weights: Option<&Weights>,
) -> i32 {
    Evaluator::<P>::new(definition, weights, None).value(kind)
}
