//! Strength of the session's moves.

use std::sync::{Arc, Mutex};

use protocol::OptionValue;
use search::{Engine, EngineError, Limits};

use super::Session;
use crate::options;
use crate::strength::{MAX_SKILL, Strength, random_seed, weak_engine};
use crate::task::{Purpose, TaskKind};

/// State of play below full strength.
pub(super) struct Skill {
    /// Engine of weak moves; `None` until an option needs it.
    engine: Option<Arc<Mutex<Engine>>>,
    /// Seed of this game, unless the option gives one.
    seed: u64,
}

impl Skill {
    pub(super) fn new() -> Self {
        Skill { engine: None, seed: random_seed() }
    }

    /// Begins a new game.
    pub(super) fn new_game(&mut self) {
        self.seed = random_seed();
    }

    /// Whether an option's new value needs the engine of weak moves, and there is none.
    pub(super) fn needs_engine(&self, name: &str, value: &OptionValue) -> bool {
        let weakens = match (name, value) {
            (options::SKILL_LEVEL, OptionValue::Spin(skill)) => *skill < MAX_SKILL.into(),
            (options::LIMIT_STRENGTH, OptionValue::Check(limited)) => *limited,
            _ => false,
        };
        weakens && self.engine.is_none()
    }

    /// Sets the engine of weak moves.
    pub(super) fn set_engine(&mut self, engine: Engine) {
        self.engine = Some(Arc::new(Mutex::new(engine)));
    }

    /// Replaces an engine that panicked.
    pub(super) fn replace_engine(&mut self) -> Result<(), EngineError> {
        if let Some(engine) = &mut self.engine {
            *engine = Arc::new(Mutex::new(weak_engine()?));
        }
        Ok(())
    }
}

impl Session {
    /// Returns the strength of the engine's moves.
    pub(super) fn strength(&self) -> Strength {
        options::strength(&self.options)
    }

    /// Returns the strength of a search: analysis, hints and the search for a mate are at full
    /// strength.
    pub(super) fn strength_of(&self, limits: &Limits, kind: TaskKind) -> Strength {
        let TaskKind::Search { purpose, .. } = kind else { return Strength::FULL };
        let is_move = matches!(purpose, Purpose::BestMove | Purpose::Move | Purpose::Ponder);
        if is_move && !limits.infinite && limits.mate.is_none() {
            self.strength()
        } else {
            Strength::FULL
        }
    }

    /// Returns the engine for searches at a strength.
    pub(super) fn engine_for(&self, strength: &Strength) -> Arc<Mutex<Engine>> {
        let weak = self.skill.engine.as_ref().filter(|_| !strength.is_full());
        Arc::clone(weak.unwrap_or(&self.engine))
    }

    /// Returns the random seed of weak moves.
    pub(super) fn skill_seed(&self) -> u64 {
        match self.options.spin(options::SKILL_SEED) {
            Some(seed) if seed != 0 => seed.unsigned_abs(),
            _ => self.skill.seed,
        }
    }
}
