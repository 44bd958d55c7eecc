//! Benchmark: fixed positions of every game, searched to fixed depths.
//!
//! With one thread the node count depends on the code only, so it identifies a version of the
//! search, and shows whether a non-functional change is one.

use std::fmt::Write;
use std::num::ParseIntError;
use std::time::Duration;

use search::{Control, Engine, EngineError, Limits, SearchRequest};
use thiserror::Error;
use variants::{AnyGame, BoardSizeError, FenError};

use crate::evaluation::Evaluations;
use crate::library::{Library, LibraryError};
use crate::search_job::{real_time, run_search};

/// One position per line: the game, `@` and the board unless it is the default, the depth, `;`, the
/// FEN.
const POSITIONS: &str = include_str!("positions.txt");

/// Size of the transposition table in MB; it affects the node count.
const HASH: usize = 16;

/// Error of the benchmark.
#[derive(Debug, Error)]
pub enum BenchError {
    /// Unknown game.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// Invalid line of the positions, such as one of a built-in game that a file has replaced.
    #[error("'{line}'")]
    Position {
        /// The line.
        line: &'static str,
        /// Cause.
        source: PositionError,
    },
    /// Engine that cannot be set up.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Stopped by the user.
    #[error("stopped")]
    Stopped,
}

/// Error of a line of the positions.
#[derive(Debug, Error)]
pub enum PositionError {
    /// Missing part.
    #[error("no {0}")]
    Missing(&'static str),
    /// Invalid board size.
    #[error(transparent)]
    Size(#[from] BoardSizeError),
    /// Invalid depth.
    #[error(transparent)]
    Depth(#[from] ParseIntError),
    /// Game that is not in the library.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// Invalid position.
    #[error(transparent)]
    Fen(#[from] FenError),
}

/// Positions to search.
pub struct BenchPositions {
    items: Vec<Item>,
}

struct Item {
    name: String,
    game: AnyGame,
    depth: u32,
}

impl BenchPositions {
    /// Returns the positions of one game, or of all; each at its own depth, unless one is given. A
    /// game without positions here is searched from its start.
    pub fn new(
        library: &Library,
        variant: Option<&str>,
        depth: Option<u32>,
    ) -> Result<Self, BenchError> {
        /// Depth for games without positions here.
        const DEPTH: u32 = 6;
        let wanted = match variant {
            Some(name) => Some(library.definition(name)?.name.clone()),
            None => None,
        };
        let mut items = Vec::new();
        for line in POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let name = line.split([' ', '@']).next();
            if wanted.is_none() || wanted.as_deref() == name {
                let item = Item::read(library, line)
                    .map_err(|source| BenchError::Position { line, source })?;
                items.push(item);
            }
        }
        if let (true, Some(name)) = (items.is_empty(), wanted) {
            let game = library.variant(&name, None)?.start();
            items.push(Item { name, game, depth: DEPTH });
        }
        for item in &mut items {
            item.depth = depth.unwrap_or(item.depth);
        }
        Ok(BenchPositions { items })
    }

    /// Searches all positions; `say` receives a line for each. Returns the summary lines.
    pub fn run(
        self,
        threads: usize,
        evaluations: &Evaluations,
        control: &Control,
        say: &mut dyn FnMut(&str),
    ) -> Result<String, BenchError> {
        let mut engine = Engine::new(threads, HASH)?;
        let mut total = 0;
        let mut time = Duration::ZERO;
        let count = self.items.len();
        for (number, Item { name, game, depth }) in (1..).zip(self.items) {
            engine.new_game();
            let limits = Limits::depth(depth);
            let evaluation = evaluations.of(game.definition());
            let clock = real_time();
            let request = SearchRequest::new(&game, limits, &clock, control);
            let answer = run_search(&mut engine, &request, &evaluation, &mut |_| {});
            let elapsed = clock();
            if control.is_stopped() {
                return Err(BenchError::Stopped);
            }
            total += answer.nodes;
            time += elapsed;
            say(&format!(
                "{number:>2}/{count} {name:<18} depth {depth:>2} nodes {:>9} nps {:>9} bestmove {}",
                answer.nodes,
                per_second(answer.nodes, elapsed),
                answer.best.as_ref().map_or("(none)", |turn| &turn.text),
            ));
        }
        let mut end = String::new();
        let _ = writeln!(end, "\nTotal time (ms) : {}", time.as_millis());
        let _ = writeln!(end, "Nodes searched  : {total}");
        let _ = write!(end, "Nodes/second    : {}", per_second(total, time));
        Ok(end)
    }
}

impl Item {
    fn read(library: &Library, line: &str) -> Result<Self, PositionError> {
        let (head, fen) = line.split_once(';').ok_or(PositionError::Missing("';'"))?;
        let (name, depth) = head.trim().split_once(' ').ok_or(PositionError::Missing("depth"))?;
        let (game, size) = match name.split_once('@') {
            Some((game, size)) => (game, Some(size.parse()?)),
            None => (name, None),
        };
        let game = library.variant(game, size)?.game(fen.trim())?;
        Ok(Item { name: name.to_owned(), game, depth: depth.trim().parse()? })
    }
}

/// Returns the rate per second.
pub fn per_second(count: u64, time: Duration) -> u64 {
    (u128::from(count) * 1_000_000 / time.as_micros().max(1)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_game_has_positions() {
        let library = Library::builtin();
        for name in library.names() {
            let plan = BenchPositions::new(&library, Some(&name), None).unwrap();
            assert!(!plan.items.is_empty(), "{name}");
        }
    }

    #[test]
    fn the_node_count_is_the_same_on_every_run() {
        let run = || {
            let plan = BenchPositions::new(&Library::builtin(), Some("cheskers"), Some(4)).unwrap();
            let end = plan.run(1, &Evaluations::default(), &Control::new(), &mut |_| {}).unwrap();
            end.lines().find(|line| line.starts_with("Nodes searched  : ")).unwrap().to_owned()
        };
        assert_eq!(run(), run());
    }
}
