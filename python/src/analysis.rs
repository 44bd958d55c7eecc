//! The engine.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::evaluation::{Evaluations, Files};
use engine::library::Library;
use engine::lines::Lines;
use engine::search_job::{SearchOutput, real_time, run_search};
use engine::strength::{Strength, random_seed, weak_engine, weak_search};
use engine::{memory, options};
use protocol::Options;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::{Control, Limits, SearchRequest};
use variants::{AnyGame, Definition};

use crate::errors::{self, GameOverError, OptionError};
use crate::game::Game;
use crate::info::Info;
use crate::names;
use crate::variant::Variant;
use crate::wait;

/// Maximum number of lines.
const MOST_LINES: usize = 256;

/// Engine: search threads, transposition table and evaluations of all variants.
///
/// Options are those of the engine in UCI, such as `skill_level=5`.
#[pyclass(frozen, module = "menagerie")]
pub(crate) struct Engine {
    state: Arc<Mutex<State>>,
    options: Options,
}

/// State that a search changes.
struct State {
    engine: search::Engine,
    /// Engine of moves below full strength.
    weak: Option<search::Engine>,
    evaluations: Evaluations,
    /// Files of networks and weights; empty: none.
    eval_files: String,
    /// Game for which the files were read last.
    read_for: Option<Arc<Definition>>,
}

/// Lines and result of a search.
type Answer = (Lines, SearchOutput);

impl State {
    /// Reads the files of networks and weights for a game; `library` has the games that they name.
    fn read_files(&mut self, library: &Library, game: &AnyGame) -> PyResult<()> {
        let definition = game.definition();
        let is_read = self.read_for.as_ref().is_some_and(|last| Arc::ptr_eq(last, definition));
        if is_read || self.eval_files.is_empty() {
            return Ok(());
        }
        let files = Files::read(&self.eval_files, library);
        self.evaluations.set_files(files.map_err(|error| errors::option(&error))?);
        let others = self.evaluations.other_games(definition);
        if !others.is_empty() {
            let (others, name) = (others.join(" and "), &definition.name);
            return Err(OptionError::new_err(format!("EvalFile is for {others}, not for {name}")));
        }
        self.read_for = Some(Arc::clone(definition));
        Ok(())
    }

    fn search(
        &mut self,
        game: &AnyGame,
        limits: Limits,
        control: &Control,
        strength: &Strength,
        seed: u64,
    ) -> PyResult<Answer> {
        let evaluation = self.evaluations.of(game.definition());
        let clock = real_time();
        let request = SearchRequest::new(game, limits, &clock, control);
        let mut lines = Lines::default();
        let mut say = |info| {
            lines.add(info);
        };
        let output = match strength.handicap() {
            None => run_search(&mut self.engine, &request, &evaluation, &mut say),
            Some(handicap) => {
                let weak = match &mut self.weak {
                    Some(weak) => weak,
                    none => none.insert(weak_engine().map_err(|error| errors::search(&error))?),
                };
                weak_search(weak, &request, &evaluation, handicap, seed, &mut say)
            }
        };
        Ok((lines, output))
    }
}

impl Engine {
    fn search(
        &self,
        py: Python<'_>,
        game: &Bound<'_, Game>,
        limits: Limits,
        strength: &Strength,
    ) -> PyResult<Answer> {
        // The game may change while it is searched.
        let (variant, game): (Variant, AnyGame) = game.try_borrow()?.snapshot();
        let seed = match self.options.spin(options::SKILL_SEED) {
            Some(seed) if seed != 0 => seed.unsigned_abs(),
            _ => random_seed(),
        };
        let control = Control::new();
        wait::run(py, &control, || {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.read_files(variant.library(), &game)?;
            state.search(&game, limits, &control, strength, seed)
        })?
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (threads=1, hash_mb=16, **options))]
    fn new(
        py: Python<'_>,
        threads: i64,
        hash_mb: i64,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let options = names::read(threads, hash_mb, options)?;
        let number = |name| usize::try_from(options.spin(name).unwrap_or(1)).unwrap_or(1);
        let megabytes = number(options::HASH);
        // The system overcommits memory, and kills programs that use it.
        if let Some(free) = memory::free(0).filter(|&free| megabytes > free) {
            let text = format!("{megabytes} MB: expected at most {free} MB (free memory)");
            return Err(OptionError::new_err(text));
        }
        let threads = number(options::THREADS);
        let engine = py.detach(|| search::Engine::new(threads, megabytes));
        let mut evaluations = Evaluations::default();
        evaluations.set_use_nets(options.check(options::USE_NNUE).unwrap_or(true));
        let state = State {
            engine: engine.map_err(|error| errors::search(&error))?,
            weak: None,
            evaluations,
            eval_files: options.text(options::EVAL_FILE).unwrap_or_default().to_owned(),
            read_for: None,
        };
        Ok(Engine { state: Arc::new(Mutex::new(state)), options })
    }

    /// Returns the best lines of a game, at full strength; none if the game has no legal move.
    #[pyo3(signature = (game, *, nodes=None, depth=None, movetime=None, multipv=1))]
    fn analyse(
        &self,
        py: Python<'_>,
        game: &Bound<'_, Game>,
        nodes: Option<u64>,
        depth: Option<u32>,
        movetime: Option<u64>,
        multipv: usize,
    ) -> PyResult<Vec<Info>> {
        if !(1..=MOST_LINES).contains(&multipv) {
            let text =
                format!("invalid multipv '{multipv}': expected a number from 1 to {MOST_LINES}");
            return Err(OptionError::new_err(text));
        }
        let limits = Limits { multi_pv: multipv, ..limits(nodes, depth, movetime)? };
        let (lines, _) = self.search(py, game, limits, &Strength::FULL)?;
        Ok(lines.complete().into_iter().map(Info::from).collect())
    }

    /// Returns the engine's move, at the strength of its options.
    #[pyo3(signature = (game, *, nodes=None, depth=None, movetime=None))]
    fn play(
        &self,
        py: Python<'_>,
        game: &Bound<'_, Game>,
        nodes: Option<u64>,
        depth: Option<u32>,
        movetime: Option<u64>,
    ) -> PyResult<String> {
        let limits = limits(nodes, depth, movetime)?;
        let strength = options::strength(&self.options);
        let (_, output) = self.search(py, game, limits, &strength)?;
        match output.best {
            Some(best) => Ok(best.text),
            None => Err(GameOverError::new_err("no legal move: the game is over")),
        }
    }

    /// Clears the transposition table and all that was learnt in earlier searches.
    fn clear(&self, py: Python<'_>) {
        py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.engine.new_game();
        });
    }

    fn __repr__(&self) -> String {
        let number = |name| self.options.spin(name).unwrap_or_default();
        let (threads, hash) = (number(options::THREADS), number(options::HASH));
        format!("Engine(threads={threads}, hash_mb={hash})")
    }
}

/// Returns the limits of a search; at least one is required.
fn limits(nodes: Option<u64>, depth: Option<u32>, movetime: Option<u64>) -> PyResult<Limits> {
    if nodes.is_none() && depth.is_none() && movetime.is_none() {
        return Err(OptionError::new_err("missing limit: expected nodes, depth or movetime"));
    }
    let move_time = movetime.map(Duration::from_millis);
    Ok(Limits { depth, nodes, move_time, ..Limits::default() })
}
