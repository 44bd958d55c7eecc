//! Openings by chance: some legal turns, and a quick look whether both sides can live with them.

use std::collections::HashMap;

use protocol::Score;
use rand_chacha::ChaCha8Rng;
use search::{Control, Engine, Limits, WdlModel};
use variants::{AnyGame, Variant};

use super::{Opening, OpeningError};
use crate::Evenness;
use crate::chance::{Purpose, chance, turn_by_chance};
use engine::evaluation;
use engine::thinking::{Question, think};

/// How often an opening is tried before the most even of those seen is taken.
const ATTEMPTS: usize = 100;

/// Nodes of the quick search.
const NODES: u64 = 20_000;

impl Evenness {
    /// Whether a position is even enough that is better by `away` centipawns, 0 or more, for one of
    /// the sides.
    pub(super) fn allows(self, away: i32, model: &WdlModel) -> bool {
        match self {
            Evenness::Centipawns(most) => away <= i32::from(most),
            Evenness::Chances { percent } => {
                100.0 * model.expectation(f64::from(away)) <= f64::from(percent)
            }
        }
    }
}

/// Makes openings one after the other.
#[derive(Debug)]
pub(super) struct Generator {
    variant: Variant,
    plies: usize,
    bound: Option<Evenness>,
    /// What scores mean in the game.
    model: WdlModel,
    seed: u64,
    engine: Engine,
    made: Vec<Opening>,
    /// The keys of the positions that they lead to, and how far from even those are.
    seen: HashMap<u64, i32>,
}

/// An opening that was tried.
struct Try {
    opening: Opening,
    key: u64,
    /// How far from even it is, in centipawns; 0 where nobody looked.
    away: i32,
}

impl Generator {
    pub(super) fn new(
        variant: &Variant,
        plies: usize,
        bound: Option<Evenness>,
        seed: u64,
    ) -> Result<Self, OpeningError> {
        let engine = Engine::new(1, 1)?;
        let model = evaluation::of(variant.definition()).wdl();
        let (variant, made, seen) = (variant.clone(), Vec::new(), HashMap::new());
        Ok(Generator { variant, plies, bound, model, seed, engine, made, seen })
    }

    /// The opening of that number, from 0. All before it are made first, so that what counts as a
    /// duplicate does not depend on the order of the questions.
    pub(super) fn get(&mut self, index: usize) -> Result<Opening, OpeningError> {
        while self.made.len() <= index {
            let Try { opening, key, away } = self.make(self.made.len())?;
            self.seen.insert(key, away);
            self.made.push(opening);
        }
        Ok(self.made.get(index).cloned().unwrap_or_default())
    }

    fn make(&mut self, index: usize) -> Result<Try, OpeningError> {
        let mut numbers = chance(self.seed, Purpose::Opening, index);
        let mut best: Option<((bool, bool, i32), Try)> = None;
        for _ in 0..ATTEMPTS {
            let Some(tried) = self.attempt(&mut numbers) else { continue };
            let old = self.seen.contains_key(&tried.key);
            let uneven = self.bound.is_some_and(|bound| !bound.allows(tried.away, &self.model));
            if !old && !uneven {
                return Ok(tried);
            }
            // Better the same again than one that is decided.
            let rank = (uneven, old, tried.away);
            if best.as_ref().is_none_or(|(best, _)| rank < *best) {
                best = Some((rank, tried));
            }
        }
        let (plies, attempts) = (self.plies, ATTEMPTS);
        best.map(|(_, tried)| tried).ok_or(OpeningError::TooLong { plies, attempts })
    }

    /// Some turns by chance; `None` if the game is over after them, or all but over.
    fn attempt(&mut self, numbers: &mut ChaCha8Rng) -> Option<Try> {
        let mut game = self.variant.start();
        let mut turns = Vec::new();
        for _ in 0..self.plies {
            if game.outcome().is_some() {
                return None;
            }
            turns.push(turn_by_chance(&mut game, numbers)?);
        }
        if game.outcome().is_some() {
            return None;
        }
        let key = game.key();
        let away = match (self.seen.get(&key), self.bound) {
            (Some(&away), _) => away,
            (None, Some(_)) => self.away(game)?,
            (None, None) => 0,
        };
        Some(Try { opening: Opening { fen: None, turns }, key, away })
    }

    #[cfg(test)]
    pub(super) fn model(&self) -> &WdlModel {
        &self.model
    }

    /// How far from even a position is; `None` where a mate is seen.
    pub(super) fn away(&mut self, game: AnyGame) -> Option<i32> {
        self.engine.new_game();
        let limits = Limits::nodes(NODES);
        let mut question = Question::new(game, limits);
        match think(&mut self.engine, &mut question, &Control::new(), &mut |_| {}).score? {
            Score::Centipawns(value) => Some(value.saturating_abs()),
            Score::Mate(_) => None,
        }
    }
}
