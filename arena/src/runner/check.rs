//! Test start of all engines before the first game: one that cannot start would lose every game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use variants::{Color, Variant};

use super::Factory;
use crate::random::game_seed;
use crate::{
    EngineSpec, Fault, FaultKind, GameSpec, Match, OpeningError, Openings, Setup, Tournament,
};

/// Maximum number of engines tested at the same time.
const AT_ONCE: usize = 8;

/// Error before the start of a match.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// Engines that cannot play.
    #[error("the match did not start: {}", list(.0))]
    Engines(Vec<Fault>),
    /// Missing opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// Stopped by the user.
    #[error("interrupted before the first game")]
    Interrupted,
}

/// Formats one line per fault.
fn list(faults: &[Fault]) -> String {
    faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n")
}

/// Starts each engine that has a game to play, sets it up for its first one, and ends it.
///
/// Returns the names by which the programs introduced themselves, in the order of the engines.
///
/// # Errors
/// When an engine fails to start or rejects its options, the variant or the position.
pub fn check_engines(
    plan: &Match,
    variant: &Variant,
    openings: &Openings,
    pending: &[GameSpec],
    factory: &Factory<'_>,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Option<String>>, CheckError> {
    let mut first_games: Vec<(usize, &EngineSpec, Color, GameSpec)> = Vec::new();
    for (index, spec) in plan.engines.iter().enumerate() {
        let game = pending.iter().find(|game| [game.white, game.black].contains(&index)).copied();
        // In a knockout tournament its first game may be in a later stage.
        let game = game.or_else(|| {
            let later = pending.first().filter(|_| plan.tournament == Tournament::Knockout);
            later.map(|game| GameSpec { white: index, ..*game })
        });
        if let Some(game) = game {
            let color = if game.white == index { Color::White } else { Color::Black };
            first_games.push((index, spec, color, game));
        }
    }
    let (mut faults, mut names) = (Vec::new(), vec![None; plan.engines.len()]);
    for group in first_games.chunks(AT_ONCE) {
        let mut tries = Vec::new();
        for &(index, spec, color, game) in group {
            tries.push((index, spec, color, game, openings.get(game.round)?));
        }
        let ended = thread::scope(|scope| {
            let running: Vec<_> = tries
                .iter()
                .map(|(_, spec, color, game, opening)| {
                    let opponent = if game.white == game.black {
                        None
                    } else {
                        plan.engines.get(if *color == Color::White {
                            game.black
                        } else {
                            game.white
                        })
                    };
                    let setup = Setup {
                        variant,
                        fen: opening.fen.as_deref(),
                        color: *color,
                        limits: &spec.limits,
                        opponent_limits: opponent.map_or(&spec.limits, |other| &other.limits),
                        opponent: opponent.map_or("", |other| &other.name),
                        seed: game_seed(plan.seed, game.number),
                    };
                    scope.spawn(move || {
                        let mut player = factory(spec, stop)?;
                        player.new_game(&setup)?;
                        Ok(player.introduced_as().map(str::to_owned))
                    })
                })
                .collect();
            let ended = running.into_iter().zip(&tries).map(|(running, (index, spec, ..))| {
                (*index, running.join().unwrap_or_else(|_| Err(panicked(spec))))
            });
            ended.collect::<Vec<_>>()
        });
        for (index, result) in ended {
            match (result, names.get_mut(index)) {
                (Ok(found), Some(name)) => *name = found,
                (Ok(_), None) => {}
                (Err(fault), _) => faults.push(fault),
            }
        }
        if stop.load(Ordering::Relaxed) {
            return Err(CheckError::Interrupted);
        }
    }
    if faults.is_empty() { Ok(names) } else { Err(CheckError::Engines(faults)) }
}

fn panicked(spec: &EngineSpec) -> Fault {
    let text = "internal error".to_owned();
    Fault { engine: spec.name.clone(), kind: FaultKind::Start, text }
}
