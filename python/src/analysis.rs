//! The engine.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::play::{Answer, Player, Strength, TimeControl};
use engine::{memory, options};
use protocol::Options;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::{Control, Limits};

use crate::errors::{self, GameOverError, OptionError};
use crate::game::Game;
use crate::info::Info;
use crate::names;
use crate::wait;

/// Maximum number of lines.
const MOST_LINES: usize = 256;

/// Engine: search threads, transposition table and evaluations of all variants.
///
/// Options are those of the engine in UCI, such as `skill_level=5`.
#[pyclass(frozen, module = "menagerie")]
pub(crate) struct Engine {
    player: Arc<Mutex<Player>>,
    options: Options,
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
        let game = game.try_borrow()?.snapshot();
        let control = Control::new();
        let answer = wait::run(py, &control, || {
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            player.search(&game, limits, strength, &control)
        })?;
        answer.map_err(|error| errors::play(&error))
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
        let player = py.detach(|| Player::new(threads, megabytes));
        let mut player = player.map_err(|error| errors::search(&error))?;
        player.set_use_nets(options.check(options::USE_NNUE).unwrap_or(true));
        player.set_files(options.text(options::EVAL_FILE).unwrap_or_default());
        let folder = options.text(options::TABLE_PATH).unwrap_or_default();
        player.set_tables(Path::new(folder)).map_err(|error| errors::option(&error))?;
        let seed = options.spin(options::SKILL_SEED).filter(|&seed| seed != 0);
        player.set_strength(options::strength(&options), seed.map(i64::unsigned_abs));
        Ok(Engine { player: Arc::new(Mutex::new(player)), options })
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
        let limits = Limits { multi_pv: multipv, ..limits(nodes, depth, movetime, false)? };
        let answer = self.search(py, game, limits, &Strength::FULL)?;
        Ok(answer.lines.into_iter().map(Info::from).collect())
    }

    /// Returns the engine's move, at the strength of its options. On a clock, `clock` and `increment`
    /// are in ms.
    #[pyo3(signature = (game, *, nodes=None, depth=None, movetime=None, clock=None, increment=0, movestogo=None))]
    // The arguments are those of Python.
    #[allow(clippy::too_many_arguments)]
    fn play(
        &self,
        py: Python<'_>,
        game: &Bound<'_, Game>,
        nodes: Option<u64>,
        depth: Option<u32>,
        movetime: Option<u64>,
        clock: Option<u64>,
        increment: u64,
        movestogo: Option<u32>,
    ) -> PyResult<String> {
        let clock = clock.map(|clock| TimeControl {
            remaining: Duration::from_millis(clock),
            increment: Duration::from_millis(increment),
            moves_to_go: movestogo,
        });
        let limits = Limits { clock, ..limits(nodes, depth, movetime, clock.is_some())? };
        let strength = options::strength(&self.options);
        match self.search(py, game, limits, &strength)?.turn {
            Some(turn) => Ok(turn),
            None => Err(GameOverError::new_err("no legal move: the game is over")),
        }
    }

    /// Clears the transposition table and all that was learnt in earlier searches.
    fn clear(&self, py: Python<'_>) {
        py.detach(|| {
            self.player.lock().unwrap_or_else(PoisonError::into_inner).clear();
        });
    }

    fn __repr__(&self) -> String {
        let number = |name| self.options.spin(name).unwrap_or_default();
        let (threads, hash) = (number(options::THREADS), number(options::HASH));
        format!("Engine(threads={threads}, hash_mb={hash})")
    }
}

/// Returns the limits of a search; at least one is required.
fn limits(
    nodes: Option<u64>,
    depth: Option<u32>,
    movetime: Option<u64>,
    has_clock: bool,
) -> PyResult<Limits> {
    if nodes.is_none() && depth.is_none() && movetime.is_none() && !has_clock {
        return Err(OptionError::new_err(
            "missing limit: expected nodes, depth, movetime or clock",
        ));
    }
    let move_time = movetime.map(Duration::from_millis);
    Ok(Limits { depth, nodes, move_time, ..Limits::default() })
}
