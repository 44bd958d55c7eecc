//! The engine as a player of any game.

use std::path::Path;
use std::sync::Arc;

use search::{Control, Engine, EngineError, Limits, SearchRequest};
use variants::Definition;

use super::{Game, PlayError};
use crate::endings::{Endings, EndingsError};
use crate::evaluation::{Evaluations, Files};
use crate::lines::{Found, Lines};
use crate::search_job::{SearchOutput, real_time, run_search};
use crate::strength::{Strength, random_seed, weak_engine, weak_search};

/// Engine with its transposition table and the evaluations of all games.
///
/// The same nodes on one thread give the same answer, after [`Player::clear`].
pub struct Player {
    engine: Engine,
    /// Engine of moves below full strength.
    weak: Option<Engine>,
    evaluations: Evaluations,
    endings: Endings,
    strength: Strength,
    seed: Option<u64>,
    /// Files of networks and weights; empty: none.
    files: String,
    /// Game for which the files were read last.
    read_for: Option<Arc<Definition>>,
}

/// Answer of a search.
#[derive(Debug)]
pub struct Answer {
    /// Best turn; `None` if there is no legal one.
    pub turn: Option<String>,
    /// Lines, the best first: as many as [`Limits::multi_pv`] asks for.
    pub lines: Vec<Found>,
}

impl Player {
    /// Returns an engine at full strength, with a number of threads and a transposition table of
    /// some megabytes.
    ///
    /// # Errors
    /// When the memory or the threads are not available.
    pub fn new(threads: usize, megabytes: usize) -> Result<Self, EngineError> {
        Ok(Player {
            engine: Engine::new(threads, megabytes)?,
            weak: None,
            evaluations: Evaluations::default(),
            endings: Endings::default(),
            strength: Strength::FULL,
            seed: None,
            files: String::new(),
            read_for: None,
        })
    }

    /// Sets the strength of [`Player::turn`]; with a seed the moves are the same again.
    pub fn set_strength(&mut self, strength: Strength, seed: Option<u64>) {
        (self.strength, self.seed) = (strength, seed);
    }

    /// Chooses whether games that have a neural network are evaluated by it.
    pub fn set_use_nets(&mut self, use_nets: bool) {
        self.evaluations.set_use_nets(use_nets);
    }

    /// Sets the files of weights and networks, as in the option `EvalFile`. They are read before the
    /// next search.
    pub fn set_files(&mut self, files: &str) {
        files.clone_into(&mut self.files);
        self.evaluations.set_files(Files::default());
        self.read_for = None;
    }

    /// Sets the folder of endgame tables, as in the option `TablePath`: also `bundled`, or an empty name for
    /// none.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn set_tables(&mut self, folder: &Path) -> Result<(), EndingsError> {
        self.endings = Endings::in_folder(folder)?;
        // Values with and without tables are not mixed.
        self.engine.new_game();
        Ok(())
    }

    /// Clears the transposition table and all that was learnt in earlier searches.
    pub fn clear(&mut self) {
        self.engine.new_game();
    }

    /// Returns the engine's turn, at its strength; `None` if there is no legal one.
    ///
    /// # Errors
    /// When its files cannot be read, or an engine cannot be set up.
    pub fn turn(&mut self, game: &Game, limits: Limits) -> Result<Option<String>, PlayError> {
        let strength = self.strength;
        Ok(self.search(game, limits, &strength, &Control::new())?.turn)
    }

    /// Returns the best lines of a position, at full strength: [`Limits::multi_pv`] of them.
    ///
    /// # Errors
    /// When its files cannot be read.
    pub fn analyse(&mut self, game: &Game, limits: Limits) -> Result<Vec<Found>, PlayError> {
        Ok(self.search(game, limits, &Strength::FULL, &Control::new())?.lines)
    }

    /// Searches a position at some strength, until its limits or `control` end the search.
    ///
    /// # Errors
    /// When its files cannot be read, or an engine cannot be set up.
    pub fn search(
        &mut self,
        game: &Game,
        limits: Limits,
        strength: &Strength,
        control: &Control,
    ) -> Result<Answer, PlayError> {
        self.read_files(game)?;
        let game = game.position();
        let evaluation = self.evaluations.of(game.definition());
        let clock = real_time();
        let tables = self.endings.of(game.definition());
        let tables = tables.as_deref();
        let request = SearchRequest { tables, ..SearchRequest::new(game, limits, &clock, control) };
        let mut lines = Lines::default();
        let mut say = |info| {
            lines.add(info);
        };
        let output: SearchOutput = match strength.handicap() {
            None => run_search(&mut self.engine, &request, &evaluation, &mut say),
            Some(handicap) => {
                let weak = match &mut self.weak {
                    Some(weak) => weak,
                    none => none.insert(weak_engine()?),
                };
                let seed = self.seed.unwrap_or_else(random_seed);
                weak_search(weak, &request, &evaluation, handicap, seed, &mut say)
            }
        };
        Ok(Answer { turn: output.best.map(|best| best.text), lines: lines.complete() })
    }

    /// Reads the files of networks and weights for a game, unless they are read.
    fn read_files(&mut self, game: &Game) -> Result<(), PlayError> {
        let definition = game.variant().definition();
        let is_read = self.read_for.as_ref().is_some_and(|last| Arc::ptr_eq(last, definition));
        if is_read || self.files.is_empty() {
            return Ok(());
        }
        self.evaluations.set_files(Files::read(&self.files, game.library())?);
        let others = self.evaluations.other_games(definition);
        if !others.is_empty() {
            let (found, game) = (others.join(" and "), definition.name.clone());
            return Err(PlayError::OtherGame { found, game });
        }
        self.read_for = Some(Arc::clone(definition));
        Ok(())
    }
}
