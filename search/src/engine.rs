//! Search engine: the state that outlives a search.

use std::any::Any;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use nets::Net;
use rayon::ThreadPoolBuildError;
use thiserror::Error;
use variants::{Definition, Game};

use crate::context::SearchContext;
use crate::driver;
use crate::eval::{Evaluator, Weights};
use crate::families::SearchFamily;
use crate::params::Params;
use crate::pool::{HAS_THREADS, Pool, usable_threads};
use crate::report::{Report, SearchResult};
use crate::request::SearchRequest;
use crate::table::{Table, TableError};
use crate::time::Timer;
use crate::tuning::Tuning;
use crate::worker::ThreadData;

/// Error of engine setup.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The transposition table does not fit in memory.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The search threads could not be started.
    #[error("cannot start the search threads: {0}")]
    Threads(ThreadPoolBuildError),
}

/// Search engine: threads, transposition table and thread data.
#[derive(Debug)]
pub struct Engine {
    pool: Arc<Pool>,
    table: Table,
    /// Whether the table has been cleared since [`Engine::warm_up`].
    is_cold: bool,
    megabytes: usize,
    tuning: Tuning,
    /// Game whose positions are in the table; `None`: the table is empty.
    searched: Option<Arc<Definition>>,
    weights: Option<Arc<Weights>>,
    net: Option<Arc<Net>>,
    /// See [`Engine::set_blend`].
    blend: Option<u8>,
    /// [`GameEvaluator`] of the last searched game, with these weights and this net.
    evaluator: Option<Arc<dyn Any + Send + Sync>>,
    /// [`Learnt`] of the same game.
    learnt: Option<Box<dyn Any + Send>>,
}

/// Evaluator of a game.
struct GameEvaluator<P: SearchFamily> {
    definition: Arc<Definition>,
    evaluator: Evaluator<P>,
}

/// Thread data of a game: histories and correction histories.
struct Learnt<P: SearchFamily> {
    game: Arc<GameEvaluator<P>>,
    /// One for each thread.
    thread_data: Vec<Mutex<ThreadData<P>>>,
}

impl<P: SearchFamily> Learnt<P> {
    fn new(game: Arc<GameEvaluator<P>>, threads: usize) -> Self {
        let thread_data = |_| Mutex::new(ThreadData::new(&game.definition, &game.evaluator));
        let thread_data = (0..threads).map(thread_data).collect();
        Learnt { game, thread_data }
    }
}

impl Engine {
    /// Creates an engine with `threads` threads (see [`usable_threads`]) and a transposition table
    /// of `megabytes` MB (at least 1).
    ///
    /// # Errors
    /// If memory or threads are missing.
    pub fn new(threads: usize, megabytes: usize) -> Result<Self, EngineError> {
        let pool = Arc::new(Pool::new(threads).map_err(EngineError::Threads)?);
        let table = Table::new(megabytes)?;
        Ok(Engine {
            pool,
            table,
            is_cold: true,
            megabytes,
            tuning: Tuning::new(Params::default()),
            searched: None,
            weights: None,
            net: None,
            blend: None,
            evaluator: None,
            learnt: None,
        })
    }

    /// Runs a job on one of the engine's threads. A search begins at once there; elsewhere, each
    /// search has to wake threads, which takes longer than a search of some hundred nodes.
    pub fn run<T: Send>(&mut self, job: impl FnOnce(&mut Engine) -> T + Send) -> T {
        let pool = Arc::clone(&self.pool);
        pool.run(|| job(self))
    }

    /// Number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Size of the transposition table in megabytes.
    #[must_use]
    pub fn hash_megabytes(&self) -> usize {
        self.megabytes
    }

    /// Sets the number of threads. Clears the thread data; the transposition table stays.
    ///
    /// # Errors
    /// If the threads cannot be started; the old ones then stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        if usable_threads(threads) != self.threads() {
            self.pool = Arc::new(Pool::new(threads).map_err(EngineError::Threads)?);
            self.learnt = None;
        }
        Ok(())
    }

    /// Resizes and clears the transposition table.
    ///
    /// # Errors
    /// If there is no memory for it; the table then has 1 MB, or is empty.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        // Frees the old table first.
        self.table = Table::empty();
        self.is_cold = true;
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

    /// Search parameters.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.tuning.params
    }

    /// Sets the search parameters, from the next search on.
    pub fn set_params(&mut self, params: Params) {
        self.tuning = Tuning::new(params);
    }

    /// Sets the weights of the HCE; `None`, or weights of another game than is searched: generic
    /// weights. Clears the hash and the thread data, unless the weights stay the same.
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

    /// Sets the network; `None`, or a network of another game than is searched: the HCE alone.
    /// Clears the hash and the thread data, unless the network stays the same.
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

    /// Sets the share of the HCE in the blend of HCE and net, in percent up to 100; 0: net only.
    /// `None`: the game's default, 50 where a turn moves several units and 0 elsewhere, where the
    /// blend evaluates better too, but takes longer. Clears the hash and the thread data, unless
    /// the share stays the same.
    pub fn set_blend(&mut self, percent: Option<u8>) {
        if self.blend != percent {
            self.blend = percent;
            self.evaluator = None;
            self.new_game();
        }
    }

    /// Clears the hash and the thread data: the next search starts as in a new engine.
    pub fn new_game(&mut self) {
        self.learnt = None;
        // Gigabytes are not cleared twice: a search of a new game must not wait for that.
        if self.searched.take().is_some() {
            self.table.clear();
            self.is_cold = true;
        }
    }

    /// Sets up evaluator and thread data of a game, so that its first search begins at once.
    pub fn prepare<P: SearchFamily>(&mut self, definition: &Arc<Definition>) {
        let learnt = self.learnt_of::<P>(definition);
        self.learnt = Some(learnt);
    }

    /// Lets the system provide the memory of a new or cleared transposition table now, as far as `most`
    /// allows: it would take its time during the first search otherwise, 10 to 100 ms for each 64 MB.
    /// Further calls do nothing until the table is cleared again.
    pub fn warm_up(&mut self, most: Duration) {
        if !std::mem::take(&mut self.is_cold) || !HAS_THREADS {
            return;
        }
        let begin = Instant::now();
        let (table, threads) = (&self.table, self.threads());
        self.pool.broadcast(|index| table.touch(index, threads, &|| begin.elapsed() < most));
    }

    /// Searches for the best turn. `report` is called for each PV, on a thread of the engine.
    ///
    /// A search of another game than the last begins with [`Engine::new_game`]. The result is a
    /// legal turn whenever there is one, even if the search is stopped before it begins.
    pub fn search<P: SearchFamily>(
        &mut self,
        request: &SearchRequest<'_, Game<P>>,
        report: &mut (dyn FnMut(&Report<P::Step>) + Send),
    ) -> SearchResult<P::Step> {
        // Setup time counts.
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
        let Learnt { game, thread_data } = &*learnt;
        let context = SearchContext::new(
            request,
            timer,
            &self.table,
            &game.evaluator,
            &self.tuning,
            thread_data.len(),
            report,
        );
        let result = driver::search(&context, &self.pool, thread_data);
        drop(context);
        // After a panic the thread data is dropped.
        self.learnt = Some(learnt);
        result
    }

    /// Takes the thread data of a game out of the engine; new data if it was of another game.
    fn learnt_of<P: SearchFamily>(&mut self, definition: &Arc<Definition>) -> Box<Learnt<P>> {
        let learnt = self.learnt.take().and_then(|learnt| learnt.downcast::<Learnt<P>>().ok());
        match learnt {
            Some(learnt) if Arc::ptr_eq(&learnt.game.definition, definition) => learnt,
            _ => Box::new(Learnt::new(self.evaluator_of::<P>(definition), self.threads())),
        }
    }

    /// Returns the evaluator of a game: the present one, or a new one.
    fn evaluator_of<P: SearchFamily>(
        &mut self,
        definition: &Arc<Definition>,
    ) -> Arc<GameEvaluator<P>> {
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
