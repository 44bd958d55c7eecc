//! Games and faults, over the wire.

mod board;
mod programs;
mod random;
#[cfg(unix)]
mod scripts;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use variants::{AnyGame, ByColor, Catalog};

use super::*;
use crate::{Action, ClockState, Program, WireProtocol};

/// Variants of every family, with jumps, several units per turn, and where Black begins.
const GAMES: [&str; 9] = [
    "chess",
    "pacific",
    "pacific-triple",
    "cheskers",
    "cheskers-free",
    "chesica",
    "chesimals",
    "chesimals2",
    "english-draughts",
];

fn variant(name: &str) -> Variant {
    Variant::compile(Catalog::builtin().get(name).unwrap().clone()).unwrap()
}

fn random_numbers(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Makes a random legal turn and returns it; `None` where there is none.
fn random_turn(game: &mut AnyGame, numbers: &mut ChaCha8Rng) -> Option<String> {
    let side = game.side();
    let mut made: Vec<String> = Vec::new();
    while game.side() == side && game.outcome().is_none() {
        let texts = game.step_texts();
        // Long enough for turns of many units.
        let step = match texts.iter().find(|text| *text == "end") {
            Some(end) if made.len() > 3 => end,
            _ => texts.choose(numbers)?,
        };
        game.play_step(step).unwrap();
        made.extend(Some(step.clone()).filter(|step| step != "end"));
    }
    (!made.is_empty()).then(|| made.join(","))
}

fn spec(program: Program) -> EngineSpec {
    let limits = TurnLimits { depth: Some(1), ..TurnLimits::default() };
    EngineSpec { protocol: WireProtocol::Xboard, limits, ..EngineSpec::new("engine", program) }
}

fn setup<'a>(
    variant: &'a Variant,
    fen: Option<&'a str>,
    color: Color,
    limits: &'a TurnLimits,
) -> Setup<'a> {
    Setup { variant, fen, color, limits, opponent_limits: limits, opponent: "other", seed: 0 }
}
